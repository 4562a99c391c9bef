// Reports to the index what changed at an account, starting at the account's own cursor. What was not accepted is sent again:
// the account continues publishing, however long the index does not answer.
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE, type Instant } from '../../core/time.ts'
import { changesSince } from '../jobs/job-api.ts'
import { noteWritesOfAll, readKvWrites, type CountedDay } from '../kv/kv-budget.ts'
import { hasFailedMirrorWrite, refusedUntil } from '../kv/mirror-outbox.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Sql } from '../storage/sql.ts'
import { readMeta, writeMeta } from '../storage/tables.ts'
import type { WakeUp } from '../wake-up.ts'
import type { ObjectReport } from './directory.ts'

/** The index, as the object of an account reaches it. */
export interface IndexApi {
  /** A report that comes twice, or late, changes nothing. Resolves with the KV writes of all accounts today. */
  report(accountId: string, report: ObjectReport): Promise<CountedDay>
}

export interface Reporter {
  /** Never rejects: without an answer, the alarm reports it a minute later. */
  send(): Promise<void>
}

interface ReporterDeps {
  readonly sql: Sql
  readonly index: IndexApi
  readonly wakeUp: WakeUp
  readonly clock: Clock
  readonly log: Log
}

interface Reported {
  readonly until: number
  readonly nextAt: Instant | null | typeof UNKNOWN
}

const UNKNOWN = 'unknown'

/** The index may have stored another time than the one reported to it: that of a request which changed nothing. */
export function forgetReportedTime(sql: Sql): void {
  const reported = readMeta<Reported>(sql, 'reported')
  if (reported) writeMeta(sql, 'reported', { ...reported, nextAt: UNKNOWN })
}

export function createReporter(deps: ReporterDeps): Reporter {
  const { wakeUp, clock, log } = deps
  const send = oneAtATime(async () => {
    try {
      await sendNews(deps)
    } catch (error) {
      log.warn('the index could not be told what changed', { error })
      await wakeUp
        .wakeBy(clock.now() + MINUTE)
        .catch((failure: unknown) => log.error('the alarm could not be set', { error: failure }))
    }
  })
  return { send }
}

async function sendNews({ sql, index, wakeUp, clock }: ReporterDeps): Promise<void> {
  const accountId = readMeta<string>(sql, 'accountId')
  if (accountId === null) return
  for (let hasMore = true; hasMore;) {
    const before = readMeta<Reported>(sql, 'reported') ?? { until: 0, nextAt: null }
    const changes = changesSince(sql, before.until, clock.now())
    const { until } = changes
    const nextAt = wakeUp.watchAt()
    const isNews = until !== before.until || nextAt !== before.nextAt
    if (!isNews && !isAskingWhy(sql, clock.now())) return
    const ofAll = await index.report(accountId, { changes, nextAt, kvWrites: readKvWrites(sql, clock.now()) })
    noteWritesOfAll(sql, ofAll)
    writeMeta(sql, 'reported', { until, nextAt })
    ;({ hasMore } = changes)
  }
}

/** A write to KV has failed, perhaps because the day is spent: the index knows how much all accounts have written. */
function isAskingWhy(sql: Sql, now: Instant): boolean {
  return hasFailedMirrorWrite(sql) && refusedUntil(sql, now) === null
}
