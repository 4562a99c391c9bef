import { sql } from 'drizzle-orm'
import type { QueueCounts } from '../../../core/ports/posts/publication-ledger.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'

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
 * Counted in the indexes of what is pending and active, which do not know the type of a job: work that comes back, of which
 * there is little, is found by its keys and subtracted.
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
