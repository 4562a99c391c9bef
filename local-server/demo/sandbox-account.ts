// The sandbox account: there from the first start, never the user's own.
import { SANDBOX_DISCONNECTED } from '../../core/features/accounts/disconnect.ts'
import { tokenOwner, type TokenVault } from '../../core/engine/access/token-vault.ts'
import type { AccountRecord, AccountStore } from '../../core/ports/account-store.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Random } from '../../core/ports/random.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../sandbox/demo-account.ts'

/** All published tokens of the sandbox, and no token of the platform, begin like this. */
export function isSandboxToken(token: string): boolean {
  return /^(?:IG|EA)[A-Z]{0,4}SANDBOXnosecret/.test(token)
}

/** Adds the account unless it is there. Null when the user has disconnected it: pasting its token brings it back. */
export async function ensureSandboxAccount({
  accounts,
  settings,
  vault,
  clock,
  random,
}: {
  readonly accounts: AccountStore
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly clock: Clock
  readonly random: Random
}): Promise<AccountRecord | null> {
  const existing = (await accounts.list()).find((account) => account.igUserId === DEMO_ACCOUNT.igUserId)
  if (existing) return existing
  if ((await settings.get(SANDBOX_DISCONNECTED)) === true) return null
  const id = random.uuid()
  return accounts.put({
    id,
    igUserId: DEMO_ACCOUNT.igUserId,
    username: DEMO_ACCOUNT.username,
    name: DEMO_ACCOUNT.name,
    avatarKey: null,
    accountType: DEMO_ACCOUNT.accountType,
    partnerPageId: null,
    partnerPageName: null,
    tokenExpiresAt: null,
    loginMethod: 'platform',
    followersCount: DEMO_ACCOUNT.followersCount,
    mediaCount: 0,
    lastSyncedAt: clock.now(),
    createdAt: clock.now(),
    isSandbox: true,
    sealedToken: await vault.seal(SANDBOX_ACCESS_TOKEN, tokenOwner(id)),
    sealedPageToken: null,
    grantedScopes: null,
    tokenIssuedAt: null,
    pausedUntil: null,
    whenLimitIsFull: 'fail',
  })
}

/** The same store without sandbox accounts, for `--no-sandbox`: their posts then say that the account is gone. */
export function withoutSandboxAccounts(accounts: AccountStore): AccountStore {
  const real = (account: AccountRecord | null) => (account?.isSandbox ? null : account)
  return {
    put: (account) => accounts.put(account),
    get: async (id) => real(await accounts.get(id)),
    list: async () => (await accounts.list()).filter((account) => !account.isSandbox),
    backoffs: (now) => accounts.backoffs(now),
    update: async (id, ...change) => (real(await accounts.get(id)) ? accounts.update(id, ...change) : null),
    remove: async (id) => (real(await accounts.get(id)) ? accounts.remove(id) : null),
  }
}
