// One durable step of one hand-over: read what is recorded, act once, record the result. Nothing is sent that was not
// recorded before, under names that were chosen with the hand-over; so after a crash the same is sent again.
import { CodedError } from '../../errors.ts'
import type { Handover, HandoverFile } from '../../ports/handover-store.ts'
import type { WorkerReply } from '../../ports/worker-link.ts'
import type { CloudConnection } from '../connection.ts'
import type { JobAnswer } from '../protocol.ts'
import { applyJobState } from './apply-job-state.ts'
import { connectionOf, NOT_CONNECTED, putJob, reasonOf, requestCancel } from './ask-worker.ts'
import { scheduleLocally, endInDoubt, finishCancel, untilMoved } from './finish.ts'
import type { HandoverPorts } from './handover-ports.ts'
import { FIRST_TRY, inTheCloud } from './new-handover.ts'
import { readOpen, revise, type Stored } from './revise.ts'
import { FORGOTTEN, NOT_ANSWERED, withCloudWarning } from './sentences.ts'
import { showSecondCopy } from './second-copy-view.ts'
import { resolvePendingRequest } from './resolve-pending-request.ts'
import { BEING_REGISTERED, registerAccount } from './register-account.ts'
import { againAt, fallbackAt, lookAt } from './when.ts'

/**
 * again      There is more to do now.
 * rest       It has ended, or its row says when it goes on.
 * not there  It did not work, and surely nothing of the job is at the Worker.
 */
export type Step =
  | { readonly kind: 'again' }
  | { readonly kind: 'rest' }
  | { readonly kind: 'not there'; readonly reason: string }

const AGAIN: Step = { kind: 'again' }
const REST: Step = { kind: 'rest' }
const notThere = (reason: string): Step => ({ kind: 'not there', reason })

export async function advanceHandover(ports: HandoverPorts, id: string): Promise<Step> {
  const stored = await readOpen(ports, id)
  if (!stored) return REST
  const { handover } = stored
  if (handover.asked) return runExclusively(ports, id, () => resolvePendingRequest(ports, id))
  switch (handover.phase) {
    case 'uploading':
      return upload(ports, handover)
    case 'asking':
      return ports.mutex.runExclusive(id, () => askAgain(ports, id))
    case 'cloud':
      return runExclusively(ports, id, () => look(ports, id))
    case 'ended':
      return REST
    default:
      return handover.phase satisfies never
  }
}

/** What did not work while nobody waits for it: tried again, and run from here when its time is near. */
export async function retryOrRunLocally(ports: HandoverPorts, id: string, reason: string): Promise<void> {
  const now = ports.clock.now()
  const stored = await readOpen(ports, id)
  if (!stored) return
  if (now >= fallbackAt(stored.handover))
    return untilMoved(ports, id, (one) => scheduleLocally(ports, one, reason))
  await revise(ports, id, ({ handover, post }) => {
    const tries = handover.tries + 1
    const nextAt = Math.min(againAt(now, tries), fallbackAt(handover))
    const change = { phase: 'uploading', tries, nextAt, lastError: reason } as const
    return { change, post: post ? withoutDoubt(inTheCloud(post, handover, 'uploading')) : undefined }
  })
}

async function runExclusively(ports: HandoverPorts, id: string, work: () => Promise<void>): Promise<Step> {
  await ports.mutex.runExclusive(id, work)
  return REST
}

async function upload(ports: HandoverPorts, handover: Handover): Promise<Step> {
  const connection = await ports.cloudConnection()
  if (!connection) return notThere('the cloud is not connected any more')
  const file = handover.files.find(({ uploaded }) => !uploaded)
  if (!file) return offer(ports, connection, handover)
  const bytes = await ports.openMedia(file.blobKey)
  if (!bytes) return notThere('a file of it was deleted')
  try {
    await connection.bucket.put(file.key, bytes, file.mimeType)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return notThere(error.message)
  }
  const revised = await revise(ports, handover.id, (stored) => ({
    change: { files: withUploaded(stored.handover.files, file.key), tries: 0 },
  }))
  return revised ? AGAIN : REST
}

function withUploaded(files: readonly HandoverFile[], key: string): HandoverFile[] {
  return files.map((file) => (file.key === key ? { ...file, uploaded: true } : file))
}

/** All of it is in the bucket. The Worker learns of the account first: a job that is there can be due at once. */
async function offer(
  ports: HandoverPorts,
  connection: CloudConnection,
  { id, accountId }: Handover,
): Promise<Step> {
  const account = await ports.accounts.get(accountId)
  if (!account) {
    await untilMoved(ports, id, (stored) => finishCancel(ports, stored, 'disconnected'))
    return REST
  }
  const registered = await registerAccount(ports, connection, account)
  if (registered === null) return notThere('the cloud cannot publish for this account')
  if (registered.kind !== 'ok') return notThere(reasonOf(registered))
  return ports.mutex.runExclusive(id, () => ask(ports, connection, id))
}

/** From the move to `asking` on only the Worker may publish it, unless this very call surely did not arrive. */
async function ask(ports: HandoverPorts, connection: CloudConnection, id: string): Promise<Step> {
  const now = ports.clock.now()
  const stored = await revise(ports, id, ({ handover, post }) => {
    const isReady = handover.phase === 'uploading' && handover.files.every(({ uploaded }) => uploaded)
    if (!isReady || post === null) return null
    const times = { tries: 1, nextAt: now + FIRST_TRY, lastError: null }
    const change = { ...times, phase: 'asking', keyId: connection.keyId } as const
    return { change, post: inTheCloud(post, handover, 'pending') }
  })
  if (!stored) return (await readOpen(ports, id)) ? AGAIN : REST
  const reply = await offerJob(ports, connection, stored)
  if (reply === null) return notThere('the stored post cannot be read')
  if (reply.kind === 'ok') {
    await applyJobState(ports, id, reply.value.job)
    return REST
  }
  if (reply.kind === 'unknown') {
    await stayInDoubt(ports, id, reply.reason)
    return REST
  }
  return notThere(reasonOf(reply))
}

/** A Worker that does not know the account has lost its memory since it was registered: once more from the beginning. */
async function offerJob(
  ports: HandoverPorts,
  connection: CloudConnection,
  stored: Stored,
): Promise<WorkerReply<JobAnswer> | null> {
  const reply = await putJob(connection, stored)
  if (reply?.kind !== 'refused' || reply.httpStatus !== 404) return reply
  const { accountId } = stored.handover
  await ports.registeredAccounts.put(accountId, BEING_REGISTERED)
  const account = await ports.accounts.get(accountId)
  const registered = account && (await registerAccount(ports, connection, account))
  return registered?.kind === 'ok' ? putJob(connection, stored) : reply
}

/** Repeats what may have arrived already: the Worker takes the same job once. */
async function askAgain(ports: HandoverPorts, id: string): Promise<Step> {
  const now = ports.clock.now()
  const before = await readOpen(ports, id)
  if (before?.handover.phase !== 'asking' || before.handover.asked) return before ? AGAIN : REST
  const connection = await connectionOf(ports, before.handover)
  const account = await ports.accounts.get(before.handover.accountId)
  const tries = before.handover.tries + 1
  const lastError = connection ? null : NOT_CONNECTED
  const stored = await revise(ports, id, () => ({
    change: { tries, nextAt: againAt(now, tries), lastError },
  }))
  if (!stored || !connection) return REST
  const registered = account && (await registerAccount(ports, connection, account))
  if (registered && registered.kind !== 'ok') return inDoubt(ports, id, reasonOf(registered))
  const reply = await offerJob(ports, connection, stored)
  if (reply?.kind === 'ok') {
    await applyJobState(ports, id, reply.value.job)
    return REST
  }
  if (reply !== null && reply.kind !== 'refused') return inDoubt(ports, id, reasonOf(reply))
  // It does not want the job, which says nothing of an earlier call: only a cancel makes sure that there is none.
  const refused = reply ? reasonOf(reply) : 'the stored post cannot be read'
  const cancelled = await requestCancel(connection, id)
  if (cancelled.kind === 'gone') await untilMoved(ports, id, (one) => scheduleLocally(ports, one, refused))
  else if (cancelled.kind === 'too late') await applyJobState(ports, id, cancelled.view)
  else await stayInDoubt(ports, id, refused)
  return REST
}

async function inDoubt(ports: HandoverPorts, id: string, reason: string): Promise<Step> {
  await stayInDoubt(ports, id, reason)
  return REST
}

async function stayInDoubt(ports: HandoverPorts, id: string, reason: string): Promise<void> {
  await revise(ports, id, ({ post }) => {
    const isWarned = post?.warnings?.some((warning) => warning === NOT_ANSWERED)
    const warned = post && !isWarned && { ...post, warnings: withCloudWarning(post.warnings, NOT_ANSWERED) }
    return { change: { lastError: reason }, post: warned || undefined }
  })
}

/** The changes should have reported it by now. */
async function look(ports: HandoverPorts, id: string): Promise<void> {
  const stored = await readOpen(ports, id)
  if (stored?.handover.phase !== 'cloud' || stored.handover.asked) return
  const { handover } = stored
  const now = ports.clock.now()
  const connection = await connectionOf(ports, handover)
  const reply = await connection?.worker.job(id)
  if (reply?.kind === 'ok' && reply.value?.secondCopy) return showSecondCopy(ports, id, reply.value)
  if (reply?.kind === 'ok') return reply.value ? applyJobState(ports, id, reply.value) : lost(ports, id)
  const lastError = reply ? reasonOf(reply) : NOT_CONNECTED
  await revise(ports, id, () => ({ change: { nextAt: lookAt(handover, now), lastError } }))
}

/** The Worker that had it does not know it any more. Before its time it surely did not publish it. */
function lost(ports: HandoverPorts, id: string): Promise<void> {
  const now = ports.clock.now()
  return untilMoved(ports, id, (stored) =>
    now < stored.handover.publishAt
      ? scheduleLocally(ports, stored, 'it does not know the post any more')
      : endInDoubt(ports, stored, FORGOTTEN),
  )
}

function withoutDoubt<P extends { readonly warnings: readonly string[] | null }>(post: P): P {
  return { ...post, warnings: withCloudWarning(post.warnings, null) }
}
