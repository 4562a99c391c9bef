// The Node job loop: runs what is due, one publication per account at a time. It wakes for new work, for the next due
// instant, and every five seconds for whatever nobody told it of: a clock that jumped, a machine that slept.
import { claimNext, carryOn, type RunPorts } from '../core/publishing/run-due.ts'
import type { Publication } from '../core/publishing/publication.ts'
import { SECOND, type Instant } from '../core/time.ts'

export interface JobLoop {
  /** There may be work now. */
  wake(): void
  /** Ends after the steps under way, each at its next safe point. */
  stop(): Promise<void>
}

const POLL_EVERY = 5 * SECOND
const ACCOUNTS_AT_ONCE = 4
/** Longer timers overflow; the poll is there anyway. */
const LONGEST_TIMER = 60 * SECOND

export function startJobLoop(ports: RunPorts): JobLoop {
  const running = new Map<string, Promise<void>>()
  /** Claims that could not be given back. Nobody else lets go of them before the next start. */
  const stranded = new Set<Publication>()
  let filling: Promise<void> | null = null
  let wokenWhileFilling = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const poll = setInterval(wake, POLL_EVERY)

  function wake(): void {
    if (stopped) return
    if (filling) wokenWhileFilling = true
    else filling = fill().finally(() => (filling = null))
  }

  async function fill(): Promise<void> {
    try {
      await giveBackStranded()
      do {
        wokenWhileFilling = false
        while (!stopped && running.size < ACCOUNTS_AT_ONCE && (await startNext()));
      } while (wokenWhileFilling)
      arm(await ports.ledger.nextDue([...running.keys()]))
    } catch (error) {
      ports.log.error('the job loop could not read its work', { error })
    }
  }

  async function giveBackStranded(): Promise<void> {
    for (const publication of stranded) {
      await ports.ledger.release(publication, ports.clock.now())
      stranded.delete(publication)
    }
  }

  async function startNext(): Promise<boolean> {
    const publication = await claimNext(ports, [...running.keys()])
    if (!publication) return false
    const { accountId } = publication
    const work = carryOn(ports, publication, () => stopped).then((held) => {
      if (held) stranded.add(held)
      running.delete(accountId)
      wake()
    })
    running.set(accountId, work)
    return true
  }

  function arm(due: Instant | null): void {
    clearTimeout(timer)
    if (due !== null && !stopped)
      timer = setTimeout(wake, Math.min(Math.max(due - ports.clock.now(), 0), LONGEST_TIMER))
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(poll)
      clearTimeout(timer)
      await filling
      await Promise.all(running.values())
    },
  }
}
