// Runs what is due within the budget of one invocation, as the server's job loop does. Invocations overlap – an alarm while a
// cron run works – so what is under way is known to all of them.
import type { Pause } from '../../core/ports/pause.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { createDueWork, type DueWork, type Publishing } from '../../core/engine/publishing/publishing.ts'
import { MINUTE, type Duration } from '../../core/time.ts'
import type { Budget } from '../budget.ts'

const LONGEST_WAIT = MINUTE
/** Six together: so many calls of one invocation can wait for their answers at once. */
const ACCOUNTS_AT_ONCE = { publish: 4, prepare: 2 }

export interface Runner extends Pick<DueWork, 'busyAccounts' | 'isFull' | 'heldJobs'> {
  /**
   * Runs until nothing is left to do now or the budget is used up. No failure of a publication makes it reject. `publishing`
   * belongs to this invocation: its calls count against the budget.
   */
  run(publishing: Publishing, budget: Budget): Promise<void>
  /** There may be work now: a run under way looks again. */
  wake(): void
}

export function createRunner({
  clock,
  pause,
}: {
  readonly clock: Clock
  pause(time: Duration): Pause
}): Runner {
  const waiting = new Set<() => void>()
  let wakes = 0
  const wake = () => {
    wakes += 1
    for (const look of waiting) look()
  }
  const work = createDueWork({ clock, atOnce: ACCOUNTS_AT_ONCE, onEnd: wake })

  /** Resolves when a publication has ended, an account is free, there is new work, or the next time has come. */
  async function somethingToDo(publishing: Publishing, underWay: ReadonlySet<Promise<void>>): Promise<void> {
    const woken = Promise.withResolvers<void>()
    waiting.add(woken.resolve)
    const now = clock.now()
    const next = Math.min(await work.nextDue(publishing), now + LONGEST_WAIT)
    // What is due now and was not taken has to wait for what is under way.
    const timer = next > now ? pause(next - now) : null
    await Promise.race([...underWay, woken.promise, ...(timer ? [timer.over] : [])])
    timer?.end()
    waiting.delete(woken.resolve)
  }

  return {
    ...work,
    async run(publishing, budget) {
      const underWay = new Set<Promise<void>>()
      const mayClaim = () => budget.mayClaim(underWay.size)
      const mayGoOn = () => budget.mayGoOn(underWay.size)
      for (;;) {
        const before = wakes
        await work.runDue({ publishing, underWay, mayClaim, mayGoOn, noteClaim: budget.noteClaim })
        if (underWay.size === 0) return
        if (wakes === before) await somethingToDo(publishing, underWay)
      }
    },
    wake,
  }
}
