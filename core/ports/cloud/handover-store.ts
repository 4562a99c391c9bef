// The hand-overs: posts that belong, or are to belong, to the Worker.
//
// The ownership of each has the states of `core/rules/ownership/ownership.ts`; while it is `local`, media is being uploaded.
// A hand-over ends, which an account never does: published, failed, cancelled or recalled. Its job id is never used again.
import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import type { Publication } from '../../rules/publication/publication.ts'
import { SoughtAs } from '../../rules/publication/publication-schema.ts'
import type { Instant } from '../../time.ts'
import { PostRecord } from '../posts/post-store.ts'
import type { AttemptStep, JobRecord, RecordedWith } from '../posts/job-record.ts'
import { Recurrence } from '../posts/recurrence-store.ts'
import type { SlotsVersion } from '../posts/slot-store.ts'
import type { KeyedRequest } from '../request-store.ts'
import { StoredOwnership, StoredText, StoredTime } from '../stored-shapes.ts'

const HandoverFile = z.object({
  mediaFileId: z.string(),
  kind: z.enum(['image', 'video']),
  mimeType: z.string(),
  /** In the bucket; unguessable, chosen for this hand-over. */
  key: z.string(),
  /** On this computer: in the blob store, and on the open `/media/` route. Once it is uploaded, of the version that was sent. */
  blobKey: z.string(),
  publicKey: z.string(),
  uploaded: z.boolean(),
  /** The public address of the bucket that it was uploaded to; absent of a file that an older version uploaded. */
  baseUrl: z.string().exactOptional(),
  /** The picture of a reel's cover: no item of the post. */
  isCover: z.boolean().exactOptional(),
})
export type HandoverFile = ReadBy<typeof HandoverFile>

/** The times to which earlier requests, without an answer either, were to move the post. */
const earlierTimes = z.array(StoredTime).exactOptional()

/** Of `after`, in its order, then its cover: where they are not those of the post. They are in the bucket. */
const filesOfAfter = z.array(HandoverFile).exactOptional()

/** What follows from a change that was or may have been sent to the Worker and has no answer yet; stored as `asked`. */
const PendingRequest = z.union([
  z.object({
    kind: z.literal('edit'),
    after: PostRecord,
    files: filesOfAfter,
    /** It was accepted with others, in one transaction: it is sent until the Worker has it, or it is too late. */
    isAccepted: z.literal(true).exactOptional(),
    /** Its series as it is once the post has its new time. */
    series: z.object({ known: Recurrence, next: Recurrence }).optional(),
    earlierTimes,
  }),
  z.object({
    kind: z.literal('cancel'),
    /** Where the post goes once the Worker has released it. */
    to: z.enum(['draft', 'archive', 'local', 'disconnected', 'taken-over']),
    /** The Worker has not been asked yet. What it has released by then, it has released for a run that is not remembered. */
    isUntold: z.literal(true).exactOptional(),
    /** Of an `archive`: a post that has begun to go out stays. */
    unlessLate: z.literal(true).exactOptional(),
    /** Why it is published from here after all; absent when the user wanted it. */
    reason: StoredText.exactOptional(),
    /** The post with the edit that recalls it, when it goes `local`. */
    after: PostRecord.exactOptional(),
    files: filesOfAfter,
    /** The hand-over that follows this one, because the post is to go out from another account. */
    next: z.object({ id: z.string(), accountId: z.string() }).exactOptional(),
    earlierTimes,
  }),
])
export type PendingRequest = ReadBy<typeof PendingRequest>

export const Handover = z.object({
  /** The job at the Worker, chosen before anything is sent. */
  id: z.string(),
  postId: z.string(),
  accountId: z.string(),
  /** Rises by one with each change; a change names the version that it follows. */
  version: z.number(),
  ownership: StoredOwnership,
  isEnded: z.boolean(),
  publishAt: StoredTime,
  /** Of the post as it is stored, in its order, then its covers. */
  files: z.array(HandoverFile),
  /** Of versions that the Worker may have, because nothing has said that it has not. */
  otherFiles: z.array(HandoverFile).optional(),
  asked: PendingRequest.nullable(),
  /** Consecutive tries without an answer. */
  tries: z.number(),
  /** When to act or ask next. */
  nextAt: StoredTime.nullable(),
  lastError: StoredText.nullable(),
  /** Set by the move that ends it when nothing was published or ever will be: its objects are removed at once. */
  isCancelled: z.boolean().exactOptional(),
  /**
   * Since then the post may have gone out without this computer knowing: a job that it gets here is marked with that. No longer
   * set once the Worker has said that it still has it.
   */
  soughtSince: StoredTime.optional(),
  /** What the post was then, if it was changed since: the job is marked with that, too. */
  soughtAs: SoughtAs.optional(),
  createdAt: StoredTime,
  updatedAt: StoredTime,
})
export type Handover = ReadBy<typeof Handover>

export interface StoredHandover {
  readonly handover: Handover
  /** Null when it was deleted. */
  readonly post: PostRecord | null
}

/** A move of a hand-over, and what happens with it. */
export interface HandoverMove {
  /** The version that follows the stored one. */
  readonly next: Handover
  /**
   * The post after the move: its `handover`, `cloudJobId` and `bucketMediaKey` are part of it, it is linked to those of its files
   * that are still here, and a FAILED or PUBLISHED post without a completion time gets one. A post that was deleted meanwhile
   * changes in the archive.
   */
  readonly post?: PostRecord | null | undefined
  /**
   * The post as it will be, once the Worker has agreed where it is asked: it takes its time as a slot of that version, as
   * `PostCommands.accept` does. Nothing moves when it cannot.
   */
  readonly takes?: { readonly post: PostRecord; readonly slots: SlotsVersion } | undefined
  /** Its series, which knows of the new time; it stays as it is where another one is stored. */
  readonly series?: RecordedWith['series']
  /** Another hand-over of the post begins, once this one has ended. */
  readonly followedBy?: Handover | undefined
  /** The post is removed: the client got no other answer. */
  readonly forgetsPost?: boolean | undefined
  /** The request that asked for it continues, and counts as having made nothing. */
  readonly forgetsRequest?: KeyedRequest | undefined
  /** The job that it gets here, unless it was deleted. */
  readonly job?: JobRecord | undefined
  /** The post moves to the archive, unless it is there already. */
  readonly archivedAt?: Instant | undefined
  /**
   * The Worker's publication becomes the post's last one; the post changes as `reflect` says, and its `handover` is
   * `cloud` until the hand-over has ended. Never claimed here. The same or an older version changes nothing, and
   * known steps are not added again.
   */
  readonly there?:
    | { readonly publication: Publication; readonly attempts: readonly AttemptStep[] }
    | undefined
  /**
   * The Worker may have published the post: its next job here starts from what the Worker is known to have sent,
   * otherwise from this, by reading. Anything else it has begun is superseded.
   */
  readonly perhapsSent?: Publication | undefined
  /** Its job here is CANCELLED, and what was prepared for it is never published. */
  readonly endsJob?: boolean | undefined
}

/**
 * The outcome for a job of the Worker that was unknown here. Only `added` changes anything.
 * known         It, or another hand-over of its post, is recorded already.
 * deleted       The post is in the archive.
 * deleted since  As that, and its hand-over was lost here: the Worker has yet to hear that it was deleted.
 * gone further  The post is being published from here, or may be live.
 */
export type UnknownJob = 'added' | 'known' | 'deleted' | 'deleted since' | 'gone further'

/**
 * Hand-overs with their posts: each move is one transaction that is durable when the promise resolves. The objects
 * of a hand-over are recorded with it (`BucketObjects`). They expire a day after a move that leaves them out; with a move that
 * ends it while they are still being uploaded, otherwise a day after it ends. Such a move also ends what a publication of the Worker had prepared
 * without sending it, so that nothing here ever continues it.
 */
export interface HandoverStore {
  /**
   * Records a scheduled post that is meant for the Worker: both or neither. NOT_FOUND when a file of the post is
   * gone. With `slots` it takes its time as a slot, as `PostCommands.accept` does: false when it cannot, and nothing
   * is recorded.
   */
  accept(post: PostRecord, handover: Handover, recorded?: RecordedWith): Promise<boolean>
  /**
   * Accepts a post that the Worker turns out to have. It may exist here as a DRAFT, as scheduled with a job here,
   * which then ends, as FAILED with nothing of it live, or as the Worker’s without a hand-over; it then becomes `post`.
   */
  addUnknown(post: PostRecord, handover: Handover): Promise<UnknownJob>
  /** Accepts a draft that becomes that post. False when the stored draft is not this version, or as `accept`. */
  acceptDraft(
    draft: PostRecord,
    post: PostRecord,
    handover: Handover,
    recorded?: RecordedWith,
  ): Promise<boolean>
  get(id: string): Promise<Handover | null>
  /** The hand-over by which the post belongs, or is to belong, to the Worker; null when there is none. */
  ofPost(postId: string): Promise<Handover | null>
  /** Hand-overs that have not ended, soonest publishAt first. */
  open(): Promise<Handover[]>
  /** Hand-overs with `nextAt` at `now` or earlier. */
  due(now: Instant): Promise<Handover[]>
  /**
   * Moves an open hand-over, with its post, as `decide` says, and resolves with both as they are then. Null when it
   * has ended, `decide` returns null, or the post cannot take its slot. `decide` is called in the transaction, with the post's last publication, and
   * must have no effects; what it throws leaves everything unchanged.
   */
  update(
    id: string,
    decide: (stored: StoredHandover, last: Publication | null) => HandoverMove | null,
  ): Promise<StoredHandover | null>
}
