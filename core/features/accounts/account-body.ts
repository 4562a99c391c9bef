import type { PlatformAccountBody } from '../../api/auth.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import { toIso, toIsoOrNull } from '../../time.ts'

/** Shows an account as the contract does, without its token. */
export function accountBody(account: AccountRecord): PlatformAccountBody {
  return {
    id: account.id,
    igUserId: account.igUserId,
    username: account.username,
    name: account.name,
    profilePictureUrl: account.avatarKey && `/uploads/${account.avatarKey}`,
    accountType: account.accountType,
    partnerPageId: account.partnerPageId,
    partnerPageName: account.partnerPageName,
    tokenExpiresAt: toIsoOrNull(account.tokenExpiresAt),
    loginMethod: account.loginMethod,
    followersCount: account.followersCount,
    mediaCount: account.mediaCount,
    lastSyncedAt: toIsoOrNull(account.lastSyncedAt),
    createdAt: toIso(account.createdAt),
    pausedUntil: toIsoOrNull(account.pausedUntil),
    whenLimitIsFull: account.whenLimitIsFull === 'wait' ? 'wait' : 'fail',
    isSandbox: account.isSandbox,
  }
}
