import type { Warning } from '../../rules/notices/warnings.ts'
import type { Handover, HandoverMove } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { WantedVersions } from '../../api/post-version.ts'
import type { RecordedWith } from '../../ports/posts/job-record.ts'
import type { Publication } from '../../rules/publication/publication.ts'
import type { OVERTAKEN } from '../../retry-while-overtaken.ts'
import type { Instant } from '../../time.ts'

/** The owner of a post that is to be scheduled. `local` may come with a warning that says why. */
export type HandoverOutcome =
  | { readonly owner: 'worker'; readonly post: PostRecord; readonly jobId: string }
  | { readonly owner: 'local'; readonly warning: Warning | null }
  /** The draft is not this version any more, or the slot is not free any more: read and decide again. */
  | { readonly owner: 'none' }

/** A post that is, or is to be, the Worker's, as a transaction finds it. */
export interface StoredAtWorker {
  readonly post: PostRecord
  readonly handover: Handover
  readonly last: Publication | null
}

/** With `slots` the post takes its new time as a slot of that version, in the transaction that records the edit. */
export interface EditTerms extends Pick<RecordedWith, 'slots' | 'series'> {
  readonly wanted?: WantedVersions
}

export interface PreparedPost {
  readonly post: PostRecord
  readonly handover: Handover | null
}

/**
 * The Worker, as scheduling sees it. A post is the Worker's from the moment that this computer has recorded so, and this
 * computer publishes it again only after the Worker has released it.
 */
export interface CloudRunner {
  /**
   * Hands a new SCHEDULED post over, if the cloud is set up and can publish it. `worker`: the post is recorded here as the
   * Worker's, also when the Worker has not answered yet. `local`: surely nothing of it is at the Worker, and nothing is
   * recorded; the caller accepts it with a local job. Rejects with MEDIA_INVALID when a file of it is gone.
   * `draft` is the stored draft that becomes this post, null for a post that is new. With `slots` it takes its time as a slot
   * of that version.
   */
  handOver(post: PostRecord, draft: PostRecord | null, recorded?: RecordedWith): Promise<HandoverOutcome>
  /**
   * Whether `handOver` would try to hand over a post of this account and time, as far as can be known without asking the
   * Worker.
   */
  mayTake(post: Pick<PostRecord, 'platformAccountId'> & { readonly scheduledFor: Instant }): Promise<boolean>
  /**
   * Prepares the hand-over of a new SCHEDULED post; the caller records both, and the sync round continues. The post comes back
   * as it is to be recorded; without a hand-over it gets a job here.
   */
  prepare(post: PostRecord): Promise<PreparedPost>
  /**
   * Changes a post that is the Worker's: first there, then here. Resolves with what is stored. Throws INVALID_STATUS when
   * publishing has begun, WORKER_UNREACHABLE when the Worker did not answer: then the old version stays here, and the
   * outcome is found out in the background. One whose new time is beyond what the bucket keeps is recalled with its changes.
   * Throws INVALID_STATE for a version that is not wanted. With `slots`, OVERTAKEN when the slot is not free any more or the post
   * has got another time: nothing was sent, read and decide again.
   */
  edit(before: PostRecord, after: PostRecord, terms?: EditTerms): Promise<PostRecord | typeof OVERTAKEN>
  /**
   * Takes a post away from the Worker; resolves once nothing of it will ever appear from there. Throws as `edit`.
   * draft         it becomes a DRAFT
   * archive       it goes to the archive of deleted posts
   * local         it gets a job on this computer
   * disconnected  it FAILED, because its account was disconnected
   *
   * An `archive` that comes too late resolves as well: the post goes to the archive, and so does what becomes of it.
   */
  cancel(
    post: PostRecord,
    then: 'draft' | 'archive' | 'local' | 'disconnected',
    wanted?: WantedVersions,
  ): Promise<void>
  /**
   * Plans what takes a post away from the Worker, for the transaction that changes it together with others; `settle` follows. Null
   * when it cannot be taken away any more. `discard`: into the archive, unless it has begun to go out. Pure.
   */
  planCancel(stored: StoredAtWorker, to: 'draft' | 'archive' | 'discard'): HandoverMove | null
  /** As `planCancel`, for the post `after`, which only has another time. */
  planEdit(stored: StoredAtWorker, after: PostRecord): HandoverMove | null
  /**
   * Asks the Worker for what is recorded of these hand-overs. Resolves when it has answered, or could not be asked: then it is
   * asked again in the background.
   */
  settle(handoverIds: readonly string[]): Promise<void>
  /** The post was deleted after the Worker had started on it: nothing more is to follow it there. Resolves when that is recorded. */
  noteDeletion(post: PostRecord): Promise<void>
  /**
   * Takes back a FAILED post that is to be retried here: the Worker releases it, and what it knows is recorded here. Resolves at
   * once for a post that the Worker does not have. Throws INVALID_STATUS while it cannot be taken back, and WORKER_UNREACHABLE.
   */
  recall(post: PostRecord): Promise<void>
  /**
   * The user takes a scheduled post over, knowing that a Worker that does not answer may still publish it. Resolves when it
   * has a job here. Throws INVALID_STATUS when it cannot be taken.
   */
  takeOver(post: PostRecord): Promise<void>
  /** Everything of the account is to be cancelled. Resolves when that is recorded; the Worker is asked in the background. */
  cancelAccount(accountId: string): Promise<void>
  /** The Worker is to learn soon how an account has changed. */
  accountChanged(): void
}
