// The tables and their columns, and what becomes of rows that cannot be read. A post that waits for what is lost fails; what
// may be live already is looked for, never sent again.
import { eq, sql } from 'drizzle-orm'
import { OPEN_JOBS_SEEN } from '../../../core/features/cloud/delegation/handovers.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Log } from '../../../core/ports/log.ts'
import type { Random } from '../../../core/ports/random.ts'
import { warning } from '../../../core/rules/notices/warnings.ts'
import type { Db } from '../open-database.ts'
import { keyedRequests } from '../schema/script-schema.ts'
import { reposts } from '../schema/repost-schema.ts'
import { postMedia, posts, settings } from '../schema/schema.ts'
import { EXPECTED } from './expected-rows.ts'
import { prepareLostPosts, type LostPosts } from './lost-posts.ts'
import { ArchivedPost, jsonOf } from './stored-shapes.ts'
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
      ...EXPECTED.deletedPosts,
      repairedValues: (row) => ({
        id: deps.random.uuid(),
        deletedFrom: 'LOCAL',
        deletedAt: deps.clock.now(),
        post: JSON.stringify(readableParts(row, deps)),
      }),
    },
    {
      ...EXPECTED.accounts,
      // Without a readable token it has to be connected again.
      repairedValues: () => ({
        id: deps.random.uuid(),
        igUserId: deps.random.uuid(),
        loginMethod: 'platform',
        whenLimitIsFull: 'fail',
      }),
    },
    { ...EXPECTED.settings, repairedValues: removeRow },
    { ...EXPECTED.slotPlans, repairedValues: removeRow },
    { ...EXPECTED.recurrences, repairedValues: removeRow },
    { ...EXPECTED.sessions, repairedValues: removeRow },
    { ...EXPECTED.apiKeys, repairedValues: removeRow },
    { ...EXPECTED.keyCalls, repairedValues: removeRow },
    quarantineOfRequests(deps),
  ]
}

/** A request whose part or result is lost stays known under its key: sent again, it must not act again. */
function quarantineOfRequests({ db, clock }: RepairDeps): QuarantineTable {
  return {
    ...EXPECTED.keyedRequests,
    repairedValues: ({ rowid, columns }) =>
      columns.includes('caller') || columns.includes('key') ? null : { part: -rowid, at: clock.now() },
    repairOthers({ rowid, columns }) {
      if (!columns.includes('made')) return
      const itself = sql`rowid = ${rowid}`
      db.update(keyedRequests).set({ part: -rowid }).where(itself).run()
    },
  }
}

/** What is readable of a post of the archive, with stand-ins for the rest. */
function readableParts(row: UnreadableRow, { clock, random }: QuarantineDeps): object {
  const standIn = standInPost(textOf(row, 'id') || random.uuid(), clock.now())
  const known = (jsonOf(textOf(row, 'post')) ?? {}) as Readonly<Record<string, unknown>>
  const parts = Object.entries(ArchivedPost.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(known[name])
    return success ? [[name, data]] : []
  })
  return { ...standIn, ...Object.fromEntries(parts) }
}

/** A file can do without these columns, but not without any other. */
const DISPENSABLE: ReadonlySet<string> = new Set(['altText', 'streams', 'thumbnailPath', 'validationErrors'])

function quarantineOfMedia({ db, clock, lost }: RepairDeps): QuarantineTable {
  const isLost = ({ columns }: UnreadableRow) => !columns.every((column) => DISPENSABLE.has(column))
  return {
    ...EXPECTED.media,
    repairedValues: (row) => (isLost(row) ? null : {}),
    repairOthers(row) {
      if (!isLost(row)) return
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
    ...EXPECTED.posts,
    repairedValues: ({ stored }) => ({
      id: random.uuid(),
      timezone: 'UTC',
      mediaType: 'IMAGE',
      sourceType: 'MANUAL',
      status: stored['ig_media_id'] === null ? 'QUEUED' : 'PUBLISHED',
      createdAt: clock.now(),
      updatedAt: clock.now(),
      handover: 'cloud',
    }),
    repairOthers(row) {
      const id = textOf(row, 'id')
      if (row.columns.includes('handover')) return lost.leaveAtWorker(id, clock.now())
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
    ...EXPECTED.publications,
    // In doubt it may have been sent.
    repairedValues: () => ({ step: 'uncertain', unsettled: 1, createdAt: clock.now() }),
    repairOthers: ({ rowid, columns }) => lost.rebuild(rowid, columns.includes('state'), clock.now()),
  }
}

function quarantineOfJobs({ clock, random, lost }: RepairDeps): QuarantineTable {
  return {
    ...EXPECTED.jobs,
    repairedValues() {
      const now = clock.now()
      const times = { runAt: now, wakeAt: now, createdAt: now, updatedAt: now }
      return { ...times, id: random.uuid(), type: 'PUBLISH', status: 'PENDING', maxAttempts: 1 }
    },
    repairOthers(row) {
      const now = clock.now()
      lost.fail(textOf(row, 'post_id'), now)
      if (row.columns.includes('postId')) lost.failJobless(now)
      if (row.columns.includes('type') || row.columns.includes('status')) lost.cancelJob(row.rowid, now)
    },
  }
}

function quarantineOfReposts({ db, clock, random }: RepairDeps): readonly QuarantineTable[] {
  return [
    {
      ...EXPECTED.repostConfigs,
      repairedValues: removeRow,
    },
    {
      ...EXPECTED.reposts,
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

function quarantineOfHandovers({ db, clock, lost }: RepairDeps): QuarantineTable {
  return {
    ...EXPECTED.handovers,
    repairedValues: removeRow,
    repairOthers(row) {
      lost.leaveAtWorker(textOf(row, 'post_id'), clock.now())
      // The jobs that wait at the Worker tell what was handed over.
      db.delete(settings).where(eq(settings.name, OPEN_JOBS_SEEN)).run()
    },
  }
}
