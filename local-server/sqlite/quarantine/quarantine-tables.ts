// The tables and their columns, and what becomes of rows that cannot be read. A post that waits for what is lost fails; what
// may be live already is looked for, never sent again.
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { OPEN_JOBS_SEEN } from '../../../core/features/cloud/delegation/handovers.ts'
import { parseJsonAs } from '../../../core/parse-json-as.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Log } from '../../../core/ports/log.ts'
import { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { Random } from '../../../core/ports/random.ts'
import { warning } from '../../../core/rules/notices/warnings.ts'
import type { Db } from '../open-database.ts'
import { madeWithFirstUse } from '../prepare-rows.ts'
import { keyedRequests } from '../schema/script-schema.ts'
import { reposts } from '../schema/repost-schema.ts'
import { postMedia, posts, settings } from '../schema/schema.ts'
import { EXPECTED } from './expected-rows.ts'
import { prepareLostPosts, type LostPosts } from './lost-posts.ts'
import { standInPost, standInRepost } from './stand-ins.ts'
import type { ExpectedRows, UnreadableRow } from './unreadable-rows.ts'

/** What becomes of the unreadable rows of a table. */
interface Repair {
  /**
   * Values for columns that must not be null; the others get null, or nothing of their kind. Null: the row cannot do
   * without them and is removed.
   */
  repairedValues(row: UnreadableRow): Readonly<Record<string, string | number>> | null
  /** Repairs what follows for other rows. Called when everything else is repaired, and before anything is removed. */
  repairOthers?(row: UnreadableRow): void
}

/** The quarantine of one table: which rows are unreadable, and what becomes of them. */
export interface QuarantineTable extends ExpectedRows, Repair {}

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
  const deps = { ...given, lost: madeWithFirstUse(() => prepareLostPosts(given.db)) }
  const repairs: { readonly [Table in keyof typeof EXPECTED]?: Repair } = {
    publications: repairOfPublications(deps),
    posts: repairOfPosts(deps),
    media: repairOfMedia(deps),
    jobs: repairOfJobs(deps),
    reposts: repairOfReposts(deps),
    handovers: repairOfHandovers(deps),
    deletedPosts: {
      repairedValues: (row) => ({
        id: deps.random.uuid(),
        deletedFrom: 'LOCAL',
        deletedAt: deps.clock.now(),
        post: JSON.stringify(readableParts(row, deps)),
      }),
    },
    accounts: {
      // Without a readable token it has to be connected again.
      repairedValues: () => ({
        id: deps.random.uuid(),
        igUserId: deps.random.uuid(),
        loginMethod: 'platform',
        whenLimitIsFull: 'fail',
      }),
    },
    keyedRequests: repairOfRequests(deps),
  }
  return Object.entries<ExpectedRows>(EXPECTED).map(([name, expected]) => {
    const repair = repairs[name as keyof typeof EXPECTED]
    return { ...expected, ...(repair ?? { repairedValues: removeRow }) }
  })
}

/** A request whose part or result is lost stays known under its key: sent again, it must not act again. */
function repairOfRequests({ db, clock }: RepairDeps): Repair {
  return {
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
  const known = parseJsonAs(z.record(z.string(), z.unknown()), textOf(row, 'post')) ?? {}
  const parts = Object.entries(PostRecord.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(known[name])
    return success ? [[name, data]] : []
  })
  return { ...standIn, ...Object.fromEntries(parts) }
}

/** A file can do without these columns, but not without any other. */
const DISPENSABLE: ReadonlySet<string> = new Set(['altText', 'streams', 'thumbnailPath', 'validationErrors'])

function repairOfMedia({ db, clock, lost }: RepairDeps): Repair {
  const isLost = ({ columns }: UnreadableRow) => !columns.every((column) => DISPENSABLE.has(column))
  return {
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

function repairOfPosts({ db, clock, random, lost }: RepairDeps): Repair {
  return {
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

function repairOfPublications({ clock, lost }: RepairDeps): Repair {
  return {
    // In doubt it may have been sent.
    repairedValues: () => ({ step: 'uncertain', unsettled: 1, createdAt: clock.now() }),
    repairOthers: ({ rowid, columns }) => lost.rebuild(rowid, columns.includes('state'), clock.now()),
  }
}

function repairOfJobs({ clock, random, lost }: RepairDeps): Repair {
  return {
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

function repairOfReposts({ db, clock, random }: RepairDeps): Repair {
  return {
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
      const record = standInRepost(row, clock.now())
      db.update(reposts).set({ record, status: record.status, version: record.version }).where(itself).run()
    },
  }
}

function repairOfHandovers({ db, clock, lost }: RepairDeps): Repair {
  return {
    repairedValues: removeRow,
    repairOthers(row) {
      lost.leaveAtWorker(textOf(row, 'post_id'), clock.now())
      // The jobs that wait at the Worker show what was handed over.
      db.delete(settings).where(eq(settings.name, OPEN_JOBS_SEEN)).run()
    },
  }
}
