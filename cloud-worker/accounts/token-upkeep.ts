// Renews tokens of the platform's own login once half of their life is over, as the server does. Partner tokens are
// renewed only by the user, at the desktop. A renewed token is a change that the server reads.
import type { TokenVault } from '../../core/engine/access/token-vault.ts'
import { cloudTokenOwner } from '../../core/engine/worker/protocol.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Login } from '../../core/ports/platform/login.ts'
import { HOUR } from '../../core/time.ts'
import { accountsToRenew, storeRenewal, tryRenewalAt } from './account-rows.ts'
import type { Sql } from '../storage/sql.ts'

export interface TokenUpkeepDeps {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
  vault(): Promise<TokenVault | null>
  /** Null where tokens are not renewed. */
  readonly refresh: Login['refresh']
}

/** Each try is one call; a token that lives for weeks can wait hours for the next. */
const TRY_AGAIN = 6 * HOUR

export async function keepUpTokens({ sql, clock, log, vault, refresh }: TokenUpkeepDeps): Promise<void> {
  if (refresh === null) return
  for (const account of accountsToRenew(sql, clock.now())) {
    const { accountId, tokenExpiresAt } = account
    const isOver = tokenExpiresAt !== null && tokenExpiresAt <= clock.now()
    // Stored before the call, so that even a failed one is not tried again a minute later.
    tryRenewalAt(sql, accountId, isOver ? null : clock.now() + TRY_AGAIN)
    if (isOver) continue
    const keys = await vault()
    const token = await keys?.open(account.sealedToken, cloudTokenOwner(accountId))
    if (!keys || !token) {
      log.warn('a token cannot be read: it was sealed under another key', { accountId })
      continue
    }
    const reply = await refresh(token)
    if (reply.kind !== 'ok') {
      log.warn('a token could not be renewed yet', { accountId, reply: reply.kind })
      continue
    }
    const { token: renewed, issuedAt, expiresAt } = reply.value
    const sealedToken = await keys.seal(renewed, cloudTokenOwner(accountId))
    const after = { ...account, sealedToken, tokenIssuedAt: issuedAt, tokenExpiresAt: expiresAt }
    storeRenewal(sql, account, after, clock.now())
  }
}
