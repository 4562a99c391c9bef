// The platform's time, as far as its answers have told: a story ends by that clock, and this computer's may be wrong or be put right.
import type { Clock } from '../../ports/clock.ts'
import { MINUTE, type Instant } from '../../time.ts'

export interface PlatformClock {
  now(): Instant
  /** False until an answer has told the time: then it is this computer's, which may be hours ahead. */
  isTold(): boolean
  /** Takes over the time of an answer. */
  learn(platformTime: Instant): void
}

/** Its times are whole seconds, and answers take a while. */
const CLOSE = MINUTE

export function createPlatformClock(clock: Clock): PlatformClock {
  let known: { readonly at: Instant; readonly wall: Instant; readonly monotonic: number } | null = null
  return {
    now() {
      const wall = clock.now()
      if (known === null) return wall
      const { at } = known
      // Put back, the wall clock shows too little; asleep, the other one may. Too early is found out by the next answer.
      const now = Math.max(at + wall - known.wall, at + clock.monotonic() - known.monotonic)
      return Math.abs(now - wall) < CLOSE ? wall : Math.floor(now)
    },
    isTold: () => known !== null,
    learn(at) {
      known = { at, wall: clock.now(), monotonic: clock.monotonic() }
    },
  }
}
