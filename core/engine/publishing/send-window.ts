// How long a call that was announced durably may still be made: SEND_WINDOW, counted from when the announcement was on stable
// storage. Storing it may take a slow disk much longer than that, and says nothing against the call.
import type { Clock } from '../../ports/clock.ts'
import { SECOND, type Duration, type Instant } from '../../time.ts'
import { SEND_WINDOW } from '../../rules/publication/publication.ts'

/** Both clocks at one moment. */
export interface Moment {
  readonly now: Instant
  readonly monotonic: number
}

export function readMoment(clock: Clock): Moment {
  return { now: clock.now(), monotonic: clock.monotonic() }
}

/** Between two readings of both clocks: more than this apart, one of them jumped, or the machine slept. */
const STEADY: Duration = 2 * SECOND

/** Only the monotonic clock measures. On some systems it stands still while the machine sleeps, which the other clock shows. */
export function wasSteady(from: Moment, to: Moment): boolean {
  return Math.abs(to.now - from.now - (to.monotonic - from.monotonic)) <= STEADY
}

/** The machine was neither asleep nor too slow between the two. */
export function isWithinWindow(from: Moment, to: Moment): boolean {
  const elapsed = to.monotonic - from.monotonic
  return elapsed >= 0 && elapsed <= SEND_WINDOW && wasSteady(from, to)
}
