// Runs work that comes back, one job at a time: what it does is the affair of the handler of its type.
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { QueueHold } from '../../core/ports/posts/queue-hold.ts'
import type { RepeatingJob, RepeatingJobs } from '../../core/ports/repeating-jobs.ts'
import { nextInStep, nextTry } from '../../core/scheduling/repeat.ts'
import { MINUTE } from '../../core/time.ts'

/** Rejects when it did not work: the job is then tried again earlier. Gives up when the signal says that we stop. */
export type RepeatingHandler = (job: RepeatingJob, stopping: AbortSignal) => Promise<void>
export type RepeatingHandlers = Readonly<Partial<Record<RepeatingJob['type'], RepeatingHandler>>>

export interface RepeatingLoop {
  /** There may be a new job, or another time for one. */
  wake(): void
  /** Starts nothing new, and resolves when the job under way has ended. */
  stop(): Promise<void>
}

export interface RepeatingLoopPorts {
  readonly repeatingJobs: RepeatingJobs
  readonly hold: QueueHold
  readonly clock: Clock
  readonly log: Log
}

/** For whatever nobody told it of: a clock that jumped, a machine that slept. */
const POLL_EVERY = MINUTE

export function startRepeatingLoop(ports: RepeatingLoopPorts, handlers: RepeatingHandlers): RepeatingLoop {
  const { repeatingJobs, hold, clock, log } = ports
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wokenWhileRunning = false
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (stopping.signal.aborted) return
    if (running) wokenWhileRunning = true
    else running = runAll().finally(() => (running = null))
  }

  async function runAll(): Promise<void> {
    clearTimeout(timer)
    try {
      do {
        wokenWhileRunning = false
        for (let job = await nextJob(); job; job = await nextJob()) await runJob(job)
      } while (wokenWhileRunning)
      arm((await repeatingJobs.nextDue()) ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      log.error('recurring jobs could not be read', { error })
      arm(Number.POSITIVE_INFINITY)
    }
  }

  async function nextJob(): Promise<RepeatingJob | null> {
    if (stopping.signal.aborted || hold.current()) return null
    return repeatingJobs.claim(clock.now())
  }

  async function runJob(job: RepeatingJob): Promise<void> {
    const error = await handle(job)
    const now = clock.now()
    const runAt = error === null ? nextInStep(job, now) : nextTry(job, now)
    await repeatingJobs.finish(job.id, { runAt, error, now })
  }

  async function handle(job: RepeatingJob): Promise<string | null> {
    try {
      const handler = handlers[job.type]
      if (!handler) throw new Error(`no handler for ${job.type}`)
      await handler(job, stopping.signal)
      return null
    } catch (error) {
      log.warn('a recurring job failed', { type: job.type, repeatKey: job.repeatKey, error })
      return error instanceof Error ? error.message : String(error)
    }
  }

  function arm(at: number): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(wake, Math.min(Math.max(at - clock.now(), 0), POLL_EVERY))
    // Nobody waits for this.
    timer.unref()
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
