// Runs recurring work, one job at a time: the handler of its type decides what it does.
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { QueueHold } from '../../core/ports/posts/queue-hold.ts'
import type { RepeatingJob, RepeatingJobs } from '../../core/ports/repeating-jobs.ts'
import { safeSentence, type SafeText } from '../../core/redact.ts'
import { MINUTE, type Duration, type Instant } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

/** Rejects when it did not work: the job is then tried again earlier. Gives up when the signal says that we stop. */
export type RepeatingHandler = (job: RepeatingJob, stopping: AbortSignal) => Promise<void>
export type RepeatingHandlers = Readonly<Partial<Record<RepeatingJob['type'], RepeatingHandler>>>

export function startRepeatingLoop(
  deps: {
    readonly repeatingJobs: RepeatingJobs
    readonly hold: QueueHold
    readonly clock: Clock
    readonly log: Log
  },
  handlers: RepeatingHandlers,
  before: () => Promise<unknown>,
): Loop {
  const { repeatingJobs, hold, clock, log } = deps

  /** Outcomes that could not be recorded, for example on a full disk: the job stays claimed until they are. */
  const unrecorded = new Map<string, Parameters<RepeatingJobs['finish']>[1]>()

  async function runAll(stopping: AbortSignal): Promise<Duration> {
    for (const [id, end] of unrecorded) {
      await repeatingJobs.finish(id, end)
      unrecorded.delete(id)
    }
    for (let job = await nextJob(stopping); job; job = await nextJob(stopping)) await runJob(job, stopping)
    const nextAt = hold.current() ? null : await repeatingJobs.nextDue()
    return nextAt === null ? Number.POSITIVE_INFINITY : nextAt - clock.now()
  }

  async function nextJob(stopping: AbortSignal): Promise<RepeatingJob | null> {
    if (stopping.aborted || hold.current()) return null
    return repeatingJobs.claim(clock.now())
  }

  async function runJob(job: RepeatingJob, stopping: AbortSignal): Promise<void> {
    const error = await handle(job, stopping)
    const now = clock.now()
    const runAt = error === null ? nextInStep(job, now) : nextTry(job, now)
    unrecorded.set(job.id, { runAt, error, now })
    await repeatingJobs.finish(job.id, { runAt, error, now })
    unrecorded.delete(job.id)
  }

  async function handle(job: RepeatingJob, stopping: AbortSignal): Promise<SafeText | null> {
    try {
      const handler = handlers[job.type]
      if (!handler) throw new Error(`no handler for ${job.type}`)
      await handler(job, stopping)
      return null
    } catch (error) {
      log.warn('a recurring job failed', { type: job.type, repeatKey: job.repeatKey, error })
      return safeSentence(error instanceof Error ? error.message : String(error))
    }
  }

  return startLoop(runAll, { pollEvery: MINUTE, log, failure: 'recurring jobs could not be read', before })
}

/** After a success: in step with earlier times. One run makes up for all that were missed. */
export function nextInStep({ runAt, repeatIntervalMs }: RepeatingJob, now: Instant): Instant {
  if (runAt > now) return now + repeatIntervalMs
  const passed = Math.floor((now - runAt) / repeatIntervalMs)
  return runAt + (passed + 1) * repeatIntervalMs
}

/** After a failure: a minute later, then two, then four, but never later than it would have come back anyway. */
export function nextTry({ attempts, repeatIntervalMs }: RepeatingJob, now: Instant): Instant {
  return now + Math.min(MINUTE * 2 ** attempts, repeatIntervalMs)
}
