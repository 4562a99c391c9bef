// Asks the Worker about one hand-over, and applies here what its answer proves. A pending request is a change whose answer never came:
// the Worker reports what it has, and what it does not have is replaced by the version stored here, so that no late request can take
// effect. Call inside the hand-over's mutex.
import type { JobAnswer, JobView } from '../../../engine/worker/protocol.ts'
import type { NoAnswer, WorkerReply } from '../../../engine/worker/worker-link.ts'
import type { Handover, StoredHandover } from '../../../ports/cloud/handover-store.ts'
import { mayHaveActed } from '../../../rules/ownership/ownership.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import type { Instant } from '../../../time.ts'
import type { CloudConnection } from '../connection/connection.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { SECOND_COPY_ONLY } from './cloud-warnings.ts'
import type { DelegationDeps } from './delegation-deps.ts'
import { endInDoubt, finishRecall } from './final-moves.ts'
import { repeatAt } from './handover-times.ts'
import {
  markedAsLetGo,
  notRecalled,
  whileEdited,
  whileInsisting,
  whileSought,
  whileTold,
  type Purpose,
} from './handovers.ts'
import {
  connectionOf,
  editedVersion,
  NOT_CONNECTED,
  replyReason,
  requestCancel,
  sendEnvelope,
  type CancelReply,
} from './worker-requests.ts'

/** One hand-over, and the Worker that is asked about it. */
export interface Asking {
  readonly deps: DelegationDeps
  readonly connection: CloudConnection
  readonly id: string
}

/** Settles what is pending, as far as the Worker answers. */
export async function resolvePendingRequest(deps: DelegationDeps, id: string): Promise<void> {
  const before = await deps.handovers.readOpen(id)
  const connection = before && (await connectionOf(deps, before.handover.ownership))
  const lastError = connection ? null : NOT_CONNECTED
  const stored = await recordTry(deps, id, lastError, ({ asked }) => asked !== null)
  if (!stored?.handover.asked || !connection) return
  const { asked } = stored.handover
  const asking = { deps, connection, id }
  const trouble = await (asked.kind === 'cancel' ? resolveCancel(asking, asked) : resolveEdit(asking))
  if (trouble !== null) await deps.handovers.change(id, () => ({ change: { lastError: trouble } }))
}

/** Records a try, with what kept an answer away. Null, and nothing is recorded, for what is no longer `wanted`. */
export function recordTry(
  deps: DelegationDeps,
  id: string,
  lastError: SafeText | null,
  wanted: (handover: Handover) => boolean = () => true,
): Promise<StoredHandover | null> {
  const now = deps.clock.now()
  return deps.handovers.change(id, ({ handover }) => {
    const tries = handover.tries + 1
    return wanted(handover) ? { change: { tries, nextAt: repeatAt(handover, now, tries), lastError } } : null
  })
}

/** Resolves, as do the following, with why it is still pending; null when it is resolved. */
async function resolveCancel(asking: Asking, asked: Purpose): Promise<SafeText | null> {
  const { handovers } = asking.deps
  // To be stored before it is asked, as what is asked.
  if (asked.isUntold) await handovers.change(asking.id, whileTold)
  const reply = await askForRelease(asking, asked, asked.isUntold)
  if ('view' in reply) return null
  if (asked.isUntold && !mayHaveActed(reply))
    await handovers.change(asking.id, ({ handover: { asked: pending } }) =>
      pending?.kind === 'cancel' ? { change: { asked: { ...pending, isUntold: true } } } : null,
    )
  return replyReason(reply)
}

async function resolveEdit(asking: Asking): Promise<SafeText | null> {
  const { deps, connection, id } = asking
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.asked?.kind !== 'edit') return null
  const { asked, ownership, publishAt } = stored.handover
  const reply = await askForJob(connection, stored.handover)
  if (reply.kind !== 'ok') return replyReason(reply)
  const view = reply.value
  const isThere = view !== null && view.revision >= ownership.sent
  if (view && (isThere || view.state !== 'waiting')) {
    if (!isThere) await deps.handovers.change(id, () => ({ change: { asked: null } }))
    await applyJobState(deps, id, view)
    return null
  }
  // From the earlier of both times on, it may have published the post before it forgot it.
  const mayBeLiveFrom = Math.min(publishAt, asked.after.scheduledFor ?? publishAt)
  if (view !== null || deps.clock.now() < mayBeLiveFrom) return resendStored(asking)
  if (ownership.confirmed === null) return recallLate(asking, mayBeLiveFrom)
  await deps.handovers.change(id, (latest) => endInDoubt(deps, latest, 'CLOUD_FORGOT'))
  return null
}

const NOT_TAKEN_IN_TIME = safeText('it did not confirm it in time')

/**
 * Recalls a post that the Worker has never confirmed, once it may be live from there. Sending it again could publish it twice: the
 * Worker may have forgotten that it was asked.
 */
export async function recallLate(asking: Asking, mayBeLiveFrom: Instant): Promise<SafeText | null> {
  const { deps, id } = asking
  await deps.handovers.change(id, ({ handover }) =>
    handover.ownership.state === 'delegating'
      ? { change: whileSought(handover, NOT_TAKEN_IN_TIME, handover.soughtSince ?? mayBeLiveFrom) }
      : null,
  )
  const asked = (await deps.handovers.readOpen(id))?.handover.asked
  return asked?.kind === 'cancel' ? resolveCancel(asking, asked) : null
}

/**
 * The edit did not arrive. The version stored here is sent under a higher number, so that a late edit is refused; of an edit that was
 * accepted with others, the edited one.
 */
async function resendStored(asking: Asking): Promise<SafeText | null> {
  const { deps, id } = asking
  const stored = await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.asked?.kind !== 'edit' || post === null) return null
    const { isAccepted, after, files } = handover.asked
    return { change: isAccepted ? whileInsisting(handover, after, files) : whileEdited(handover, post) }
  })
  if (stored?.handover.asked?.kind !== 'edit') return null
  const { asked } = stored.handover
  const reply = await sendRecorded(asking, editedVersion(stored, asked))
  if (reply.kind !== 'ok') return replyReason(reply)
  const { outcome, job } = reply.value
  if (outcome === 'too-late') await deps.handovers.change(id, () => ({ change: { asked: null } }))
  await applyJobState(deps, id, job)
  return outcome === 'stale' ? safeText('the cloud has another version of the post') : null
}

/** Sends the job as it is recorded, to a Worker that gets its account, too, where it has lost it. */
export function sendRecorded(
  { deps, connection }: Asking,
  stored: StoredHandover,
): Promise<WorkerReply<JobAnswer>> {
  const send = () => sendEnvelope(connection, stored)
  return deps.registration.sendForAccount(connection, stored.handover.accountId, send)
}

/**
 * Asks for the release that was recorded before, and applies the answer. `isFirst`: nobody here has asked for it yet. `unreachable`,
 * also where it cannot be told whether the post was released earlier: nothing was asked then.
 */
export async function askForRelease(
  asking: Asking,
  recorded: Purpose,
  isFirst = false,
): Promise<CancelReply> {
  const { deps, connection, id } = asking
  // After the request was recorded: what was released before is released for this, not for an earlier one.
  const trouble = await findEarlierRelease(asking)
  if (trouble) return { kind: 'unreachable', reason: replyReason(trouble) }
  const pending = (await deps.handovers.readOpen(id))?.handover.asked
  const asked = pending?.kind === 'cancel' ? pending : recorded
  const reply = await requestCancel(connection, id, asked)
  if (!('view' in reply)) return reply
  if (isFirst && reply.wasReleased)
    await deps.handovers.change(id, ({ handover }) => ({ change: markedAsLetGo(handover) }))
  const isTakenOver = asked.to === 'taken-over'
  if (reply.kind === 'gone' && !isTakenOver) {
    await deps.handovers.change(id, (latest) => finishRecall(deps, latest, asked, reply.view))
    return reply
  }
  // An archive that came too late is completed when the post's outcome is applied.
  if (!isTakenOver && (asked.to !== 'archive' || asked.unlessLate))
    await deps.handovers.change(id, notRecalled)
  await applyJobState(deps, id, reply.view)
  return reply
}

/**
 * The post may have been released for a run that is not remembered, and after a recall the Worker's answer would be the same.
 * Resolves with why that cannot be told; null when it can, or is not in question.
 */
async function findEarlierRelease({ deps, connection, id }: Asking): Promise<NoAnswer | null> {
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.soughtSince === undefined) return null
  const reply = await askForJob(connection, stored.handover)
  if (reply.kind !== 'ok') return reply
  if (reply.value) await applyJobState(deps, id, reply.value)
  return null
}

/** Reads the job as its object has it. However old a second copy is, it says nothing about a change. */
export async function askForJob(
  { worker }: CloudConnection,
  { id, accountId }: Pick<Handover, 'id' | 'accountId'>,
): Promise<WorkerReply<JobView | null>> {
  const reply = await worker.job(id, accountId)
  const isCopy = reply.kind === 'ok' && Boolean(reply.value?.secondCopy)
  return isCopy ? { kind: 'unreachable', reason: SECOND_COPY_ONLY } : reply
}
