// Post, job and publication always move in one transaction. `held` marks what a claim of this process works on; the
// instance lock makes every `held` found at start an orphan.
import { and, asc, eq, isNotNull, min, notInArray, sql } from 'drizzle-orm'
import type { PublicationLedger } from '../../core/ports/publication-ledger.ts'
import type { Instant } from '../../core/time.ts'
import { prepareAsides } from './asides.ts'
import { prepareDueWork, type DueWork } from './due-work.ts'
import { enteringPosts } from './entering-posts.ts'
import { leavingPosts } from './leaving-posts.ts'
import type { Db } from './open-database.ts'
import { prepareWrites, type PublicationWrites } from './publication-writes.ts'
import { attemptSteps, jobs, posts, publications } from './schema.ts'
import { whoseMedia } from './whose-media.ts'
import { immediately } from './write-transaction.ts'

export function createSqlitePublicationLedger(db: Db): PublicationLedger {
  const dueWork = prepareDueWork(db)
  const writes = prepareWrites(db)
  return {
    ...enteringPosts(db, dueWork, writes),
    ...leavingPosts(db, dueWork, writes),
    ...moving(db, dueWork, writes),
    ...asking(db, dueWork),
    ...whoseMedia(db),
  }
}

function moving(
  db: Db,
  dueWork: DueWork,
  writes: PublicationWrites,
): Pick<PublicationLedger, 'claim' | 'commit' | 'release' | 'releaseOrphans'> {
  const writeAside = prepareAsides(db)
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
    async commit(next, aside) {
      return immediately(db, () => {
        if (writes.versionOf(next.id) !== next.version - 1) return false
        writes.write(next)
        if (aside) writeAside(next, aside)
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

type Questions = 'latest' | 'attempts' | 'nextDue' | 'hasUnconfirmed'

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
    async attempts(postId) {
      const rows = db
        .select({ entry: attemptSteps.entry })
        .from(attemptSteps)
        .where(eq(attemptSteps.postId, postId))
        .orderBy(asc(attemptSteps.seq))
        .all()
      return rows.map(({ entry }) => entry)
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
  }
}

function earlier(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
