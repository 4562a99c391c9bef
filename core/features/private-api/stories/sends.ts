// The containers of the private API in this run of the process. A container that is not here is of an earlier run, and
// it is not known any more whether it was sent.
import { keepNewest } from '../../../keep-newest.ts'
import type { Clock } from '../../../ports/clock.ts'
import { SECOND, type Duration } from '../../../time.ts'

/**
 * ready    Never sent, or surely without effect.
 * lagging  Sent, and the platform was not ready for it: surely without effect.
 * open     Sent, and its result stays unknown: it is never sent again.
 * refused  Sent, and the platform said no.
 * done     Live.
 */
export type SendState = 'ready' | 'lagging' | 'open' | 'refused' | 'done'

export interface StorySend {
  readonly state: SendState
  /** Monotonic time at which it came into this state. */
  readonly since: number
}

export interface Sends {
  of(containerId: string): StorySend | null
  set(containerId: string, state: SendState): void
  /** Whether the own reel may be looked at now; each look doubles the wait for the next. */
  takesLook(containerId: string): boolean
  /** After a stop: nothing is asked on its behalf any more. */
  looksNoMore(containerId: string): void
  /** Numbers of stories that are known to belong to a container. */
  readonly claimed: Set<string>
}

/** Containers are settled or given up long before there are so many. */
const MOST = 1000
const FIRST_GAP: Duration = SECOND

export function createSends(clock: Clock): Sends {
  const sends = new Map<string, StorySend>()
  const looks = new Map<string, { readonly from: number; readonly next: number }>()
  const claimed = new Set<string>()
  return {
    claimed,
    of: (containerId) => sends.get(containerId) ?? null,
    set(containerId, state) {
      keepNewest(sends, containerId, { state, since: clock.monotonic() }, MOST)
    },
    takesLook(containerId) {
      const now = clock.monotonic()
      const { from, next } = looks.get(containerId) ?? { from: now, next: now }
      if (now < next) return false
      keepNewest(looks, containerId, { from, next: now + Math.max(FIRST_GAP, now - from) }, MOST)
      return true
    },
    looksNoMore: (containerId) => keepNewest(looks, containerId, { from: 0, next: Infinity }, MOST),
  }
}
