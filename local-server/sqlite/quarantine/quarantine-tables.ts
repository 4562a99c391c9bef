// The tables and their columns, and what becomes of its rows that cannot be read. A post that waits for what is lost fails; what
// may be live already is looked for, never sent again.
import { eq, sql } from 'drizzle-orm'
import { MEDIA_TYPES, POST_STATUSES, SOURCE_TYPES } from '../../../core/api/posts.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Log } from '../../../core/ports/log.ts'
import type { Random } from '../../../core/ports/random.ts'
import { warning } from '../../../core/notices/warnings.ts'
import { EVERY } from '../../../core/ports/posts/recurrence-store.ts'
import { REPOST_STATUSES } from '../../../core/ports/reposts/repost-store.ts'
import { PUBLICATION_STEPS } from '../../../core/publishing/publication.ts'
import type { Db } from '../open-database.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { prepareLostPosts, type LostPosts } from './lost-posts.ts'
import { recurrences, slotPlans } from '../schema/planning-schema.ts'
import { repostConfigs, reposts } from '../schema/repost-schema.ts'
import {
  accounts,
  apiKeys,
  attemptSteps,
  deletedPosts,
  jobs,
  media,
  postMedia,
  posts,
  publications,
  sessions,
  settings,
} from '../schema/schema.ts'
import { standInPost, standInRepost } from './stand-ins.ts'
import type { ExpectedRows, UnreadableRow } from './unreadable-rows.ts'

/** The quarantine of one table: which rows are unreadable, and what becomes of them. */
export interface QuarantineTable extends ExpectedRows {
  /**
   * Values for columns that must not be null; the others get null, or nothing of their kind. Null: the row cannot do
   * without them and is removed.
   */
  repairedValues(row: UnreadableRow): Readonly<Record<string, string | number>> | null
  /** Repairs what follows for other rows. Called when everything else is repaired, and before anything is removed. */
  repairOthers?(row: UnreadableRow): void
}

export interface QuarantineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const removeRow = () => null
const textOf = ({ stored }: UnreadableRow, column: string) => {
  const value = stored[column]
  return typeof value === 'string' ? value : ''
}

interface RepairDeps extends QuarantineDeps {
  readonly lost: LostPosts
}

export function quarantineTables(given: QuarantineDeps): readonly QuarantineTable[] {
  const deps = { ...given, lost: prepareLostPosts(given.db) }
  return [
    // First: whether a post can be failed depends on how far its publication had come.
    quarantineOfPublications(deps),
    quarantineOfPosts(deps),
    quarantineOfMedia(deps),
    quarantineOfJobs(deps),
    ...quarantineOfReposts(deps),
    quarantineOfHandovers(deps),
    {
      table: deletedPosts,
      json: {
        post: {
          id: 'text',
          platformAccountId: 'text',
          mediaType: 'text',
          createdAt: 'number',
          updatedAt: 'number',
          mediaFileIds: 'array',
        },
      },
      among: { deletedFrom: ['LOCAL', 'PLATFORM'] },
      repairedValues: (row) => ({
        id: deps.random.uuid(),
        deletedFrom: 'LOCAL',
        deletedAt: deps.clock.now(),
        post: JSON.stringify(standInPost(textOf(row, 'id') || deps.random.uuid(), deps.clock.now())),
      }),
    },
    {
      table: accounts,
      among: { loginMethod: ['platform', 'partner'] },
      // Without a readable token it has to be connected anew.
      repairedValues: () => ({
        id: deps.random.uuid(),
        igUserId: deps.random.uuid(),
        loginMethod: 'platform',
      }),
    },
    { table: settings, json: { value: 'any' }, repairedValues: removeRow },
    {
      table: slotPlans,
      json: { plan: { timezone: 'text', weekly: 'object', exceptions: 'array' } },
      repairedValues: removeRow,
    },
    { table: recurrences, among: { every: EVERY }, repairedValues: removeRow },
    { table: attemptSteps, json: { entry: { at: 'number', call: 'text' } }, repairedValues: removeRow },
    { table: sessions, repairedValues: removeRow },
    { table: apiKeys, repairedValues: removeRow },
  ]
}

function quarantineOfMedia({ db, clock, lost }: RepairDeps): QuarantineTable {
  return {
    table: media,
    json: {
      processedFacts: { how: 'text', mimeType: 'text', width: 'number', height: 'number' },
      // A text is the sentence of an older version.
      validationErrors: ['text', { code: 'text', params: 'object' }],
    },
    among: { kind: ['image', 'video'] },
    repairedValues: removeRow,
    repairOthers(row) {
      const uses = eq(postMedia.mediaId, textOf(row, 'id'))
      for (const { id } of db.select({ id: postMedia.postId }).from(postMedia).where(uses).all())
        lost.fail(id, clock.now())
    },
  }
}

/** The columns that are published. Without a part of it the rest must not go out, not even by a retry. */
const CONTENT: ReadonlySet<string> = new Set([
  'platformAccountId',
  'mediaType',
  'caption',
  'locationId',
  'userTags',
  'collaborators',
  'storyMentions',
  'remoteMedia',
  'crossPostToPartner',
  'options',
])

function quarantineOfPosts({ db, clock, random, lost }: RepairDeps): QuarantineTable {
  return {
    table: posts,
    json: {
      remoteMedia: { kind: 'text', url: 'text' },
      options: {},
      warnings: [{ code: 'text', params: 'object' }],
      errorDetail: { code: 'text', params: 'object' },
    },
    among: { mediaType: MEDIA_TYPES, sourceType: SOURCE_TYPES, status: POST_STATUSES },
    repairedValues: ({ stored }) => ({
      id: random.uuid(),
      timezone: 'UTC',
      mediaType: 'IMAGE',
      sourceType: 'MANUAL',
      status: stored['ig_media_id'] === null ? 'QUEUED' : 'PUBLISHED',
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }),
    repairOthers(row) {
      const id = textOf(row, 'id')
      if (row.stored['status'] === 'DRAFT') {
        db.update(posts)
          .set({ warnings: [warning('DRAFT_INCOMPLETE')] })
          .where(eq(posts.id, id))
          .run()
        return
      }
      lost.fail(id, clock.now())
      if (row.columns.some((column) => CONTENT.has(column)))
        db.delete(postMedia).where(eq(postMedia.postId, id)).run()
    },
  }
}

function quarantineOfPublications({ clock, lost }: RepairDeps): QuarantineTable {
  return {
    table: publications,
    json: {
      state: {
        id: 'text',
        postId: 'text',
        jobId: 'text',
        accountId: 'text',
        claimId: 'text',
        step: 'text',
        version: 'number',
        reads: 'number',
        payload: 'object',
        'payload.items': 'array',
        'payload.userTags': 'array',
        'payload.collaborators': 'array',
        finishedSeenAt: 'array',
        children: 'array or missing',
        warnings: 'array or missing',
        createdAt: 'number',
        updatedAt: 'number',
      },
    },
    ended: `step = 'done'`,
    among: { step: PUBLICATION_STEPS },
    // In doubt it may have been sent.
    repairedValues: () => ({ step: 'uncertain', unsettled: 1, createdAt: clock.now() }),
    repairOthers: ({ rowid, columns }) => lost.rebuild(rowid, columns.includes('state'), clock.now()),
  }
}

function quarantineOfJobs({ clock, random, lost }: RepairDeps): QuarantineTable {
  return {
    table: jobs,
    among: {
      type: ['PUBLISH', 'STORY_REPOST_CHECK'],
      status: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'],
    },
    repairedValues() {
      const now = clock.now()
      const times = { runAt: now, wakeAt: now, createdAt: now, updatedAt: now }
      return { ...times, id: random.uuid(), type: 'PUBLISH', status: 'PENDING', maxAttempts: 1 }
    },
    repairOthers: (row) => lost.fail(textOf(row, 'post_id'), clock.now()),
  }
}

function quarantineOfReposts({ db, clock, random }: RepairDeps): readonly QuarantineTable[] {
  return [
    {
      table: repostConfigs,
      json: {
        record: {
          id: 'text',
          userId: 'text',
          accountId: 'text',
          source: 'text',
          timezone: 'text',
          runner: 'text',
          pollIntervalHours: 'number',
          version: 'number',
          createdAt: 'number',
          updatedAt: 'number',
          challengedAt: 'array',
          blockedAt: 'array',
        },
      },
      repairedValues: removeRow,
    },
    {
      table: reposts,
      json: {
        record: {
          id: 'text',
          accountId: 'text',
          key: 'text',
          status: 'text',
          errorDetail: 'object or null',
          note: 'object or null',
          version: 'number',
          createdAt: 'number',
        },
      },
      among: { status: REPOST_STATUSES },
      // It stays known: a mention that is forgotten would be found, and reposted, a second time.
      repairedValues() {
        const keys = { id: random.uuid(), key: random.uuid(), detectedAt: clock.now(), version: 1 }
        return { ...keys, status: 'FAILED', record: '{}' }
      },
      repairOthers({ rowid, columns }) {
        if (!columns.includes('record')) return
        const itself = sql`rowid = ${rowid}`
        const row = db.select().from(reposts).where(itself).get()
        if (!row) return
        const { id, accountId, key, detectedAt } = row
        const record = standInRepost({ id, accountId, key, detectedAt }, clock.now())
        db.update(reposts).set({ record, status: record.status, version: record.version }).where(itself).run()
      },
    },
  ]
}

function quarantineOfHandovers({ clock, lost }: RepairDeps): QuarantineTable {
  return {
    table: handovers,
    json: {
      record: {
        id: 'text',
        postId: 'text',
        accountId: 'text',
        phase: 'text',
        version: 'number',
        publishAt: 'number',
        files: 'array',
      },
    },
    among: { phase: ['uploading', 'asking', 'cloud', 'ended'] },
    repairedValues: removeRow,
    repairOthers: (row) => lost.leaveAtWorker(textOf(row, 'post_id'), clock.now()),
  }
}
