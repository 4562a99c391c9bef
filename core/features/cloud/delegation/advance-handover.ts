// Takes one hand-over as far as it goes, in durable steps: read the record, act once, record the result. Nothing is sent that was
// not recorded before, under names chosen with the hand-over, so after a crash the same request is sent again.
import { CodedError } from '../../../coded-error.ts'
import type { Handover, HandoverFile, StoredHandover } from '../../../ports/cloud/handover-store.ts'
import { isSameWarning } from '../../../rules/notices/warnings.ts'
import type { WorkerReply, NoAnswer } from '../../../engine/worker/worker-link.ts'
import type { JobView } from '../../../engine/worker/protocol.ts'
import type { CloudConnection } from '../connection/connection.ts'
import { afterNoAnswer, NEVER_ASKED, whileAsked, type Ownership } from '../../../rules/ownership/ownership.ts'
import { applyJobState, showSecondCopy } from './changes/apply-job-state.ts'
import { recallLate, recordTry, resolvePendingRequest, sendRecorded, type Asking } from './ask-worker.ts'
import { connectionOf, isStillConnected, NOT_CONNECTED, replyReason } from './worker-requests.ts'
import { scheduleLocally, endInDoubt, finishCancel } from './final-moves.ts'
import { FIRST_TRY, isInBucket, withHandover, markUploaded } from './new-handover.ts'
import { whileRecalled } from './handovers.ts'
import { doubtWarning, withCloudWarning } from './cloud-warnings.ts'
import { fallbackAt, nextCheckAt, retryAt } from './handover-times.ts'
import { safeSentence, safeText, type SafeText } from '../../../redact.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/**
 * Steps a hand-over as far as it goes now. Resolves with the reason when it certainly did not reach the Worker,
 * otherwise with null. Never rejects: its row says how far it came, and the next round resumes there.
 */
export function driveHandover(deps: DelegationDeps, id: string): Promise<SafeText | null> {
  return drive(deps, id, null)
}

const FAILED_HERE = safeText('an error on this computer')

/** In the background: no request waits for it. False when not even the time of its next try could be recorded. */
export async function driveInBackground(deps: DelegationDeps, id: string): Promise<boolean> {
  try {
    const reason = await drive(deps, id, FAILED_HERE)
    if (reason !== null) await retryOrRunLocally(deps, id, reason)
    return true
  } catch (error) {
    deps.log.error('a hand-over could not be rescheduled', { jobId: id, error })
    return false
  }
}

/** `failed`: the result when a step throws, as for a file that cannot be read. */
async function drive(deps: DelegationDeps, id: string, failed: SafeText | null): Promise<SafeText | null> {
  if (deps.underWay.has(id)) return null
  deps.underWay.add(id)
  try {
    for (;;) {
      const step = await advanceHandover(deps, id)
      if (step.kind === 'not there') return step.reason
      if (step.kind === 'wait') return null
    }
  } catch (error) {
    deps.log.error('a step of a hand-over failed', { jobId: id, error })
    return failed
  } finally {
    deps.underWay.delete(id)
  }
}

/**
 * again      There is more to do now.
 * wait       It has ended, or its row says when it resumes.
 * not there  It did not work, and the Worker certainly has nothing of the job.
 */
type HandoverStep =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'not there'; readonly reason: SafeText }

const AGAIN: HandoverStep = { kind: 'again' }
const WAIT: HandoverStep = { kind: 'wait' }
const notThere = (reason: SafeText): HandoverStep => ({ kind: 'not there', reason })

async function advanceHandover(deps: DelegationDeps, id: string): Promise<HandoverStep> {
  const stored = await deps.handovers.readOpen(id)
  if (!stored) return WAIT
  const { handover } = stored
  const { state } = handover.ownership
  if (handover.asked || state === 'recalling')
    return runExclusively(deps, id, () => resolvePendingRequest(deps, id))
  switch (state) {
    case 'local':
      return uploadNextFile(deps, handover)
    case 'delegating':
      return deps.mutex.runExclusive(id, () => repeatRequest(deps, id))
    case 'worker':
      return runExclusively(deps, id, () => checkJob(deps, id))
    default:
      return state satisfies never
  }
}

/**
 * Retries a failed hand-over while there is time, and publishes from here when the post's time is near. Does nothing for one that
 * has advanced since: it may be at the Worker.
 */
export async function retryOrRunLocally(deps: DelegationDeps, id: string, reason: SafeText): Promise<void> {
  const now = deps.clock.now()
  await deps.handovers.change(id, (stored) => {
    const { handover, post } = stored
    if (handover.ownership.state !== 'local') return null
    if (now >= fallbackAt(handover)) return scheduleLocally(deps, stored, reason)
    const tries = handover.tries + 1
    const nextAt = Math.min(retryAt(now, tries), fallbackAt(handover))
    const change = { tries, nextAt, lastError: reason }
    return { change, post: post && withCloudWarning(withHandover(post, handover, 'uploading'), null) }
  })
}

async function runExclusively(
  deps: DelegationDeps,
  id: string,
  work: () => Promise<void>,
): Promise<HandoverStep> {
  await deps.mutex.runExclusive(id, work)
  return WAIT
}

const NO_LONGER_CONNECTED = safeText('the cloud is no longer connected')

async function uploadNextFile(deps: DelegationDeps, handover: Handover): Promise<HandoverStep> {
  const connection = deps.isBeingLeft() ? null : await deps.cloudConnection()
  if (!connection) return notThere(NO_LONGER_CONNECTED)
  const { mediaBaseUrl } = connection
  const file = handover.files.find((one) => !isInBucket(one, mediaBaseUrl))
  if (!file) return registerAndRequest(deps, connection, handover)
  let sent: HandoverFile | null
  try {
    sent = await deps.files.upload(connection.bucket, file)
    if (!sent) return notThere(safeText('one of its files was deleted'))
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return notThere(safeSentence(error.message))
  }
  const revised = await deps.handovers.change(handover.id, (stored) => ({
    change: { files: markUploaded(stored.handover.files, [sent], mediaBaseUrl), tries: 0 },
  }))
  return revised ? AGAIN : WAIT
}

/** All of it is in the bucket. The Worker gets the account first: a job can be due as soon as it arrives. */
async function registerAndRequest(
  deps: DelegationDeps,
  connection: CloudConnection,
  { id, accountId }: Handover,
): Promise<HandoverStep> {
  const account = await deps.accounts.get(accountId)
  if (!account) {
    await deps.handovers.change(id, (stored) => finishCancel(deps, stored, { to: 'disconnected' }))
    return WAIT
  }
  const registered = await deps.registration.register(connection, account)
  if (registered === null) return notThere(safeText('the cloud cannot publish for this account'))
  if (registered.kind !== 'ok') return notThere(replyReason(registered))
  return deps.mutex.runExclusive(id, () => requestHandover(deps, connection, id))
}

/** From the move to `delegating` on, only the Worker may publish it, unless this very call certainly did not arrive. */
async function requestHandover(
  deps: DelegationDeps,
  connection: CloudConnection,
  id: string,
): Promise<HandoverStep> {
  if (!(await isStillConnected(deps, connection))) return notThere(NO_LONGER_CONNECTED)
  const now = deps.clock.now()
  const stored = await deps.handovers.change(id, ({ handover, post }) => {
    const { ownership: own, files } = handover
    const areThere = files.every((one) => isInBucket(one, connection.mediaBaseUrl))
    const isReady = !deps.isBeingLeft() && own.state === 'local' && areThere
    if (!isReady || post === null) return null
    const times = { tries: 1, nextAt: now + FIRST_TRY, lastError: null }
    const ownership = whileAsked(own, { kind: 'delegate', revision: 1 }, connection.keyId)
    return { change: { ...times, ownership }, post: withHandover(post, handover, 'pending') }
  })
  if (!stored) return (await deps.handovers.readOpen(id)) ? AGAIN : WAIT
  return sendJob({ deps, connection, id }, stored, NEVER_ASKED)
}

/** `before`: the owner when the call was recorded. */
async function sendJob(asking: Asking, stored: StoredHandover, before: Ownership): Promise<HandoverStep> {
  const { deps, id } = asking
  const { ownership: asked } = stored.handover
  const reply = await sendRecorded(asking, stored)
  if (reply.kind === 'ok') {
    await applyJobState(deps, id, reply.value.job)
    return WAIT
  }
  const reason = replyReason(reply)
  const { state } = afterNoAnswer({ before, asked }, reply)
  if (state === 'local') {
    // In the mutex: later callers do not know yet that it is not there.
    await deps.handovers.change(id, ({ handover }) =>
      handover.asked ? null : { change: { ownership: before } },
    )
    return notThere(reason)
  }
  if (state !== 'recalling') return waitInDoubt(deps, id, reply)
  await deps.handovers.change(id, ({ handover }) =>
    handover.asked ? null : { change: whileRecalled(handover, { kind: 'cancel', to: 'local', reason }) },
  )
  await resolvePendingRequest(deps, id)
  return WAIT
}

/**
 * Repeats a request that may have arrived: the Worker accepts the same job only once. From the post's time on it could have
 * published and forgotten it, and is asked to release it instead.
 */
async function repeatRequest(deps: DelegationDeps, id: string): Promise<HandoverStep> {
  const now = deps.clock.now()
  const before = await deps.handovers.readOpen(id)
  if (before?.handover.ownership.state !== 'delegating' || before.handover.asked) return before ? AGAIN : WAIT
  const connection = await connectionOf(deps, before.handover.ownership)
  const stored = await recordTry(deps, id, connection ? null : NOT_CONNECTED)
  if (!stored || !connection) return WAIT
  const asking = { deps, connection, id }
  const { publishAt } = stored.handover
  if (now >= publishAt) {
    const lastError = await recallLate(asking, publishAt)
    if (lastError !== null) await deps.handovers.change(id, () => ({ change: { lastError } }))
    return WAIT
  }
  const registered = await deps.registration.registerById(connection, before.handover.accountId)
  if (registered && registered.kind !== 'ok') return waitInDoubt(deps, id, registered)
  return sendJob(asking, stored, before.handover.ownership)
}

async function waitInDoubt(deps: DelegationDeps, id: string, reply: NoAnswer): Promise<HandoverStep> {
  const told = doubtWarning(reply)
  await deps.handovers.change(id, ({ post }) => {
    const isWarned = post?.warnings?.some((one) => isSameWarning(one, told))
    const warned = post && !isWarned ? withCloudWarning(post, told) : undefined
    return { change: { lastError: replyReason(reply) }, post: warned }
  })
  return WAIT
}

/** The changes should have reported it by now. */
async function checkJob(deps: DelegationDeps, id: string): Promise<void> {
  const stored = await deps.handovers.readOpen(id)
  if (stored?.handover.ownership.state !== 'worker' || stored.handover.asked) return
  const connection = await connectionOf(deps, stored.handover.ownership)
  const reply = connection && (await readJob(connection, stored))
  if (reply?.kind === 'ok' && reply.value?.secondCopy) return showSecondCopy(deps, id, reply.value)
  if (reply?.kind === 'ok') {
    if (!reply.value) return resolveLostJob(deps, id)
    // It was told of the deletion just now.
    if (!stored.post) await checkLater(deps, id)
    return applyJobState(deps, id, reply.value)
  }
  // Before its time we ask because the job may be lost: an answer after that time would not bring the post back here.
  await recordTry(deps, id, reply ? replyReason(reply) : NOT_CONNECTED)
}

async function checkLater({ handovers, clock }: DelegationDeps, id: string): Promise<void> {
  await handovers.change(id, ({ handover }) => ({ change: { nextAt: nextCheckAt(handover, clock.now()) } }))
}

/** Reads the job; for a post that was deleted here since, asks that nothing more follows it there. */
async function readJob(
  { worker }: CloudConnection,
  { handover: { id, accountId }, post }: StoredHandover,
): Promise<WorkerReply<JobView | null>> {
  if (post) return worker.job(id, accountId)
  const reply = await worker.cancelJob(id, 'deletion')
  return reply.kind === 'ok' ? { ...reply, value: reply.value.job } : reply
}

/** The Worker that had the job no longer knows it. Before the post's time it certainly did not publish it. */
async function resolveLostJob(deps: DelegationDeps, id: string): Promise<void> {
  await deps.handovers.change(id, (stored) =>
    deps.clock.now() < stored.handover.publishAt
      ? scheduleLocally(deps, stored, safeText('it no longer knows the post'))
      : endInDoubt(deps, stored, 'CLOUD_FORGOT'),
  )
}
