import { CodedError } from '../errors.ts'
import type { AccountsDeps } from './accounts.ts'
import { removeAvatar } from './avatars.ts'

/** Set once the user has disconnected the practice account: it must not come back by itself. */
export const SANDBOX_DISCONNECTED = 'sandboxDisconnected'

/** Forgets an account, its tokens, its picture, and how its stories are reposted. Published posts stay. Throws NOT_FOUND. */
export async function removeAccount(deps: AccountsDeps, id: string): Promise<void> {
  const { accounts, settings, ledger, cloud, clock } = deps
  const account = await accounts.get(id)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  if (account.isSandbox) await settings.put({ [SANDBOX_DISCONNECTED]: true })
  // A crash on the way leaves the account there, to be disconnected again. The second time is for what was accepted meanwhile.
  await ledger.failWaitingPosts(id, clock.now())
  await cloud.cancelAccount(id)
  await forgetReposting(deps, id)
  const removed = await accounts.remove(id)
  await ledger.failWaitingPosts(id, clock.now())
  await forgetReposting(deps, id)
  await removeAvatar(deps, removed?.avatarKey ?? null)
}

/** Mentions that were found stay, as posts do. */
async function forgetReposting({ reposts, privateApi }: AccountsDeps, id: string): Promise<void> {
  await reposts.removeConfig(id)
  await privateApi.remove(id)
}
