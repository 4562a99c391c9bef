// Hands over a new post while a request waits, for ten seconds at most. What is still in progress then continues in
// the background; what certainly failed is removed again, and the caller runs the post here.
import type { RecordedWith } from '../../../ports/posts/job-record.ts'
import { CodedError } from '../../../coded-error.ts'
import { warning } from '../../../rules/notices/warnings.ts'
import type { Handover } from '../../../ports/cloud/handover-store.ts'
import type { KeyedRequest } from '../../../ports/request-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { mediaIdsOf, payloadOf } from '../../../engine/publishing/stored.ts'
import type { CloudRunner, HandoverOutcome, PreparedPost } from '../../scheduling/cloud-runner.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../../time.ts'
import type { CloudConnection } from '../connection/connection.ts'
import { driveHandover, retryOrRunLocally } from './advance-handover.ts'
import { withHandover, newHandover } from './new-handover.ts'
import { ENDED } from './handovers.ts'
import { ranLocallyInstead } from './cloud-warnings.ts'
import { fallbackAt, isTooFar, TOO_FAR } from './handover-times.ts'
import { FILE_GONE } from '../../../rules/content/lost-files.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/** A request waits for so long. */
export const PATIENCE: Duration = 10 * SECOND
const CLOCKS_DIFFER: Duration = 5 * MINUTE
const PERHAPS_LIVE = safeText('an earlier run may have published it, and the Worker does not look for that')
const TOO_SLOW = safeText('its media could not be uploaded in time')

export async function handOverPost(
  deps: DelegationDeps,
  meant: PostRecord,
  draft: PostRecord | null,
  recorded: RecordedWith = {},
): Promise<HandoverOutcome> {
  const found = await findHandover(deps, meant)
  if (!found) return LOCAL
  const { post, handover } = found
  if (isTooFar(handover)) return localOutcome(TOO_FAR)
  if (draft && (await deps.ledger.marksNextJob(draft.id))) return localOutcome(PERHAPS_LIVE)
  const recording = withHandover(post, handover, 'uploading')
  const isRecorded = draft
    ? await deps.handovers.acceptDraft(draft, recording, handover, recorded)
    : await deps.handovers.accept(recording, handover, recorded)
  if (!isRecorded) return { owner: 'none' }
  // Whether the request still waits decides how a failure is handled: set once, by the first of the two.
  const request = { waits: true, draft, acceptedAt: post.updatedAt, keyed: recorded.request }
  const tried = driveForRequest(deps, handover.id, request)
  const reason = await Promise.race([tried, deps.pause(PATIENCE).then(() => 'late' as const)])
  if (reason === 'late' && request.waits) return answerLate(deps, handover, request)
  return outcomeOf(deps, handover, reason === 'late' ? await tried : reason)
}

/** As `handOverPost` decides it before the Worker is asked. */
export async function mayTake(
  deps: DelegationDeps,
  { platformAccountId, scheduledFor }: Parameters<CloudRunner['mayTake']>[0],
): Promise<boolean> {
  if (isTooFar({ publishAt: scheduledFor, createdAt: deps.clock.now() })) return false
  return (await connectionFor(deps, platformAccountId)) !== null
}

/** Prepares a post that the caller records with its hand-over; the next sync round continues it. */
export async function prepareHandover(deps: DelegationDeps, meant: PostRecord): Promise<PreparedPost> {
  const found = await findHandover(deps, meant)
  if (!found) return { post: meant, handover: null }
  if (isTooFar(found.handover)) {
    const warnings = [ranLocallyInstead(TOO_FAR), ...(meant.warnings ?? [])]
    return { post: { ...meant, warnings }, handover: null }
  }
  const handover = { ...found.handover, nextAt: deps.clock.now() }
  return { post: withHandover(found.post, handover, 'uploading'), handover }
}

/** Null where nothing new of the account is handed over. */
async function connectionFor(deps: DelegationDeps, accountId: string): Promise<CloudConnection | null> {
  const connection = deps.isBeingLeft() ? null : await deps.cloudConnection()
  if (!connection) return null
  const account = await deps.accounts.get(accountId)
  return account && (await deps.registration.canRunInCloud(connection, account)) ? connection : null
}

/** Null when the post runs here. */
async function findHandover(deps: DelegationDeps, meant: PostRecord) {
  const connection = await connectionFor(deps, meant.platformAccountId)
  if (!connection) return null
  const media = await deps.files.mediaOf(meant)
  if (media.length < mediaIdsOf(meant).length || meant.mediaFileIds.includes(null))
    throw new CodedError('MEDIA_INVALID', FILE_GONE)
  if (payloadOf(meant, media) === null) return null
  const post = withClockWarning(meant, connection.clockAhead?.() ?? 0)
  return { post, handover: newHandover(post, media, { random: deps.random, now: deps.clock.now() }) }
}

/** One of the two clocks is wrong, and nothing shows which. */
function withClockWarning(post: PostRecord, ahead: Duration): PostRecord {
  if (Math.abs(ahead) <= CLOCKS_DIFFER) return post
  const clocksDiffer = warning('CLOCKS_DIFFER', { minutes: Math.abs(Math.round(ahead / MINUTE)) })
  return { ...post, warnings: [...(post.warnings ?? []), clocksDiffer] }
}

interface WaitingRequest {
  /** True while the request still waits for the outcome. */
  waits: boolean
  readonly draft: PostRecord | null
  /** The version of the post that was recorded with the hand-over. */
  readonly acceptedAt: Instant
  /** The repeatable request; repeated, it does again what was withdrawn. */
  readonly keyed: KeyedRequest | undefined
}

const LOCAL: HandoverOutcome = { owner: 'local', warning: null }

/**
 * Why the Worker certainly has nothing of it, which is recorded by then; null when it has, may have, or is still
 * being asked.
 */
async function driveForRequest(
  deps: DelegationDeps,
  id: string,
  request: WaitingRequest,
): Promise<SafeText | null> {
  const reason = await driveHandover(deps, id)
  if (reason === null) return null
  if (!request.waits) {
    await retryOrRunLocally(deps, id, reason)
    return null
  }
  request.waits = false
  if (await withdrawHandover(deps, id, request)) return reason
  await retryOrRunLocally(deps, id, reason)
  return null
}

/** False when the post was changed or sent meanwhile: it must not be removed then. */
async function withdrawHandover(
  deps: DelegationDeps,
  id: string,
  { draft, acceptedAt, keyed }: WaitingRequest,
  isFree: (handover: Handover) => boolean = () => true,
): Promise<boolean> {
  const withdrawn = await deps.handovers.change(id, ({ handover, post }) =>
    handover.ownership.state === 'local' && post?.updatedAt === acceptedAt && isFree(handover)
      ? { change: ENDED, post: draft, forgetsPost: draft === null, forgetsRequest: keyed }
      : null,
  )
  return withdrawn !== null
}

async function answerLate(
  deps: DelegationDeps,
  handover: Handover,
  request: WaitingRequest,
): Promise<HandoverOutcome> {
  request.waits = false
  // Too near to its time to wait for an upload.
  const isFree = (stored: Handover) => deps.clock.now() >= fallbackAt(stored)
  const isWithdrawn = await withdrawHandover(deps, handover.id, request, isFree)
  return isWithdrawn ? localOutcome(TOO_SLOW) : outcomeOf(deps, handover, null)
}

async function outcomeOf(
  deps: DelegationDeps,
  handover: Handover,
  reason: SafeText | null,
): Promise<HandoverOutcome> {
  if (reason !== null) return localOutcome(reason)
  deps.wakeSync()
  const post = await deps.handovers.postOf(handover.postId)
  if (!post) throw new CodedError('NOT_FOUND', 'This post was deleted while it was being scheduled.')
  return { owner: 'worker', post, jobId: handover.id }
}

function localOutcome(reason: SafeText): HandoverOutcome {
  return { owner: 'local', warning: ranLocallyInstead(reason) }
}
