// The Node job loop: runs what is due, and prepares what soon will be. In each of the two queues one publication per account
// at a time. It wakes for new work, for the next instant of either queue, and every five seconds for whatever nobody told it
// of: a clock that jumped, a machine that slept.
import type { PostLedger, Queue } from '../../core/ports/posts/publication-ledger.ts'
import { claimPublication, runPublication, type RunPorts } from '../../core/publishing/run-due.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import { SECOND, type Instant } from '../../core/time.ts'

export interface JobLoop {
  /** There may be work now. */
  wake(): void
  /** Ends after the steps under way, each at its next safe point. */
  stop(): Promise<void>
}

export interface JobLoopPorts extends RunPorts {
  readonly ledger: PostLedger
}

const POLL_EVERY = 5 * SECOND
const ACCOUNTS_AT_ONCE: Readonly<Record<Queue, number>> = { publish: 4, prepare: 2 }
/** Longer timers overflow; the poll is there anyway. */
const LONGEST_TIMER = 60 * SECOND
const QUEUES = ['publish', 'prepare'] as const

export function startJobLoop(ports: JobLoopPorts): JobLoop {
  const running: Record<Queue, Map<string, Promise<void>>> = { publish: new Map(), prepare: new Map() }
  const giveBack = strandedClaims(ports)
  const noticeClock = clockWatch(ports)
  let filling: Promise<void> | null = null
  let wokenWhileFilling = false
  let stopped = false
  const timer = wakeTimer(ports, wake)
  const poll = setInterval(wake, POLL_EVERY)

  function wake(): void {
    if (stopped) return
    if (filling) wokenWhileFilling = true
    else filling = fill().finally(() => (filling = null))
  }

  async function fill(): Promise<void> {
    try {
      await noticeClock()
      await giveBack.all()
      do {
        wokenWhileFilling = false
        for (const queue of QUEUES) {
          while (!stopped && hasRoom(queue) && (await startNext(queue)));
        }
      } while (wokenWhileFilling)
      const times = await Promise.all(QUEUES.map(nextDue))
      if (!stopped) timer.arm(times.filter((time) => time !== null))
    } catch (error) {
      ports.log.error('the job loop could not read its queue', { error })
    }
  }

  const hasRoom = (queue: Queue) => running[queue].size < ACCOUNTS_AT_ONCE[queue]

  /** What waits for a place is taken up when one is free: to look for it earlier would only keep the processor busy. */
  async function nextDue(queue: Queue): Promise<Instant | null> {
    if (!hasRoom(queue)) return null
    return ports.ledger.nextDue({ now: ports.clock.now(), queue, busyAccounts: [...running[queue].keys()] })
  }

  async function startNext(queue: Queue): Promise<boolean> {
    const publication = await claimPublication(ports, [...running[queue].keys()], queue)
    if (!publication) return false
    const { accountId, publishAt } = publication
    // What has become due while it was prepared goes on in the other queue, behind whatever is under way there.
    const isTime = () => queue === 'prepare' && ports.clock.now() >= (publishAt ?? 0)
    const work = runPublication(ports, publication, () => stopped || isTime()).then((held) => {
      if (held) giveBack.later(held)
      running[queue].delete(accountId)
      wake()
    })
    running[queue].set(accountId, work)
    return true
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(poll)
      timer.clear()
      await filling
      await Promise.all(QUEUES.flatMap((queue) => [...running[queue].values()]))
    },
  }
}

function wakeTimer({ clock }: JobLoopPorts, wake: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    clear: () => clearTimeout(timer),
    /** For the first of these times. */
    arm(times: readonly Instant[]) {
      clearTimeout(timer)
      if (times.length === 0) return
      const wait = Math.min(...times) - clock.now()
      timer = setTimeout(wake, Math.min(Math.max(wait, 0), LONGEST_TIMER))
    },
  }
}

/** What a wrong clock has stored must not make anything later than it has to be. */
function clockWatch({ clock, ledger, log }: JobLoopPorts): () => Promise<void> {
  let last = clock.now()
  return async () => {
    const now = clock.now()
    if (now < last - SECOND) {
      log.warn('the clock was set back', { bySeconds: Math.round((last - now) / SECOND) })
      await ledger.correctTimesTo(now)
    }
    last = now
  }
}

/** Claims that could not be given back. Nobody else lets go of them before the next start. */
function strandedClaims({ clock, ledger }: JobLoopPorts) {
  const stranded = new Set<Publication>()
  return {
    later: (publication: Publication) => void stranded.add(publication),
    async all() {
      for (const publication of stranded) {
        await ledger.release(publication, clock.now())
        stranded.delete(publication)
      }
    },
  }
}
