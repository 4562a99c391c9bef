// Every way in which a process can end while it lends and fetches: a few points of each on every day, all of them in the long
// run.
import { describe, it } from 'vitest'
import type { Fate } from './handover-world.ts'
import { atEachPoint, CLAIM, FETCH, HEAR, LEND } from './lending-crash-points.ts'

const ALL: readonly Fate[] = ['ok', 'lost', 'never', 'late', 'refused', 'unreachable']

export function describeLendingCrashes(everyNth: number, fates = ALL): void {
  describe('a process that ends at any point of', () => {
    it.each(fates)('a loan, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(LEND, { call: 'putRepost', fate, everyNth }),
    )
    it.each(fates)('a hand-back, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(FETCH, { call: 'takeBackRepost', fate, everyNth }),
    )
    it.each(fates)('a click, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(CLAIM, { call: 'claimRepost', fate, everyNth: Math.ceil(everyNth / 3) }),
    )
    it('an adoption', () => atEachPoint(HEAR, { call: 'changes', fate: 'ok', everyNth }))
  })
}
