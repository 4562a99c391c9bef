// Takes a post away from the Worker, which has it, or may have it: recorded, then asked, then applied here. What is asked runs inside the
// hand-over's mutex.
import type { NoAnswer } from '../../../engine/worker/worker-link.ts'
import { CodedError } from '../../../coded-error.ts'
import type { Handover, StoredHandover } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { requireVersion, type WantedVersions } from '../../../api/post-version.ts'
import { SECOND, type Duration, type Instant } from '../../../time.ts'
import type { CloudConnection, WorkerReach } from '../connection/connection.ts'
import { mayHaveActed } from '../../../rules/ownership/ownership.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { connectionOf, NOT_CONNECTED, replyReason, requestCancel } from './worker-requests.ts'
import { finishCancel } from './final-moves.ts'
import { askForRelease } from './ask-worker.ts'
import {
  isUntold,
  whileRecalled,
  whileTold,
  type Cancel,
  type Purpose,
  type HandoverUpdate,
} from './handovers.ts'
import { movedMeanwhile, notReached, tooLate, unanswered } from './job-refusals.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/** The request has its answer before anything else asks for its outcome. */
export const AFTER_REQUEST: Duration = 30 * SECOND

/**
 * Recalls it from the Worker. An `archive` that came too late moves the post to the archive, and its outcome follows.
 */
export async function cancelPost(
  deps: DelegationDeps,
  post: PostRecord,
  to: Cancel['to'],
  wanted?: WantedVersions,
): Promise<void> {
  const { id } = await openHandover(deps, post)
  await recall(deps, id, (stored) => {
    if (stored) requireVersion(stored, wanted)
    return { to }
  })
  // Its files leave the bucket.
  deps.wakeSync()
}

/** Says of the stored post what becomes of it, and which slot it takes. */
type PurposeOf = (post: PostRecord | null) => Purpose & Pick<HandoverUpdate, 'takes'>

export async function recall(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<void> {
  if (await cancelLocally(deps, id, purposeOf)) return
  await deps.mutex.runExclusive(id, () => cancelAtWorker(deps, id, purposeOf))
}

/** Certainly not at the Worker, and never will be: sending it must be recorded first, and no longer can be. */
async function cancelLocally(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<boolean> {
  const cancelled = await deps.handovers.change(id, (stored) => {
    if (stored.handover.ownership.state !== 'local') return null
    const { takes, ...purpose } = purposeOf(stored.post)
    return { ...finishCancel(deps, stored, purpose), takes }
  })
  return cancelled !== null
}

async function cancelAtWorker(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<void> {
  const before = await deps.handovers.readOpen(id)
  if (!before) throw movedMeanwhile()
  const { takes, ...purpose } = purposeOf(before.post)
  const { to } = purpose
  if (to === 'archive' && hasGoneOut(before)) return archiveQuietly(deps, id)
  const connection = await requireConnection(deps, before)
  const nextAt = deps.clock.now() + AFTER_REQUEST
  const stored = await deps.handovers.change(id, ({ handover }) => ({
    change: { ...whileRecalled(handover, { kind: 'cancel', ...purpose }), nextAt },
    takes,
  }))
  if (!stored) throw movedMeanwhile()
  const reply = await askForRelease({ deps, connection, id }, purpose, isUntold(before.handover))
  if (!('view' in reply)) return endWithoutAnswer(deps, before, reply)
  if (reply.kind === 'too late' && to !== 'archive') throw tooLate()
  // It is in doubt, and must not be reported as taken back or moved.
  const isDoubted = async () => (await deps.handovers.postOf(before.handover.postId))?.status === 'FAILED'
  if (reply.kind === 'gone' && (to === 'draft' || to === 'local') && (await isDoubted()))
    throw movedMeanwhile()
}

/** Throws. A call that certainly changed nothing restores what was pending before it. */
export async function endWithoutAnswer(
  deps: DelegationDeps,
  before: StoredHandover,
  reply: NoAnswer,
): Promise<never> {
  if (mayHaveActed(reply)) throw unanswered(replyReason(reply))
  await withdrawRequest(deps, before)
  throw notReached(replyReason(reply))
}

/** As it was: with an earlier request, if one is pending. */
export async function withdrawRequest(deps: DelegationDeps, { handover }: StoredHandover): Promise<void> {
  const { id, asked, ownership } = handover
  await deps.handovers.change(id, () => ({ change: { asked, ownership } }))
}

/** Too late: the cancellation could not stop the post. */
function hasGoneOut({ post }: StoredHandover): boolean {
  return post !== null && ['PUBLISHING', 'PUBLISHED', 'FAILED'].includes(post.status)
}

async function archiveQuietly(deps: DelegationDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  const archived = await deps.handovers.change(id, ({ handover }) => ({
    change: whileDeletionUntold(handover, now),
    archivedAt: now,
  }))
  if (!archived) throw movedMeanwhile()
}

/** The post was deleted after the Worker had started on it; the Worker is asked in the background. */
export async function noteDeletion(deps: DelegationDeps, { cloudJobId }: PostRecord): Promise<void> {
  const now = deps.clock.now()
  await deps.handovers.change(cloudJobId ?? '', ({ handover }) => ({
    change: whileDeletionUntold(handover, now),
  }))
  deps.wakeSync()
}

/** The Worker has begun, so an edit that it has not answered came too late, and does not keep the deletion waiting. */
function whileDeletionUntold({ asked }: Handover, now: Instant) {
  return { nextAt: now, tries: 0, ...(asked?.kind === 'edit' ? { asked: null } : {}) }
}

/** A FAILED post will be retried here: what the Worker knows of it is taken over. */
export async function recallFailedPost(deps: DelegationDeps, post: PostRecord): Promise<void> {
  const handover = await deps.handovers.ofPost(post.id)
  if (!handover) return refuseLost(deps, post)
  await deps.mutex.runExclusive(handover.id, async () => {
    const stored = await deps.handovers.readOpen(handover.id)
    if (!stored) return
    const connection = await requireConnection(deps, stored)
    const reply = await requestCancel(connection, handover.id, { to: 'taken-over' })
    if (!('view' in reply)) throw notReached(replyReason(reply))
    await applyJobState(deps, handover.id, reply.view)
  })
  if (await deps.handovers.ofPost(post.id))
    throw new CodedError(
      'INVALID_STATUS',
      'The cloud is still checking whether this post is live. Try again later.',
    )
}

/** Throws for a post still marked as the Worker’s whose hand-over could not be read, and is gone. */
async function refuseLost(deps: DelegationDeps, { id }: PostRecord): Promise<void> {
  if (((await deps.handovers.postOf(id))?.handover ?? null) === null) return
  // The round may find the post among what waits at the Worker.
  deps.wakeSync()
  throw new CodedError(
    'INVALID_STATUS',
    'This computer no longer knows how far the cloud has come with this post, and is asking the cloud. Try again in a minute. If that changes nothing, check the profile, then delete this post and create it again.',
  )
}

/** Recorded for every open post of the account; the Worker is asked in the background. */
export async function cancelAccountPosts(deps: DelegationDeps, accountId: string): Promise<void> {
  const open = await deps.handovers.open()
  for (const { id } of open.filter((one) => one.accountId === accountId)) await cancelForDisconnect(deps, id)
  deps.wakeSync()
}

export async function cancelForDisconnect(deps: DelegationDeps, id: string): Promise<void> {
  const to = 'disconnected'
  if (await cancelLocally(deps, id, () => ({ to }))) return
  await deps.handovers.change(id, (stored) => {
    const { handover } = stored
    // A pending recall that gives the post no job here already takes it away from the account. The Worker may also release it without
    // being asked, as it is asked to forget the account.
    if (handover.asked?.kind === 'cancel' && handover.asked.to !== 'local') return whileTold(stored)
    const asked = whileRecalled(handover, { kind: 'cancel', to })
    return { change: { ...asked, nextAt: deps.clock.now() } }
  })
}

export async function openHandover({ handovers }: DelegationDeps, post: PostRecord): Promise<Handover> {
  return (await handovers.ofPost(post.id)) ?? Promise.reject(movedMeanwhile())
}

export async function requireConnection(
  deps: WorkerReach,
  { handover }: StoredHandover,
): Promise<CloudConnection> {
  return (await connectionOf(deps, handover.ownership)) ?? Promise.reject(notReached(NOT_CONNECTED))
}
