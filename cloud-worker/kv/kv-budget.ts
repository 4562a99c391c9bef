// How many of the day's KV writes are used: the free plan has a thousand, counted from midnight UTC. Nothing is refused here:
// when they run short, the mirror is written less often, and is late.
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { Sql } from '../storage/sql.ts'
import { readMeta, writeMeta } from '../storage/tables.ts'

export interface CountedDay {
  readonly day: number
  readonly writes: number
}

/** From here on an account is written once an hour, so that what is left lasts until midnight. */
const RUNS_SHORT = 500
/** From here on a failed write most likely means that the day is spent: the free plan has a thousand, not all are counted. */
const SPENT = 900

export function readKvWrites(sql: Sql, now: Instant): CountedDay {
  const counted = readMeta<CountedDay>(sql, 'kvWrites')
  return counted?.day === dayOf(now) ? counted : { day: dayOf(now), writes: 0 }
}

export function noteKvWrites(sql: Sql, writes: number, now: Instant): void {
  if (writes > 0)
    writeMeta(sql, 'kvWrites', { day: dayOf(now), writes: readKvWrites(sql, now).writes + writes })
}

/** The writes of all accounts, as last reported by the index. Stored only when they run short, and when they are spent. */
export function noteWritesOfAll(sql: Sql, ofAll: CountedDay): void {
  const before = readMeta<CountedDay>(sql, 'kvWritesOfAll')
  const differs = (limit: number) => has(before, ofAll.day, limit) !== has(ofAll, ofAll.day, limit)
  if (differs(RUNS_SHORT) || differs(SPENT)) writeMeta(sql, 'kvWritesOfAll', ofAll)
}

/** How long the changes of an account are gathered when there are many. */
export function gatherFor(sql: Sql, now: Instant): Duration {
  return hasReached(sql, now, RUNS_SHORT) ? HOUR : MINUTE
}

export function isKnownSpent(sql: Sql, now: Instant): boolean {
  return hasReached(sql, now, SPENT)
}

export const nextDay = (now: Instant): Instant => (dayOf(now) + 1) * DAY

function hasReached(sql: Sql, now: Instant, limit: number): boolean {
  const counts = [readKvWrites(sql, now), readMeta<CountedDay>(sql, 'kvWritesOfAll')]
  return counts.some((count) => has(count, dayOf(now), limit))
}

const has = (count: CountedDay | null, day: number, limit: number) =>
  count?.day === day && count.writes >= limit

const dayOf = (now: Instant) => Math.floor(now / DAY)
