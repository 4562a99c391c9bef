// Recalls everything before the cloud is disconnected: every waiting post, one by one, and each only after the Worker
// has released it.
import { CodedError } from '../../../../coded-error.ts'
import type { Handover } from '../../../../ports/cloud/handover-store.ts'
import { safeSentence } from '../../../../redact.ts'
import { recallAllAccounts, abandonAccounts } from '../reposts/recall.ts'
import { connectionOf, NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import { cancelPost, recallFailedPost } from '../take-back.ts'
import { endInDoubt, finishCancel } from '../final-moves.ts'
import type { NotRecalled } from '../../connection/connect.ts'
import type { WorkerReach } from '../../connection/connection.ts'
import { resolvePendingRequest } from '../ask-worker.ts'
import { isTakenOver } from '../handovers.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

export async function recallAll(deps: DelegationDeps): Promise<NotRecalled> {
  // First, so that it begins nothing new; a repost that has begun comes back as a post.
  const accounts = await recallAllAccounts(deps)
  let posts = 0
  let isSilent = false
  for (const handover of await deps.handovers.open()) {
    const isHere = handover.ownership.state === 'local'
    if ((isHere || !isSilent) && (await recallPost(deps, handover))) continue
    posts += 1
    isSilent ||= !isHere && !(await isWorkerAnswering(deps, handover))
  }
  return { posts: isSilent ? posts : posts + (await countUnknownJobs(deps)), accounts }
}

/** The user disconnects anyway: what is left at the Worker ends here with an unknown outcome. */
export async function abandonAll(deps: DelegationDeps): Promise<void> {
  await abandonAccounts(deps)
  for (const { id } of await deps.handovers.open())
    await deps.handovers.change(id, (stored) =>
      isTakenOver(stored.handover)
        ? finishCancel(deps, stored, { to: 'taken-over' })
        : endInDoubt(deps, stored, 'LEFT_IN_CLOUD'),
    )
}

/** False when the Worker may still have it. */
async function recallPost(deps: DelegationDeps, { postId, id, asked }: Handover): Promise<boolean> {
  const post = await deps.handovers.postOf(postId)
  try {
    if (isTakenOver({ asked })) return await recallTakenOver(deps, id)
    // Deleted and published posts are only awaiting reports.
    if (post === null || post.status === 'PUBLISHED') {
      await deps.handovers.change(id, (stored) => endInDoubt(deps, stored, 'LEFT_IN_CLOUD'))
    } else if (post.status === 'FAILED') await recallFailedPost(deps, post)
    else await cancelPost(deps, post, 'local')
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return false
  }
}

/** It is back already; the Worker may still have it, too. */
async function recallTakenOver(deps: DelegationDeps, id: string): Promise<boolean> {
  await deps.mutex.runExclusive(id, () => resolvePendingRequest(deps, id))
  return (await deps.handovers.get(id))?.isEnded === true
}

async function isWorkerAnswering(deps: WorkerReach, handover: Handover): Promise<boolean> {
  const connection = await connectionOf(deps, handover.ownership)
  return connection !== null && (await connection.worker.status()).kind === 'ok'
}

/** Jobs of another copy of this data folder, or of an older one. */
async function countUnknownJobs(deps: DelegationDeps): Promise<number> {
  const connection = await deps.cloudConnection()
  if (!connection) return 0
  const reply = await connection.worker.openJobs()
  if (reply.kind !== 'ok') {
    const reason = safeSentence(`${NOT_CONNECTED}: ${replyReason(reply)}`)
    deps.log.warn('the Worker did not list its open jobs', { reason })
    return 0
  }
  if (reply.value.isWhole === false) deps.log.warn('some of the open jobs of the Worker cannot be read')
  let unknown = 0
  for (const { jobId } of reply.value.jobs) if (!(await deps.handovers.get(jobId))) unknown += 1
  return unknown
}
