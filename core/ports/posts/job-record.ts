import type { SafeText } from '../../redact.ts'
import type { LiveCheck } from '../../rules/publication/publication-schema.ts'
import type { Instant } from '../../time.ts'
import type { KeyedRequest } from '../request-store.ts'
import type { ImportedRow } from './imported-rows.ts'
import type { Recurrence } from './recurrence-store.ts'
import type { SlotsVersion } from './slot-store.ts'

export interface JobTimes {
  /** Nothing of it is visible before then. Never earlier than `wakeAt`. */
  readonly runAt: Instant
  /** When the loop first takes it up: at `runAt`, or earlier to prepare it. */
  readonly wakeAt: Instant
}

/** The job that publishes a post, as the contract's ScheduledJob. */
export interface JobRecord extends JobTimes {
  readonly id: string
  readonly type: 'PUBLISH'
  readonly postId: string
  readonly accountId: string
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  readonly attempts: number
  readonly maxAttempts: number
  readonly createdAt: Instant
  /** Its mark, as `DuePost` has it. */
  readonly soughtSince?: Instant
  readonly soughtAs?: LiveCheck['as']
}

/** One outside call of a publication, as shown by GET /posts/{id}/attempts. */
export interface AttemptStep {
  readonly at: Instant
  /** Its maker: this computer or the user's Worker. */
  readonly engine: 'local' | 'cloud'
  /** The step of the publication in which the call was made, as `core/rules/publication/publication.ts` names them. */
  readonly step: string
  /** The call, such as `create container`. */
  readonly call: string
  /** Null when no answer came. */
  readonly httpStatus: number | null
  readonly platformCode: number | null
  readonly platformSubcode: number | null
  readonly platformTitle: SafeText | null
  /** The platform's own mark of the call, to quote when asking about it. */
  readonly traceId: SafeText | null
  /** The answer, in a few words. */
  readonly outcome: SafeText
  /** The step that follows, and when; null time means at once. */
  readonly next: string
  readonly nextAt: Instant | null
}

/** What else is recorded with a version of a post, in its transaction. */
export interface RecordedWith {
  /** The post takes its time as a slot of that version. Absent: it takes none. */
  readonly slots?: SlotsVersion | undefined
  /** Its series, which knows of the new time. Nothing is recorded when another one is stored. */
  readonly series?: { readonly known: Recurrence; readonly next: Recurrence } | undefined
  /** The repeatable request that this is done for. */
  readonly request?: KeyedRequest | undefined
  /** The row of a table that it is. */
  readonly row?: ImportedRow | undefined
}
