// Story reposts as they are kept: one configuration per account, one record per mention that was found.
import type { RepostStatus } from '../../rules/reposts/statuses.ts'
import type { Ownership } from '../../rules/ownership/ownership.ts'
import type { ErrorCode } from '../../errors.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { SafeText } from '../../redact.ts'
import type { Duration, Instant } from '../../time.ts'
import type { MentionCandidate, MentionTransport } from './mention-source.ts'

/** Settings of the user. */
export interface RepostSettings {
  readonly source: MentionTransport
  readonly pollIntervalHours: number
  readonly jitterMinutes: number
  /** IANA name: quiet hours and days are counted there. */
  readonly timezone: string
  /** Local hours; equal: no quiet hours. */
  readonly sleepWindowStart: number
  readonly sleepWindowEnd: number
  readonly dailyRepostLimit: number
  readonly autoRepostEnabled: boolean
  readonly autoTagOriginalPoster: boolean
  /** JSON of an overlay (`core/rules/reposts/overlay.ts`), or null. */
  readonly signatureOverlay: string | null
}

export interface RepostConfig extends RepostSettings {
  readonly id: string
  readonly userId: string
  readonly accountId: string
  readonly isEnabled: boolean
  /** Removed by the user: only a recall still finds it. The next set-up takes over its pauses and counts. */
  readonly removedAt: Instant | null
  readonly configuredAt: Instant
  /** Nothing is reposted automatically before then. */
  readonly warmUpUntil: Instant
  readonly lastPollAt: Instant | null
  readonly lastPollStatus: 'SUCCESS' | 'FAILED' | 'NO_MENTIONS' | null
  readonly lastPollError: SafeText | null
  /** Null while nothing is looked for. */
  readonly nextPollAt: Instant | null
  /** Set while the platform is asked. Found at the next start, it means that the last answer was never read. */
  readonly askingSince: Instant | null
  readonly consecutiveFailures: number
  readonly autoDisabledAt: Instant | null
  readonly autoDisableReason: SafeText | null
  /** Challenges of the last 30 days, oldest first. */
  readonly challengedAt: readonly Instant[]
  /** No call at all is made before then. */
  readonly pausedUntil: Instant | null
  /** Action blocks of the last 7 days. */
  readonly blockedAt: readonly Instant[]
  readonly repostsToday: number
  readonly repostsTodayResetAt: Instant | null
  readonly lastRepostAt: Instant | null
  readonly lastAutoSyncAt: Instant | null
  /** Mentions from before are never reposted automatically: that may have been done already. */
  readonly ignoreBefore: Instant | null
  /** The memory that the source gets back the next time. */
  readonly memory: string | null
  /** Who checks mentions of the account and reposts them automatically. */
  readonly ownership: Ownership
  /** The revision of what the user set; rises with each change of it. */
  readonly revision: number
  /** Rises by one with each change; a change names the one it continues. */
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Its `key` is unique for the account. */
export interface RepostRecord extends Omit<MentionCandidate, 'posterUsername' | 'media'> {
  readonly id: string
  readonly accountId: string
  readonly originalUsername: string | null
  readonly mediaKind: 'image' | 'video' | null
  readonly mediaUrl: string | null
  readonly status: RepostStatus
  /** It is reposted without asking the user. Decided when it is found. */
  readonly auto: boolean
  /** Its owner: the Worker for what it has found, until the server claims it. */
  readonly runner: 'here' | 'cloud'
  readonly detectedAt: Instant
  /** The post that reposts it. */
  readonly postId: string | null
  readonly igPermalink: string | null
  readonly publishedAt: Instant | null
  readonly errorCode: ErrorCode | null
  readonly errorDetail: FailureDetail | null
  /** A fact that the reader should know although nothing failed. */
  readonly note: Warning | null
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Each call is one transaction, on stable storage when it resolves. */
export interface RepostStore {
  config(accountId: string): Promise<RepostConfig | null>
  /** Oldest first. */
  configs(): Promise<RepostConfig[]>
  /** False when a configuration of the account is there already. */
  addConfig(config: RepostConfig): Promise<boolean>
  /**
   * Replaces the configuration by what `decide` returns, its next version; it is called in the transaction and must be pure.
   * False when there is none, or `decide` wants nothing.
   */
  updateConfig(accountId: string, decide: (stored: RepostConfig) => RepostConfig | null): Promise<boolean>
  /** Forgets the configuration; records stay. */
  removeConfig(accountId: string): Promise<void>
  /** Adds those whose key is not known for the account, and returns them. */
  addRecords(records: readonly RepostRecord[]): Promise<RepostRecord[]>
  record(id: string): Promise<RepostRecord | null>
  /** As `updateConfig`. */
  updateRecord(id: string, decide: (stored: RepostRecord) => RepostRecord | null): Promise<boolean>
  /** Newest detection first. */
  records(query: RepostQuery): Promise<RepostRecord[]>
  countPending(accountId?: string): Promise<number>
  /** Forgets records that ended before; those PENDING or REPOSTING stay. */
  prune(before: Instant): Promise<void>
}

export interface RepostQuery {
  readonly accountId?: string | undefined
  readonly statuses?: readonly RepostStatus[]
  readonly limit: number
}

/** The time that a record is kept after it was found: longer than any story lives, so that none is ever found twice. */
export const KEEP_RECORDS: Duration = 90 * 24 * 60 * 60 * 1000
