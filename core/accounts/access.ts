import { CodedError } from '../errors.ts'
import { failureDetail } from '../notices/failure-details.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { PlatformAccess } from '../ports/platform/platform.ts'
import { pageTokenOwner, tokenOwner, type TokenVault } from './token-vault.ts'

interface AccessDeps {
  readonly accounts: AccountStore
  readonly vault: TokenVault
}

/**
 * Opens the account's token. Throws NOT_FOUND when it was disconnected, TOKEN_EXPIRED when the token cannot be opened. Whether
 * its time is over is for the platform to say: by a clock that is wrong, every token has ended.
 */
export async function openAccess(
  { accounts, vault }: AccessDeps,
  accountId: string,
): Promise<PlatformAccess> {
  const account = await accounts.get(accountId)
  if (!account)
    throw new CodedError('NOT_FOUND', undefined, { failure: failureDetail('ACCOUNT_DISCONNECTED') })
  const token = await vault.open(account.sealedToken, tokenOwner(account.id))
  if (token === null)
    throw new CodedError('TOKEN_EXPIRED', undefined, { failure: failureDetail('TOKEN_UNREADABLE') })
  const { id, igUserId, loginMethod, isSandbox, pausedUntil } = account
  const page = await pageOf(vault, account)
  return { accountId: id, igUserId, token, loginMethod, isSandbox, page, pausedUntil }
}

/** A Page whose token cannot be read is missed by what needs it, and by nothing else. */
async function pageOf(
  vault: TokenVault,
  { id, partnerPageId, sealedPageToken }: AccountRecord,
): Promise<PlatformAccess['page']> {
  if (partnerPageId === null || sealedPageToken === null) return null
  const token = await vault.open(sealedPageToken, pageTokenOwner(id))
  return token === null ? null : { id: partnerPageId, token }
}
