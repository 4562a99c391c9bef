// Checks a pasted token before anything is stored: whom it belongs to, how long it lives, and what it may do.
import { missingPermissions } from '../../rules/accounts/permissions.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { FoundAccount, LoginMethod } from '../../ports/platform/login.ts'
import type { Instant } from '../../time.ts'
import { connectPasted } from './connect.ts'
import type { ConnectDeps } from './connect-deps.ts'

export interface TokenCheck {
  readonly accounts: readonly SeenAccount[]
  /** Null when that is not known, and when it does not end by time. */
  readonly expiresAt: Instant | null
  /** Null when that is not known. */
  readonly scopes: readonly string[] | null
  readonly missingScopes: readonly string[]
}

export interface SeenAccount {
  readonly found: FoundAccount
  /** Null when it is not connected yet. */
  readonly known: AccountRecord | null
}

/** Throws what connecting with this token would throw. Stores nothing. */
export async function checkToken(
  deps: ConnectDeps,
  loginMethod: LoginMethod,
  pasted: string,
): Promise<TokenCheck> {
  const { login, token, remember } = await connectPasted(deps, loginMethod, pasted)
  const found = await login.accounts(token)
  remember()
  const known = await deps.accounts.list()
  return {
    accounts: found.map((one) => ({
      found: one,
      known: known.find(({ igUserId }) => igUserId === one.igUserId) ?? null,
    })),
    expiresAt: token.expiresAt,
    scopes: token.scopes,
    missingScopes: missingPermissions(loginMethod, token.scopes),
  }
}
