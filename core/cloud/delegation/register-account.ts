// The Worker publishes with its own copy of the token, sealed under the key that both sides hold.
import { tokenOwner } from '../../accounts/token-vault.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { WorkerReply } from '../../ports/cloud/worker-link.ts'
import { sha256Hex } from '../../sha256.ts'
import type { CloudConnection } from '../connection/connection.ts'
import { cloudTokenOwner, BASIC_VERSION, type AccountEnvelope } from '../protocol/protocol.ts'
import type { HandoverDeps } from './handover-deps.ts'

/** Stored before an account is registered for the first time, so that a possible registration is never forgotten. */
const BEING_REGISTERED = 'being told'

/** The account as it is sent to the Worker. Null when it cannot publish for it, or the token cannot be read. */
export async function accountEnvelope(
  { vault, sandboxFor }: HandoverDeps,
  { workerUrl, vault: shared }: CloudConnection,
  account: AccountRecord,
): Promise<AccountEnvelope | null> {
  const { id, igUserId, username, loginMethod, tokenIssuedAt, tokenExpiresAt, pausedUntil } = account
  const sandboxUrl = account.isSandbox ? sandboxFor(workerUrl) : null
  if (account.isSandbox && sandboxUrl === null) return null
  const token = await vault.open(account.sealedToken, tokenOwner(id))
  if (token === null) return null
  return {
    version: BASIC_VERSION,
    accountId: id,
    igUserId,
    username,
    loginMethod,
    sealedToken: await shared.seal(token, cloudTokenOwner(id)),
    tokenIssuedAt,
    tokenExpiresAt,
    pausedUntil,
    sandboxUrl,
  }
}

/** True when the Worker can publish for the account, as far as can be known here. */
export async function canRunInCloud(
  deps: HandoverDeps,
  connection: CloudConnection,
  account: AccountRecord,
): Promise<boolean> {
  return (await accountEnvelope(deps, connection, account)) !== null
}

/**
 * Registers the account with the Worker unless the same is registered already. Null when the Worker cannot publish
 * for it.
 */
export async function registerAccount(
  deps: HandoverDeps,
  connection: CloudConnection,
  account: AccountRecord,
): Promise<WorkerReply<{ ok: true }> | null> {
  const { registeredAccounts } = deps
  const fingerprint = await fingerprintOf(deps, connection, account)
  const stored = (await registeredAccounts.list()).get(account.id)
  if (stored === fingerprint) return { kind: 'ok', value: { ok: true } }
  const envelope = await accountEnvelope(deps, connection, account)
  if (!envelope) return null
  if (stored === undefined) await registeredAccounts.put(account.id, BEING_REGISTERED)
  const reply = await connection.worker.putAccount(envelope)
  if (reply.kind === 'ok') await registeredAccounts.put(account.id, fingerprint)
  return reply
}

/** Null also when the account is not connected here. */
export async function registerAccountById(
  deps: HandoverDeps,
  connection: CloudConnection,
  accountId: string,
): Promise<WorkerReply<{ ok: true }> | null> {
  const account = await deps.accounts.get(accountId)
  return account && registerAccount(deps, connection, account)
}

/**
 * * Sends a request that needs a registered account. A Worker that does not know the account has lost its memory:
 * both are then sent once more.
 */
export async function sendForAccount<T>(
  deps: HandoverDeps,
  connection: CloudConnection,
  { accountId, send }: { readonly accountId: string; send(): Promise<WorkerReply<T>> },
): Promise<WorkerReply<T>> {
  const reply = await send()
  if (reply.kind !== 'refused' || reply.refusal.httpStatus !== 404) return reply
  await deps.registeredAccounts.put(accountId, BEING_REGISTERED)
  const registered = await registerAccountById(deps, connection, accountId)
  return registered?.kind === 'ok' ? send() : reply
}

/**
 * * Registers every account that the Worker can publish for, as soon as there is a Worker. Resolves with how many
 * failed; these are registered with their next post.
 */
export async function registerAllAccounts(
  deps: HandoverDeps,
  connection: CloudConnection,
): Promise<{ readonly left: number }> {
  let left = 0
  for (const account of await deps.accounts.list()) {
    const reply = await registerAccount(deps, connection, account)
    if (reply && reply.kind !== 'ok') left += 1
  }
  return { left }
}

/** Identifies what is registered of the account; each sealing of the same token looks different. */
export function fingerprintOf(
  { sandboxFor }: HandoverDeps,
  { workerUrl, keyId }: CloudConnection,
  account: AccountRecord,
): Promise<string> {
  const { igUserId, loginMethod, isSandbox, sealedToken, tokenIssuedAt, tokenExpiresAt } = account
  const sandboxUrl = isSandbox ? sandboxFor(workerUrl) : null
  const registered = [igUserId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt, sandboxUrl]
  return sha256Hex(JSON.stringify([workerUrl, keyId, ...registered]))
}
