// The work that is due, and everything a claim must know of it. Prepared once, as publication-writes.ts.
import Database from 'better-sqlite3'
import { and, asc, eq, gt, isNotNull, lte, min, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { MediaRecord } from '../../../core/ports/media/media-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { ClaimOptions, DuePost } from '../../../core/ports/posts/publication-ledger.ts'
import { readOptions } from '../../../core/rules/content/option-schemas.ts'
import { coverFileOf } from '../../../core/rules/content/post-options.ts'
import { payloadOf, publicationOfRow, readPublication } from '../../../core/engine/publishing/stored.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareAccountLimits } from './account-limits.ts'
import { prepareArchive } from './archive.ts'
import type { Db } from '../open-database.ts'
import { parameter, preparedOnce } from '../prepare-rows.ts'
import { accounts, jobs, media, postMedia, publications } from '../schema/schema.ts'
import { preparePostRead } from './sqlite-post-store.ts'

export interface ClaimQuery {
  /**
   * In the publish queue: the due job of an idle account whose time came first, else such a follow-up of a job that has
   * ended. In the prepare queue: what is to be prepared first. In a transaction.
   */
  find(options: ClaimOptions): DuePost | null
  /** When `find` finds something next; null when nothing waits in that queue. */
  nextDue(options: ClaimOptions): Instant | null
  /** The post's last publication, finished or not. */
  latestPublication(postId: string): Publication | null
}

const value = (name: string) => sql.placeholder(name)
/** `busy` is a JSON list: a prepared statement cannot have a varying number of parameters. */
const notBusy = (column: AnyColumn) => sql`${column} not in (select value from json_each(${value('busy')}))`

export const prepareClaimQuery = preparedOnce((db: Db): ClaimQuery => {
  const dueJob = prepareDueJob(db)
  const jobToPrepare = prepareJobToPrepare(db)
  const followUp = prepareFollowUp(db)
  const read = preparePostRead(db)
  const archive = prepareArchive(db)
  const account = db
    .select({ pausedUntil: accounts.pausedUntil })
    .from(accounts)
    .where(eq(accounts.id, value('id')))
    .prepare()
  const filesOf = prepareFilesOf(db)
  const limits = prepareAccountLimits(db)
  const latest = prepareLatestPublication(db)
  const find = (options: ClaimOptions): DuePost | null => {
    const due = { now: options.now, busy: JSON.stringify(options.busyAccounts) }
    const job =
      options.queue === 'prepare' ? jobToPrepare.get(due) : (dueJob.get(due) ?? followUp.get(due)?.jobs)
    if (!job) return null
    const { id: jobId, postId, accountId, createdAt: acceptedAt, soughtSince, soughtAs } = job
    const previous = postId === null ? null : readPrevious(postId, latest)
    const kept = postId === null ? null : read(postId)
    const post = kept ?? (postId === null ? null : archive.get(postId))
    if (!post || postId === null || accountId === null) {
      dropJob(db, jobId, options)
      return find(options)
    }
    return {
      jobId,
      postId,
      accountId,
      publishAt: post.isScheduled ? post.scheduledFor : null,
      acceptedAt,
      soughtSince,
      soughtAs,
      // Read by fresh publications only: the payload of others is frozen.
      get payload() {
        return payloadOf(post, filesOf(post))
      },
      pausedUntil: account.get({ id: accountId })?.pausedUntil ?? null,
      get isNearLimit() {
        return limits.isNear(accountId, options.now)
      },
      previous,
      isDeleted: kept === null,
    }
  }
  return { find, nextDue: prepareNextDue(db), latestPublication: latest }
})

/** The error of a stored post that cannot be read. */
export class UnreadablePost extends Error {
  readonly postId: string

  constructor(postId: string, cause: unknown) {
    super('a stored post cannot be taken up', { cause })
    this.postId = postId
  }
}

/** Blames the post, except for what the database itself refuses: a full disk says nothing about the post. */
function readPrevious(postId: string, latest: ClaimQuery['latestPublication']): Publication | null {
  try {
    return latest(postId)
  } catch (cause) {
    throw cause instanceof Database.SqliteError ? cause : new UnreadablePost(postId, cause)
  }
}

/** A job whose post is gone has nothing to do; it must not hold up the others. */
function dropJob(db: Db, jobId: string, { now }: ClaimOptions): void {
  db.update(jobs).set({ status: 'CANCELLED', completedAt: now }).where(eq(jobs.id, jobId)).run()
  db.update(publications).set({ followUpAt: null }).where(eq(publications.jobId, jobId)).run()
}

function prepareDueJob(db: Db) {
  const due = and(PENDING, PUBLISHES, lte(jobs.runAt, value('now')), notBusy(jobs.accountId))
  return db.select().from(jobs).where(due).orderBy(asc(jobs.runAt), asc(jobs.createdAt)).prepare()
}

function prepareJobToPrepare(db: Db) {
  const { wakeAt, runAt, accountId } = jobs
  const early = and(
    PENDING,
    PUBLISHES,
    sql`wake_at < run_at`,
    lte(wakeAt, value('now')),
    gt(runAt, value('now')),
  )
  return db
    .select()
    .from(jobs)
    .where(and(early, notBusy(accountId)))
    .orderBy(asc(wakeAt))
    .prepare()
}

/** The condition as the partial indexes say it: a parameter in its place would keep them from being used. */
const PENDING = sql`status = 'PENDING'`
const PUBLISHES = sql`type = 'PUBLISH'`

function prepareFollowUp(db: Db) {
  const { followUpAt, held, accountId, jobId } = publications
  const due = and(isNotNull(followUpAt), lte(followUpAt, value('now')), sql`${held} = 0`, notBusy(accountId))
  return db
    .select()
    .from(publications)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(due)
    .orderBy(asc(followUpAt))
    .prepare()
}

function prepareNextDue(db: Db): ClaimQuery['nextDue'] {
  const { accountId, runAt, wakeAt } = jobs
  const pending = and(PENDING, PUBLISHES, notBusy(accountId))
  const early = and(pending, sql`wake_at < run_at`, gt(runAt, value('now')))
  const { followUpAt, held } = publications
  const open = and(isNotNull(followUpAt), sql`${held} = 0`, notBusy(publications.accountId))
  const firstIn = {
    prepare: [
      db
        .select({ at: min(wakeAt) })
        .from(jobs)
        .where(early)
        .prepare(),
    ],
    publish: [
      db
        .select({ at: min(runAt) })
        .from(jobs)
        .where(pending)
        .prepare(),
      db
        .select({ at: min(followUpAt) })
        .from(publications)
        .where(open)
        .prepare(),
    ],
  }
  return ({ queue, now, busyAccounts }) => {
    const busy = JSON.stringify(busyAccounts)
    const times = firstIn[queue].flatMap((first) => first.get({ now, busy })?.at ?? [])
    return times.length > 0 ? Math.min(...times) : null
  }
}

/** The files of a post as `payloadOf` wants them, without those that are gone. */
export const prepareFilesOf = preparedOnce((db: Db): ((post: PostRecord) => MediaRecord[]) => {
  const mediaOf = db
    .select({ record: media })
    .from(postMedia)
    .leftJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, parameter('id')))
    .orderBy(asc(postMedia.position))
    .prepare()
  const cover = db
    .select()
    .from(media)
    .where(eq(media.id, value('id')))
    .prepare()
  return (post) => {
    const files = mediaOf.all({ id: post.id }).flatMap(({ record }) => record ?? [])
    const coverId = coverFileOf(readOptions(post.options) ?? {})
    return coverId === null ? files : [...files, ...cover.all({ id: coverId })]
  }
})

/** The post's publication that was recorded last: their start times come from a clock that may have been wrong. */
export const isLatestOf = (postId: SQL | string): SQL =>
  sql`rowid = (select max(rowid) from publications where post_id = ${postId})`

export const prepareLatestPublication = preparedOnce((db: Db): ((postId: string) => Publication | null) => {
  const latest = db
    .select()
    .from(publications)
    .where(isLatestOf(parameter('id')))
    .prepare()
  return (postId) => {
    const row = latest.get({ id: postId })
    if (!row) return null
    const publication = readPublication(row.state)
    if (publication) return publication
    // The others are repaired before they are read.
    if (row.step === 'done') return publicationOfRow(row, null, null, row.createdAt)
    throw new Error('a stored publication cannot be understood')
  }
})
