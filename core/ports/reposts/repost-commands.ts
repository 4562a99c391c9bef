// Commands that move a record of a repost and its post together, as `publication-ledger.ts` moves posts and jobs. Each call is one
// transaction that is on stable storage when the promise resolves: neither a repost without its post, nor the reverse.
import type { MediaRecord } from '../media/media-store.ts'
import type { PostRecord } from '../posts/post-store.ts'
import type { JobRecord } from '../posts/job-record.ts'
import type { RepostConfig, RepostRecord } from './repost-store.ts'

/** The configuration with one repost more; null when none may begin now. */
export type CountRepost = (stored: RepostConfig) => RepostConfig | null

export interface RepostCommands {
  /**
   * Records `next`, and accepts the post with its job. False when the stored record is not the one that `next` continues:
   * then there is no post either. Rejects with MEDIA_INVALID when a file of the post is gone.
   */
  begin(next: RepostRecord, post: PostRecord, job: JobRecord): Promise<boolean>
  /**
   * Records `next`, queues the FAILED post of this job again, as `planRetry` says, and replaces the account's configuration by
   * what `count` returns, which must be pure. False when the stored record is not the one that `next` continues, the post cannot
   * be queued, there is no configuration, or `count` wants nothing: then all stay as they are.
   */
  beginAgain(next: RepostRecord, job: JobRecord, count: CountRepost): Promise<boolean>
  /** The post as it lies in the archive; null when it was not deleted. */
  deletedPost(id: string): Promise<PostRecord | null>
  /**
   * Removes the record of a media file, as `MediaStore.remove`, unless some post but this one uses it. Null when nothing was
   * removed.
   */
  removeUnused(mediaId: string, exceptPostId: string | null): Promise<MediaRecord | null>
}
