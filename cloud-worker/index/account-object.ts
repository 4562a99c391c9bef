// The object of one account: its rows, its alarm, its calls to the platform. The index calls it on behalf of the server,
// and it reports to the index.
import type { SchedulerApi } from '../../core/engine/worker/scheduler-api.ts'
import type { Log } from '../../core/ports/log.ts'
import { attempt } from '../attempt.ts'
import type { Engine } from '../engine.ts'
import type { Sql } from '../storage/sql.ts'
import { readMeta, writeMeta } from '../storage/tables.ts'
import { takeFormerRows, type FormerRows } from './former-rows.ts'
import { forgetReportedTime } from './reporter.ts'

/** The calls to an account's object; the index itself answers the rest of `SchedulerApi`. */
export type AccountObjectCall = Exclude<keyof SchedulerApi, 'status' | 'openJobs' | 'changes'>

export interface AccountObject {
  /** `args` are those of the call, which the index has checked. */
  ask(accountId: string, call: AccountObjectCall, args: readonly unknown[]): Promise<unknown>
  receive(accountId: string, rows: FormerRows): Promise<void>
  /** Called when its alarm seems lost: does what is due, and reports when there is more. */
  poke(): Promise<void>
  alarm(): Promise<void>
}

export function createAccountObject({
  sql,
  engine,
  log,
  inBackground,
}: {
  readonly sql: Sql
  readonly engine: Engine
  readonly log: Log
  inBackground(work: Promise<unknown>): void
}): AccountObject {
  const { report, tend } = engine
  const remember = (accountId: string) => {
    const known = readMeta<string>(sql, 'accountId')
    if (known === null) writeMeta(sql, 'accountId', accountId)
    else if (known !== accountId) throw new Error('this is the object of another account')
  }
  return {
    async ask(accountId, call, args) {
      remember(accountId)
      const answer = await (engine[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args)
      // So that the server reads what it has just changed; never rejects.
      await report()
      return answer
    },
    async receive(accountId, rows) {
      remember(accountId)
      takeFormerRows(sql, rows)
      await attempt(log, 'set the alarm', tend.rearm)
      inBackground(report())
    },
    async poke() {
      forgetReportedTime(sql)
      await tend.run()
    },
    alarm: () => tend.run(),
  }
}
