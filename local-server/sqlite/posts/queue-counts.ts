import { and, asc, count, eq, notInArray, sql } from 'drizzle-orm'
import type { QueueCounts } from '../../../core/ports/posts/publication-ledger.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { accounts, jobs } from '../schema/schema.ts'

/** Counts the recurring jobs. */
export function prepareRepeatingCounts(db: Db): (now: Instant) => Promise<QueueCounts> {
  return async (now) =>
    db.get<QueueCounts>(sql`select
      count(*) filter (where status = 'PENDING' and run_at <= ${now}) as waiting,
      count(*) filter (where status = 'PROCESSING') as active,
      count(*) filter (where status = 'PENDING' and run_at > ${now}) as delayed
      from jobs where repeat_key is not null`)
}

/**
 * Counted in the indexes of what is pending and active, which do not know the type of a job: recurring jobs, which are few,
 * are found by their keys and subtracted.
 */
export function prepareQueueCounts(db: Db): (now: Instant) => Promise<QueueCounts> {
  const count = (which: ReturnType<typeof sql>) => sql`
    ((select count(*) from jobs where ${which}) - (select count(*) from jobs where repeat_key is not null and ${which}))`
  return async (now) =>
    db.get<QueueCounts>(sql`select
      ${count(sql`status = 'PENDING' and run_at <= ${now}`)} as waiting,
      ${count(sql`status = 'PROCESSING'`)} as active,
      ${count(sql`status = 'PENDING' and run_at > ${now}`)} as delayed`)
}

/** Posts that still have to go out, and the first of them. */
export function countWaitingPosts(db: Db): {
  count: number
  nextAt: Instant | null
  username: string | null
} {
  const waiting = and(eq(jobs.status, 'PENDING'), eq(jobs.type, 'PUBLISH'))
  const total = db.select({ n: count() }).from(jobs).where(waiting).get()?.n ?? 0
  const next = db
    .select({ runAt: jobs.runAt, username: accounts.username })
    .from(jobs)
    .leftJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(waiting)
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .get()
  return { count: total, nextAt: next?.runAt ?? null, username: next?.username ?? null }
}

/** Posts that are the Worker's, or may be, and the time of the first. */
export function countPostsAtWorker(db: Db): { count: number; nextAt: Instant | null } {
  const publishAt = sql<number | null>`min(json_extract(${handovers.record}, '$.publishAt'))`
  const found = db
    .select({ n: count(), nextAt: publishAt })
    .from(handovers)
    .where(notInArray(handovers.state, ['local', 'ended']))
    .get()
  return { count: found?.n ?? 0, nextAt: found?.nextAt ?? null }
}
