// Configurations and records as they come over the wire: the fields we rely on are checked, and the rest is passed
// on.
import * as z from 'zod'
import { REPOST_STATUSES } from '../../rules/reposts/statuses.ts'
import type { ReportedConfig, StoredRecord } from '../reposts/stored-record.ts'
import { hasWallClock } from '../../time.ts'
import { BASIC_VERSION } from './protocol.ts'

const Instant = z.int().min(0)
const Count = z.int().min(0)
const Text = z.string().nullable()

const Config = z.looseObject({
  id: z.uuid(),
  accountId: z.uuid(),
  source: z.enum(['official', 'native']),
  pollIntervalHours: z.number().positive(),
  jitterMinutes: z.number().min(0),
  timezone: z.string().refine(hasWallClock),
  sleepWindowStart: z.int().min(0).max(24),
  sleepWindowEnd: z.int().min(0).max(24),
  dailyRepostLimit: Count,
  autoRepostEnabled: z.boolean(),
  autoTagOriginalPoster: z.boolean(),
  signatureOverlay: Text,
  isEnabled: z.boolean(),
  warmUpUntil: Instant,
  lastPollAt: Instant.nullable(),
  nextPollAt: Instant.nullable(),
  consecutiveFailures: Count,
  autoDisabledAt: Instant.nullable(),
  autoDisableReason: Text,
  challengedAt: z.array(Instant),
  blockedAt: z.array(Instant),
  pausedUntil: Instant.nullable(),
  repostsToday: Count,
  repostsTodayResetAt: Instant.nullable(),
  lastRepostAt: Instant.nullable(),
  ignoreBefore: Instant.nullable(),
  memory: Text,
  revision: z.int().min(1),
  version: z.int().min(1),
})

const Record = z.looseObject({
  id: z.uuid(),
  accountId: z.uuid(),
  key: z.string().min(1),
  transport: z.enum(['official', 'native']),
  originalUsername: Text,
  mediaKind: z.enum(['image', 'video']).nullable(),
  mediaUrl: Text,
  status: z.enum(REPOST_STATUSES),
  auto: z.boolean(),
  runner: z.enum(['here', 'cloud']),
  mentionedAt: Instant,
  detectedAt: Instant,
  expiresAt: Instant,
  postId: z.uuid().nullable(),
  version: z.int().min(1),
  createdAt: Instant,
  updatedAt: Instant,
})

/** The `RepostEnvelope` with each field checked. */
export const CheckedRepostEnvelope = z.object({
  version: z.literal(BASIC_VERSION),
  accountId: z.uuid(),
  config: z.custom<ReportedConfig>(isRepostConfig),
  records: z.array(z.custom<StoredRecord>(isRepostRecord)).max(500),
})

export function isRepostConfig(value: unknown): value is ReportedConfig {
  return Config.safeParse(value).success
}

export function isRepostRecord(value: unknown): value is StoredRecord {
  return Record.safeParse(value).success
}
