// How the Worker reaches the platform: for accounts that the server registered, and with media at addresses that the
// server named.
import type { TokenVault } from '../../core/engine/access/token-vault.ts'
import { cloudTokenOwner } from '../../core/engine/worker/protocol.ts'
import { CodedError } from '../../core/coded-error.ts'
import { failureDetail } from '../../core/rules/notices/failure-details.ts'
import { SANDBOX_GRAPH, SANDBOX_UPLOAD } from '../../core/engine/platform/sandbox-hosts.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import { readAccount, readPause } from '../accounts/account-rows.ts'
import { envelopeOf, jobRow } from './job-rows.ts'
import type { Sql } from '../storage/sql.ts'

/** The platform's hosts, without trailing slashes. */
export interface Hosts {
  readonly platformGraphUrl: string
  readonly partnerGraphUrl: string
  readonly uploadUrl: string
}

interface AccessDeps {
  readonly sql: Sql
  readonly clock: Clock
  readonly hosts: Hosts
  /** Null when the Worker has no usable encryption key. */
  vault(): Promise<TokenVault | null>
}

/** Access to the platform for an account; `fetch` counts the calls of one invocation. */
export function platformAccess(deps: AccessDeps, fetch: typeof globalThis.fetch) {
  return {
    fetch,
    ...addresses(deps),
    accessTo: (accountId: string) => openAccess(deps, accountId),
  }
}

/** Where the platform fetches a file of the job, as the server said in its envelope. */
export function publicUrlOf(sql: Sql, jobId: string, publicKey: string): string | null {
  const row = jobRow(sql, jobId)
  const envelope = row && envelopeOf(row)
  return envelope && `${envelope.mediaBaseUrl.replace(/\/$/, '')}/${publicKey}`
}

function addresses({ sql, hosts }: AccessDeps) {
  const sandboxOf = ({ accountId }: PlatformAccess) =>
    readAccount(sql, accountId)?.sandboxUrl?.replace(/\/$/, '')
  return {
    graphUrl(access: PlatformAccess) {
      if (access.isSandbox) return sandboxOf(access) + SANDBOX_GRAPH[access.loginMethod]
      return access.loginMethod === 'partner' ? hosts.partnerGraphUrl : hosts.platformGraphUrl
    },
    uploadUrl: (access: PlatformAccess) =>
      access.isSandbox ? sandboxOf(access) + SANDBOX_UPLOAD : hosts.uploadUrl,
  }
}

async function openAccess({ sql, clock, vault }: AccessDeps, accountId: string): Promise<PlatformAccess> {
  const account = readAccount(sql, accountId)
  if (account === null)
    throw new CodedError('NOT_FOUND', undefined, { failure: failureDetail('ACCOUNT_DISCONNECTED') })
  const keys = await vault()
  const token = keys && (await keys.open(account.sealedToken, cloudTokenOwner(accountId)))
  if (token === null)
    throw new CodedError('ENCRYPTION_KEY_MISMATCH', undefined, {
      failure: failureDetail('TOKEN_UNREADABLE_AT_WORKER'),
    })
  if (account.tokenExpiresAt !== null && account.tokenExpiresAt <= clock.now())
    throw new CodedError('TOKEN_EXPIRED', undefined, { failure: failureDetail('ACCESS_EXPIRED') })
  const { igUserId, loginMethod } = account
  return {
    accountId,
    igUserId,
    token,
    loginMethod,
    isSandbox: account.sandboxUrl !== null,
    page: null,
    pausedUntil: readPause(sql, accountId),
  }
}
