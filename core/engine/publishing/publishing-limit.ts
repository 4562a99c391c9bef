// A full publishing limit. Each refusal is a call that could count as abuse, so none is spent on a limit that is known to be
// full: the post fails, or it waits in its turn, where its account or its user wants that. While it is full the limit is read
// once an hour, so that room which comes sooner is used.
import type { PlatformAccess, PublishingQuota } from '../../ports/platform/platform.ts'
import {
  SMALLEST_LIMIT,
  datedReading,
  isNearLimit,
  placesTaken,
  recentSince,
  roomAt,
  toReading,
  type LimitReading,
} from '../../rules/times/limit-room.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import type { CallRecord, PublishingDeps } from './effects.ts'
import { LIMIT_REACHED, isLimitReached } from '../../rules/publication/failures.ts'
import { maySend, type Change, type Publication } from '../../rules/publication/publication.ts'
import { toClaimedAnew, toFailed, toPutOff } from './transitions.ts'

/** How long a reading is used while there is room, and while there is none. */
export const FRESH: Duration = 10 * MINUTE
const FRESH_WHILE_FULL: Duration = HOUR
/** How long a post waits for those before it. */
const TURN: Duration = 15 * SECOND

/** Costs no call for an account that has published little. The record of the call is what `limitFromCalls` reads. */
export async function readLimitIfNear(
  { ledger, platform, clock }: PublishingDeps,
  accountId: string,
  access: PlatformAccess,
): Promise<void> {
  const now = clock.now()
  const { reading } = await ledger.limitOf(accountId)
  const ours = await ledger.listPublishTimes(accountId, recentSince(now))
  if (isNearLimit(ours, reading, now)) await platform.publishingQuota(access)
}

/** What these calls say of the account's limit; null when they say nothing. A refusal says that it is full. */
export async function limitFromCalls(
  ledger: PublishingDeps['ledger'],
  accountId: string,
  calls: readonly CallRecord[],
  readAt: Instant,
): Promise<LimitReading | null> {
  for (const { entry, reply } of calls.toReversed()) {
    if (entry.call === 'read publishing limit' && reply.kind === 'ok')
      return toReading(datedReading(reply.value as PublishingQuota, reply.platformTime, readAt))
    if (!isLimitRefusal(reply)) continue
    const { reading } = await ledger.limitOf(accountId)
    const ours = await ledger.listPublishTimes(accountId, recentSince(readAt))
    return fullReading(ours, reading, readAt)
  }
  return null
}

/** The limit is full: that says nothing of the post. */
export const isLimitRefusal = (reply: CallRecord['reply']): boolean =>
  reply.kind === 'refused' && reply.refusal.subcode === 2_207_042

/** What a refusal says. */
function fullReading(ours: readonly Instant[], before: LimitReading | null, readAt: Instant) {
  const taken = placesTaken(ours, before, readAt).length
  const allowed = before?.allowed ?? Math.max(SMALLEST_LIMIT, taken)
  return { used: Math.max(allowed, taken), allowed, readAt }
}

/**
 * Before anything is made for a post that is due: it would not be sent. One whose container is made is not read while others come
 * before it. Null when it may continue.
 */
export async function findNoRoom(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change | null> {
  if ((publication.publishAt ?? 0) > ports.clock.now() || !(isUnbegun(publication) || isMade(publication)))
    return null
  const change = await applyLimit(ports, publication, access, { step: 'publishing' })
  // What else the limit says is for one that is ready.
  const isPutOff = change.step === 'created'
  return change.step === 'publishing' || (isMade(publication) && !isPutOff) ? null : change
}

function isUnbegun({ step, containersAsked, children }: Publication): boolean {
  return step === 'claimed' && containersAsked === 0 && children.every((child) => child.containersAsked === 0)
}

/** The platform has all of it, and nothing was sent. */
function isMade({ step, intent, upload }: Publication): boolean {
  return step === 'created' && intent === null && upload?.sent !== false
}

/**
 * What becomes of a post that is to be sent, or was refused for lack of room. It continues when there is room and
 * nothing of its account waits before it.
 */
export async function applyLimit(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
  change: Change,
): Promise<Change> {
  const isRefused = change.step === 'failed' && isLimitReached(change.failure ?? null)
  // What was sent once is sent again from the same container, which a limit does not take away. What may wait for room can start
  // over once it is proven that nothing of it is live; "not ready yet" is believed without that proof.
  const { intent } = publication
  const keepsContainer = intent !== null && (publication.roomAt === null || intent.onlyLagReplies)
  if (!isRefused && (change.step !== 'publishing' || keepsContainer)) return change
  const { ledger, clock } = ports
  const { waits, ...limit } = isRefused
    ? await limitAfterRefusal(ports, publication.accountId)
    : await readLimit(ports, publication, access)
  const now = clock.now()
  if (limit.allowed === null) return change
  const free = roomAt(limit.taken, limit.allowed, now)
  const before = await ledger.listAhead(publication.jobId)
  const taken = [...limit.taken]
  for (const _ of before) taken.push(roomAt(taken, limit.allowed, now))
  const room = roomAt(taken, limit.allowed, now)
  const mayWait = (waits || publication.roomAt !== null) && maySend(publication)
  if (free <= now && !isRefused) {
    if (room <= now && !(waits && before.includes(true))) return change
    if (!mayWait) return toPutOff(publication, change, now + TURN)
  }
  if (!mayWait) return { ...(isRefused ? change : toFailed(LIMIT_REACHED)), roomAt: room }
  const lookAt = Math.min(free, limit.nextReadAt)
  return { ...toClaimedAnew(publication), roomAt: room, nextAt: Math.max(lookAt, now + TURN) }
}

/**
 * The limit as it is known now; read again when it is near and the last answer is too old. Without a known number it is never
 * full. The room that a post waits for may be known from the Worker alone.
 */
async function readLimit(
  { ledger, platform, clock }: PublishingDeps,
  { accountId, roomAt: waitsUntil }: Publication,
  access: PlatformAccess,
) {
  const now = clock.now()
  const wasFull = (waitsUntil ?? 0) > now
  const { reading: stored, waits } = await ledger.limitOf(accountId)
  const none = { waits, allowed: null, taken: [], nextReadAt: now }
  if (stored === null && !wasFull) return none
  const ours = await ledger.listPublishTimes(accountId, recentSince(now))
  if (!wasFull && !isNearLimit(ours, stored, now)) return none
  const lasts = stored !== null && isFull(ours, stored, now) ? FRESH_WHILE_FULL : FRESH
  const isStale = stored === null || stored.readAt > now || now - stored.readAt >= lasts
  const reply = isStale ? await platform.publishingQuota(access) : null
  const reading = reply?.kind === 'ok' ? datedReading(reply.value, reply.platformTime, now) : stored
  if (reading === null) return none
  const nextReadAt = (isStale ? now : stored.readAt) + FRESH_WHILE_FULL
  return { waits, allowed: reading.allowed, taken: placesTaken(ours, reading, now), nextReadAt }
}

/** Full, even if the last reading said otherwise. */
async function limitAfterRefusal(
  { ledger, clock }: Pick<PublishingDeps, 'ledger' | 'clock'>,
  accountId: string,
) {
  const now = clock.now()
  const { reading: stored, waits } = await ledger.limitOf(accountId)
  const ours = await ledger.listPublishTimes(accountId, recentSince(now))
  const reading = stored && isFull(ours, stored, now) ? stored : fullReading(ours, stored, now)
  const nextReadAt = reading.readAt + FRESH_WHILE_FULL
  return { waits, allowed: reading.allowed, taken: placesTaken(ours, reading, now), nextReadAt }
}

function isFull(ours: readonly Instant[], reading: LimitReading, now: Instant): boolean {
  return roomAt(placesTaken(ours, reading, now), reading.allowed ?? Infinity, now) > now
}
