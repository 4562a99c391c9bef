// The slot that `nextSlot` proposes where the user wants best times to count.
import type { InsightStore } from '../../ports/insights/insight-store.ts'
import type { SlotPlan } from '../../ports/posts/slot-store.ts'
import { bestSlot } from '../../rules/insights/best-times.ts'
import type { MediaType } from '../../rules/publication/post-words.ts'
import { slotsBetween } from '../../rules/times/slot-times.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'
import { placeIn, readInsightMedia, timesByKind, TIMES_SINCE } from './questions.ts'

/** A post does not wait longer for a better hour. */
const WITHIN: Duration = 7 * DAY

/** Null where the user has not switched it on, and when no slot is free within a week. */
export async function preferredSlot(
  insights: InsightStore,
  of: { readonly accountId: string; readonly kind: MediaType; readonly plan: SlotPlan },
  { now, isTaken }: { readonly now: Instant; readonly isTaken: (at: Instant) => boolean },
): Promise<Instant | null> {
  const { accountId, kind, plan } = of
  if (!(await insights.account(accountId))?.bestTimesForNextSlot) return null
  const media = await readInsightMedia(insights, { accountId, metric: 'reach' }, [now - TIMES_SINCE, now])
  const times = timesByKind(media, plan.timezone).find((one) => one.kind === kind)
  const free = slotsBetween(plan, now + 1, now + WITHIN).filter((at) => !isTaken(at))
  return bestSlot(free, times?.cells ?? [], placeIn(plan.timezone))
}
