// The accounts that the Worker can publish for. It publishes with its own copy of the token, sealed under the key that both
// sides hold.
import { tokenOwner, type TokenVault } from '../../../engine/access/token-vault.ts'
import type { AccountRecord, AccountStore } from '../../../ports/account-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { RegisteredAccounts } from '../../../ports/cloud/registered-accounts.ts'
import type { WorkerReply } from '../../../engine/worker/worker-link.ts'
import type { Log } from '../../../ports/log.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import { sha256Hex } from '../../../sha256.ts'
import { MINUTE, type Duration, type Instant } from '../../../time.ts'
import type { CloudConnection } from '../connection/connection.ts'
import {
  cloudTokenOwner,
  BASIC_VERSION,
  type AccountEnvelope,
  type AccountNews,
} from '../../../engine/worker/protocol.ts'
import { canReadInsights } from '../../../rules/accounts/permissions.ts'
import { adoptPause, ownPauseOf } from './account-pauses.ts'

export interface RegistrationDeps {
  readonly accounts: AccountStore
  readonly registeredAccounts: RegisteredAccounts
  /** This computer's own. */
  readonly vault: TokenVault
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  /** The address at which a Worker reaches the sandbox; null when it cannot, so that practice posts stay here. */
  sandboxFor(workerUrl: string): string | null
}

type Registered = WorkerReply<{ ok: true }>

/**
 * Stored before an account is sent, so that a possible registration is never forgotten: without an answer the Worker may have the
 * account as before or as sent, and an earlier fingerprint would match again once a pause ends.
 */
const BEING_REGISTERED = 'being told'

/** Pauses that only space our calls last two minutes at most, come again and again, and the Worker learns of them itself. */
const SHORT: Duration = 3 * MINUTE

export function createAccountRegistration(deps: RegistrationDeps) {
  const { accounts, registeredAccounts } = deps
  const registeredIds = async () => (await registeredAccounts.list()).keys()
  /** Null also when the account is not connected here. */
  const registerById = async (connection: CloudConnection, accountId: string) => {
    const account = await accounts.get(accountId)
    return account && register(deps, connection, account)
  }
  return {
    /** True when the Worker can publish for the account, as far as can be known here. */
    canRunInCloud: async (connection: CloudConnection, account: AccountRecord) =>
      (await accountEnvelope(deps, connection, account)) !== null,
    register: (connection: CloudConnection, account: AccountRecord) => register(deps, connection, account),
    registerById,
    /**
     * Sends a request that needs a registered account. A Worker that does not know the account has lost its data:
     * both are then sent once more.
     */
    async sendForAccount<T>(
      connection: CloudConnection,
      accountId: string,
      send: () => Promise<WorkerReply<T>>,
    ): Promise<WorkerReply<T>> {
      const reply = await send()
      if (reply.kind !== 'refused' || reply.refusal.httpStatus !== 404) return reply
      await adoptPause(deps, accountId)
      await registeredAccounts.put(accountId, BEING_REGISTERED)
      const registered = await registerById(connection, accountId)
      return registered?.kind === 'ok' ? send() : reply
    },
    /**
     * Registers every account that the Worker can publish for, as soon as there is a Worker. Resolves with how many
     * failed; these are registered with their next post.
     */
    async registerAll(connection: CloudConnection): Promise<{ readonly left: number }> {
      let left = 0
      for (const account of await accounts.list()) {
        const reply = await register(deps, connection, account)
        if (reply && reply.kind !== 'ok') left += 1
      }
      return { left }
    },
    /** Renewed and replaced tokens, and accounts to be removed there. */
    async sync(connection: CloudConnection): Promise<void> {
      for (const accountId of await registeredIds())
        if (!(await syncAccount(deps, connection, accountId))) return
    },
    takeToken: (connection: CloudConnection, news: AccountNews) => takeToken(deps, connection, news),
    /** The Worker has lost its data: it knows no account any more. */
    async forgetAll(): Promise<void> {
      for (const accountId of await registeredIds()) await registeredAccounts.remove(accountId)
    },
    /** Removes the accounts' tokens from the Worker before it is disconnected. One that does not answer keeps them. */
    async removeAll({ worker }: CloudConnection): Promise<void> {
      for (const accountId of await registeredIds()) {
        const reply = await worker.removeAccount(accountId)
        if (reply.kind === 'ok') await registeredAccounts.remove(accountId)
        else if (reply.kind !== 'refused') return
      }
    },
  }
}

export type AccountRegistration = ReturnType<typeof createAccountRegistration>

/** The account as it is sent to the Worker. Null when it cannot publish for it, or the token cannot be read. */
async function accountEnvelope(
  { vault, sandboxFor }: RegistrationDeps,
  { workerUrl, vault: shared }: CloudConnection,
  account: AccountRecord,
): Promise<Omit<AccountEnvelope, 'pausedUntil'> | null> {
  const { id, igUserId, username, loginMethod, tokenIssuedAt, tokenExpiresAt, whenLimitIsFull } = account
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
    sandboxUrl,
    ...(whenLimitIsFull === 'wait' ? { whenLimitIsFull } : {}),
    ...(mayLookAtStories(account) ? { looksAtStories: true as const } : {}),
  }
}

/**
 * Registers the account with the Worker unless the same is registered already. Null when the Worker cannot publish
 * for it.
 */
async function register(
  deps: RegistrationDeps,
  connection: CloudConnection,
  account: AccountRecord,
): Promise<Registered | null> {
  const { registeredAccounts, clock } = deps
  const stored = (await registeredAccounts.list()).get(account.id)
  if (stored === undefined) await adoptPause(deps, account.id)
  const own = await ownPauseOf(deps, connection, account)
  const lasts = (own ?? 0) - clock.now()
  const told = lasts > SHORT ? own : null
  const fingerprint = await fingerprintOf(deps, connection, account, told)
  // An account that was registered with its pause stays registered while that runs out.
  if (stored === fingerprint || stored === (await fingerprintOf(deps, connection, account, own)))
    return { kind: 'ok', value: { ok: true } }
  const envelope = await accountEnvelope(deps, connection, account)
  if (!envelope) return null
  await registeredAccounts.put(account.id, BEING_REGISTERED)
  const reply = await connection.worker.putAccount({ ...envelope, pausedUntil: lasts > 0 ? own : null })
  if (reply.kind === 'ok') await registeredAccounts.put(account.id, fingerprint)
  return reply
}

/** False when the Worker did not answer. */
async function syncAccount(
  deps: RegistrationDeps,
  connection: CloudConnection,
  accountId: string,
): Promise<boolean> {
  const account = await deps.accounts.get(accountId)
  const reply = account
    ? await register(deps, connection, account)
    : await connection.worker.removeAccount(accountId)
  const isGone = reply?.kind === 'ok' || (reply?.kind === 'refused' && reply.refusal.httpStatus === 404)
  if (!account && isGone) await deps.registeredAccounts.remove(accountId)
  return !reply || reply.kind === 'ok' || reply.kind === 'refused'
}

/** The Worker has renewed it. */
async function takeToken(
  deps: RegistrationDeps,
  connection: CloudConnection,
  news: AccountNews,
): Promise<void> {
  const { accounts, vault, log, registeredAccounts } = deps
  const account = await accounts.get(news.accountId)
  // The account was connected by the other login since. Only tokens of the platform's are renewed there.
  if (account?.loginMethod !== news.loginMethod || !isNewer(news, account)) return
  const token = await connection.vault.open(news.sealedToken, cloudTokenOwner(account.id))
  if (token === null) return log.warn('a token from the Worker cannot be read', { accountId: account.id })
  const sealedToken = await vault.seal(token, tokenOwner(account.id))
  const { tokenIssuedAt, tokenExpiresAt } = news
  const change = { sealedToken, tokenIssuedAt, tokenExpiresAt }
  const registered = (await registeredAccounts.list()).get(account.id)
  const updated = await accounts.update(account.id, change, account.sealedToken)
  // The token comes from the Worker, so it is registered there, if everything else is.
  if (updated)
    for (const pause of [await ownPauseOf(deps, connection, account), null])
      if (registered === (await fingerprintOf(deps, connection, account, pause)))
        await registeredAccounts.put(account.id, await fingerprintOf(deps, connection, updated, pause))
}

/** A token that was issued later. Where the time of the one stored here is unknown, the one that lasts longer. */
function isNewer(news: AccountNews, account: AccountRecord): boolean {
  if (news.tokenIssuedAt === null) return false
  if (account.tokenIssuedAt !== null) return news.tokenIssuedAt > account.tokenIssuedAt
  return account.tokenExpiresAt !== null && (news.tokenExpiresAt ?? 0) > account.tokenExpiresAt
}

/** Where it is known that the login allows it: the Worker makes no call in vain. */
function mayLookAtStories({ loginMethod, grantedScopes }: AccountRecord): boolean {
  return grantedScopes !== null && canReadInsights(loginMethod, grantedScopes)
}

/** Identifies what is registered of the account; each sealing of the same token looks different. */
export function fingerprintOf(
  { sandboxFor }: { sandboxFor(workerUrl: string): string | null },
  { workerUrl, keyId }: CloudConnection,
  account: AccountRecord,
  ownPause: Instant | null,
): Promise<string> {
  const { igUserId, loginMethod, isSandbox, sealedToken, tokenIssuedAt, tokenExpiresAt, whenLimitIsFull } =
    account
  const sandboxUrl = isSandbox ? sandboxFor(workerUrl) : null
  const registered = [igUserId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt, sandboxUrl]
  const choice = whenLimitIsFull === 'wait' ? [whenLimitIsFull] : []
  const pause = ownPause === null ? [] : [ownPause]
  const looks = mayLookAtStories(account) ? ['looks'] : []
  return sha256Hex(JSON.stringify([workerUrl, keyId, ...registered, ...choice, ...pause, ...looks]))
}
