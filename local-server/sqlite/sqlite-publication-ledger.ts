// Post, job and publication always move in one transaction. `held` marks what a claim of this process works on; the
// instance lock makes every `held` found at start an orphan.
import { and, count, eq, gte, inArray, isNotNull, min, ne, notInArray, or, sql } from 'drizzle-orm'
import type { PublicationLedger } from '../../core/ports/publication-ledger.ts'
import type { Instant } from '../../core/time.ts'
import { prepareDueWork, type DueWork } from './due-work.ts'
import type { Db, Tx } from './open-database.ts'
import { prepareWrites } from './publication-writes.ts'
import { jobs, postMedia, posts, publications } from './schema.ts'

export function createSqlitePublicationLedger(db: Db): PublicationLedger {
  const dueWork = prepareDueWork(db)
  return { ...entering(db), ...moving(db, dueWork), ...asking(db, dueWork) }
}

/** Takes the write lock at once: a read that is later upgraded could find that somebody else has written. */
function immediately<T>(db: Db, work: (tx: Tx) => T): T {
  return db.transaction(work, { behavior: 'immediate' })
}

function entering(db: Db): Pick<PublicationLedger, 'accept'> {
  return {
    async accept({ mediaFileIds, ...post }, job) {
      immediately(db, (tx) => {
        tx.insert(posts).values(post).run()
        const links = mediaFileIds.map((mediaId, position) => ({ postId: post.id, position, mediaId }))
        if (links.length > 0) tx.insert(postMedia).values(links).run()
        tx.insert(jobs)
          .values({ ...job, updatedAt: job.createdAt })
          .run()
      })
    },
  }
}

function moving(
  db: Db,
  dueWork: DueWork,
): Pick<PublicationLedger, 'claim' | 'commit' | 'release' | 'releaseOrphans'> {
  const writes = prepareWrites(db)
  return {
    async claim(options, begin) {
      return immediately(db, () => {
        const due = dueWork.find(options)
        if (!due) return null
        const publication = begin(due)
        writes.write(publication)
        return publication
      })
    },
    async commit(next) {
      return immediately(db, () => {
        if (writes.versionOf(next.id) !== next.version - 1) return false
        writes.write(next)
        return true
      })
    },
    async release(publication, at) {
      immediately(db, (tx) => {
        const mine = and(eq(publications.id, publication.id), eq(publications.version, publication.version))
        const released = tx
          .update(publications)
          .set({ held: false, followUpAt: followUpMovedTo(at) })
          .where(mine)
          .run()
        if (released.changes === 0) return
        const job = and(eq(jobs.id, publication.jobId), eq(jobs.status, 'PROCESSING'))
        tx.update(jobs).set({ status: 'PENDING', runAt: at }).where(job).run()
      })
    },
    async releaseOrphans(now) {
      return immediately(db, (tx) => {
        tx.update(publications)
          .set({ held: false, followUpAt: followUpMovedTo(now) })
          .where(eq(publications.held, true))
          .run()
        const orphans = eq(jobs.status, 'PROCESSING')
        return tx.update(jobs).set({ status: 'PENDING', runAt: now, updatedAt: now }).where(orphans).run()
          .changes
      })
    },
  }
}

/** Only work that goes on after its job has a follow-up; nothing else gets one. */
function followUpMovedTo(at: Instant) {
  return sql`iif(${publications.followUpAt} is null, null, ${at})`
}

type Questions = 'latest' | 'nextDue' | 'hasUnconfirmed' | 'ownedMediaIds' | 'countUnsettled'

function asking(db: Db, dueWork: DueWork): Pick<PublicationLedger, Questions> {
  const unconfirmed = db
    .select({ id: posts.id })
    .from(posts)
    .where(sql`publish_outcome = 'unconfirmed'`)
    .limit(1)
    .prepare()
  return {
    async latest(postId) {
      return dueWork.latest(postId)
    },
    async nextDue(busyAccounts) {
      const idle = (column: typeof jobs.accountId | typeof publications.accountId) =>
        busyAccounts.length > 0 ? notInArray(column, [...busyAccounts]) : undefined
      const pending = and(eq(jobs.status, 'PENDING'), idle(jobs.accountId))
      const job = db
        .select({ at: min(jobs.runAt) })
        .from(jobs)
        .where(pending)
        .get()
      const open = and(
        isNotNull(publications.followUpAt),
        eq(publications.held, false),
        idle(publications.accountId),
      )
      const followUp = db
        .select({ at: min(publications.followUpAt) })
        .from(publications)
        .where(open)
        .get()
      return earlier(job?.at ?? null, followUp?.at ?? null)
    },
    async hasUnconfirmed() {
      return unconfirmed.get() !== undefined
    },
    async ownedMediaIds(accountId, mediaIds) {
      if (mediaIds.length === 0) return []
      const owned = and(eq(posts.platformAccountId, accountId), inArray(posts.igMediaId, [...mediaIds]))
      const rows = db.select({ id: posts.igMediaId }).from(posts).where(owned).all()
      return rows.flatMap(({ id }) => id ?? [])
    },
    async countUnsettled(accountId, except, since) {
      const unsettled = and(eq(publications.accountId, accountId), eq(publications.unsettled, true))
      const lastSend = sql`json_extract(${publications.state}, '$.intent.lastPossibleSend')`
      const recent = or(ne(publications.step, 'done'), gte(lastSend, since))
      const others = and(unsettled, ne(publications.id, except), recent)
      return db.select({ n: count() }).from(publications).where(others).get()?.n ?? 0
    },
  }
}

function earlier(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
