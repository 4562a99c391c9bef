// The Node job loop: runs what is due, and prepares what soon will be. In each of the two queues one publication per account
// at a time. It wakes for new work, for the next instant of either queue, and every five seconds for whatever it was not
// woken for: a clock that jumped, a machine that slept.
import type { PostLedger, Queue } from '../../core/ports/posts/publication-ledger.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import type { Publishing } from '../../core/publishing/publishing.ts'
import { SECOND, type Duration, type Instant } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export interface JobLoopDeps {
  readonly publishing: Publishing
  readonly ledger: PostLedger
  readonly clock: Clock
  readonly log: Log
}

const ACCOUNTS_AT_ONCE: Readonly<Record<Queue, number>> = { publish: 4, prepare: 2 }
const QUEUES = ['publish', 'prepare'] as const
const NEVER: Instant = Number.POSITIVE_INFINITY

export function startJobLoop(deps: JobLoopDeps): Loop {
  const { publishing, clock, log } = deps
  const running: Record<Queue, Map<string, Promise<void>>> = { publish: new Map(), prepare: new Map() }
  const giveBack = strandedClaims(publishing)
  const noticeClock = clockWatch(deps)

  async function startDue(stopping: AbortSignal): Promise<Duration> {
    await noticeClock()
    await giveBack.all()
    for (const queue of QUEUES) {
      while (!stopping.aborted && hasRoom(queue) && (await startNext(queue, stopping)));
    }
    const times = await Promise.all(QUEUES.map(nextDue))
    return Math.min(...times) - clock.now()
  }

  const hasRoom = (queue: Queue) => running[queue].size < ACCOUNTS_AT_ONCE[queue]

  /** What waits for a place is taken up when one is free: to look for it earlier would only keep the processor busy. */
  async function nextDue(queue: Queue): Promise<Instant> {
    if (!hasRoom(queue)) return NEVER
    return (await publishing.nextDue(queue, [...running[queue].keys()])) ?? NEVER
  }

  async function startNext(queue: Queue, stopping: AbortSignal): Promise<boolean> {
    const publication = await publishing.claim(queue, [...running[queue].keys()])
    if (!publication) return false
    const { accountId, publishAt } = publication
    // What has become due while it was prepared goes on in the other queue, behind whatever is under way there.
    const isTime = () => queue === 'prepare' && clock.now() >= (publishAt ?? 0)
    const work = publishing
      .run(publication, () => stopping.aborted || isTime())
      .then((held) => {
        if (held) giveBack.later(held)
        running[queue].delete(accountId)
        loop.wake()
      })
    running[queue].set(accountId, work)
    return true
  }

  const loop = startLoop(startDue, {
    pollEvery: 5 * SECOND,
    log,
    failure: 'the job loop could not read its queue',
  })
  return {
    wake: loop.wake,
    /** Ends after the steps under way, each at its next safe point. */
    async stop() {
      await loop.stop()
      await Promise.all(QUEUES.flatMap((queue) => [...running[queue].values()]))
    },
  }
}

/** What a wrong clock has stored must not make anything later than it has to be. */
function clockWatch({ clock, ledger, log }: JobLoopDeps): () => Promise<void> {
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

/** Claims that could not be given back. They stay claimed until the next start. */
function strandedClaims(publishing: Publishing) {
  const stranded = new Set<Publication>()
  return {
    later: (publication: Publication) => void stranded.add(publication),
    async all() {
      for (const publication of stranded) {
        await publishing.release(publication)
        stranded.delete(publication)
      }
    },
  }
}
