// The platform's own count of an account's posts of the last 24 hours. An answer is remembered: it serves every question of the
// next minutes together with what we published since, and what the platform allows is known without a call from then on.
import { z } from 'zod'
import type { PublishingLimitBody } from '../api/publishing-limit.ts'
import { CodedError } from '../errors.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { Platform, PlatformAccess } from '../ports/platform/platform.ts'
import type { PublicationLedger } from '../ports/posts/publication-ledger.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import { failureOfReply } from '../publishing/failures.ts'
import { LIMIT_WINDOW, listTimesInWindow, roomAt } from '../publishing/publishing-limit.ts'
import { MINUTE, toIso, toIsoOrNull, type Duration } from '../time.ts'

export interface PublishingLimitDeps {
  readonly accounts: AccountStore
  readonly settings: SettingsStore
  readonly ledger: Pick<PublicationLedger, 'listPublishTimes'>
  readonly platform: Pick<Platform, 'publishingQuota'>
  readonly clock: Clock
  accessTo(accountId: string): Promise<PlatformAccess>
}

const FRESH: Duration = 10 * MINUTE

const Known = z.object({ used: z.number(), allowed: z.number().nullable(), readAt: z.number() })
type Known = z.infer<typeof Known>

const nameOf = (accountId: string) => `publishingLimit:${accountId}`

/**
 * `fresh`: how old an answer may be; 0 asks for real. Throws NOT_FOUND, and what the platform refused. One call at most in ten minutes, and none for an account that backs off, as
 * long as an answer of the same window is remembered.
 */
export async function readPublishingLimit(
  deps: PublishingLimitDeps,
  accountId: string,
  fresh: Duration = FRESH,
): Promise<PublishingLimitBody> {
  const { accounts, ledger, clock } = deps
  const account = await accounts.get(accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  const remembered = await readKnown(deps.settings, accountId)
  const age = clock.now() - (remembered?.readAt ?? 0)
  const lasts = (account.pausedUntil ?? 0) > clock.now() ? LIMIT_WINDOW : fresh
  const known = remembered && age >= 0 && age < lasts ? remembered : await askPlatform(deps, accountId)
  const now = clock.now()
  const ours = await listTimesInWindow(ledger, accountId, now)
  return {
    accountId,
    used: Math.max(ours.length, known.used + ours.filter((at) => at > known.readAt).length),
    allowed: known.allowed,
    since: toIso(now - LIMIT_WINDOW),
    nextRoomAt: toIsoOrNull(roomAt(ours)),
    readAt: toIso(known.readAt),
  }
}

/** What the platform last said that it allows; null when it never did. Costs no call. */
export async function readAllowed(settings: SettingsStore, accountId: string): Promise<number | null> {
  return (await readKnown(settings, accountId))?.allowed ?? null
}

async function readKnown(settings: SettingsStore, accountId: string): Promise<Known | null> {
  return Known.nullable()
    .catch(null)
    .parse(await settings.get(nameOf(accountId)))
}

async function askPlatform(
  { platform, accessTo, settings, clock }: PublishingLimitDeps,
  accountId: string,
): Promise<Known> {
  const reply = await platform.publishingQuota(await accessTo(accountId))
  if (reply.kind !== 'ok') {
    const { code, detail } = failureOfReply(reply)
    throw new CodedError(code === 'TOKEN_EXPIRED' ? code : 'PLATFORM_ERROR', undefined, { failure: detail })
  }
  const known = { ...reply.value, readAt: clock.now() }
  await settings.put({ [nameOf(accountId)]: known })
  return known
}
