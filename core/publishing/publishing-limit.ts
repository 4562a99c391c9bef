// The platform takes only so many posts of an account within 24 hours. Once the account comes near the smallest number that is
// documented, each publish asks how many there were, and the account backs off while there is no room: waiting costs nothing,
// and each refusal is a call that could count as abuse.
import type { PlatformAccess, PublishingQuota } from '../ports/platform/platform.ts'
import { DAY, type Duration, type Instant } from '../time.ts'
import type { CallRecord, PublishingDeps } from './effects.ts'

/** The smallest number of posts that the platform has documented for any 24 hours. */
export const SMALLEST_LIMIT = 25
export const LIMIT_WINDOW: Duration = DAY
/** Room for posts that others publish between our reads. */
const NEAR = SMALLEST_LIMIT - 5

type LimitDeps = Pick<PublishingDeps, 'ledger' | 'platform' | 'clock'>

/** Costs no call for an account that has published little. The record of the call is what `fullUntil` reads. */
export async function readLimitIfNear(
  { ledger, platform, clock }: LimitDeps,
  accountId: string,
  access: PlatformAccess,
): Promise<void> {
  const lately = await listTimesInWindow(ledger, accountId, clock.now())
  if (lately.length >= NEAR) await platform.publishingQuota(access)
}

/** When our oldest publish leaves the window, if one of these calls says that there is no room; else null. */
export async function fullUntil(
  ledger: PublishingDeps['ledger'],
  accountId: string,
  calls: readonly CallRecord[],
  now: Instant,
): Promise<Instant | null> {
  if (!calls.some(saysFull)) return null
  return roomAt(await listTimesInWindow(ledger, accountId, now))
}

/** What is exactly as old as the window has just left it, and made the room that was waited for. */
export function listTimesInWindow(
  ledger: Pick<PublishingDeps['ledger'], 'listPublishTimes'>,
  accountId: string,
  now: Instant,
): Promise<Instant[]> {
  return ledger.listPublishTimes(accountId, now - LIMIT_WINDOW + 1)
}

/** When the oldest of these leaves the window; null when there is none, so that only the platform knows. */
export function roomAt(publishTimes: readonly Instant[]): Instant | null {
  return publishTimes.length === 0 ? null : Math.min(...publishTimes) + LIMIT_WINDOW
}

/** The access as it counts for what is no post: a pause that only waits for room in the limit is none. */
export async function withoutWaitForRoom(
  { ledger, clock }: Pick<PublishingDeps, 'ledger' | 'clock'>,
  accountId: string,
  access: PlatformAccess,
): Promise<PlatformAccess> {
  const { pausedUntil } = access
  const now = clock.now()
  if (pausedUntil === null || pausedUntil <= now) return access
  const room = roomAt(await listTimesInWindow(ledger, accountId, now))
  return room === pausedUntil ? { ...access, pausedUntil: null } : access
}

function saysFull({ reply }: CallRecord): boolean {
  if (reply.kind === 'refused') return reply.refusal.subcode === 2_207_042
  return reply.kind === 'ok' && isQuota(reply.value) && reply.value.used >= (reply.value.allowed ?? Infinity)
}

function isQuota(value: unknown): value is PublishingQuota {
  return typeof value === 'object' && value !== null && 'used' in value && 'allowed' in value
}
