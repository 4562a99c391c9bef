// The collaborators of publishing, as the Worker has them: accounts that the server has sent, media that lie in the bucket.
import type { TokenVault } from '../../core/accounts/token-vault.ts'
import { cloudTokenOwner } from '../../core/cloud/protocol/protocol.ts'
import { CodedError } from '../../core/errors.ts'
import { createGraphPlatform } from '../../core/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../core/platform/graph/partner-pages.ts'
import { SANDBOX_GRAPH, SANDBOX_UPLOAD } from '../../core/platform/sandbox-hosts.ts'
import type { OpenBlob } from '../../core/ports/media/blob-store.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PublicationLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Random } from '../../core/ports/random.ts'
import type { RunPorts } from '../../core/publishing/effects.ts'
import { readAccount } from '../accounts/account-rows.ts'
import { envelopeOf, jobRow } from './job-rows.ts'
import type { Sql } from '../storage/sql.ts'

/** The platform's hosts, without trailing slashes. */
export interface Hosts {
  readonly platformGraphUrl: string
  readonly partnerGraphUrl: string
  readonly uploadUrl: string
}

export interface PublishingOptions {
  readonly sql: Sql
  readonly ledger: PublicationLedger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly hosts: Hosts
  /** Null when the Worker has no usable encryption key. */
  vault(): Promise<TokenVault | null>
  openMedia(key: string): Promise<OpenBlob | null>
}

/** Access to the platform for an account; `fetch` counts the calls of one invocation. */
export function platformAccess(
  options: Pick<PublishingOptions, 'sql' | 'clock' | 'hosts' | 'vault'>,
  fetch: typeof globalThis.fetch,
) {
  return {
    fetch,
    ...addresses(options),
    accessTo: (accountId: string) => openAccess(options, accountId),
  }
}

/** The same for every job, but for where its media lie. `fetch` counts the calls of one invocation. */
export type PortsOf = (jobId: string) => RunPorts

export function publishingPorts(options: PublishingOptions, fetch: typeof globalThis.fetch): PortsOf {
  const { sql, ledger, clock, random, log, openMedia } = options
  const { accessTo, ...hosts } = platformAccess(options, fetch)
  const ports: Omit<RunPorts, 'publicUrl'> = {
    engine: 'cloud',
    ledger,
    clock,
    random,
    log,
    platform: createGraphPlatform(hosts),
    partnerPages: createPartnerPages(hosts),
    accessTo,
    openMedia,
  }
  return (jobId) => ({ ...ports, publicUrl: async ({ publicKey }) => publicUrl(sql, jobId, publicKey) })
}

function publicUrl(sql: Sql, jobId: string, publicKey: string): string | null {
  const row = jobRow(sql, jobId)
  const envelope = row && envelopeOf(row)
  return envelope && `${envelope.mediaBaseUrl.replace(/\/$/, '')}/${publicKey}`
}

function addresses({ sql, hosts }: Pick<PublishingOptions, 'sql' | 'hosts'>) {
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

async function openAccess(
  { sql, clock, vault }: Pick<PublishingOptions, 'sql' | 'clock' | 'vault'>,
  accountId: string,
): Promise<PlatformAccess> {
  const account = readAccount(sql, accountId)
  if (account === null) throw new CodedError('NOT_FOUND', 'The account was disconnected.')
  const keys = await vault()
  const token = keys && (await keys.open(account.sealedToken, cloudTokenOwner(accountId)))
  if (token === null) {
    const message =
      'The Worker cannot read the account’s token: its encryption key differs from the server’s. Deploy it again.'
    throw new CodedError('ENCRYPTION_KEY_MISMATCH', message)
  }
  if (account.tokenExpiresAt !== null && account.tokenExpiresAt <= clock.now())
    throw new CodedError('TOKEN_EXPIRED', 'Access to this account has expired. Reconnect it.')
  const { igUserId, loginMethod, pausedUntil } = account
  return {
    accountId,
    igUserId,
    token,
    loginMethod,
    isSandbox: account.sandboxUrl !== null,
    page: null,
    pausedUntil,
  }
}
