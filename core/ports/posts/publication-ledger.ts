import type { CodedError } from '../../coded-error.ts'
import type { Publication, PublicationPayload } from '../../rules/publication/publication.ts'
import type { AccountLimit, LimitReading } from '../../rules/times/limit-room.ts'
import { MINUTE, type Duration, type Instant } from '../../time.ts'
import type { AttemptStep, JobRecord, JobTimes, RecordedWith } from './job-record.ts'
import type { DeletedFrom, PostRecord } from './post-store.ts'
import type { Handover, HandoverMove } from '../cloud/handover-store.ts'
import type { KeyedRequest } from '../request-store.ts'

/** The traits by which the media of a post are recognised on the profile. */
export interface MediaTraits {
  readonly mediaType: PublicationPayload['mediaType']
  readonly caption: string | null
}

/** The facts that distinguish the media of a post in doubt from others. */
export interface UnreconciledPost extends MediaTraits {
  /** Media that were there before it was sent, and so are not its own; null when that is not known. */
  readonly listedBefore: readonly string[] | null
  /** It is live for sure: one of the account's media is its own. */
  readonly isLive: boolean
}

/** A post that is not known to be live, and when it was due. */
export interface UnpublishedPost extends MediaTraits {
  readonly postId: string
  readonly dueAt: Instant
  /** When its open job was made; null where it has none. */
  readonly acceptedAt: Instant | null
  /** The Worker has it, or may have it, and may have published it without having told. */
  readonly isAtWorker: boolean
  /** As `DuePost` has it. */
  readonly soughtAs: MediaTraits | null
}

/** What a claim starts from. `previous` is the post's last publication, finished or not. */
export interface DuePost {
  readonly jobId: string
  readonly postId: string
  readonly accountId: string
  /** Nothing is sent before then; null: at once. */
  readonly publishAt: Instant | null
  /** When its job was made. */
  readonly acceptedAt: Instant
  /** Marked to be looked for before it is sent: an earlier run may have published it since then. Absent or null: not marked. */
  readonly soughtSince?: Instant | null
  /** What a marked one was before it was changed: that run has published it as this. Absent or null: as it is. */
  readonly soughtAs?: MediaTraits | null
  /** The content that would be published if it were frozen now; null when the stored post cannot be read. */
  readonly payload: PublicationPayload | null
  /** The account's backoff lasts until then. */
  readonly pausedUntil: Instant | null
  /** Another post of the account could be one too many. Only read for what would be sent at once. */
  readonly isNearLimit: boolean
  readonly previous: Publication | null
  /** The post was deleted after its publish intent, and lies in the archive. */
  readonly isDeleted: boolean
}

/**
 * publish  Posts that are due, and what follows once they are live.
 * prepare  Posts that are prepared before their time. They have their own queue, so that no upload delays what is due.
 */
export type Queue = 'publish' | 'prepare'

export interface ClaimOptions {
  readonly now: Instant
  readonly queue: Queue
  /** Accounts that are being worked on in this queue: one publication per account at a time. */
  readonly busyAccounts: readonly string[]
}

/** The calls of one step, and the pause of the account that they ask for or end. */
export interface StepLog {
  readonly steps: readonly AttemptStep[]
  /** Nothing new is asked for the account before then; null when there is no reason to wait. Never moves back. */
  readonly pauseAccountUntil: Instant | null
  /** A pause until exactly then was needless: it ends, and what was put off until then is due again. Null when there is none. */
  readonly endedPause: Instant | null
  /** What the calls said of the publishing limit of the account; absent or null when they said nothing. */
  readonly limit?: LimitReading | null
}

/** A new post with what will publish it: a job here, or a hand-over to the Worker; a draft has neither. */
export type AcceptedPost = {
  readonly post: PostRecord
  readonly recorded?: RecordedWith | undefined
} & (
  | { readonly job: JobRecord; readonly handover?: never }
  | { readonly handover: Handover; readonly job?: never }
  | { readonly handover?: never; readonly job?: never }
)

/** A post as an update finds it. */
export interface StoredPost {
  readonly post: PostRecord
  /** Its last publication, finished or not. */
  readonly last: Publication | null
  /** The mark of its open job: an earlier run may have published it since then. Absent or null: not marked. */
  readonly soughtSince?: Instant | null
}

export interface PostUpdate extends RecordedWith {
  readonly post: PostRecord
  /** The last publication, ended: a step of it that is under way cannot commit any more. */
  readonly ended?: Publication | null
  /** A new job, other times for the open one, or its end. Absent or null: it stays. */
  readonly job?:
    | { readonly kind: 'new'; readonly job: JobRecord }
    | { readonly kind: 'move'; readonly times: JobTimes }
    // `soughtSince`: its mark, which its claim has taken over and nothing has settled.
    | { readonly kind: 'cancel'; readonly soughtSince: Instant | null }
    | null
}

/** Null when it cannot be decided upon what is stored. What it throws undoes the transaction, and is thrown there. */
export type PostDecision = (stored: StoredPost) => PostUpdate | null

/** A post as a change of many finds it. */
export interface StoredForChange {
  /** Null when there is none. */
  readonly post: PostRecord | null
  /** Its last publication, finished or not. */
  readonly last: Publication | null
  /** By which it belongs, or is to belong, to the Worker. */
  readonly handover: Handover | null
}

export type PostChange =
  | { readonly kind: 'update'; readonly update: PostUpdate }
  /** `post`: as it was. */
  | { readonly kind: 'archive'; readonly at: Instant; readonly post: PostRecord }
  | { readonly kind: 'move'; readonly move: HandoverMove }
  | { readonly kind: 'refused'; readonly error: CodedError }
  /** What was read before is no longer what is stored. */
  | { readonly kind: 'overtaken' }

/** One of the changes of a request for many. */
export interface PartOfMany {
  readonly postId: string
  /** Called in the transaction, with what the parts before it have made; must be pure. */
  readonly decide: (stored: StoredForChange) => PostChange
  /** Recorded unless it is refused. */
  readonly request?: KeyedRequest | undefined
}

/**
 * Commands by which posts enter the ledger and leave it: what requests do, beside the steps of publications. Each call is one
 * transaction that is on stable storage when the promise resolves; of two at once, one acts and the other learns of it.
 */
export interface PostCommands {
  /**
   * Records an accepted post and its job: both or neither. Rejects with MEDIA_INVALID when a file of the post is gone. With
   * `slots` the post takes its time as a slot of that version: false when another post waits for that time, or when the
   * slots have changed. Then nothing is recorded: read and decide again.
   */
  accept(post: PostRecord, job: JobRecord, recorded?: RecordedWith): Promise<boolean>
  /** Records all of these posts or none, each as `accept` does. */
  acceptAll(posts: readonly AcceptedPost[]): Promise<boolean>
  /** Records a post without a job. Rejects with MEDIA_INVALID when a file of the post is gone. */
  saveDraft(post: PostRecord, recorded?: Pick<RecordedWith, 'request'>): Promise<void>
  /**
   * Changes a post with its job and its last publication as `decide` says, which is called in the transaction and must be pure
   * (`core/features/posts/post-updates.ts`). False, and nothing changed, when there is no such post, `decide` wants nothing, a file
   * of the next version is gone, or it cannot take its time as `accept` says: read and decide again. A new job takes over the mark
   * of one that was taken back.
   */
  update(postId: string, decide: PostDecision): Promise<boolean>
  /**
   * Makes all of these changes, those apart that are refused, in one transaction, and resolves with what was decided. Nothing is
   * changed when one is `overtaken`: null, read and decide again; nor, when the request is `atomic`, when one is refused.
   */
  changeMany(
    parts: readonly PartOfMany[],
    rule: { readonly atomic: boolean },
  ): Promise<readonly PostChange[] | null>
  /**
   * Moves a post to the archive and returns it as it was; null when there is none, when it waits at the Worker, or when `may`
   * refuses, which is called in the transaction. A post without a publish intent is cancelled: it will never appear. One with an
   * intent continues to its end, and its outcome changes the archived post. Nothing more is done for one that was deleted at the
   * platform.
   */
  archive(
    postId: string,
    leave: { at: Instant; from: DeletedFrom; may?: (post: PostRecord) => boolean },
  ): Promise<PostRecord | null>
  /**
   * Fails what waits for the account, unconfirmed where an earlier run may have published it; returns how many posts. Drafts
   * stay; only reading ends a post that has or had an intent and may be live.
   */
  failWaitingPosts(accountId: string, now: Instant): Promise<number>
}

/** Where the post is that was moved: it may have been deleted after its publish intent. */
export type Moved = 'kept' | 'archived'

/**
 * The durable memory of publishing, wherever it runs: job and publication, always moved together in one transaction that
 * is on stable storage when the promise resolves. Claims are exclusive. This is what makes a crash boring.
 */
export interface PublicationLedger {
  /**
   * Claims the work of this queue whose time came first, or null. `begin` is called inside the transaction, must be pure,
   * and returns the publication to record, which takes over the mark of its job. Due are jobs, and published posts whose
   * permalink is still to be read.
   */
  claim(options: ClaimOptions, begin: (due: DuePost) => Publication): Promise<Publication | null>
  /**
   * Records `next` if the stored publication still has the version that `next` continues, and moves post and job as
   * `core/engine/publishing/reflect.ts` says; `stepLog` goes into the same transaction. False when somebody else has moved it: the
   * caller must stop. What the step has learned of the account is kept even then.
   */
  commit(next: Publication, stepLog?: StepLog): Promise<Moved | false>
  /** Gives a claim back without a result, to be claimed again at `at`. Does nothing when somebody else has moved it. */
  release(publication: Publication, at: Instant): Promise<void>
  /** When this queue next has work, or null; a time that has passed means now. */
  nextDue(options: ClaimOptions): Promise<Instant | null>
  /** At start: work that a dead process held becomes due at once. Returns how many there were. */
  releaseOrphans(now: Instant): Promise<number>
  /** When posts of the account went live, as far as it was at `since` or later; in no order. */
  listPublishTimes(accountId: string, since: Instant): Promise<Instant[]>
  /** What is known of the publishing limit of the account, and its choice. */
  limitOf(accountId: string): Promise<AccountLimit>
  /** For each open post of the account whose time came before that of this job: whether it waits for room in the limit. */
  listAhead(jobId: string): Promise<readonly boolean[]>
  /**
   * Media ids that belong to a post already, archived or not, among `mediaIds`. Of whichever account: one that was disconnected and
   * connected again is another here, and its profile is the same.
   */
  listOwnedMediaIds(mediaIds: readonly string[]): Promise<string[]>
  /**
   * Lists other publications of the account whose media id was never learned, and whose publish was sent at `since` or later, or
   * may still be: a media that appeared after `since` could be theirs.
   */
  listUnreconciled(
    accountId: string,
    exceptPublicationId: string,
    since: Instant,
  ): Promise<UnreconciledPost[]>
}

export interface QueueCounts {
  /** PENDING with `runAt` at `now` or earlier. */
  readonly waiting: number
  /** PROCESSING. */
  readonly active: number
  /** PENDING with a later `runAt`. */
  readonly delayed: number
}

/** A post that waits longer after its time is reported as overdue. */
export const OVERDUE: Duration = 2 * MINUTE

/** The ledger of this computer: what publishing needs, and how posts enter and leave. Posts move with their publications. */
export interface PostLedger extends PublicationLedger, PostCommands {
  /** The post's last publication, finished or not: the one that was recorded last, not the one with the latest time. */
  latestPublication(postId: string): Promise<Publication | null>
  /** Every outside call made for the post, oldest first. */
  listAttempts(postId: string): Promise<AttemptStep[]>
  /** Posts of the account that were due by then and are not known to be live: still to go out, or in doubt. */
  listUnpublished(accountId: string, dueBy: Instant): Promise<UnpublishedPost[]>
  /**
   * Marks every job that is still to publish: an earlier run may have done so at its time. An existing mark stays. No times are
   * compared, so a wrong clock leaves out nothing. A first comment that is `wanted` becomes uncertain: that run may have posted it.
   */
  markWaiting(now: Instant): Promise<void>
  /** True for a job that was marked since it was last claimed. */
  isMarked(jobId: string): Promise<boolean>
  /** True for a post whose next job will be marked: one that was marked was taken back. */
  marksNextJob(postId: string): Promise<boolean>
  /**
   * True while a post has FAILED and may be live, or its time passed OVERDUE ago and it still waits or is looked for before it is
   * sent.
   */
  needsAttention(now: Instant): Promise<boolean>
  /** Jobs of posts that are still to go out; work that comes back is not among them. Costs little with ten thousand. */
  countQueue(now: Instant): Promise<QueueCounts>
  /**
   * The clock was set back to `now`: times to go on that were stored by the wrong clock lie too far ahead. Work stored
   * after `now` becomes due at its own time, or at once; what waits as staged is taken up at once, to ask for the true time. What
   * the Worker was asked after `now` and has not answered is asked again at once.
   */
  correctTimesTo(now: Instant): Promise<void>
  /** The account pauses until then, as after `StepLog.pauseAccountUntil`; a longer pause stays. */
  extendPause(accountId: string, until: Instant): Promise<void>
  /** Ends a pause of the account until exactly then, as `StepLog.endedPause` does; another one stays. */
  endPause(accountId: string, over: PauseOver): Promise<void>
}

export interface PauseOver {
  readonly until: Instant
  readonly now: Instant
  /** The shorter pause that remains; null when there is none. */
  readonly left: Instant | null
}
