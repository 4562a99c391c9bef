// All calls of an account to the private API in a day: scanning, publishing, logging in. Counted before
// each one: a crash can lose a call of the day, never add one. Pure.
import type { PrivateApiState } from '../../ports/reposts/private-api.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'

/** In 24 hours. No source knows the platform's own limit. */
export const MOST_CALLS = 60
/** The most that a story takes: five names, each found at the second try; its bytes; three configure calls; one look. */
export const CALLS_OF_A_STORY = 16

type Counted = Pick<PrivateApiState, 'calls'>

export function callsLeft(state: Counted | null, now: Instant): number {
  return MOST_CALLS - (currentCount(state, now)?.made ?? 0)
}

/** The time until the day's calls may be made again. */
export function untilNextCalls(state: Counted | null, now: Instant): Duration {
  const count = currentCount(state, now)
  return count === null ? 0 : count.since + DAY - now
}

export function withCall<S extends Counted>(state: S, now: Instant): S {
  const { since, made } = currentCount(state, now) ?? { since: now, made: 0 }
  return { ...state, calls: { since, made: made + 1 } }
}

/** Takes back a call that has reached nobody. */
export function withoutCall<S extends Counted>(state: S): S {
  const { calls } = state
  return calls === undefined ? state : { ...state, calls: { ...calls, made: calls.made - 1 } }
}

/** Null when a new day begins with the next call. A time ahead was stored by a wrong clock. */
function currentCount(state: Counted | null, now: Instant): NonNullable<Counted['calls']> | null {
  const calls = state?.calls
  return calls === undefined || calls.since > now || now - calls.since >= DAY ? null : calls
}
