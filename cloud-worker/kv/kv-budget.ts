// What of the day's KV writes is used: the free plan has a thousand, counted from midnight UTC. Nothing is refused here:
// when they run short, the mirror is written less often, and is late.
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { Sql } from '../storage/sql.ts'
import { readMeta, writeMeta } from '../storage/tables.ts'

interface CountedDay {
  readonly day: number
  readonly writes: number
}

/** From here on an account is written once an hour, so that what is left lasts until midnight. */
const RUNS_SHORT = 500

export function countKvWritesToday(sql: Sql, now: Instant): number {
  const counted = readMeta<CountedDay>(sql, 'kvWrites')
  return counted?.day === dayOf(now) ? counted.writes : 0
}

export function noteKvWrites(sql: Sql, writes: number, now: Instant): void {
  if (writes > 0)
    writeMeta(sql, 'kvWrites', { day: dayOf(now), writes: countKvWritesToday(sql, now) + writes })
}

/** How long the changes of an account are gathered when there are many. */
export function gatherFor(sql: Sql, now: Instant): Duration {
  return countKvWritesToday(sql, now) < RUNS_SHORT ? MINUTE : HOUR
}

const dayOf = (now: Instant) => Math.floor(now / DAY)
