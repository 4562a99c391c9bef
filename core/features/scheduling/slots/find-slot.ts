import { CodedError } from '../../../coded-error.ts'
import type { SlotPlan, SlotStore, SlotsVersion } from '../../../ports/posts/slot-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { PostLedger } from '../../../ports/posts/publication-ledger.ts'
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

/** What is known of the post that looks for a slot. */
export type SlotSeeker = Pick<PostRecord, 'platformAccountId' | 'mediaType'>

/** Chooses another slot than the next free one; null: that one. */
export type ProposeSlot = (
  of: { readonly accountId: string; readonly kind: PostRecord['mediaType']; readonly plan: SlotPlan },
  at: { readonly now: Instant; readonly isTaken: (at: Instant) => boolean },
) => Promise<Instant | null>

/**
 * Finds the next free slot of the account that is not too close to another of its posts, or `planned` while that is, or else
 * the one that is proposed instead. Throws INVALID_SCHEDULE.
 */
export async function findNextSlot(
  deps: ClashSources & { readonly slots: SlotStore; readonly proposeSlot: ProposeSlot },
  { platformAccountId: accountId, mediaType: kind }: SlotSeeker,
  now: Instant,
  planned: Instant | null = null,
): Promise<FoundSlot> {
  const stored = await deps.slots.get(accountId)
  if (!stored || !hasSlots(stored.plan)) throw new CodedError('INVALID_SCHEDULE', NO_SLOTS)
  const problem = zoneProblemOf(stored.plan)
  if (problem !== null) throw new CodedError('INVALID_SCHEDULE', problem)
  const isTaken = await readClashes(deps, accountId, now)
  const keepsPlan = planned !== null && planned > now && !isTaken(planned) && slotTest(stored.plan)(planned)
  const scheduledFor = keepsPlan
    ? planned
    : ((await deps.proposeSlot({ accountId, kind, plan: stored.plan }, { now, isTaken })) ??
      nextFreeSlot(stored.plan, now, isTaken))
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

interface ClashSources {
  readonly slots: Pick<SlotStore, 'listWaiting'>
  readonly ledger: Pick<PostLedger, 'listPublishTimes'>
}

/** The times that a new post of the account has to keep its distance from: of what waits, and of what has just gone out. */
export async function readClashTimes(
  { slots, ledger }: ClashSources,
  accountId: string,
  now: Instant,
): Promise<Instant[]> {
  const from = now - CLOSE
  const waiting = await slots.listWaiting(accountId, from)
  return [...waiting.map(({ at }) => at), ...(await ledger.listPublishTimes(accountId, from))]
}

/** Distinguishes the times that are too close to one of these. */
export async function readClashes(
  from: ClashSources,
  accountId: string,
  now: Instant,
): Promise<(at: Instant) => boolean> {
  return clashTest(await readClashTimes(from, accountId, now))
}
