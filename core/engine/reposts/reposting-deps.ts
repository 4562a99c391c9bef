// What checking mentions and reposting them needs. Server and Worker bring their own.
import type { KeyedMutex } from '../../keyed-mutex.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { MentionSource, MentionTransport } from '../../ports/reposts/mention-source.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { Random } from '../../ports/random.ts'
import type { CountRepost } from '../../ports/reposts/repost-commands.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../ports/reposts/repost-store.ts'

/** Syncing records with their posts. */
export interface RecordSyncDeps {
  /** The owner whose accounts and records this runtime handles: those of this `runner`. */
  readonly owner: 'here' | 'cloud'
  readonly reposts: RepostStore
  readonly stories: StoryPublisher
  readonly clock: Clock
}

/** Checking an account, and reposting a mention. */
export interface RepostingDeps extends RecordSyncDeps {
  /** Serialises the work for one account. */
  readonly mutex: KeyedMutex
  /** Null where this runtime has no such source. */
  sourceOf(transport: MentionTransport): MentionSource | null
  readonly random: Random
  readonly log: Log
}

/** Publishes a story, and reports its outcome. The post travels like every other post. */
export interface StoryPublisher {
  /**
   * Prepares what is needed (nothing, when the platform fetches the story itself) and says what will be published.
   * Call before anything is recorded; `discard` undoes it.
   */
  prepare(record: RepostRecord, config: RepostConfig): Promise<PreparedStory>
  /**
   * Records `next` (REPOSTING, with a new `postId`) and the post with its job: all or nothing, in one transaction. False
   * when the stored record is not the one that `next` continues.
   */
  begin(next: RepostRecord, story: StoryToPublish): Promise<boolean>
  /** Retries the same post, as a retry of a FAILED post; records `next` and counts it with it. False when that is not possible. */
  beginAgain(next: RepostRecord, count: CountRepost): Promise<boolean>
  /** Discards a prepared story that is not published after all, or no longer. */
  discard(story: StoryToPublish): Promise<void>
  /** Null when the post is unknown: deleted before anything of it was sent. */
  outcomeOf(record: RepostRecord): Promise<PostOutcome | null>
  /** Removes what an ended post leaves behind here. */
  tidy(record: RepostRecord): Promise<void>
}

export type PreparedStory =
  | { readonly kind: 'ready'; readonly story: StoryToPublish }
  /** The address answers that the story is gone. */
  | { readonly kind: 'gone' }
  /** Not possible here: only the server can draw text, for one. The record waits for it. */
  | { readonly kind: 'elsewhere' }

export interface StoryToPublish {
  readonly sourceType: 'STORY_REPOST' | 'AUTO_REPOST'
  /** Its own file, or the address of the story's. */
  readonly media:
    | { readonly mediaFileId: string; readonly kind: 'image' | 'video' }
    | { readonly url: string; readonly kind: 'image' | 'video' }
  /** The author's name, to be tagged officially; null when the user wants no tag or the name is not known. */
  readonly tagged: string | null
  /** A fact that the reader should know, or null. */
  readonly note: Warning | null
}

export interface PostOutcome extends Pick<
  PostRecord,
  'igPermalink' | 'publishedAt' | 'errorCode' | 'errorDetail'
> {
  readonly state: 'under-way' | 'published' | 'failed'
  /** Failed, and it is unknown whether it is live. */
  readonly isInDoubt: boolean
}
