// What insights offer to the rest, which knows nothing of them: it asks whoever has registered.
import type { AttentionEntry } from '../attention/entries.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { InsightStore } from '../../ports/insights/insight-store.ts'
import { bestSlot } from '../../rules/insights/best-times.ts'
import { slotsBetween } from '../../rules/times/slot-times.ts'
import { DAY, type Duration } from '../../time.ts'
import type { ProposeSlot } from '../scheduling/slots/find-slot.ts'
import { mayReadFigures } from './answers.ts'
import { placeIn, timesByKind } from './questions.ts'

/** A post does not wait longer for a better hour. */
const WITHIN: Duration = 7 * DAY

export function createInsightOffers(insights: InsightStore) {
  /** Null where the user has not switched it on, and when no slot is free within a week. */
  const proposeSlot: ProposeSlot = async ({ accountId, kind, plan }, { now, isTaken }) => {
    if (!(await insights.account(accountId))?.bestTimesForNextSlot) return null
    const times = await timesByKind(insights, accountId, { now, timeZone: plan.timezone })
    const ofKind = times.find((one) => one.kind === kind)
    const free = slotsBetween(plan, now + 1, now + WITHIN).filter((at) => !isTaken(at))
    return bestSlot(free, ofKind?.cells ?? [], placeIn(plan.timezone))
  }
  return {
    proposeSlot,
    /** Numbers that are wanted and not allowed: they were read before, or their user has chosen something about them. */
    async findMoreTroubles(accounts: readonly AccountRecord[]): Promise<AttentionEntry[]> {
      const known = new Map((await insights.accounts()).map((one) => [one.accountId, one.progress]))
      return accounts.flatMap((account): AttentionEntry[] => {
        const progress = known.get(account.id)
        const trouble = progress?.trouble
        if (trouble?.reason !== 'no-permission' || mayReadFigures(account, progress)) return []
        const since = trouble.since ?? trouble.at
        return [{ code: 'INSIGHTS_NOT_ALLOWED', since, accountId: account.id }]
      })
    },
  }
}
