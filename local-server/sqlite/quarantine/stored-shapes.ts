// What the JSON of a row must hold for the work that is done with it. An unknown word comes from a newer version.
import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { TimeZone } from '../../../core/api/primitives.ts'
import { isNotice } from '../../../core/rules/notices/notice.ts'
import { COMES_BACK_AS } from '../../../core/ports/posts/recurrence-store.ts'
import { REPOST_STATUSES } from '../../../core/rules/reposts/statuses.ts'
import { Tags, Usernames } from '../../../core/rules/publication/publication-schema.ts'
import { hasWallClock } from '../../../core/time.ts'
import { posts } from '../schema/schema.ts'

/** Null for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const LATEST = Date.UTC(10_000, 0)
/** Beyond it a time has no text. */
export const Time = z.int().min(0).max(LATEST)

const Notice = z.custom(isNotice)
export const Notices = z.array(Notice)

/** The columns of posts that are JSON, also where that is handed on unread. */
export const POST_JSON: Readonly<Record<string, z.ZodType>> = {
  userTags: Tags,
  storyMentions: Tags,
  collaborators: Usernames,
  // An option that is not understood stays, for the version that wrote it, and keeps its post from being sent.
  options: z.record(z.string(), z.unknown()),
  remoteMedia: z.strictObject({ kind: z.enum(['image', 'video']), url: z.string() }),
  warnings: Notices,
  errorDetail: Notice,
}

/** A post of the archive has the columns of its table. What was JSON text there still is. */
export const ArchivedPost = z.object({
  ...Object.fromEntries(
    Object.entries(getTableColumns(posts)).flatMap(([name, { dataType, enumValues, notNull }]) => {
      if (name === 'seq') return []
      const schema =
        dataType === 'json'
          ? (POST_JSON[name] ?? z.unknown())
          : enumValues
            ? z.enum(enumValues)
            : { string: z.string(), number: Time, boolean: z.boolean() }[dataType as 'string']
      return [[name, notNull ? schema : schema.nullable()]]
    }),
  ),
  mediaFileIds: z.array(z.string().nullable()),
})

export const ProcessedFactsShape = z.looseObject({
  how: z.enum(['remux', 'fit', 'transcode']),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
})

export const StreamFactsShape = z.looseObject({
  chroma: z.string().nullable(),
  bitDepth: z.number().nullable(),
  interlaced: z.boolean(),
  channels: z.number().nullable(),
  sampleRate: z.number().nullable(),
})

export const RECURRENCE = {
  comesBackAs: z.enum(COMES_BACK_AS),
  dayOfMonth: z.int().min(1).max(31),
  timezone: TimeZone,
  dueAt: Time,
  plannedFor: Time,
}

const Ownership = z.object({
  state: z.enum(['local', 'delegating', 'worker', 'recalling']),
  sent: z.number(),
  confirmed: z.number().nullable(),
  keyId: z.string().nullable(),
})

export const HandoverShape = z.looseObject({
  id: z.string(),
  postId: z.string(),
  accountId: z.string(),
  version: z.number(),
  ownership: Ownership,
  isEnded: z.boolean(),
  publishAt: Time,
  files: z.array(
    z.looseObject({ key: z.string(), blobKey: z.string(), publicKey: z.string(), uploaded: z.boolean() }),
  ),
  asked: z
    .union([
      z.object({
        kind: z.literal('edit'),
        after: ArchivedPost,
        isAccepted: z.literal(true).optional(),
        earlierTimes: z.array(Time).optional(),
      }),
      z.object({
        kind: z.literal('cancel'),
        to: z.enum(['draft', 'archive', 'local', 'disconnected', 'taken-over']),
        unlessLate: z.literal(true).optional(),
        reason: z.string().optional(),
        after: ArchivedPost.optional(),
        earlierTimes: z.array(Time).optional(),
      }),
    ])
    .nullable(),
  tries: z.number(),
  nextAt: Time.nullable(),
  soughtSince: Time.optional(),
  updatedAt: Time,
})

export const RepostConfigShape = z.looseObject({
  id: z.string(),
  userId: z.string(),
  accountId: z.string(),
  source: z.enum(['official', 'native']),
  timezone: z.string().refine(hasWallClock),
  ownership: Ownership,
  isEnabled: z.boolean(),
  autoRepostEnabled: z.boolean(),
  pollIntervalHours: z.number(),
  jitterMinutes: z.number(),
  sleepWindowStart: z.number(),
  sleepWindowEnd: z.number(),
  dailyRepostLimit: z.number(),
  signatureOverlay: z.string().nullable(),
  warmUpUntil: Time,
  nextPollAt: Time.nullable(),
  pausedUntil: Time.nullable(),
  challengedAt: z.array(Time),
  blockedAt: z.array(Time),
  repostsToday: z.number(),
  version: z.number(),
  revision: z.number(),
  createdAt: Time,
  updatedAt: Time,
})

export const RepostRecordShape = z.looseObject({
  id: z.string(),
  accountId: z.string(),
  key: z.string(),
  transport: z.enum(['official', 'native']),
  status: z.enum(REPOST_STATUSES),
  runner: z.enum(['here', 'cloud']),
  auto: z.boolean(),
  mediaKind: z.enum(['image', 'video']).nullable(),
  mentionedAt: Time,
  detectedAt: Time,
  expiresAt: Time,
  gone: z.enum(['expired', 'private', 'not-shareable', 'not-mentioned', 'unavailable']).nullable(),
  postId: z.string().nullable(),
  publishedAt: Time.nullable(),
  errorDetail: Notice.nullable(),
  note: Notice.nullable(),
  version: z.number(),
  createdAt: Time,
  updatedAt: Time,
})
