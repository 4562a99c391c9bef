// When the scheduler has to act next, and the one alarm that is set for it.
import type { Clock } from '../core/ports/clock.ts'
import { SECOND, type Instant } from '../core/time.ts'
import { QUEUES } from '../core/publishing/publishing.ts'
import { earliest, type Runner } from './jobs/runner.ts'
import { firstDue, type SqlLedger } from './jobs/sql-ledger.ts'
import { nextMediaExpiry } from './media/media-expiry.ts'
import { nextRepostCheck } from './reposts/repost-checks.ts'
import type { Sql } from './storage/sql.ts'

/** One alarm; setting it again replaces it. */
export interface Alarm {
  get(): Promise<Instant | null>
  set(at: Instant): Promise<void>
}

export interface WakeUp {
  /** Sets the alarm, even when it is set for a time in the past: such an alarm will never fire. */
  rearm(): Promise<void>
  setAlarm(at: Instant): Promise<void>
  /** True when there is work for which the alarm should have fired. */
  isPublishingOverdue(): boolean
  isCheckOverdue(): boolean
}

interface WakeUpDeps {
  readonly sql: Sql
  readonly alarm: Alarm
  readonly ledger: SqlLedger
  readonly runner: Runner
  readonly clock: Clock
}

/** After this long the alarm has been lost. */
const OVERDUE = 20 * SECOND

export function createWakeUp(deps: WakeUpDeps): WakeUp {
  const { sql, alarm, clock } = deps
  const isLate = (at: Instant | null) => (at ?? Number.POSITIVE_INFINITY) < clock.now() - OVERDUE
  return {
    async rearm() {
      const at = earliest([nextWork(deps), nextMediaExpiry(sql), nextRepostCheck(sql)])
      if (at === null) return
      const set = await alarm.get()
      if (set === null || set > at || set < clock.now() - OVERDUE) await alarm.set(at)
    },
    setAlarm: (at) => alarm.set(at),
    isPublishingOverdue: () => isLate(nextWork(deps)),
    isCheckOverdue: () => isLate(nextRepostCheck(sql)),
  }
}

/** When something can be published or prepared that need not wait for work in progress. */
function nextWork({ sql, runner, ledger, clock }: WakeUpDeps): Instant | null {
  const queues = QUEUES.filter((queue) => !runner.isFull(queue))
  const queries = queues.map((queue) => ({
    now: clock.now(),
    queue,
    busyAccounts: runner.busyAccounts(queue),
  }))
  const isIdle =
    queues.length === QUEUES.length && queries.every(({ busyAccounts }) => busyAccounts.length === 0)
  return isIdle ? firstDue(sql) : earliest(queries.map((options) => ledger.firstIn(options)))
}
