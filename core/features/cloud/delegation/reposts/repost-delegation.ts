import type { RepostDelegation } from '../../../reposts/reposts-deps.ts'
import { recallMentions } from './recall.ts'
import { CodedError } from '../../../../coded-error.ts'
import type { RepostRecord } from '../../../../ports/reposts/repost-store.ts'
import { NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import { isSameWorker } from '../../../../rules/ownership/ownership.ts'
import type { RepostClaim } from '../../../../engine/worker/protocol.ts'
import { isRepostRecord } from '../../../../engine/worker/repost-shapes.ts'
import { applyRecord } from './apply-repost-changes.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/** Call inside the account's mutex. */
export function createRepostDelegation(deps: DelegationDeps): RepostDelegation {
  return {
    async recall(accountId) {
      const config = await deps.reposts.config(accountId)
      if (config && config.ownership.state !== 'local') requireNoHold(deps)
      return recallMentions(deps, accountId)
    },
    async claim(record, as) {
      if (record.runner === 'cloud') requireNoHold(deps)
      return claimFromWorker(deps, record, as)
    },
  }
}

/** The Worker may have it from the computer that this folder was copied from, which would never learn that it was recalled. */
function requireNoHold({ isHeld }: DelegationDeps): void {
  if (isHeld())
    throw new CodedError(
      'INVALID_STATE',
      'This data folder is on hold, and the cloud looks for mentions of this account. Confirm publishing from here first.',
    )
}

/**
 * Takes one mention back from the Worker: after "yours" the stored record belongs to this computer. Throws
 * WORKER_UNREACHABLE when its owner cannot be found out; asked again, the Worker gives the same answer.
 */
export async function claimFromWorker(
  deps: DelegationDeps,
  { id, accountId, runner }: RepostRecord,
  as: 'repost' | 'dismiss',
): Promise<RepostClaim['outcome']> {
  if (runner === 'here') return 'yours'
  const connection = await deps.cloudConnection()
  const config = await deps.reposts.config(accountId)
  if (!connection || !isSameWorker(config?.ownership.keyId ?? null, connection.keyId))
    throw ownerUnknown(NOT_CONNECTED)
  const reply = await connection.worker.claimRepost(accountId, { id, as })
  if (reply.kind !== 'ok') throw ownerUnknown(replyReason(reply))
  // The delegation may still be in transit.
  if (reply.value === null) throw ownerUnknown('it does not know the mention yet')
  const { outcome, record } = reply.value
  const isRead = isRepostRecord(record)
  // Damaged there: what is known here is dismissed, and nothing is sent.
  const isDamaged = !isRead && outcome === 'yours' && as === 'dismiss'
  if (record.id !== id || (!isRead && !isDamaged)) throw ownerUnknown('its answer cannot be read')
  if (isDamaged)
    await deps.reposts.updateRecord(id, (stored) => ({
      ...stored,
      runner: 'here',
      version: stored.version + 1,
    }))
  else if (outcome !== 'limit')
    await applyRecord(deps, connection, record, outcome === 'yours' ? 'here' : record.runner)
  return outcome
}

function ownerUnknown(reason: string): CodedError {
  return new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud has this mention and could not be asked for it (${reason}). Nothing was reposted from here; try again later.`,
  )
}
