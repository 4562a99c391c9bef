// Checks an API token, permission by permission, before anything is created with it. Only reads are tried: that a
// token may read does not prove that it may write, which the deployment finds out.
import { z } from 'zod'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import { DeployRefusal } from '../deploy/deploy-refusal.ts'
import {
  createProviderApi,
  isRefusedWith,
  ProviderFailure,
  type Permission,
  type ProviderApi,
  type ProviderReply,
  type ProviderDeps,
} from '../deploy/provider/provider-api.ts'
import { isTokenRefused, PERMISSION_MISSING, R2_NOT_ENABLED, refusalOf } from '../deploy/provider/refusals.ts'
import { askWorkersDevName } from '../deploy/provider/resources.ts'
import { askAccounts, verifyToken } from '../deploy/provider/tokens.ts'

export interface ApiTokenReport {
  readonly token: { readonly kind: 'user' | 'account'; readonly expiresOn: string | null }
  /** The accounts that the token gives access to. Empty when it may not list them and none was named. */
  readonly accounts: readonly AccountReport[]
  /** The token may not list its accounts: name one. */
  readonly needsAccountId: boolean
}

interface AccountReport {
  readonly id: string
  readonly name: string | null
  readonly permissions: readonly { readonly name: Permission; readonly granted: boolean }[]
  /** Null when the token may not read it. */
  readonly r2Enabled: boolean | null
  /** The account's name below workers.dev; null when it has none, or the token may not read it. */
  readonly workersDevName: string | null
  /** Nothing known prevents a deployment. */
  readonly isReady: boolean
}

/** More are never needed, and each costs four calls. */
const MOST_ACCOUNTS = 10

/** Throws VALIDATION_ERROR for a token that the provider refuses, and CLOUD_ERROR. */
export async function validateToken(
  provider: ProviderDeps,
  apiToken: string,
  accountId: string | null,
): Promise<ApiTokenReport> {
  const api = createProviderApi(provider, apiToken, 'brief')
  try {
    const token = await verifyToken(api, accountId)
    if (token === null) throw new DeployRefusal('apiToken', deployRefusal('TOKEN_ENDED'))
    const listed = await askAccounts(api)
    const mayList = isAllowed(listed, 'Account Settings: Read')
    const known = listed.kind === 'ok' ? listed.value : []
    const named =
      accountId === null ? known : [known.find(({ id }) => id === accountId) ?? { id: accountId, name: null }]
    const accounts = await Promise.all(
      named.slice(0, MOST_ACCOUNTS).map((account) => examine(api, account, mayList)),
    )
    return {
      token: { kind: token.kind, expiresOn: token.expiresOn },
      accounts,
      needsAccountId: named.length === 0,
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw isTokenRefused(error)
      ? new DeployRefusal('apiToken', refusalOf(error), 'VALIDATION_ERROR', error)
      : new DeployRefusal(null, refusalOf(error), 'CLOUD_ERROR', error)
  }
}

async function examine(
  api: ProviderApi,
  account: { readonly id: string; readonly name: string | null },
  mayList: boolean,
): Promise<AccountReport> {
  const [scripts, namespaces, buckets, name] = await Promise.all([
    look(api, account.id, 'workers/scripts', 'Workers Scripts: Edit'),
    look(api, account.id, 'storage/kv/namespaces?page=1&per_page=20', 'Workers KV Storage: Edit'),
    look(api, account.id, 'r2/buckets?per_page=20', 'Workers R2 Storage: Edit'),
    askWorkersDevName(api, account.id),
  ])
  const r2Missing = isRefusedWith(buckets, ...R2_NOT_ENABLED)
  const mayUseR2 = r2Missing || isAllowed(buckets, 'Workers R2 Storage: Edit')
  const permissions = [
    { name: 'Account Settings: Read', granted: mayList },
    { name: 'Workers Scripts: Edit', granted: isAllowed(scripts, 'Workers Scripts: Edit') },
    { name: 'Workers KV Storage: Edit', granted: isAllowed(namespaces, 'Workers KV Storage: Edit') },
    { name: 'Workers R2 Storage: Edit', granted: mayUseR2 },
  ] as const
  const needed = permissions.filter(({ name: permission }) => permission !== 'Account Settings: Read')
  return {
    ...account,
    permissions,
    r2Enabled: mayUseR2 ? !r2Missing : null,
    workersDevName: isAllowed(name, 'Workers Scripts: Edit') && name.kind === 'ok' ? name.value : null,
    isReady: !r2Missing && needed.every(({ granted }) => granted),
  }
}

function look(
  api: ProviderApi,
  accountId: string,
  path: string,
  needs: Permission,
): Promise<ProviderReply<unknown>> {
  return api.ask({
    method: 'GET',
    path: `/accounts/${encodeURIComponent(accountId)}/${path}`,
    answer: z.unknown(),
    needs,
  })
}

/** Throws ProviderFailure when the answer concerns something else. */
function isAllowed(reply: ProviderReply<unknown>, needs: Permission): boolean {
  if (reply.kind === 'ok') return true
  if (isRefusedWith(reply, ...PERMISSION_MISSING)) return false
  throw new ProviderFailure(reply, needs)
}
