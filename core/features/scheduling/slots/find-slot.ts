import { CodedError } from '../../../errors.ts'
import type { SlotPlan, SlotStore, SlotsVersion } from '../../../ports/posts/slot-store.ts'
import { isTimeZone, type Instant } from '../../../time.ts'
import { zoneDemand } from '../../../zone-demand.ts'
import { nextFreeSlot, slotTest } from '../../../rules/times/slot-times.ts'
import { CLOSE, clashTest } from '../../../rules/times/spacing.ts'

export interface FoundSlot {
  readonly scheduledFor: Instant
  readonly timezone: string
  /** The slot is taken as of this version, in the transaction that records the post. */
  readonly slots: SlotsVersion
}

/**
 * Finds the next free slot of the account that is not too close to another of its posts, or `planned` while that is. Throws
 * INVALID_SCHEDULE.
 */
export async function findNextSlot(
  { slots }: { readonly slots: SlotStore },
  accountId: string,
  now: Instant,
  planned: Instant | null = null,
): Promise<FoundSlot> {
  const stored = await slots.get(accountId)
  if (!stored || !hasSlots(stored.plan)) throw new CodedError('INVALID_SCHEDULE', NO_SLOTS)
  const problem = zoneProblemOf(stored.plan)
  if (problem !== null) throw new CodedError('INVALID_SCHEDULE', problem)
  const isTaken = await readClashes(slots, accountId, now)
  const keepsPlan = planned !== null && planned > now && !isTaken(planned) && slotTest(stored.plan)(planned)
  const scheduledFor = keepsPlan ? planned : nextFreeSlot(stored.plan, now, isTaken)
  if (scheduledFor === null) throw new CodedError('INVALID_SCHEDULE', NO_FREE_SLOT)
  return { scheduledFor, timezone: stored.plan.timezone, slots: stored.version }
}

const NO_SLOTS = 'This account has no posting slots. Set them with PUT /accounts/{id}/slots.'
/** All are taken, or were exceptions whose dates have passed. */
const NO_FREE_SLOT =
  'This account has no free posting slot in the coming year. Add slots, or send scheduledFor.'

/** A plan from before abbreviations were refused. */
export function zoneProblemOf({ timezone }: SlotPlan): string | null {
  return isTimeZone(timezone)
    ? null
    : `The posting slots of this account cannot be used: ${zoneDemand(timezone)}.`
}

export function hasSlots({ weekly, exceptions }: SlotPlan): boolean {
  return [...Object.values(weekly), ...exceptions.map(({ times }) => times)].some((times) => times.length > 0)
}

/** Distinguishes the times that are too close to a post of the account that is still to go out. */
export async function readClashes(
  slots: Pick<SlotStore, 'listWaiting'>,
  accountId: string,
  now: Instant,
): Promise<(at: Instant) => boolean> {
  const waiting = await slots.listWaiting(accountId, now - CLOSE)
  return clashTest(waiting.map(({ at }) => at))
}
