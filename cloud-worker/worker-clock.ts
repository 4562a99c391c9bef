import type { Clock } from '../core/ports/clock.ts'

/** Workers freeze both clocks between two outside calls, so an interval within one step of pure work reads 0. */
export function createWorkerClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now() }
}
