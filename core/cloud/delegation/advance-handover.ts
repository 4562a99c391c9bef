// One durable step of one hand-over: read what is recorded, act once, record the result. Nothing is sent that was not
// recorded before, under names that were chosen with the hand-over; so after a crash the same is sent again.
import { CodedError } from '../../errors.ts'
import type { Handover, HandoverFile } from '../../ports/cloud/handover-store.ts'
import type { WorkerReply } from '../../ports/cloud/worker-link.ts'
import type { CloudConnection } from '../connection/connection.ts'
import type { JobAnswer } from '../protocol/protocol.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { connectionOfHandover, NOT_CONNECTED, putJob, replyReason, requestCancel } from './worker-requests.ts'
import { scheduleLocally, endInDoubt, finishCancel, retryMove } from './final-moves.ts'
import type { HandoverPorts } from './handover-ports.ts'
import { FIRST_TRY, withHandover } from './new-handover.ts'
import { readOpenHandover, updateHandover, type StoredHandover } from './update-handover.ts'
import { FORGOTTEN, NOT_ANSWERED, withCloudWarning } from './sentences.ts'
import { showSecondCopy } from './recall/second-copy-view.ts'
import { resolvePendingRequest } from './resolve-pending-request.ts'
import { BEING_REGISTERED, registerAccount } from './register-account.ts'
import { retryAt, fallbackAt, nextCheckAt } from './handover-times.ts'

/**
 * again      There is more to do now.
 * wait       It has ended, or its row says when it goes on.
 * not there  It did not work, and surely nothing of the job is at the Worker.
 */
export type HandoverStep =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'not there'; readonly reason: string }

const AGAIN: HandoverStep = { kind: 'again' }
const WAIT: HandoverStep = { kind: 'wait' }
const notThere = (reason: string): HandoverStep => ({ kind: 'not there', reason })

export async function advanceHandover(ports: HandoverPorts, id: string): Promise<HandoverStep> {
  const stored = await readOpenHandover(ports, id)
  if (!stored) return WAIT
  const { handover } = stored
  if (handover.asked) return runExclusively(ports, id, () => resolvePendingRequest(ports, id))
  switch (handover.phase) {
    case 'uploading':
      return uploadNextFile(ports, handover)
    case 'asking':
      return ports.mutex.runExclusive(id, () => repeatRequest(ports, id))
    case 'cloud':
      return runExclusively(ports, id, () => checkJob(ports, id))
    case 'ended':
      return WAIT
    default:
      return handover.phase satisfies never
  }
}

/** Tries again a hand-over that failed while nothing waits for it, and publishes from here when its time is near. */
export async function retryOrRunLocally(ports: HandoverPorts, id: string, reason: string): Promise<void> {
  const now = ports.clock.now()
  const stored = await readOpenHandover(ports, id)
  if (!stored) return
  if (now >= fallbackAt(stored.handover))
    return retryMove(ports, id, (one) => scheduleLocally(ports, one, reason))
  await updateHandover(ports, id, ({ handover, post }) => {
    const tries = handover.tries + 1
    const nextAt = Math.min(retryAt(now, tries), fallbackAt(handover))
    const change = { phase: 'uploading', tries, nextAt, lastError: reason } as const
    return { change, post: post ? withoutCloudWarning(withHandover(post, handover, 'uploading')) : undefined }
  })
}

async function runExclusively(
  ports: HandoverPorts,
  id: string,
  work: () => Promise<void>,
): Promise<HandoverStep> {
  await ports.mutex.runExclusive(id, work)
  return WAIT
}

async function uploadNextFile(ports: HandoverPorts, handover: Handover): Promise<HandoverStep> {
  const connection = await ports.cloudConnection()
  if (!connection) return notThere('the cloud is no longer connected')
  const file = handover.files.find(({ uploaded }) => !uploaded)
  if (!file) return registerAndRequest(ports, connection, handover)
  const bytes = await ports.openMedia(file.blobKey)
  if (!bytes) return notThere('one of its files was deleted')
  try {
    await connection.bucket.put(file.key, bytes, file.mimeType)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return notThere(error.message)
  }
  const revised = await updateHandover(ports, handover.id, (stored) => ({
    change: { files: withUploaded(stored.handover.files, file.key), tries: 0 },
  }))
  return revised ? AGAIN : WAIT
}

function withUploaded(files: readonly HandoverFile[], key: string): HandoverFile[] {
  return files.map((file) => (file.key === key ? { ...file, uploaded: true } : file))
}

/** All of it is in the bucket. The Worker learns of the account first: a job that is there can be due at once. */
async function registerAndRequest(
  ports: HandoverPorts,
  connection: CloudConnection,
  { id, accountId }: Handover,
): Promise<HandoverStep> {
  const account = await ports.accounts.get(accountId)
  if (!account) {
    await retryMove(ports, id, (stored) => finishCancel(ports, stored, 'disconnected'))
    return WAIT
  }
  const registered = await registerAccount(ports, connection, account)
  if (registered === null) return notThere('the cloud cannot publish for this account')
  if (registered.kind !== 'ok') return notThere(replyReason(registered))
  return ports.mutex.runExclusive(id, () => requestHandover(ports, connection, id))
}

/** From the move to `asking` on only the Worker may publish it, unless this very call surely did not arrive. */
async function requestHandover(
  ports: HandoverPorts,
  connection: CloudConnection,
  id: string,
): Promise<HandoverStep> {
  const now = ports.clock.now()
  const stored = await updateHandover(ports, id, ({ handover, post }) => {
    const isReady = handover.phase === 'uploading' && handover.files.every(({ uploaded }) => uploaded)
    if (!isReady || post === null) return null
    const times = { tries: 1, nextAt: now + FIRST_TRY, lastError: null }
    const change = { ...times, phase: 'asking', keyId: connection.keyId } as const
    return { change, post: withHandover(post, handover, 'pending') }
  })
  if (!stored) return (await readOpenHandover(ports, id)) ? AGAIN : WAIT
  const reply = await putJobOrRegister(ports, connection, stored)
  if (reply === null) return notThere('the stored post cannot be read')
  if (reply.kind === 'ok') {
    await applyJobState(ports, id, reply.value.job)
    return WAIT
  }
  if (reply.kind === 'unknown') {
    await stayInDoubt(ports, id, reply.reason)
    return WAIT
  }
  return notThere(replyReason(reply))
}

/** A Worker that does not know the account has lost its memory since it was registered: once more from the beginning. */
async function putJobOrRegister(
  ports: HandoverPorts,
  connection: CloudConnection,
  stored: StoredHandover,
): Promise<WorkerReply<JobAnswer> | null> {
  const reply = await putJob(connection, stored)
  if (reply?.kind !== 'refused' || reply.refusal.httpStatus !== 404) return reply
  const { accountId } = stored.handover
  await ports.registeredAccounts.put(accountId, BEING_REGISTERED)
  const account = await ports.accounts.get(accountId)
  const registered = account && (await registerAccount(ports, connection, account))
  return registered?.kind === 'ok' ? putJob(connection, stored) : reply
}

/** Repeats what may have arrived already: the Worker takes the same job once. */
async function repeatRequest(ports: HandoverPorts, id: string): Promise<HandoverStep> {
  const now = ports.clock.now()
  const before = await readOpenHandover(ports, id)
  if (before?.handover.phase !== 'asking' || before.handover.asked) return before ? AGAIN : WAIT
  const connection = await connectionOfHandover(ports, before.handover)
  const account = await ports.accounts.get(before.handover.accountId)
  const tries = before.handover.tries + 1
  const lastError = connection ? null : NOT_CONNECTED
  const stored = await updateHandover(ports, id, () => ({
    change: { tries, nextAt: retryAt(now, tries), lastError },
  }))
  if (!stored || !connection) return WAIT
  const registered = account && (await registerAccount(ports, connection, account))
  if (registered && registered.kind !== 'ok') return waitInDoubt(ports, id, replyReason(registered))
  const reply = await putJobOrRegister(ports, connection, stored)
  if (reply?.kind === 'ok') {
    await applyJobState(ports, id, reply.value.job)
    return WAIT
  }
  if (reply !== null && reply.kind !== 'refused') return waitInDoubt(ports, id, replyReason(reply))
  // It does not want the job, which says nothing of an earlier call: only a cancel makes sure that there is none.
  const refused = reply ? replyReason(reply) : 'the stored post cannot be read'
  const cancelled = await requestCancel(connection, id)
  if (cancelled.kind === 'gone') await retryMove(ports, id, (one) => scheduleLocally(ports, one, refused))
  else if (cancelled.kind === 'too late') await applyJobState(ports, id, cancelled.view)
  else await stayInDoubt(ports, id, refused)
  return WAIT
}

async function waitInDoubt(ports: HandoverPorts, id: string, reason: string): Promise<HandoverStep> {
  await stayInDoubt(ports, id, reason)
  return WAIT
}

async function stayInDoubt(ports: HandoverPorts, id: string, reason: string): Promise<void> {
  await updateHandover(ports, id, ({ post }) => {
    const isWarned = post?.warnings?.some((warning) => warning === NOT_ANSWERED)
    const warned = post && !isWarned && { ...post, warnings: withCloudWarning(post.warnings, NOT_ANSWERED) }
    return { change: { lastError: reason }, post: warned || undefined }
  })
}

/** The changes should have reported it by now. */
async function checkJob(ports: HandoverPorts, id: string): Promise<void> {
  const stored = await readOpenHandover(ports, id)
  if (stored?.handover.phase !== 'cloud' || stored.handover.asked) return
  const { handover } = stored
  const now = ports.clock.now()
  const connection = await connectionOfHandover(ports, handover)
  const reply = await connection?.worker.job(id)
  if (reply?.kind === 'ok' && reply.value?.secondCopy) return showSecondCopy(ports, id, reply.value)
  if (reply?.kind === 'ok')
    return reply.value ? applyJobState(ports, id, reply.value) : resolveLostJob(ports, id)
  const lastError = reply ? replyReason(reply) : NOT_CONNECTED
  await updateHandover(ports, id, () => ({ change: { nextAt: nextCheckAt(handover, now), lastError } }))
}

/** The Worker that had it does not know it any more. Before its time it surely did not publish it. */
function resolveLostJob(ports: HandoverPorts, id: string): Promise<void> {
  const now = ports.clock.now()
  return retryMove(ports, id, (stored) =>
    now < stored.handover.publishAt
      ? scheduleLocally(ports, stored, 'it no longer knows the post')
      : endInDoubt(ports, stored, FORGOTTEN),
  )
}

function withoutCloudWarning<P extends { readonly warnings: readonly string[] | null }>(post: P): P {
  return { ...post, warnings: withCloudWarning(post.warnings, null) }
}
