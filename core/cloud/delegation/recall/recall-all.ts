// Recalls everything before the cloud is disconnected: every waiting post, one by one, and each only after the Worker
// has released it.
import { CodedError } from '../../../errors.ts'
import { warningSentence } from '../../../notices/sentences.ts'
import { warning } from '../../../notices/warnings.ts'
import type { Handover } from '../../../ports/cloud/handover-store.ts'
import { safeSentence } from '../../../redact.ts'
import type { Instant } from '../../../time.ts'
import { recallAllAccounts, abandonAccounts, type RepostRecallDeps } from '../reposts/recall.ts'
import { connectionOf, NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import { cancelPost, recallFailedPost } from '../change-job.ts'
import { endInDoubt, finishCancel } from '../final-moves.ts'
import type { WorkerReach } from '../../connection/connection.ts'
import type { ChangeJobDeps } from '../handover-deps.ts'
import { resolvePendingRequest, type ResolveDeps } from '../resolve-pending-request.ts'
import { isTakenOver } from './taken-over.ts'

export interface RecallAllDeps extends ChangeJobDeps, ResolveDeps, RepostRecallDeps {}

export interface NotRecalled {
  readonly postId: string
  readonly cloudJobId: string
  readonly publishAt: Instant
  /** A sentence. */
  readonly reason: string
}

interface RecallResult {
  /** How many the Worker still has, or may have: at 0 it can be disconnected without losing a post. */
  readonly left: number
  readonly posts: readonly NotRecalled[]
  /** How many of them are accounts whose mentions it checks. */
  readonly accounts: number
}

export async function recallAll(deps: RecallAllDeps): Promise<RecallResult> {
  // First, so that it begins nothing new; a repost that has begun comes back as a post.
  const accounts = await recallAllAccounts(deps)
  const left: NotRecalled[] = []
  let silent: string | null = null
  for (const handover of await deps.handovers.open()) {
    const isHere = handover.ownership.state === 'local'
    const reason: string | null = silent === null || isHere ? await recallPost(deps, handover) : silent
    if (reason === null) continue
    left.push({ ...describeHandover(handover), reason })
    if (silent === null && !isHere && !(await isWorkerAnswering(deps, handover))) silent = reason
  }
  const posts = [...left, ...(silent === null ? await listUnknownJobs(deps) : [])]
  return { left: posts.length + accounts, posts, accounts }
}

/** The user disconnects anyway: what is left at the Worker ends here with an unknown outcome. */
export async function abandonAll(deps: RecallAllDeps): Promise<void> {
  await abandonAccounts(deps)
  for (const { id } of await deps.handovers.open())
    await deps.handovers.change(id, (stored, last) =>
      isTakenOver(stored.handover)
        ? finishCancel(deps, stored, { to: 'taken-over' })
        : endInDoubt(deps, { ...stored, last }, 'LEFT_IN_CLOUD'),
    )
}

function describeHandover({ postId, id: cloudJobId, publishAt }: Handover): Omit<NotRecalled, 'reason'> {
  return { postId, cloudJobId, publishAt }
}

/** Null when it is back. */
async function recallPost(deps: RecallAllDeps, { postId, id, asked }: Handover): Promise<string | null> {
  const post = await deps.handovers.postOf(postId)
  try {
    if (isTakenOver({ asked })) return await recallTakenOver(deps, id)
    // Deleted and published posts are only awaiting reports.
    if (post === null || post.status === 'PUBLISHED') {
      await deps.handovers.change(id, (stored, last) =>
        endInDoubt(deps, { ...stored, last }, 'LEFT_IN_CLOUD'),
      )
    } else if (post.status === 'FAILED') await recallFailedPost(deps, post)
    else await cancelPost(deps, post, 'local')
    return null
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return error.message
  }
}

/** It is back already; the Worker may still have it, too. */
async function recallTakenOver(deps: RecallAllDeps, id: string): Promise<string | null> {
  await deps.mutex.runExclusive(id, () => resolvePendingRequest(deps, id))
  return (await deps.handovers.get(id))?.isEnded ? null : warningSentence(warning('CLOUD_NOT_ANSWERED'))
}

async function isWorkerAnswering(deps: WorkerReach, handover: Handover): Promise<boolean> {
  const connection = await connectionOf(deps, handover.ownership)
  return connection !== null && (await connection.worker.status()).kind === 'ok'
}

/** Jobs of another copy of this data folder, or of an older one. */
async function listUnknownJobs(deps: RecallAllDeps): Promise<NotRecalled[]> {
  const connection = await deps.cloudConnection()
  if (!connection) return []
  const reply = await connection.worker.openJobs()
  if (reply.kind !== 'ok') {
    const reason = safeSentence(`${NOT_CONNECTED}: ${replyReason(reply)}`)
    deps.log.warn('the Worker did not list its open jobs', { reason })
    return []
  }
  if (reply.value.isWhole === false) deps.log.warn('some of the open jobs of the Worker cannot be read')
  const found: NotRecalled[] = []
  for (const { jobId, postId, publishAt } of reply.value.jobs) {
    if (await deps.handovers.get(jobId)) continue
    found.push({ postId, cloudJobId: jobId, publishAt, reason: 'This computer does not know this post.' })
  }
  return found
}
