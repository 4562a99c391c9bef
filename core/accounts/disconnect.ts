import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { PrivateApiStore } from '../ports/reposts/private-api.ts'
import type { PostCommands } from '../ports/posts/publication-ledger.ts'
import type { RepostStore } from '../ports/reposts/repost-store.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { removeAvatar, type AvatarPorts } from './avatars.ts'

export interface DisconnectPorts extends AvatarPorts {
  readonly settings: SettingsStore
  readonly ledger: Pick<PostCommands, 'failWaitingPosts'>
  readonly reposts: Pick<RepostStore, 'removeConfig'>
  readonly privateApi: Pick<PrivateApiStore, 'remove'>
  readonly cloud: CloudRunner
  readonly clock: Clock
}

/** Set once the user has disconnected the practice account: it must not come back by itself. */
export const SANDBOX_DISCONNECTED = 'sandboxDisconnected'

/** Forgets an account, its tokens, its picture, and how its stories are reposted. Published posts stay. Throws NOT_FOUND. */
export async function removeAccount(ports: DisconnectPorts, id: string): Promise<void> {
  const { accounts, settings, ledger, cloud, clock } = ports
  const account = await accounts.get(id)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  if (account.isSandbox) await settings.put({ [SANDBOX_DISCONNECTED]: true })
  // A crash on the way leaves the account there, to be disconnected again. The second time is for what was accepted meanwhile.
  await ledger.failWaitingPosts(id, clock.now())
  await cloud.cancelAccount(id)
  await forgetReposting(ports, id)
  const removed = await accounts.remove(id)
  await ledger.failWaitingPosts(id, clock.now())
  await forgetReposting(ports, id)
  await removeAvatar(ports, removed?.avatarKey ?? null)
}

/** Mentions that were found stay, as posts do. */
async function forgetReposting({ reposts, privateApi }: DisconnectPorts, id: string): Promise<void> {
  await reposts.removeConfig(id)
  await privateApi.remove(id)
}
