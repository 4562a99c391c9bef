// When the scheduler has to act next, and the one alarm that is set for it.
import type { Clock } from '../core/ports/clock.ts'
import { SECOND, type Instant } from '../core/time.ts'
import { QUEUES } from '../core/engine/publishing/publishing.ts'
import type { Runner } from './jobs/runner.ts'
import { firstDue, firstOpen, nextDue } from './jobs/sql-ledger.ts'
import { nextMirrorWrite } from './kv/mirror-outbox.ts'
import { select, type Sql } from './storage/sql.ts'

/** One alarm; setting it again replaces it. */
export interface Alarm {
  get(): Promise<Instant | null>
  set(at: Instant): Promise<void>
}

export interface WakeUp {
  /** Sets the alarm, even when it is set for a time in the past: such an alarm will never fire. */
  rearm(): Promise<void>
  setAlarm(at: Instant): Promise<void>
  /** Sets the alarm for the next post, or for `latest` if that comes first: other due work waits for it. */
  setAlarmForPosts(latest: Instant): Promise<void>
  /** Moves the alarm to then, unless it is set for an earlier time. */
  wakeBy(at: Instant): Promise<void>
  /**
   * When to check whether the alarm came; null when there is nothing to do. What is in progress counts as due: nobody
   * else would continue it if this instance ended.
   */
  watchAt(): Instant | null
  /** True when there is work for which the alarm should have fired. */
  isPublishingOverdue(): boolean
  isCheckOverdue(): boolean
}

interface WakeUpDeps {
  readonly sql: Sql
  readonly alarm: Alarm
  readonly runner: Runner
  readonly clock: Clock
  /** No cron tends to what is not a post: the alarm renews tokens and repeats KV writes, too. */
  readonly isOnItsOwn: boolean
}

/** An alarm that is this late counts as lost. */
const OVERDUE = 20 * SECOND
/**
 * Other work that is due already waits for a call that is not answered, or for the budget of the next invocation. An alarm for at once
 * would find it so again, many times a second.
 */
const REST = 5 * SECOND

export function createWakeUp(deps: WakeUpDeps): WakeUp {
  const { sql, alarm, clock } = deps
  const others = () => [
    firstTime(sql, 'media_until', 'post_jobs'),
    firstTime(sql, 'next_at', 'repost_configs'),
    ...(deps.isOnItsOwn ? [firstTime(sql, 'renew_at', 'accounts')] : []),
  ]
  const wakeBy = async (at: Instant) => {
    const set = await alarm.get()
    if (set === null || set > at || set < clock.now() - OVERDUE) await alarm.set(at)
  }
  const isLate = (at: Instant | null) => (at ?? Number.POSITIVE_INFINITY) < clock.now() - OVERDUE
  return {
    async rearm() {
      const mirror = deps.isOnItsOwn ? nextMirrorWrite(sql, clock.now()) : null
      // The index does not watch over looks at stories: each time reported to it is several rows.
      const rest = earliest([...others(), firstTime(sql, 'next_at', 'insight_looks'), mirror])
      const at = earliest([nextWork(deps), rest && Math.max(rest, clock.now() + REST)])
      if (at !== null) await wakeBy(at)
    },
    wakeBy,
    watchAt: () => earliest([firstOpen(sql), ...others()]),
    setAlarm: (at) => alarm.set(at),
    setAlarmForPosts: (latest) => alarm.set(Math.min(nextWork(deps) ?? latest, latest)),
    isPublishingOverdue: () => isLate(nextWork(deps)),
    isCheckOverdue: () => isLate(firstTime(sql, 'next_at', 'repost_configs')),
  }
}

/** When something can be published or prepared that need not wait for work in progress. */
function nextWork({ sql, runner, clock }: WakeUpDeps): Instant | null {
  const queues = QUEUES.filter((queue) => !runner.isFull(queue))
  const queries = queues.map((queue) => ({
    now: clock.now(),
    queue,
    busyAccounts: runner.busyAccounts(queue),
  }))
  const isIdle =
    queues.length === QUEUES.length && queries.every(({ busyAccounts }) => busyAccounts.length === 0)
  return isIdle ? firstDue(sql) : earliest(queries.map((options) => nextDue(sql, options)))
}

/** The first time in the column, or null. One row is read where it has an index. */
function firstTime(sql: Sql, column: string, table: string): Instant | null {
  const query = `SELECT ${column} AS at FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 1`
  return select<{ at: Instant }>(sql, query)[0]?.at ?? null
}

function earliest(times: readonly (Instant | null)[]): Instant | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.min(...known) : null
}
