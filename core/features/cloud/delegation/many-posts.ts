// Many posts of the Worker that are changed together: what is asked of it is recorded in the transaction of all of them, then each
// is asked for like every pending request. So nothing is lost, wherever the process ends.
import type { HandoverMove } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { StoredAtWorker } from '../../scheduling/cloud-runner.ts'
import { finishCancel } from './final-moves.ts'
import { isTooFar } from './handover-times.ts'
import {
  isUntold,
  toMove,
  whileEditedHere,
  whileInsisting,
  whileRecalled,
  type Cancel,
  type HandoverUpdate,
} from './handovers.ts'
import { resolvePendingRequest } from './ask-worker.ts'
import type { DelegationDeps } from './delegation-deps.ts'

export function planCancel(
  deps: DelegationDeps,
  stored: StoredAtWorker,
  to: 'draft' | 'archive' | 'discard',
): HandoverMove {
  const now = deps.clock.now()
  const mark = isUntold(stored.handover) ? { isUntold: true as const } : {}
  const asked: Cancel = { kind: 'cancel', ...(to === 'discard' ? DISCARDED : { to }), ...mark }
  // Certainly not at the Worker, and never will be: sending it must be recorded first, and no longer can be.
  const isHere = stored.handover.ownership.state === 'local'
  const update: HandoverUpdate = isHere
    ? finishCancel(deps, stored, asked)
    : { change: { ...whileRecalled(stored.handover, asked), nextAt: now, tries: 0 } }
  return toMove(stored.handover, update, now)
}

const DISCARDED = { to: 'archive', unlessLate: true } as const

/** Null for a post that is being taken back, and for a time to which the Worker does not keep its files. */
export function planEdit(
  { clock }: DelegationDeps,
  { handover }: StoredAtWorker,
  after: PostRecord,
): HandoverMove | null {
  const now = clock.now()
  const publishAt = after.scheduledFor ?? handover.publishAt
  if (handover.ownership.state === 'recalling' || isTooFar({ ...handover, publishAt })) return null
  if (handover.ownership.state !== 'local')
    return toMove(handover, { change: { ...whileInsisting(handover, after), nextAt: now, tries: 0 } }, now)
  return toMove(handover, whileEditedHere(handover, after), now)
}

const AT_ONCE = 4

export async function settle(deps: DelegationDeps, handoverIds: readonly string[]): Promise<void> {
  for (let first = 0; first < handoverIds.length; first += AT_ONCE) {
    const ids = handoverIds.slice(first, first + AT_ONCE)
    await Promise.all(ids.map((id) => deps.mutex.runExclusive(id, () => resolvePendingRequest(deps, id))))
    // A Worker that does not answer is not asked for each of them while somebody waits.
    if (await arePending(deps, ids)) break
  }
  // Files leave the bucket, and what has no answer is asked again.
  deps.wakeSync()
}

async function arePending({ handovers }: DelegationDeps, ids: readonly string[]): Promise<boolean> {
  const stored = await Promise.all(ids.map((id) => handovers.get(id)))
  return stored.every((handover) => handover !== null && !handover.isEnded && handover.asked !== null)
}
