import { tokenOwner } from '../../../core/engine/access/token-vault.ts'
import { ALL_ACCOUNTS } from '../../../local-server/sandbox/people/cast.ts'
import { anAccountRecord } from '../../factories.ts'
import { ACCOUNTS } from '../../fakes/cloud/cloud-jobs.ts'
import type { HandoverWorld } from './handover-world.ts'

/** Connects a second account beside the one that the world begins with. */
export async function connectHarbour({ ports, stores }: HandoverWorld): Promise<void> {
  const { id, username, token } = ACCOUNTS.harbour
  const igUserId = ALL_ACCOUNTS.find((one) => one.username === username)?.igUserId ?? ''
  const sealedToken = await ports.vault.seal(token, tokenOwner(id))
  await stores.accounts.put(anAccountRecord({ id, igUserId, username, isSandbox: true, sealedToken }))
}
