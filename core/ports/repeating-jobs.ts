import type { SafeText } from '../redact.ts'
import type { Duration, Instant } from '../time.ts'
import type { QueueCounts } from './posts/publication-ledger.ts'

/** Recurring work, as the contract's ScheduledJob with `repeatIntervalMs` and `repeatKey`. */
export interface RepeatingJob {
  readonly id: string
  readonly type: 'STORY_REPOST_CHECK'
  /** One job per key: adding it again changes the existing one. */
  readonly repeatKey: string
  readonly repeatIntervalMs: Duration
  readonly runAt: Instant
  readonly status: 'PENDING' | 'PROCESSING' | 'CANCELLED'
  /** Consecutive failures. */
  readonly attempts: number
  readonly lastError: string | null
}

/** Durable when resolved. Claims are exclusive. What a dead process held is released by `PostLedger.releaseOrphans`. */
export interface RepeatingJobs {
  /**
   * Adds the job, or gives the one with its key this interval and time. A cancelled one is revived. One that is
   * PROCESSING continues, and gets its new time when it ends. `runAt` is at most two intervals ahead: a later time
   * was stored by a wrong clock, and is due at once.
   */
  upsert(
    job: Pick<RepeatingJob, 'type' | 'repeatKey' | 'repeatIntervalMs' | 'runAt'>,
    now: Instant,
  ): Promise<void>
  get(repeatKey: string): Promise<RepeatingJob | null>
  /** Does nothing when the job was given another time after it was claimed. */
  cancel(repeatKey: string, now: Instant): Promise<void>
  /** The due job whose time came first, now PROCESSING; null when there is none. */
  claim(now: Instant): Promise<RepeatingJob | null>
  /**
   * Back to PENDING for `runAt`. An error counts as an attempt, success resets them to 0. Does nothing when the job
   * was cancelled.
   */
  finish(id: string, end: { runAt: Instant; error: SafeText | null; now: Instant }): Promise<void>
  nextDue(): Promise<Instant | null>
  /** Counts jobs that are PENDING or PROCESSING. */
  counts(now: Instant): Promise<QueueCounts>
}
