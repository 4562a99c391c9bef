// The stored shape. Instants are integers (milliseconds since 1970), flags 0 or 1, lists JSON text.
// Change it, then `npm run db:generate`; migrations are never edited once committed. Reposts of stories: `repost-schema.ts`.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { KEY_RIGHTS } from '../../../core/api/access.ts'
import {
  MEDIA_TYPES,
  POST_STATUSES,
  RECOVERIES,
  SOURCE_TYPES,
} from '../../../core/rules/publication/post-words.ts'
import type { FileProblem } from '../../../core/rules/notices/file-problems.ts'
import type { AttemptStep } from '../../../core/ports/posts/job-record.ts'
import type { ProcessedFacts } from '../../../core/ports/media/media-store.ts'
import type { StreamFacts } from '../../../core/ports/media/video-probe.ts'
import type { MediaTraits } from '../../../core/ports/posts/publication-ledger.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { PUBLICATION_STEPS, type Publication } from '../../../core/rules/publication/publication-schema.ts'

/** Facts about this installation: `instanceId`, `userId`. */
export const instance = sqliteTable('instance', {
  name: text().primaryKey(),
  value: text().notNull(),
})

export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
})

export const apiKeys = sqliteTable('api_keys', {
  id: text().primaryKey(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: text().notNull().unique(),
  rights: text({ enum: KEY_RIGHTS }).notNull().default('full'),
  createdAt: integer().notNull(),
  lastUsedAt: integer(),
  revokedAt: integer(),
})

export const accounts = sqliteTable('accounts', {
  id: text().primaryKey(),
  igUserId: text().notNull().unique(),
  username: text().notNull(),
  name: text(),
  avatarKey: text(),
  accountType: text(),
  partnerPageId: text(),
  partnerPageName: text(),
  tokenExpiresAt: integer(),
  loginMethod: text({ enum: ['platform', 'partner'] }).notNull(),
  followersCount: integer(),
  mediaCount: integer(),
  lastSyncedAt: integer(),
  createdAt: integer().notNull(),
  isSandbox: integer({ mode: 'boolean' }).notNull(),
  sealedToken: text().notNull(),
  sealedPageToken: text(),
  grantedScopes: text({ mode: 'json' }).$type<readonly string[]>(),
  tokenIssuedAt: integer(),
  pausedUntil: integer(),
  whenLimitIsFull: text({ enum: ['fail', 'wait'] })
    .notNull()
    .default('fail'),
})

export const media = sqliteTable(
  'media',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    originalFilename: text().notNull(),
    storagePath: text().notNull(),
    mimeType: text().notNull(),
    fileSize: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    durationSeconds: real(),
    aspectRatio: text().notNull(),
    isValid: integer({ mode: 'boolean' }).notNull(),
    validationErrors: text({ mode: 'json' }).$type<readonly FileProblem[]>(),
    thumbnailPath: text(),
    processedPath: text(),
    processedPublicKey: text().unique(),
    processedFacts: text({ mode: 'json' }).$type<ProcessedFacts>(),
    publicKey: text().notNull().unique(),
    videoCodec: text(),
    audioCodec: text(),
    container: text({ enum: ['mp4', 'mov', 'mkv', 'webm', 'avi'] }),
    indexInFront: integer({ mode: 'boolean' }),
    frameRate: real(),
    streams: text({ mode: 'json' }).$type<StreamFacts>(),
    altText: text(),
    placeholder: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('media_by_age').on(table.createdAt, table.id),
    index('media_by_size').on(table.fileSize),
    index('media_by_kind').on(table.kind, table.createdAt, table.id),
  ],
)

export const posts = sqliteTable(
  'posts',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text().notNull(),
    platformAccountId: text().notNull(),
    mediaType: text({ enum: MEDIA_TYPES }).notNull(),
    sourceType: text({ enum: SOURCE_TYPES }).notNull(),
    caption: text(),
    locationId: text(),
    locationName: text(),
    userTags: text(),
    collaborators: text(),
    storyMentions: text(),
    crossPostToPartner: integer({ mode: 'boolean' }).notNull(),
    partnerPostId: text(),
    partnerPermalink: text(),
    isScheduled: integer({ mode: 'boolean' }).notNull(),
    scheduledFor: integer(),
    timezone: text().notNull(),
    status: text({ enum: POST_STATUSES }).notNull(),
    igContainerId: text(),
    igMediaId: text(),
    igPermalink: text(),
    cloudJobId: text(),
    bucketMediaKey: text(),
    errorDetail: text({ mode: 'json' }).$type<NonNullable<PostRecord['errorDetail']>>(),
    errorCode: text().$type<PostRecord['errorCode']>(),
    retryCount: integer().notNull(),
    lastAttemptAt: integer(),
    publishedAt: integer(),
    completedAt: integer(),
    publishOutcome: text({ enum: ['confirmed', 'unconfirmed'] }),
    recovery: text({ enum: RECOVERIES }),
    nextAttemptAt: integer(),
    /** Facts that the user should know although nothing failed. */
    warnings: text({ mode: 'json' }).$type<NonNullable<PostRecord['warnings']>>(),
    /** The progress of the hand-over to the Worker; null for what runs here. */
    handover: text({ enum: ['uploading', 'pending', 'cloud'] }),
    /** The published media when it is not a file of the library. */
    remoteMedia: text({ mode: 'json' }).$type<NonNullable<PostRecord['remoteMedia']>>(),
    /** `PostOptions` as JSON text: what a post carries beside the columns above. */
    options: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    index('posts_by_status').on(table.status, table.seq),
    // Without the posts that have none: each step of a publication writes both columns, and would write their entries again.
    uniqueIndex('posts_by_completion')
      .on(table.completedAt)
      .where(sql`completed_at is not null`),
    index('posts_by_media')
      .on(table.igMediaId)
      .where(sql`ig_media_id is not null`),
    /** Posts that are still to go out at a time, soonest first. */
    index('posts_scheduled')
      .on(table.scheduledFor, table.seq)
      .where(sql`is_scheduled = 1 and ifnull(completed_at, 0) = 0`),
    /** Posts as a calendar shows them: a draft has no place in time. */
    index('posts_by_time')
      .on(sql`ifnull(published_at, ifnull(scheduled_for, created_at))`)
      .where(sql`status <> 'DRAFT'`),
    index('posts_unconfirmed')
      .on(table.id)
      .where(sql`publish_outcome = 'unconfirmed'`),
  ],
)

export const postMedia = sqliteTable(
  'post_media',
  {
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    mediaId: text().references(() => media.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.position] }),
    index('post_media_by_media').on(table.mediaId),
  ],
)

export const jobs = sqliteTable(
  'jobs',
  {
    id: text().primaryKey(),
    type: text({ enum: ['PUBLISH', 'STORY_REPOST_CHECK'] }).notNull(),
    /** Null for jobs that publish nothing. */
    postId: text(),
    accountId: text(),
    status: text({ enum: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] }).notNull(),
    runAt: integer().notNull(),
    wakeAt: integer().notNull(),
    repeatIntervalMs: integer(),
    repeatKey: text().unique(),
    attempts: integer().notNull(),
    maxAttempts: integer().notNull(),
    lastError: text(),
    /** Set on what an earlier run may have published: since when. The next claim takes it over. */
    soughtSince: integer(),
    /** JSON of `MediaTraits`: what it was when it was marked. Null while nothing of that was changed. */
    soughtAs: text({ mode: 'json' }).$type<MediaTraits>(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    completedAt: integer(),
  },
  (table) => [
    index('jobs_due')
      .on(table.runAt)
      .where(sql`status = 'PENDING'`),
    index('jobs_ahead')
      .on(table.wakeAt)
      .where(sql`status = 'PENDING' and wake_at < run_at`),
    index('jobs_active')
      .on(table.id)
      .where(sql`status = 'PROCESSING'`),
    index('jobs_by_post').on(table.postId),
  ],
)

/** One row per attempt to put a post live; `state` is the whole publication, the other columns are what queries need. */
export const publications = sqliteTable(
  'publications',
  {
    id: text().primaryKey(),
    postId: text().notNull(),
    jobId: text().notNull(),
    accountId: text().notNull(),
    version: integer().notNull(),
    step: text({ enum: PUBLICATION_STEPS }).notNull(),
    /** Set when work continues although the job has ended. */
    followUpAt: integer(),
    /** 1 while a claim of the running process holds it. */
    held: integer({ mode: 'boolean' }).notNull(),
    /** 1 when a publish was sent and the media id was never learned. */
    unsettled: integer({ mode: 'boolean' }).notNull(),
    state: text({ mode: 'json' }).$type<Publication>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('publications_by_post').on(table.postId, table.createdAt),
    index('publications_follow_up')
      .on(table.followUpAt)
      .where(sql`follow_up_at is not null`),
    index('publications_unsettled')
      .on(table.accountId)
      .where(sql`unsettled = 1`),
  ],
)

/** Posts that were deleted, whole, as they were then; `post` keeps changing while a publication of it still ends. */
export const deletedPosts = sqliteTable('deleted_posts', {
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
  post: text({ mode: 'json' }).$type<PostRecord>().notNull(),
  deletedAt: integer().notNull(),
  deletedFrom: text({ enum: ['LOCAL', 'PLATFORM'] }).notNull(),
  permalink: text(),
})

/** The step log of posts, for people. Decisions are never made from it. */
export const attemptSteps = sqliteTable(
  'attempt_steps',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    postId: text().notNull(),
    entry: text({ mode: 'json' }).$type<AttemptStep>().notNull(),
  },
  (table) => [index('attempt_steps_by_post').on(table.postId, table.seq)],
)

/** Numbers that only rise: `completion` is the latest completion time ever given to a post. */
export const marks = sqliteTable('marks', {
  name: text().primaryKey(),
  value: integer().notNull(),
})

/** Settings of the user; values are JSON, secrets in them sealed. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Kept counts, moved by triggers: counting rows for each list would cost more than the list. */
export const postCounts = sqliteTable('post_counts', {
  status: text().primaryKey(),
  n: integer().notNull(),
})

export const mediaCounts = sqliteTable('media_counts', {
  kind: text().primaryKey(),
  n: integer().notNull(),
})
