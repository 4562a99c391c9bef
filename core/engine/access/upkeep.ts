// Upkeep of an account: renews its token from half of its life on, and reads its profile each day. Each is one call whose
// result is stored before anything else happens, and only while the account still holds the token of that call.
import type { Clock } from '../../ports/clock.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Login, LoginToken, Profile, Logins } from '../../ports/platform/login.ts'
import type { PlatformReply } from '../../ports/platform/platform.ts'
import { safeText, type SafeText } from '../../redact.ts'
import { DAY, HOUR, type Duration, type Instant } from '../../time.ts'
import { replaceAvatar, type AvatarDeps } from './avatars.ts'
import { turnOf, type CallBudget } from './call-budget.ts'
import { WARN_BEFORE } from '../../rules/accounts/token-life.ts'
import { tokenOwner, type TokenVault } from './token-vault.ts'

export interface AccountUpkeepDeps extends AvatarDeps {
  readonly vault: TokenVault
  readonly clock: Clock
  readonly logins: Logins
  readonly calls: CallBudget
}

const READ_PROFILE_EVERY = DAY
/** The upkeep of accounts that were connected together is spread over this time. */
export const TURNS_WITHIN: Duration = 6 * HOUR
/** The platform does not renew younger tokens. */
const YOUNGEST = DAY
/** The life assumed for a token whose beginning is not known. */
const ASSUMED_LIFE = 60 * DAY

/** When the account next needs something: never for the sandbox account, or for one whose access has ended. */
export function upkeepDueAt(account: AccountRecord, login: Login, now: Instant): Instant | null {
  const { isSandbox, tokenExpiresAt } = account
  if (isSandbox || (tokenExpiresAt !== null && tokenExpiresAt <= now)) return null
  const dueAt = Math.min(
    profileDueAt(account, now),
    (login.refresh && renewalDueAt(account)) ?? Number.POSITIVE_INFINITY,
  )
  const lastDay = (tokenExpiresAt ?? Number.POSITIVE_INFINITY) - DAY
  return Math.max(dueAt, Math.min(dueAt + turnOf(account.id, TURNS_WITHIN), lastDay))
}

/** A reading from the future was dated by a wrong clock, and counts as none. */
function profileDueAt({ lastSyncedAt }: Pick<AccountRecord, 'lastSyncedAt'>, now: Instant): Instant {
  const readAt = lastSyncedAt ?? 0
  return (readAt > now ? 0 : readAt) + READ_PROFILE_EVERY
}

/** From half of its life on. When its start is unknown: as soon as it is certainly old enough, to learn its end. */
export function renewalDueAt({
  tokenIssuedAt,
  tokenExpiresAt,
}: Pick<AccountRecord, 'tokenIssuedAt' | 'tokenExpiresAt'>): Instant | null {
  if (tokenExpiresAt === null) return null
  if (tokenIssuedAt === null) return tokenExpiresAt - ASSUMED_LIFE + YOUNGEST
  return Math.max(tokenIssuedAt + (tokenExpiresAt - tokenIssuedAt) / 2, tokenIssuedAt + YOUNGEST)
}

/** Does what is due, as far as the call budget goes. Never rejects for an answer of the platform; what failed is due again. */
export async function keepUpAccount(deps: AccountUpkeepDeps, account: AccountRecord): Promise<void> {
  const login = deps.logins.login(account.loginMethod, account.isSandbox)
  const token = await deps.vault.open(account.sealedToken, tokenOwner(account.id))
  if (token === null) return deps.log.warn('a token can no longer be read', logFieldsOf(account))
  const now = deps.clock.now()
  let current: AccountRecord | null = account
  let inHand = token
  let isDoubted = false
  if (login.refresh && (renewalDueAt(account) ?? Number.POSITIVE_INFINITY) <= now) {
    if (!deps.calls.takeForUpkeep()) return
    const reply = await login.refresh(token)
    isDoubted = hasEnded(reply)
    current = await storeRenewal(deps, account, reply)
    if (reply.kind === 'ok') inHand = reply.value.token
  }
  // A token that is refused a renewal may still open everything else: only a read shows that access has ended.
  if (current === null || (!isDoubted && profileDueAt(current, now) > now)) return
  if (!deps.calls.takeForUpkeep()) return
  await readProfile(deps, current, await login.profile(inHand, current.igUserId))
}

/** The account to continue with; null when there is nothing left to do for it. */
async function storeRenewal(
  deps: AccountUpkeepDeps,
  account: AccountRecord,
  reply: PlatformReply<LoginToken>,
): Promise<AccountRecord | null> {
  if (reply.kind === 'ok') {
    const { token, issuedAt, expiresAt } = reply.value
    const sealedToken = await deps.vault.seal(token, tokenOwner(account.id))
    const change = { sealedToken, tokenIssuedAt: issuedAt, tokenExpiresAt: expiresAt }
    return deps.accounts.update(account.id, change, account.sealedToken)
  }
  deps.log.warn('a token could not be renewed yet', { ...logFieldsOf(account), reason: reasonOf(reply) })
  return account
}

async function readProfile(
  deps: AccountUpkeepDeps,
  account: AccountRecord,
  reply: PlatformReply<Profile>,
): Promise<void> {
  const { accounts, log, clock } = deps
  if (hasEnded(reply)) return recordEnd(deps, account)
  if (reply.kind !== 'ok')
    return log.warn('a profile could not be read', { ...logFieldsOf(account), reason: reasonOf(reply) })
  if (reply.value.igUserId !== account.igUserId)
    return log.warn('a token belongs to another account', logFieldsOf(account))
  const { username, name, accountType, followersCount, mediaCount, pictureUrl } = reply.value
  const change = {
    username,
    name,
    accountType: accountType ?? account.accountType,
    followersCount,
    mediaCount,
    lastSyncedAt: clock.now(),
  }
  const updated = await accounts.update(account.id, change, account.sealedToken)
  if (updated === null) return
  warnOfEnd(deps, updated)
  await replaceAvatar(deps, updated, pictureUrl)
}

async function recordEnd({ accounts, log, clock }: AccountUpkeepDeps, account: AccountRecord): Promise<void> {
  log.warn('access to an account has ended: reconnect it', logFieldsOf(account))
  await accounts.update(account.id, { tokenExpiresAt: clock.now() }, account.sealedToken)
}

/** Once a day, because profiles are read once a day. */
function warnOfEnd({ log, clock }: AccountUpkeepDeps, account: AccountRecord): void {
  const { tokenExpiresAt } = account
  if (tokenExpiresAt === null || tokenExpiresAt - clock.now() > WARN_BEFORE) return
  const days = Math.ceil((tokenExpiresAt - clock.now()) / DAY)
  log.warn('access to an account ends soon: reconnect it', { ...logFieldsOf(account), days })
}

/** 190 and 102 are the platform's codes for a dead token, with any subcode. */
function hasEnded(reply: PlatformReply<unknown>): boolean {
  return reply.kind === 'refused' && (reply.refusal.code === 190 || reply.refusal.code === 102)
}

function reasonOf(reply: PlatformReply<unknown>): SafeText {
  if (reply.kind === 'refused') return reply.refusal.message
  return reply.kind === 'unknown' ? reply.reason : safeText('')
}

function logFieldsOf({ username, loginMethod }: AccountRecord) {
  return { username: safeText(username), loginMethod }
}
