import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { LedgerDoors } from '../ports/publication-ledger.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import { removeAvatar, type AvatarPorts } from './avatars.ts'

export interface DisconnectPorts extends AvatarPorts {
  readonly settings: SettingsStore
  readonly ledger: Pick<LedgerDoors, 'accountDisconnected'>
  readonly clock: Clock
}

/** Set once the user has disconnected the practice account: it must not come back by itself. */
export const SANDBOX_DISCONNECTED = 'sandboxDisconnected'

/** Forgets an account, its tokens and its picture. Published posts stay. Throws NOT_FOUND. */
export async function disconnect(ports: DisconnectPorts, id: string): Promise<void> {
  const { accounts, settings, ledger, clock } = ports
  const account = await accounts.get(id)
  if (!account) throw new CodedError('NOT_FOUND', 'There is no such account.')
  if (account.isSandbox) await settings.put({ [SANDBOX_DISCONNECTED]: true })
  // A crash on the way leaves the account there, to be disconnected again. The second time is for what was accepted meanwhile.
  await ledger.accountDisconnected(id, clock.now())
  const removed = await accounts.remove(id)
  await ledger.accountDisconnected(id, clock.now())
  await removeAvatar(ports, removed?.avatarKey ?? null)
}
