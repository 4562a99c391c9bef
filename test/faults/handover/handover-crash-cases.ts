// Every way in which a process can end while it hands over: a few points of each on every day, all of them in the long run.
import { describe, it } from 'vitest'
import {
  APPLY_CHANGES,
  atEachPoint,
  CANCEL,
  EDIT,
  HAND_OVER,
  HAND_OVER_AGAIN,
  TAKE_OVER,
} from './handover-crash-points.ts'
import type { Fate } from './handover-world.ts'

export function describeCrashes(everyNth: number): void {
  describe('a process that ends at any point of', () => {
    it.each<[Fate]>([['ok'], ['lost'], ['never'], ['late'], ['refused'], ['unreachable']])(
      'a hand-over, the Worker’s answer being "%s"',
      (fate) => atEachPoint(HAND_OVER, { call: 'putJob', fate, everyNth }),
    )
    it.each<[Fate]>([['ok'], ['lost'], ['never'], ['refused'], ['unreachable']])(
      'a hand-over that is asked for again under its key, the Worker’s answer being "%s"',
      (fate) => atEachPoint(HAND_OVER_AGAIN, { call: 'putJob', fate, everyNth }),
    )
    it.each<[Fate]>([['ok'], ['lost'], ['refused']])('a hand-over, the bucket’s answer being "%s"', (fate) =>
      atEachPoint(HAND_OVER, { call: 'bucket put', fate, everyNth }),
    )
    it.each<[Fate]>([['ok'], ['lost'], ['never'], ['late'], ['unreachable']])(
      'an edit, the Worker’s answer being "%s"',
      (fate) => atEachPoint(EDIT, { call: 'putJob', fate, everyNth }),
    )
    it.each<[Fate]>([['ok'], ['lost'], ['never'], ['late'], ['unreachable']])(
      'a cancel, the Worker’s answer being "%s"',
      (fate) => atEachPoint(CANCEL, { call: 'cancelJob', fate, everyNth }),
    )
    it.each<[Fate]>([['ok'], ['lost'], ['late']])('a take-over, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(TAKE_OVER, { call: 'cancelJob', fate, everyNth }),
    )
    it('a page of changes', () => atEachPoint(APPLY_CHANGES, { call: 'changes', fate: 'ok', everyNth }))
  })
}
