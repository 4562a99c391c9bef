// Looks after the connected accounts: at the start, when one of them wants something, and every hour for what nobody knew
// of: a machine that slept, a clock that jumped. One account at a time, so one call per account at a time.
import { keepUpAccount, upkeepDueAt, type AccountUpkeepPorts } from '../../core/accounts/upkeep.ts'
import type { AccountRecord } from '../../core/ports/account-store.ts'
import { HOUR, SECOND } from '../../core/time.ts'

export interface AccountUpkeep {
  /** Starts nothing new. What is under way ends by its own time limits, and is as safe as after a crash. */
  stop(): void
}

/** What did not work is not tried again before. */
const PATIENCE = HOUR

export function startAccountUpkeep(ports: AccountUpkeepPorts): AccountUpkeep {
  const triedAt = new Map<string, number>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    try {
      for (const account of await ports.accounts.list()) {
        if (stopped) return
        if (waitOf(account) <= 0) await look(account)
      }
      arm(Math.min(...(await ports.accounts.list()).map(waitOf)))
    } catch (error) {
      ports.log.error('account upkeep failed', { error })
      arm(HOUR)
    }
  }

  async function look(account: AccountRecord): Promise<void> {
    triedAt.set(account.id, ports.clock.monotonic())
    await keepUpAccount(ports, account)
  }

  /** Milliseconds until the account wants something, and may be asked for it. */
  function waitOf(account: AccountRecord): number {
    const now = ports.clock.now()
    const dueAt = upkeepDueAt(account, ports.logins.login(account.loginMethod, account.isSandbox), now)
    if (dueAt === null) return HOUR
    const tried = triedAt.get(account.id)
    const rest = tried === undefined ? 0 : tried + PATIENCE - ports.clock.monotonic()
    return Math.max(dueAt - now, rest)
  }

  function arm(wait: number): void {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void round(), Math.min(Math.max(wait, SECOND), HOUR))
    // Nobody waits for this.
    timer.unref()
  }

  void round()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
