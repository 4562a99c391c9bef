// Which piece of work is due, and everything a claim must know of it. Prepared once, as publication-writes.ts.
import { and, asc, desc, eq, isNotNull, lte, sql, type AnyColumn } from 'drizzle-orm'
import type { ClaimOptions, DuePost, JobRecord } from '../../core/ports/publication-ledger.ts'
import { fromStored, type Publication } from '../../core/publishing/publication.ts'
import { prepareArchive } from './archive.ts'
import type { Db } from './open-database.ts'
import { accounts, jobs, media, postMedia, publications } from './schema.ts'
import { readPost } from './sqlite-post-store.ts'

export interface DueWork {
  /** The oldest due job of an idle account, else the oldest due follow-up of a job that has ended. In a transaction. */
  find(options: ClaimOptions): DuePost | null
  /** The post's last publication, finished or not. */
  latest(postId: string): Publication | null
}

const value = (name: string) => sql.placeholder(name)
/** `busy` is a JSON list: a prepared statement cannot have a varying number of parameters. */
const notBusy = (column: AnyColumn) => sql`${column} not in (select value from json_each(${value('busy')}))`

export function prepareDueWork(db: Db): DueWork {
  const dueJob = prepareDueJob(db)
  const followUp = prepareFollowUp(db)
  const read = readPost(db)
  const archive = prepareArchive(db)
  const account = db
    .select()
    .from(accounts)
    .where(eq(accounts.id, value('id')))
    .prepare()
  const mediaOf = prepareMediaOf(db)
  const latest = prepareLatest(db)
  const find = (options: ClaimOptions): DuePost | null => {
    const due = { now: options.now, busy: JSON.stringify(options.busyAccounts) }
    const job = dueJob.get(due) ?? followUp.get(due)?.jobs
    if (!job) return null
    const kept = read(job.postId)
    const post = kept ?? archive.get(job.postId)
    if (!post) {
      dropJob(db, job, options)
      return find(options)
    }
    const files = mediaOf.all({ id: job.postId })
    return {
      job,
      post,
      account: account.get({ id: job.accountId }) ?? null,
      // A deleted post has no links any more; what still has to be done for it was frozen before.
      media: files.flatMap(({ record }) => record ?? []),
      previous: latest(job.postId),
      isDeleted: kept === null,
    }
  }
  return { find, latest }
}

/** A job whose post is gone has nothing to do; it must not stand in the way of the others. */
function dropJob(db: Db, job: JobRecord, { now }: ClaimOptions): void {
  db.update(jobs).set({ status: 'CANCELLED', completedAt: now }).where(eq(jobs.id, job.id)).run()
  db.update(publications).set({ followUpAt: null }).where(eq(publications.jobId, job.id)).run()
}

function prepareDueJob(db: Db) {
  const due = and(eq(jobs.status, 'PENDING'), lte(jobs.runAt, value('now')), notBusy(jobs.accountId))
  return db.select().from(jobs).where(due).orderBy(asc(jobs.runAt), asc(jobs.createdAt)).limit(1).prepare()
}

function prepareFollowUp(db: Db) {
  const { followUpAt, held, accountId, jobId } = publications
  const due = and(isNotNull(followUpAt), lte(followUpAt, value('now')), eq(held, false), notBusy(accountId))
  return db
    .select()
    .from(publications)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(due)
    .orderBy(asc(followUpAt))
    .limit(1)
    .prepare()
}

function prepareMediaOf(db: Db) {
  return db
    .select({ record: media })
    .from(postMedia)
    .leftJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, value('id')))
    .orderBy(asc(postMedia.position))
    .prepare()
}

function prepareLatest(db: Db): (postId: string) => Publication | null {
  const latest = db
    .select({ state: publications.state })
    .from(publications)
    .where(eq(publications.postId, value('id')))
    .orderBy(desc(publications.createdAt), desc(sql`rowid`))
    .limit(1)
    .prepare()
  return (postId) => {
    const stored = latest.get({ id: postId })?.state
    return stored ? fromStored(stored) : null
  }
}
