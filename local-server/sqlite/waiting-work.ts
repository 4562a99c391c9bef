import { asc, count, eq } from 'drizzle-orm'
import type { Instant } from '../../core/time.ts'
import type { Db } from './open-database.ts'
import { accounts, jobs } from './schema.ts'

/** Posts that still have to go out, and the first of them. */
export function waitingWork(db: Db): { count: number; nextAt: Instant | null; username: string | null } {
  const waiting = eq(jobs.status, 'PENDING')
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
