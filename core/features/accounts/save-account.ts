// A login's result becomes an account, or renews the one of the same platform user.
import type { AccountRecord } from '../../ports/account-store.ts'
import type { FoundAccount, LoginMethod, LoginToken } from '../../ports/platform/login.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import { replaceAvatar } from '../../engine/access/avatars.ts'
import { pageTokenOwner, tokenOwner } from '../../engine/access/token-vault.ts'
import type { ConnectDeps } from './connect-deps.ts'

export interface AccountConnection {
  readonly loginMethod: LoginMethod
  readonly token: LoginToken
  readonly found: FoundAccount
  readonly isSandbox: boolean
}

/**
 * Resolves once the account is stored, with its picture if that could be loaded. Ends its pause, also for posts that wait; a
 * longer one that begins meanwhile stays.
 */
export async function saveAccount(deps: ConnectDeps, connection: AccountConnection): Promise<AccountRecord> {
  const { accounts, random, ledger, clock } = deps
  const { igUserId, pictureUrl } = connection.found
  const known = (await accounts.list()).find((account) => account.igUserId === igUserId)
  let id = known?.id ?? random.uuid()
  return retryWhileOvertaken(async () => {
    const stored = await accounts.put(await recordOf(deps, connection, { id, known }))
    if (stored.id === id) {
      const { pausedUntil } = stored
      if (pausedUntil !== null)
        await ledger.endPause(id, { until: pausedUntil, now: clock.now(), left: null })
      return replaceAvatar(deps, (await accounts.get(id)) ?? stored, pictureUrl)
    }
    // Another login of the same account was faster: seal the tokens again, for its row.
    ;({ id } = stored)
    return OVERTAKEN
  })
}

interface Row {
  readonly id: string
  readonly known: AccountRecord | undefined
}

async function recordOf(
  { vault, clock }: ConnectDeps,
  { loginMethod, token, found, isSandbox }: AccountConnection,
  { id, known }: Row,
): Promise<AccountRecord> {
  const { igUserId, username, name, accountType, followersCount, mediaCount, page } = found
  return {
    id,
    igUserId,
    username,
    name,
    accountType: accountType ?? known?.accountType ?? null,
    avatarKey: null,
    partnerPageId: page?.id ?? null,
    partnerPageName: page?.name ?? null,
    tokenExpiresAt: token.expiresAt,
    loginMethod,
    followersCount,
    mediaCount,
    lastSyncedAt: clock.now(),
    createdAt: known?.createdAt ?? clock.now(),
    isSandbox,
    sealedToken: await vault.seal(token.token, tokenOwner(id)),
    sealedPageToken: page?.token ? await vault.seal(page.token, pageTokenOwner(id)) : null,
    grantedScopes: token.scopes,
    tokenIssuedAt: token.issuedAt,
    pausedUntil: null,
    whenLimitIsFull: 'fail',
  }
}
