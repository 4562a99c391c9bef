// Who owns the token, and which accounts can it access? User endpoints do not know the tokens of accounts.
import { z } from 'zod'
import { deployRefusal } from '../../../../rules/notices/deploy-refusals.ts'
import {
  isRefusedWith,
  ProviderFailure,
  type ProviderApi,
  type ProviderRefusal,
  type ProviderReply,
} from './provider-api.ts'
import { DeployRefusal } from '../deploy-refusal.ts'
import { PERMISSION_MISSING, TOKEN_REFUSED } from './refusals.ts'

const Token = z.object({
  id: z.string().min(1),
  status: z.string(),
  expires_on: z.string().nullish(),
})

export interface VerifiedToken {
  /** Also the id of the bucket's S3 key that belongs to it. */
  readonly id: string
  readonly kind: 'user' | 'account'
  /** As the provider writes it; null when it does not expire. */
  readonly expiresOn: string | null
}

const Accounts = z.array(z.object({ id: z.string(), name: z.string().catch('') }))
export type ProviderAccount = z.infer<typeof Accounts>[number]

/** No more are read: who has more of them names the account. */
export const ACCOUNTS_PER_PAGE = 50

/** The accounts that the token may see; a token without the permission for that is refused. */
export function askAccounts(api: ProviderApi): Promise<ProviderReply<ProviderAccount[]>> {
  return api.ask({
    method: 'GET',
    path: `/accounts?page=1&per_page=${ACCOUNTS_PER_PAGE}`,
    answer: Accounts,
    needs: 'Account Settings: Read',
  })
}

/** Throws ProviderFailure, or a DeployRefusal that asks for the account; null when the token is known but disabled or expired. */
export async function verifyToken(api: ProviderApi, accountId: string | null): Promise<VerifiedToken | null> {
  const asUser = await ask(api, '/user/tokens/verify')
  if (asUser.kind === 'ok') return usable(asUser.value, 'user')
  if (!isRefusedWith(asUser, ...TOKEN_REFUSED)) throw new ProviderFailure(asUser, null)
  const owner = accountId ?? (await findOwner(api))
  const asAccount = await ask(api, `/accounts/${encodeURIComponent(owner)}/tokens/verify`)
  if (asAccount.kind === 'ok') return usable(asAccount.value, 'account')
  if (!isRefusedWith(asAccount, ...TOKEN_REFUSED, 7000, 7003)) throw new ProviderFailure(asAccount, null)
  throw invalidToken(asAccount.refusal)
}

function invalidToken(refusal: ProviderRefusal): ProviderFailure {
  return new ProviderFailure({ kind: 'refused', refusal: { ...refusal, codes: [1000] } }, null)
}

function ask(api: ProviderApi, path: string) {
  return api.ask({ method: 'GET', path, answer: Token, needs: null })
}

/** A token of an account sees that account alone. */
async function findOwner(api: ProviderApi): Promise<string> {
  const accounts = await askAccounts(api)
  const [owner] = accounts.kind === 'ok' ? accounts.value : []
  if (owner) return owner.id
  if (accounts.kind === 'ok' || isRefusedWith(accounts, ...PERMISSION_MISSING))
    throw new DeployRefusal('accountId', deployRefusal('OWNER_UNKNOWN'))
  throw new ProviderFailure(accounts, null)
}

function usable(
  { id, status, expires_on }: z.infer<typeof Token>,
  kind: VerifiedToken['kind'],
): VerifiedToken | null {
  return status === 'active' ? { id, kind, expiresOn: expires_on ?? null } : null
}
