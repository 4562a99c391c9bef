// Calls to the platform that no post waits for: tokens are renewed and profiles read when their time comes, limits are asked for in the
// evening. However many accounts there are, they share one budget, so that none of it keeps a post from going out.
import type { Clock } from '../ports/clock.ts'
import { HOUR, type Duration } from '../time.ts'

/** The platform takes 200 an hour of an app with one user, those for posts among them. */
const CALLS_AN_HOUR = 120
/** What a few accounts want is asked for at once. */
const AT_ONCE = 40
/** Left for the evening, whose posts come sooner than the end of any token. */
const KEPT_FOR_THE_EVENING = 20

export interface CallBudget {
  /** False, and nothing taken, when there is none. */
  takeForUpkeep(): boolean
  takeForEvening(): boolean
  /** Of a call that a person has asked for: it is made anyway, and others wait for it. */
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
    spend() {
      left = Math.max(0, count() - 1)
    },
    untilUpkeep: () => (Math.max(0, KEPT_FOR_THE_EVENING + 1 - count()) * HOUR) / CALLS_AN_HOUR,
  }
}

/** How much later than others this account's turn comes, so that those of one day do not come together. */
export function turnOf(accountId: string, within: Duration): Duration {
  return Math.floor((Number.parseInt(accountId.slice(0, 8), 16) / 2 ** 32) * within)
}
