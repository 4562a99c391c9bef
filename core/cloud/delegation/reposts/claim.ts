import { CodedError } from '../../../errors.ts'
import type { RepostRecord } from '../../../ports/reposts/repost-store.ts'
import { NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import type { RepostClaim } from '../../protocol/protocol.ts'
import { isRepostRecord } from '../../worker/repost-shapes.ts'
import { applyRecord } from './apply-repost-changes.ts'
import { readDelegation } from './delegation.ts'

/**
 * Takes one mention out of the Worker's hands: after "yours" the stored record is this computer's. Throws WORKER_UNREACHABLE
 * when nobody can say whose it is; asked again, the Worker answers the same.
 */
export async function claimRepost(
  ports: HandoverPorts,
  { id, accountId, runner }: RepostRecord,
  as: 'repost' | 'dismiss',
): Promise<RepostClaim['outcome']> {
  if (runner === 'here') return 'yours'
  const connection = await ports.cloudConnection()
  const delegation = await readDelegation(ports, accountId)
  if (!connection || delegation?.keyId !== connection.keyId) throw nobodyKnows(NOT_CONNECTED)
  const reply = await connection.worker.claimRepost(accountId, { id, as })
  if (reply.kind !== 'ok') throw nobodyKnows(replyReason(reply))
  // The delegation may still be on its way.
  if (reply.value === null) throw nobodyKnows('it does not know the mention yet')
  const { outcome, record } = reply.value
  if (!isRepostRecord(record) || record.id !== id) throw nobodyKnows('its answer cannot be read')
  if (outcome !== 'limit')
    await applyRecord(ports, connection, record, outcome === 'yours' ? 'here' : record.runner)
  return outcome
}

function nobodyKnows(reason: string): CodedError {
  return new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud has this mention and could not be asked for it (${reason}). Nothing was reposted from here; try again later.`,
  )
}
