// Which piece of work is due, and everything a claim must know of it.
import { and, asc, desc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import type { ClaimOptions, DuePost, JobRecord } from '../../core/ports/publication-ledger.ts'
import type { MediaRecord } from '../../core/ports/media-store.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import type { Db, Tx } from './open-database.ts'
import { accounts, jobs, media, postMedia, posts, publications } from './schema.ts'
import { postRecord } from './sqlite-post-store.ts'

/** The oldest due job of an idle account, else the oldest due follow-up of a publication whose job has ended. */
export function findDue(tx: Tx, options: ClaimOptions): DuePost | null {
  const job = dueJob(tx, options) ?? jobWithFollowUp(tx, options)
  if (!job) return null
  const row = tx.select().from(posts).where(eq(posts.id, job.postId)).get()
  if (!row) return dropJob(tx, job, options)
  const files = mediaOf(tx, job.postId)
  return {
    job,
    post: postRecord(
      row,
      files.map(({ mediaId }) => mediaId),
    ),
    account: tx.select().from(accounts).where(eq(accounts.id, job.accountId)).get() ?? null,
    media: files.flatMap(({ record }) => record ?? []),
    previous: latestPublication(tx, job.postId),
  }
}

/** A job whose post is gone has nothing to do; it must not stand in the way of the others. */
function dropJob(tx: Tx, job: JobRecord, options: ClaimOptions): DuePost | null {
  tx.update(jobs).set({ status: 'CANCELLED', completedAt: options.now }).where(eq(jobs.id, job.id)).run()
  tx.update(publications).set({ followUpAt: null }).where(eq(publications.jobId, job.id)).run()
  return findDue(tx, options)
}

function dueJob(tx: Tx, { now, busyAccounts }: ClaimOptions): JobRecord | null {
  const idle = busyAccounts.length > 0 ? notInArray(jobs.accountId, [...busyAccounts]) : undefined
  const due = and(eq(jobs.status, 'PENDING'), lte(jobs.runAt, now), idle)
  return (
    tx.select().from(jobs).where(due).orderBy(asc(jobs.runAt), asc(jobs.createdAt)).limit(1).get() ?? null
  )
}

function jobWithFollowUp(tx: Tx, { now, busyAccounts }: ClaimOptions): JobRecord | null {
  const idle = busyAccounts.length > 0 ? notInArray(publications.accountId, [...busyAccounts]) : undefined
  const due = and(
    isNotNull(publications.followUpAt),
    lte(publications.followUpAt, now),
    eq(publications.held, false),
    idle,
  )
  const found = tx
    .select({ jobId: publications.jobId })
    .from(publications)
    .where(due)
    .orderBy(asc(publications.followUpAt))
    .limit(1)
    .get()
  return found ? (tx.select().from(jobs).where(eq(jobs.id, found.jobId)).get() ?? null) : null
}

function mediaOf(tx: Tx, postId: string): { mediaId: string | null; record: MediaRecord | null }[] {
  return tx
    .select({ mediaId: postMedia.mediaId, record: media })
    .from(postMedia)
    .leftJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, postId))
    .orderBy(asc(postMedia.position))
    .all()
}

/** The post's last publication, finished or not. */
export function latestPublication(tx: Tx | Db, postId: string): Publication | null {
  const latest = tx
    .select({ state: publications.state })
    .from(publications)
    .where(eq(publications.postId, postId))
  return (
    latest
      .orderBy(desc(publications.createdAt), desc(sql`rowid`))
      .limit(1)
      .get()?.state ?? null
  )
}
