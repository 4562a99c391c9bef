import type { Publication } from '../publishing/publication.ts'
import type { Instant } from '../time.ts'
import type { AccountRecord } from './account-store.ts'
import type { MediaRecord } from './media-store.ts'
import type { PostRecord } from './post-store.ts'

/** Queued work, as the contract's ScheduledJob. */
export interface JobRecord {
  readonly id: string
  readonly type: 'PUBLISH'
  readonly postId: string
  readonly accountId: string
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  readonly runAt: Instant
  readonly attempts: number
  readonly maxAttempts: number
  readonly createdAt: Instant
}

/** One outside call of a publication, as told by GET /posts/{id}/attempts. */
export interface AttemptStep {
  readonly at: Instant
  /** Who made it: this computer or the user's Worker. */
  readonly engine: 'local' | 'cloud'
  /** The step of the publication in which the call was made, as `core/publishing/publication.ts` names them. */
  readonly step: string
  /** What was asked, as `create container`. */
  readonly call: string
  /** Null when no answer came. */
  readonly httpStatus: number | null
  readonly platformCode: number | null
  readonly platformSubcode: number | null
  readonly platformTitle: string | null
  /** The platform's own mark of the call, to quote when asking about it. */
  readonly traceId: string | null
  /** What came back, in a few words. */
  readonly outcome: string
  /** The step that follows, and when; null time means at once. */
  readonly next: string
  readonly nextAt: Instant | null
}

/** What a claim starts from. `previous` is the post's last publication, finished or not. */
export interface DuePost {
  readonly job: JobRecord
  readonly post: PostRecord
  readonly account: AccountRecord | null
  readonly media: readonly MediaRecord[]
  readonly previous: Publication | null
}

export interface ClaimOptions {
  readonly now: Instant
  /** Accounts that are being worked on: one call per account at a time. */
  readonly busyAccounts: readonly string[]
}

/**
 * The durable memory of publishing: post, job and publication, always moved together in one transaction that is on
 * stable storage when the promise resolves. Claims are exclusive. This is what makes a crash boring.
 */
export interface PublicationLedger {
  /** Records an accepted post and its job: both or neither. */
  accept(post: PostRecord, job: JobRecord): Promise<void>
  /**
   * Claims the oldest due piece of work, or null. `begin` is called inside the transaction, must be pure, and returns the
   * publication to record. Due are PENDING jobs, and published posts whose permalink is still to be read.
   */
  claim(options: ClaimOptions, begin: (due: DuePost) => Publication): Promise<Publication | null>
  /**
   * Records `next` if the stored publication still has the version that `next` continues, and moves post and job as
   * `core/publishing/reflect.ts` says. False when somebody else has moved it: the caller must stop.
   */
  commit(next: Publication): Promise<boolean>
  /** Gives a claim back without a result, to be claimed again at `at`. Does nothing when somebody else has moved it. */
  release(publication: Publication, at: Instant): Promise<void>
  /** When the next piece of work is due, or null. */
  nextDue(busyAccounts: readonly string[]): Promise<Instant | null>
  /** At start: work that a dead process held becomes due at once. Returns how many there were. */
  releaseOrphans(now: Instant): Promise<number>
  /** The post's last publication, finished or not. */
  latest(postId: string): Promise<Publication | null>
  /** True while a post is FAILED and nobody knows whether it is live. */
  hasUnconfirmed(): Promise<boolean>
  /** Media ids of the account that belong to a post already, among `mediaIds`. */
  ownedMediaIds(accountId: string, mediaIds: readonly string[]): Promise<string[]>
  /**
   * Other publications of the account that never learned their media id and sent a publish at `since` or later, or may
   * yet send one: a media that appeared after `since` could be theirs.
   */
  countUnsettled(accountId: string, exceptPublicationId: string, since: Instant): Promise<number>
}
