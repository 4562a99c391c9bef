// Story reposts as they are kept: one configuration per account, one record per mention that was found.
import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import { REPOST_STATUSES, type RepostStatus } from '../../rules/reposts/statuses.ts'
import type { ErrorCode } from '../../errors.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import { hasWallClock, type Duration, type Instant } from '../../time.ts'
import { storedNotice, StoredOwnership, StoredText, StoredTime } from '../stored-shapes.ts'
import { FoundMention, MENTION_TRANSPORTS } from './mention-source.ts'

/** Settings of the user. */
const RepostSettings = z.object({
  source: z.enum(MENTION_TRANSPORTS),
  pollIntervalHours: z.number().positive(),
  jitterMinutes: z.number().min(0),
  /** IANA name: quiet hours and days are counted there. */
  timezone: z.string().refine(hasWallClock),
  /** Local hours; equal: no quiet hours. */
  sleepWindowStart: z.int().min(0).max(24),
  sleepWindowEnd: z.int().min(0).max(24),
  dailyRepostLimit: z.int().min(0),
  autoRepostEnabled: z.boolean(),
  autoTagOriginalPoster: z.boolean(),
  /** JSON of an overlay (`core/rules/reposts/overlay.ts`), or null. */
  signatureOverlay: z.string().nullable(),
})
export type RepostSettings = ReadBy<typeof RepostSettings>

export const RepostConfig = RepostSettings.extend({
  id: z.string(),
  userId: z.string(),
  accountId: z.string(),
  isEnabled: z.boolean(),
  /** Removed by the user: only a recall still finds it. The next set-up takes over its pauses and counts. */
  removedAt: StoredTime.nullable(),
  configuredAt: StoredTime,
  /** Nothing is reposted automatically before then. */
  warmUpUntil: StoredTime,
  lastPollAt: StoredTime.nullable(),
  lastPollStatus: z.enum(['SUCCESS', 'FAILED', 'NO_MENTIONS']).nullable(),
  lastPollError: StoredText.nullable(),
  /** Null while nothing is looked for. */
  nextPollAt: StoredTime.nullable(),
  /** Set while the platform is asked. Found at the next start, it means that the last answer was never read. */
  askingSince: StoredTime.nullable(),
  consecutiveFailures: z.int().min(0),
  autoDisabledAt: StoredTime.nullable(),
  autoDisableReason: StoredText.nullable(),
  /** The `autoDisabledAt` at which the user has left it off: that one needs nobody any more. */
  leftOffAt: StoredTime.optional(),
  /** Challenges of the last 30 days, oldest first. */
  challengedAt: z.array(StoredTime),
  /** No call at all is made before then. */
  pausedUntil: StoredTime.nullable(),
  /** Action blocks of the last 7 days. */
  blockedAt: z.array(StoredTime),
  repostsToday: z.int().min(0),
  repostsTodayResetAt: StoredTime.nullable(),
  lastRepostAt: StoredTime.nullable(),
  lastAutoSyncAt: StoredTime.nullable(),
  /** Mentions from before are never reposted automatically: that may have been done already. */
  ignoreBefore: StoredTime.nullable(),
  /** The memory that the source gets back the next time. */
  memory: z.string().nullable(),
  /** Who checks mentions of the account and reposts them automatically. */
  ownership: StoredOwnership,
  /** The revision of what the user set; rises with each change of it. */
  revision: z.number(),
  /** Rises by one with each change; a change names the one it continues. */
  version: z.number(),
  createdAt: StoredTime,
  updatedAt: StoredTime,
})
export type RepostConfig = ReadBy<typeof RepostConfig>

/** A mention that was found. */
export const RepostRecord = FoundMention.extend({
  id: z.string(),
  accountId: z.string(),
  originalUsername: z.string().nullable(),
  mediaKind: z.enum(['image', 'video']).nullable(),
  mediaUrl: z.string().nullable(),
  status: z.enum(REPOST_STATUSES),
  /** It is reposted without asking the user. Decided when it is found. */
  auto: z.boolean(),
  /** Its owner: the Worker for what it has found, until the server claims it. */
  runner: z.enum(['here', 'cloud']),
  detectedAt: StoredTime,
  /** The post that reposts it. */
  postId: z.string().nullable(),
  igPermalink: z.string().nullable(),
  publishedAt: StoredTime.nullable(),
  errorCode: z.custom<ErrorCode>((value) => typeof value === 'string').nullable(),
  errorDetail: storedNotice<FailureDetail>().nullable(),
  /** A fact that the reader should know although nothing failed. */
  note: storedNotice<Warning>().nullable(),
  version: z.number(),
  createdAt: StoredTime,
  updatedAt: StoredTime,
})
export type RepostRecord = ReadBy<typeof RepostRecord>

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
