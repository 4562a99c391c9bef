// Calls to the platform that no post waits for: renewing tokens, reading profiles, and reading limits in the evening. All accounts
// share one budget, so that these calls never keep a post from going out.
import type { Clock } from '../../ports/clock.ts'
import { HOUR, type Duration } from '../../time.ts'

/** The platform allows an app with one user 200 an hour, including those for posts. */
const CALLS_AN_HOUR = 120
/** Enough for a few accounts at once. */
const AT_ONCE = 40
/** Reserved for upkeep and the night check: numbers can wait, except those of a story that ends. */
const KEPT_FROM_LOOKS = 25
/** Reserved for the night check: its posts are due sooner than any token ends. */
const KEPT_FOR_THE_EVENING = 20

export interface CallBudget {
  /** Returns false, and takes nothing, when the budget is used up. */
  takeForUpkeep(): boolean
  takeForEvening(): boolean
  /** `isLast`: of a story that is soon gone. */
  takeForLook(isLast: boolean): boolean
  /** Counts a call that a person has asked for: it is made anyway, and others wait for it. */
  spend(): void
  untilUpkeep(): Duration
}

export function createCallBudget(clock: Pick<Clock, 'monotonic'>): CallBudget {
  let left = AT_ONCE
  let countedAt = clock.monotonic()
  const count = () => {
    const now = clock.monotonic()
    left = Math.min(AT_ONCE, left + ((now - countedAt) * CALLS_AN_HOUR) / HOUR)
    countedAt = now
    return left
  }
  const take = (leaving: number) => {
    if (count() < leaving + 1) return false
    left -= 1
    return true
  }
  return {
    takeForUpkeep: () => take(KEPT_FOR_THE_EVENING),
    takeForEvening: () => take(0),
    takeForLook: (isLast) => take(isLast ? 0 : KEPT_FROM_LOOKS),
    spend() {
      left = Math.max(0, count() - 1)
    },
    untilUpkeep: () => (Math.max(0, KEPT_FOR_THE_EVENING + 1 - count()) * HOUR) / CALLS_AN_HOUR,
  }
}

/** Delays this account's turn, so that accounts connected on one day are not asked all at once. */
export function turnOf(accountId: string, within: Duration): Duration {
  return Math.floor((Number.parseInt(accountId.slice(0, 8), 16) / 2 ** 32) * within)
}
