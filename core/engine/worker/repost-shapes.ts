// Configurations and records as they come over the wire: the fields we rely on are checked, and the rest is passed
// on.
import * as z from 'zod'
import { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { ReportedConfig, StoredRecord } from '../reposts/stored-record.ts'
import { BASIC_VERSION, RepostEnvelope } from './protocol.ts'

const Config = RepostConfig.omit({
  userId: true,
  removedAt: true,
  configuredAt: true,
  lastPollStatus: true,
  lastPollError: true,
  lastAutoSyncAt: true,
  ownership: true,
  createdAt: true,
  updatedAt: true,
}).extend({ id: z.uuid(), accountId: z.uuid(), revision: z.int().min(1), version: z.int().min(1) })

const Record = RepostRecord.omit({
  itemId: true,
  threadId: true,
  posterId: true,
  storyId: true,
  gone: true,
  igPermalink: true,
  publishedAt: true,
  errorCode: true,
  errorDetail: true,
  note: true,
}).extend({
  id: z.uuid(),
  accountId: z.uuid(),
  key: z.string().min(1),
  postId: z.uuid().nullable(),
  version: z.int().min(1),
})

/** The `RepostEnvelope` with each field checked. */
export const CheckedRepostEnvelope = z.object({
  version: z.literal(BASIC_VERSION),
  accountId: z.uuid(),
  config: z.custom<ReportedConfig>(isRepostConfig),
  records: z.array(z.custom<StoredRecord>(isRepostRecord)).max(500),
  isHeld: RepostEnvelope.shape.isHeld,
})

export function isRepostConfig(value: unknown): value is ReportedConfig {
  return Config.safeParse(value).success
}

export function isRepostRecord(value: unknown): value is StoredRecord {
  return Record.safeParse(value).success
}
