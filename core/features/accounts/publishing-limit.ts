// The platform's own count of an account's posts of the last 24 hours. An answer is remembered: it serves every question of the
// next minutes together with what we published since, and what the platform allows is known without a call from then on.
import type { PublishingLimitBody } from '../../api/publishing-limit.ts'
import { CodedError } from '../../coded-error.ts'
import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Platform, PlatformAccess } from '../../ports/platform/platform.ts'
import type { PublicationLedger } from '../../ports/posts/publication-ledger.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { FRESH } from '../../engine/publishing/publishing-limit.ts'
import {
  LIMIT_WINDOW,
  datedReading,
  placesTaken,
  readingName,
  recentSince,
  roomAt,
  toReading,
  type LimitReading,
} from '../../rules/times/limit-room.ts'
import { errorOfReply } from './refused-access.ts'
import { toIso, toIsoOrNull, type Duration, type Instant } from '../../time.ts'

export interface PublishingLimitDeps {
  readonly accounts: AccountStore
  readonly settings: SettingsStore
  readonly ledger: Pick<PublicationLedger, 'listPublishTimes'>
  readonly platform: Pick<Platform, 'publishingQuota'>
  readonly clock: Clock
  accessTo(accountId: string): Promise<PlatformAccess>
}

/**
 * `fresh`: how old an answer may be, ten minutes by default; 0 always asks. While an account backs off, any answer of the same
 * window will do. Throws NOT_FOUND, and what the platform refused.
 */
export async function readPublishingLimit(
  deps: PublishingLimitDeps,
  accountId: string,
  fresh: Duration = FRESH,
): Promise<PublishingLimitBody> {
  const { accounts, ledger, clock } = deps
  const account = await accounts.get(accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  const remembered = toReading(await deps.settings.get(readingName(accountId)))
  const age = clock.now() - (remembered?.readAt ?? 0)
  const lasts = (account.pausedUntil ?? 0) > clock.now() ? LIMIT_WINDOW : fresh
  const known = remembered && age >= 0 && age < lasts ? remembered : await askPlatform(deps, accountId)
  const now = clock.now()
  const ours = await ledger.listPublishTimes(accountId, recentSince(now))
  const taken = placesTaken(ours, known, now)
  return {
    accountId,
    used: taken.length,
    allowed: known.allowed,
    since: toIso(now - LIMIT_WINDOW),
    nextRoomAt: toIsoOrNull(nextRoomAt(ours, taken, known.allowed ?? Infinity, now)),
    readAt: toIso(known.readAt),
  }
}

/** When a full limit has room for another post; otherwise when our oldest post leaves the window. */
function nextRoomAt(
  ours: readonly Instant[],
  taken: readonly Instant[],
  allowed: number,
  now: Instant,
): Instant | null {
  const room = roomAt(taken, allowed, now)
  if (room > now) return room
  const own = ours.filter((at) => at > now - LIMIT_WINDOW)
  return own.length === 0 ? null : Math.min(...own) + LIMIT_WINDOW
}

async function askPlatform(
  { platform, accessTo, settings, clock }: PublishingLimitDeps,
  accountId: string,
): Promise<LimitReading> {
  const reply = await platform.publishingQuota(await accessTo(accountId))
  if (reply.kind !== 'ok') throw errorOfReply(reply)
  const known = datedReading(reply.value, reply.platformTime, clock.now())
  await settings.put({ [readingName(accountId)]: known })
  return known
}
