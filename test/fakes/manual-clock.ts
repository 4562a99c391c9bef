import type { Clock } from '../../core/ports/clock.ts'
import type { Pause } from '../../core/ports/pause.ts'
import type { Duration, Instant } from '../../core/time.ts'

export interface ManualClock extends Clock {
  /** Time passes. */
  advance(time: Duration): void
  /** The wall clock is set to another time; no time passes. */
  jump(time: Duration): void
  /** A wait that is over once that much time has passed. */
  startPause(time: Duration): Pause
  /** How many wait like that. */
  waiting(): number
}

export function createManualClock(start: Instant = Date.UTC(2026, 10, 20, 12)): ManualClock {
  let wall = start
  let monotonic = 0
  const pauses = new Map<() => void, Duration>()
  return {
    now: () => wall,
    monotonic: () => monotonic,
    advance(time) {
      wall += time
      monotonic += time
      for (const [end, at] of pauses) if (at <= monotonic) end()
    },
    jump(time) {
      wall += time
    },
    startPause(time) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = () => {
        pauses.delete(end)
        resolve()
      }
      pauses.set(end, monotonic + time)
      return { over: promise, end }
    },
    waiting: () => pauses.size,
  }
}
