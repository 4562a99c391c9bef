// Runs what is due, and prepares what soon will be, within the budget of one invocation. As in the server's job loop, one
// publication per account at a time in each of the two queues. Invocations overlap – an alarm while a cron run works – so what
// is under way is known to all of them.
import { createKeyedMutex } from '../../core/keyed-mutex.ts'
import type { Pause } from '../../core/ports/pause.ts'
import type { Queue } from '../../core/ports/posts/publication-ledger.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Publishing } from '../../core/publishing/publishing.ts'
import { MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { Budget } from '../budget.ts'

export const QUEUES = ['publish', 'prepare'] as const
/** Together six: as many calls of one invocation wait for their answers at once. */
const ACCOUNTS_AT_ONCE: Readonly<Record<Queue, number>> = { publish: 4, prepare: 2 }
const LONGEST_WAIT = MINUTE

export interface Runner {
  /**
   * Until nothing is left to do now or the budget is used up. Never rejects for what a publication meets. `publishing` is that
   * of this invocation: its calls are counted in the budget.
   */
  run(publishing: Publishing, budget: Budget): Promise<void>
  /** There may be work now: a run under way looks again. */
  wake(): void
  busyAccounts(queue: Queue): string[]
  /**
   * True when as many accounts as allowed are worked on: what is due waits for the first of them, not for another invocation.
   */
  isFull(queue: Queue): boolean
  heldJobs(): string[]
}

interface RunnerDeps {
  readonly clock: Clock
  pause(time: Duration): Pause
}

interface Invocation {
  readonly publishing: Publishing
  readonly budget: Budget
  /** Publications that it has under way. */
  readonly mine: Set<Promise<void>>
}

export function createRunner(deps: RunnerDeps): Runner {
  const state: State = { underWay: { publish: new Map(), prepare: new Map() }, waiting: new Set(), wakes: 0 }
  const mutex = createKeyedMutex()
  return {
    async run(publishing, budget) {
      const invocation = { publishing, budget, mine: new Set<Promise<void>>() }
      for (;;) {
        const { wakes } = state
        // One at a time: no other run may read the accounts while this one takes one of them.
        for (const queue of QUEUES)
          while (await mutex.runExclusive('accounts', () => startNext(state, deps.clock, queue, invocation)));
        if (invocation.mine.size === 0) return
        if (state.wakes === wakes) await somethingToDo(state, deps, invocation)
      }
    },
    wake: () => wake(state),
    busyAccounts: (queue) => busyIn(state, queue),
    isFull: (queue) => isFull(state, queue),
    heldJobs: () => QUEUES.flatMap((queue) => [...state.underWay[queue].values()]),
  }
}

interface State {
  /** Accounts, and the job of each that is worked on. */
  readonly underWay: Record<Queue, Map<string, string>>
  readonly waiting: Set<() => void>
  wakes: number
}

const isFull = ({ underWay }: State, queue: Queue) => underWay[queue].size >= ACCOUNTS_AT_ONCE[queue]
const busyIn = ({ underWay }: State, queue: Queue) => [...underWay[queue].keys()]

function wake(state: State): void {
  state.wakes += 1
  for (const look of state.waiting) look()
}

async function startNext(
  state: State,
  clock: Clock,
  queue: Queue,
  { publishing, budget, mine }: Invocation,
): Promise<boolean> {
  const { underWay } = state
  if (isFull(state, queue) || !budget.mayClaim(mine.size)) return false
  const publication = await publishing.claim(queue, busyIn(state, queue))
  if (publication === null) return false
  const { accountId, jobId, publishAt } = publication
  budget.noteClaim()
  underWay[queue].set(accountId, jobId)
  // What has become due while it was prepared goes on in the other queue, behind whatever is under way there.
  const isTime = () => queue === 'prepare' && clock.now() >= (publishAt ?? 0)
  const stopping = () => !budget.mayGoOn(mine.size) || isTime()
  const ending = publishing.run(publication, stopping).then(() => {
    underWay[queue].delete(accountId)
    mine.delete(ending)
    wake(state)
  })
  mine.add(ending)
  return true
}

/** Something of ours has ended, something else may be free or new, or the next instant has come. */
async function somethingToDo(
  state: State,
  { clock, pause }: RunnerDeps,
  { publishing, mine }: Invocation,
): Promise<void> {
  const woken = Promise.withResolvers<void>()
  state.waiting.add(woken.resolve)
  const now = clock.now()
  const times = await Promise.all(QUEUES.map((queue) => publishing.nextDue(queue, busyIn(state, queue))))
  const next = Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY), now + LONGEST_WAIT)
  // What is due now and was not taken has to wait for what is under way.
  const timer = next > now ? pause(next - now) : null
  await Promise.race([...mine, woken.promise, ...(timer ? [timer.over] : [])])
  timer?.end()
  state.waiting.delete(woken.resolve)
}

/** When the next invocation is to begin, or null. */
export function earliest(times: readonly (Instant | null)[]): Instant | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.min(...known) : null
}
