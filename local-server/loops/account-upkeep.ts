// Runs the upkeep of accounts: at the start, when it is due for one of them, and every hour for what nothing announced:
// a machine that slept, a clock that jumped. One account at a time, so one call per account at a time.
import { keepUpAccount, upkeepDueAt, type AccountUpkeepDeps } from '../../core/engine/access/upkeep.ts'
import type { AccountRecord } from '../../core/ports/account-store.ts'
import { HOUR, SECOND, type Duration } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

/** What failed is not tried again sooner. */
const PATIENCE = HOUR
const SOONEST = SECOND

export function startAccountUpkeep(deps: AccountUpkeepDeps): Loop {
  const { accounts, calls, clock, log, logins } = deps
  const triedAt = new Map<string, number>()

  async function keepUpAll(stopping: AbortSignal): Promise<Duration> {
    for (const account of await accounts.list()) {
      if (stopping.aborted) break
      if (timeUntilDue(account) > 0) continue
      if (calls.untilUpkeep() > 0) return calls.untilUpkeep()
      triedAt.set(account.id, clock.monotonic())
      await keepUpAccount(deps, account)
    }
    return Math.max(SOONEST, Math.min(...(await accounts.list()).map(timeUntilDue)))
  }

  /** The time until the account is due, and may be called for. */
  function timeUntilDue(account: AccountRecord): Duration {
    const now = clock.now()
    const dueAt = upkeepDueAt(account, logins.login(account.loginMethod, account.isSandbox), now)
    if (dueAt === null) return Number.POSITIVE_INFINITY
    const tried = triedAt.get(account.id)
    const rest = tried === undefined ? 0 : tried + PATIENCE - clock.monotonic()
    return Math.max(dueAt - now, rest)
  }

  return startLoop(keepUpAll, { pollEvery: HOUR, log, failure: 'account upkeep failed' })
}
