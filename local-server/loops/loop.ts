// The one timer that arms itself: runs at once, then when the previous run said so, when it is woken, and at the latest
// every `pollEvery`. One run at a time; the caller decides what happens in a run.
import type { Log } from '../../core/ports/log.ts'
import type { Duration } from '../../core/time.ts'

export interface Loop {
  /** There may be something to do now. A wake during a run leads to one more run after it, a wake during a wait ends the wait. */
  wake(): void
  /** Aborts the run under way, starts no other, and resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Does what is due, and resolves with how long nothing will be: zero or less when it is due already, `Infinity` when
 * nothing is planned. When it rejects, the error is logged, and the next run is the next poll.
 */
export type LoopRun = (stopping: AbortSignal) => Promise<Duration>

export interface LoopOptions {
  /**
   * The longest wait, for what nobody wakes the loop for: a clock that jumped, a machine that slept. Timers of more
   * than 24.8 days would overflow and fire at once.
   */
  readonly pollEvery: Duration
  readonly log: Log
  /** What the log says of a run that failed. */
  readonly failure: string
  /** Done once, before the first run: until it resolves, nothing else is. It is done again when a run would be due. */
  readonly before?: () => Promise<unknown>
}

export function startLoop(run: LoopRun, { pollEvery, log, failure, before }: LoopOptions): Loop {
  let beforeFirst = before
  const stopping = new AbortController()
  const { signal } = stopping
  let isWoken = false
  let endWait = () => {}

  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false
      const time = await runOnce()
      if (!isWoken && !signal.aborted) await wait(Math.min(Math.max(time, 0), pollEvery))
    }
  }

  async function runOnce(): Promise<Duration> {
    try {
      if (beforeFirst) await beforeFirst()
      beforeFirst = undefined
      return await run(signal)
    } catch (error) {
      log.error(failure, { error })
      return pollEvery
    }
  }

  function wait(time: Duration): Promise<void> {
    return new Promise((resolve) => {
      // A loop alone does not keep the process alive.
      const timer = setTimeout(resolve, time).unref()
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const ended = runUntilStopped()
  return {
    wake() {
      isWoken = true
      endWait()
    },
    async stop() {
      stopping.abort()
      endWait()
      await ended
    },
  }
}
