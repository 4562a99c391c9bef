import { CodedError } from '../../coded-error.ts'
import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { PostCommands } from '../../ports/posts/publication-ledger.ts'
import type { PrivateApiStore } from '../../ports/reposts/private-api.ts'
import type { RepostStore } from '../../ports/reposts/repost-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { removeAvatar } from '../../engine/access/avatars.ts'

/** Every store that keeps data of an account. */
export interface DisconnectDeps {
  readonly accounts: AccountStore
  readonly settings: SettingsStore
  readonly ledger: Pick<PostCommands, 'failWaitingPosts'>
  readonly reposts: RepostStore
  readonly privateApi: Pick<PrivateApiStore, 'remove'>
  readonly cloud: CloudRunner
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly log: Log
}

/** Set once the user has disconnected the sandbox account: it must not be created again. */
export const SANDBOX_DISCONNECTED = 'sandboxDisconnected'

/**
 * Forgets an account, its tokens, its picture, and how its stories are reposted. Published posts stay. `forgetMore`: what else is to be
 * forgotten of it. Throws NOT_FOUND.
 */
export async function removeAccount(
  deps: DisconnectDeps,
  id: string,
  forgetMore?: (id: string) => Promise<void>,
): Promise<void> {
  const { accounts, settings, ledger, cloud, clock } = deps
  const account = await accounts.get(id)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  if (account.isSandbox) await settings.put({ [SANDBOX_DISCONNECTED]: true })
  // A crash midway leaves the account, to be disconnected again. The second calls are for what was accepted meanwhile.
  await ledger.failWaitingPosts(id, clock.now())
  await cloud.cancelAccount(id)
  const forget = async () => {
    await forgetReposting(deps, id)
    await forgetMore?.(id)
  }
  await forget()
  const removed = await accounts.remove(id)
  await ledger.failWaitingPosts(id, clock.now())
  await forget()
  await removeAvatar(deps, removed?.avatarKey ?? null)
}

/** Mentions that were found stay, as posts do. */
async function forgetReposting({ reposts, privateApi }: DisconnectDeps, id: string): Promise<void> {
  await reposts.removeConfig(id)
  await privateApi.remove(id)
}
