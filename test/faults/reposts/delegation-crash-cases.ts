// Every way in which a process can end while it delegates and recalls: a few points of each on every day, all of them in the long
// run.
import { describe, it } from 'vitest'
import type { Fate } from '../handover/handover-world.ts'
import { atEachPoint, CLAIM, RECALL, APPLY_CHANGES, DELEGATE } from './delegation-crash-points.ts'

const ALL: readonly Fate[] = ['ok', 'lost', 'never', 'late', 'refused', 'unreachable']

export function describeDelegationCrashes(everyNth: number, fates = ALL): void {
  describe('a process that ends at any point of', () => {
    it.each(fates)('a delegation, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(DELEGATE, { call: 'delegateReposts', fate, everyNth }),
    )
    it.each(fates)('a recall, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(RECALL, { call: 'recallReposts', fate, everyNth }),
    )
    it.each(fates)('a click, the Worker’s answer being "%s"', (fate) =>
      atEachPoint(CLAIM, { call: 'claimRepost', fate, everyNth: Math.ceil(everyNth / 3) }),
    )
    it('a page of changes', () => atEachPoint(APPLY_CHANGES, { call: 'changes', fate: 'ok', everyNth }))
  })
}
