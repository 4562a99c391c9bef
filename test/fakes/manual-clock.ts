import type { Clock } from '../../core/ports/clock.ts'
import type { Duration, Instant } from '../../core/time.ts'

export interface ManualClock extends Clock {
  /** Time passes. */
  advance(time: Duration): void
  /** The wall clock is set to another time; no time passes. */
  jump(time: Duration): void
}

export function createManualClock(start: Instant = Date.UTC(2026, 10, 20, 12)): ManualClock {
  let wall = start
  let monotonic = 0
  return {
    now: () => wall,
    monotonic: () => monotonic,
    advance(time) {
      wall += time
      monotonic += time
    },
    jump(time) {
      wall += time
    },
  }
}
