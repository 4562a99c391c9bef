// Resolves a pending request, a change whose answer never came: the Worker reports what it has, and what it does not
// have is replaced by the version stored here, so that no late request can take effect.
import type { CloudConnection } from '../connection/connection.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { connectionOf, NOT_CONNECTED, sendEnvelope, replyReason, requestCancel } from './worker-requests.ts'
import { endInDoubt, finishRecall } from './final-moves.ts'
import { notRecalled, whileEdited, whileSought } from './handovers.ts'
import { SECOND_COPY_ONLY } from './cloud-warnings.ts'
import { repeatAt } from './handover-times.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import type { Instant } from '../../../time.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/** Call inside the hand-over's mutex. */
export async function resolvePendingRequest(deps: DelegationDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  const before = await deps.handovers.readOpen(id)
  const connection = before && (await connectionOf(deps, before.handover.ownership))
  const lastError = connection ? null : NOT_CONNECTED
  const stored = await deps.handovers.change(id, ({ handover }) => {
    const tries = handover.tries + 1
    return handover.asked && { change: { tries, nextAt: repeatAt(handover, now, tries), lastError } }
  })
  if (!stored?.handover.asked || !connection) return
  const { asked } = stored.handover
  const trouble =
    asked.kind === 'cancel'
      ? await resolveCancel(deps, connection, id)
      : await resolveEdit(deps, connection, id)
  if (trouble !== null) await deps.handovers.change(id, () => ({ change: { lastError: trouble } }))
}

/** Resolves with why it is still pending; null when it is resolved. */
async function resolveCancel(
  deps: DelegationDeps,
  connection: CloudConnection,
  id: string,
): Promise<SafeText | null> {
  const trouble = await findEarlierRelease(deps, connection, id)
  if (trouble !== null) return trouble
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.asked?.kind !== 'cancel') return null
  const { asked } = stored.handover
  const reply = await requestCancel(connection, id, asked)
  if (!('view' in reply)) return replyReason(reply)
  if (asked.to === 'taken-over') {
    await applyJobState(deps, id, reply.view)
    return null
  }
  if (reply.kind === 'gone') {
    await deps.handovers.change(id, (latest, last) => finishRecall(deps, { ...latest, last }, asked))
    return null
  }
  // An archive that came too late is completed when the post's outcome is applied.
  if (asked.to !== 'archive' || asked.unlessLate) await deps.handovers.change(id, notRecalled)
  await applyJobState(deps, id, reply.view)
  return null
}

/**
 * Call before a recall: the post may have been released for a run that is not remembered, and after the recall the Worker's answer
 * would be the same. Resolves with why that cannot be told; null when it can, or is not in question.
 */
export async function findEarlierRelease(
  deps: DelegationDeps,
  { worker }: CloudConnection,
  id: string,
): Promise<SafeText | null> {
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.soughtSince === undefined) return null
  const reply = await worker.job(id, stored.handover.accountId)
  if (reply.kind !== 'ok') return replyReason(reply)
  if (reply.value?.secondCopy) return SECOND_COPY_ONLY
  if (reply.value) await applyJobState(deps, id, reply.value)
  return null
}

async function resolveEdit(
  deps: DelegationDeps,
  connection: CloudConnection,
  id: string,
): Promise<SafeText | null> {
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.asked?.kind !== 'edit') return null
  const { accountId, asked, ownership, publishAt } = stored.handover
  const reply = await connection.worker.job(id, accountId)
  if (reply.kind !== 'ok') return replyReason(reply)
  const view = reply.value
  // However old that copy is, it says nothing about an edit.
  if (view?.secondCopy) return SECOND_COPY_ONLY
  const isThere = view !== null && view.revision >= ownership.sent
  if (view && (isThere || view.state !== 'waiting')) {
    if (!isThere) await deps.handovers.change(id, () => ({ change: { asked: null } }))
    await applyJobState(deps, id, view)
    return null
  }
  // From the earlier of both times on, it may have published the post before it forgot it.
  const mayBeLiveFrom = Math.min(publishAt, asked.after.scheduledFor ?? publishAt)
  if (view !== null || deps.clock.now() < mayBeLiveFrom) return resendStored(deps, connection, id)
  if (ownership.confirmed === null) return recallLate(deps, connection, id, mayBeLiveFrom)
  await deps.handovers.change(id, (latest, last) => endInDoubt(deps, { ...latest, last }, 'CLOUD_FORGOT'))
  return null
}

const NOT_TAKEN_IN_TIME = safeText('it did not confirm it in time')

/**
 * Recalls a post that the Worker has never confirmed, once it may be live from there. Sending it again could publish it twice: the
 * Worker may have forgotten that it was asked.
 */
export async function recallLate(
  deps: DelegationDeps,
  connection: CloudConnection,
  id: string,
  mayBeLiveFrom: Instant,
): Promise<SafeText | null> {
  await deps.handovers.change(id, ({ handover }) =>
    handover.ownership.state === 'delegating'
      ? { change: whileSought(handover, NOT_TAKEN_IN_TIME, handover.soughtSince ?? mayBeLiveFrom) }
      : null,
  )
  return resolveCancel(deps, connection, id)
}

/**
 * The edit did not arrive. The version stored here is sent under a higher number, so that a late edit is refused; of an edit that was
 * accepted with others, the edited one.
 */
async function resendStored(
  deps: DelegationDeps,
  connection: CloudConnection,
  id: string,
): Promise<SafeText | null> {
  const stored = await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.asked?.kind !== 'edit' || post === null) return null
    if (!handover.asked.isAccepted) return { change: whileEdited(handover, post) }
    const { asked, ownership } = whileEdited(handover, handover.asked.after)
    return { change: { asked: { ...asked, isAccepted: true as const }, ownership } }
  })
  if (stored?.handover.asked?.kind !== 'edit') return null
  const { registration } = deps
  const { accountId, asked } = stored.handover
  const sent = asked.isAccepted ? asked.after : stored.post
  const reply = await registration.sendForAccount(connection, accountId, () =>
    sendEnvelope(connection, { ...stored, post: sent }),
  )
  if (reply.kind !== 'ok') return replyReason(reply)
  const { outcome, job } = reply.value
  if (outcome === 'too-late') await deps.handovers.change(id, () => ({ change: { asked: null } }))
  await applyJobState(deps, id, job)
  return outcome === 'stale' ? safeText('the cloud has another version of the post') : null
}
