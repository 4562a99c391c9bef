import type { Instant } from '../time.ts'

/** Wall time for records, monotonic time for intervals. Neither sleeps: waiting is the runtime's job. */
export interface Clock {
  /** The wall clock. It may jump either way; never measure an interval with it. */
  now(): Instant
  /** Milliseconds from an arbitrary start that never go back and ignore changes of the wall clock. */
  monotonic(): number
}
