// Platform tokens as they are stored: AES-256-GCM with a fresh nonce, bound to the row they belong to, so that swapping two
// rows' ciphertexts opens neither. The key lives outside the database. Further down: the access to an account that they give.
import { fromBase64Url, toBase64Url } from '../../base64url.ts'
import { CodedError } from '../../coded-error.ts'
import { failureDetail } from '../../rules/notices/failure-details.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { PlatformAccess } from '../../ports/platform/platform.ts'
import type { Random } from '../../ports/random.ts'

export interface TokenVault {
  /** `owner` names the row and field, as `accounts/<id>/token`. */
  seal(token: string, owner: string): Promise<string>
  /** Null when the text was not sealed with this key for this owner, or was changed since. */
  open(sealed: string, owner: string): Promise<string | null>
}

const VERSION = 'v1'
const NONCE_BYTES = 12

/** `key` is 32 bytes. */
export async function createTokenVault(key: Uint8Array<ArrayBuffer>, random: Random): Promise<TokenVault> {
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const parameters = (nonce: Uint8Array<ArrayBuffer>, owner: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(`${VERSION}:${owner}`),
  })
  return {
    async seal(token, owner) {
      const nonce = random.bytes(NONCE_BYTES)
      const sealed = await crypto.subtle.encrypt(
        parameters(nonce, owner),
        aes,
        new TextEncoder().encode(token),
      )
      return [VERSION, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join('.')
    },
    async open(sealed, owner) {
      const [version, nonce, ciphertext] = sealed.split('.')
      if (version !== VERSION || !nonce || !ciphertext) return null
      try {
        const opened = await crypto.subtle.decrypt(
          parameters(fromBase64Url(nonce), owner),
          aes,
          fromBase64Url(ciphertext),
        )
        return new TextDecoder().decode(opened)
      } catch {
        return null
      }
    },
  }
}

export const tokenOwner = (accountId: string) => `accounts/${accountId}/token`
export const pageTokenOwner = (accountId: string) => `accounts/${accountId}/page-token`
/** The owner of everything that authenticates the account at the private API. */
export const privateApiOwner = (accountId: string) => `accounts/${accountId}/native`

/**
 * Opens the account's token. Throws NOT_FOUND when it was disconnected, TOKEN_EXPIRED when the token cannot be opened. Whether
 * it has expired is for the platform to say: by a wrong clock, every token has.
 */
export async function openAccess(
  { accounts, vault }: { readonly accounts: AccountStore; readonly vault: TokenVault },
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

/** Without a readable token there is no Page: only what needs one fails. */
async function pageOf(
  vault: TokenVault,
  { id, partnerPageId, sealedPageToken }: AccountRecord,
): Promise<PlatformAccess['page']> {
  if (partnerPageId === null || sealedPageToken === null) return null
  const token = await vault.open(sealedPageToken, pageTokenOwner(id))
  return token === null ? null : { id: partnerPageId, token }
}
