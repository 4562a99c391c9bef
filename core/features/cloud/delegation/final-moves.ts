// The last move of a request, once the Worker has accepted. Pure but for the id of a job.
import { failureDetail, type PlainFailureCode } from '../../../rules/notices/failure-details.ts'
import { DISCONNECTED } from '../../../engine/publishing/end-publication.ts'
import { nextVersionAt } from '../../../api/post-version.ts'
import { publishJob } from '../../posts/new-post.ts'
import type {
  Handover,
  HandoverFile,
  PendingRequest,
  StoredHandover,
} from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { JobRecord } from '../../../ports/posts/job-record.ts'
import { failureOf } from '../../../rules/publication/failures.ts'
import { commentsWanted } from '../../../engine/publishing/follow-ups.ts'
import type { PayloadItem, Publication, PublicationPayload } from '../../../rules/publication/publication.ts'
import { payloadOf } from '../../../engine/publishing/stored.ts'
import { NOTHING_DONE, intentOfPossibleSend } from '../../../engine/publishing/transitions.ts'
import { toDraft } from '../../scheduling/draft-again.ts'
import { jobTimesOf } from '../../scheduling/schedule-post.ts'
import type { JobView } from '../../../engine/worker/protocol.ts'
import type { SafeText } from '../../../redact.ts'
import type { Instant } from '../../../time.ts'
import { afterReport } from '../../../rules/ownership/ownership.ts'
import { handoverOf, withHandover } from './new-handover.ts'
import {
  ENDED,
  ENDED_CANCELLED,
  keptTraits,
  mayBeLiveFrom,
  type AttemptedHandover,
  type HandoverUpdate,
  type Purpose,
} from './handovers.ts'
import { ranLocallyInstead, withCloudWarning } from './cloud-warnings.ts'
import { nextCheckAt } from './handover-times.ts'
import type { DelegationDeps } from './delegation-deps.ts'

type Edit = Extract<PendingRequest, { kind: 'edit' }>
type Making = Pick<DelegationDeps, 'clock' | 'random'>

/** The version that the Worker has is the version here. */
export function finishEdit(
  { handover, post }: StoredHandover,
  { after, files = handover.files, series }: Edit,
  now: Instant,
): HandoverUpdate {
  const publishAt = after.scheduledFor ?? handover.publishAt
  const ownership = afterReport(handover.ownership, handover.ownership.sent)
  // No version before this one can be taken any more, so their files are over.
  const kept = { files, otherFiles: undefined }
  const change = { ...kept, ownership, asked: null, publishAt, tries: 0, lastError: null }
  return {
    change: { ...change, nextAt: nextCheckAt({ publishAt }, now) },
    post: post && mergeEdit(post, withHandover(after, { ...handover, files }, 'cloud'), now),
    series,
  }
}

/** Applies the user's changes to what is stored now: the Worker may have begun to prepare the post meanwhile. */
export function mergeEdit(stored: PostRecord, after: PostRecord, now: Instant): PostRecord {
  const { status, igContainerId, lastAttemptAt } = stored
  return {
    ...withCloudWarning(after, null),
    status,
    igContainerId,
    lastAttemptAt,
    // Other versions of its files make no other version of the post, which somebody may be changing.
    updatedAt: after.updatedAt === stored.updatedAt ? stored.updatedAt : nextVersionAt(stored, now),
  }
}

export function finishCancel(deps: Making, stored: StoredHandover, purpose: Purpose): HandoverUpdate {
  const { post } = stored
  const { to } = purpose
  const now = deps.clock.now()
  // A Worker that was replaced while it had the job may still publish it.
  const change = to === 'taken-over' ? ENDED : ENDED_CANCELLED
  if (post === null) return { change }
  switch (to) {
    case 'draft':
      return { change, post: toDraft(post, now) }
    case 'archive':
      return { change, archivedAt: now }
    case 'local':
      return bringHere(deps, { ...stored, post }, purpose)
    case 'disconnected':
      return { change, post: disconnectedPost(post, now) }
    case 'taken-over':
      // The post has belonged to this computer since then.
      return { change }
    default:
      return to satisfies never
  }
}

/** With the edit that brought it here; handed over again for another account, unless its time has come meanwhile. */
function bringHere(
  deps: Making,
  { handover, post: stored }: StoredHandover & { readonly post: PostRecord },
  { reason, after, files = handover.files, next }: Purpose,
): HandoverUpdate {
  const now = deps.clock.now()
  const post = after ? mergeEdit(stored, after, now) : stored
  const edited = { ...handover, ...keptTraits({ handover, post: stored }, post), files }
  if (!next || handover.publishAt <= now)
    return scheduleLocally(deps, { handover: edited, post }, reason ?? null)
  const followedBy = handoverOf(post, { id: next.id, files }, now)
  const onItsWay = withHandover(asScheduledLocally(post), followedBy, 'uploading')
  return { change: ENDED_CANCELLED, post: onItsWay, followedBy }
}

/**
 * The Worker has released it, but does not say at whose request. Where a run that is not remembered may have asked for that, or the
 * Worker may have published it and lost its data since, the post is neither surely a draft nor surely FAILED; one that gets a job
 * here is looked for.
 */
export function finishRecall(
  deps: Making,
  stored: AttemptedHandover,
  asked: Purpose,
  view: JobView,
): HandoverUpdate {
  const { soughtSince, publishAt } = stored.handover
  const saysNotLive =
    asked.to === 'draft' ||
    asked.to === 'disconnected' ||
    asked.unlessLate === true ||
    changesAccount(stored, asked)
  if (saysNotLive && soughtSince !== undefined) return endLetGo(deps, stored)
  const isForgotten = (view.envelope ?? null) === null && publishAt <= deps.clock.now()
  if (saysNotLive && isForgotten) return endInDoubt(deps, stored, 'CLOUD_FORGOT')
  return finishCancel(deps, stored, asked)
}

/** It would be looked for among the media of its new account only. */
const changesAccount = ({ handover }: StoredHandover, { after }: Purpose): boolean =>
  after !== undefined && after.platformAccountId !== handover.accountId

/**
 * The post gets a job here. Only for posts that certainly are not at the Worker. Once its time has passed it is looked for: a run
 * that this folder does not know may have published it, and may have given it an earlier time before; so may a Worker that has
 * forgotten it since.
 */
export function scheduleLocally(
  deps: Making,
  { handover, post }: StoredHandover,
  reason: SafeText | null,
): HandoverUpdate {
  const now = deps.clock.now()
  if (post === null) return { change: ENDED_CANCELLED }
  const { warnings } = withCloudWarning(post, null)
  const updated = [...(warnings ?? []), ...(reason === null ? [] : [ranLocallyInstead(reason)])]
  const here: PostRecord = {
    ...asScheduledLocally(post),
    warnings: updated.length > 0 ? updated : null,
    updatedAt: nextVersionAt(post, now),
  }
  const late = handover.publishAt <= now ? mayBeLiveFrom(handover) : undefined
  const sought = { ...handover, soughtSince: handover.soughtSince ?? late }
  return { change: ENDED_CANCELLED, post: here, job: localJob(deps, sought, here) }
}

export function localJob({ random, clock }: Making, handover: Handover, post: PostRecord): JobRecord {
  const now = clock.now()
  const { files, createdAt, soughtSince, soughtAs } = handover
  const items = post.remoteMedia ? [post.remoteMedia] : files
  const job = publishJob(post, random, now, jobTimesOf(post, { items }, now))
  return soughtSince === undefined ? job : { ...job, createdAt, soughtSince, soughtAs }
}

export function asScheduledLocally(post: PostRecord): PostRecord {
  return {
    ...post,
    status: 'SCHEDULED',
    handover: null,
    cloudJobId: null,
    bucketMediaKey: null,
    igContainerId: null,
    nextAttemptAt: null,
  }
}

function disconnectedPost(post: PostRecord, now: Instant): PostRecord {
  const { code, detail, recovery } = DISCONNECTED
  const why = { errorCode: code, errorDetail: detail, recovery, publishOutcome: 'confirmed' } as const
  return hasOutcome(post) ? { ...post, handover: null } : { ...failed(asScheduledLocally(post), now), ...why }
}

/** What has already ended stays as it is. */
const hasOutcome = ({ status }: PostRecord): boolean => status === 'PUBLISHED' || status === 'FAILED'

function failed(post: PostRecord, now: Instant): PostRecord {
  const updatedAt = nextVersionAt(post, now)
  return { ...withCloudWarning(post, null), status: 'FAILED', nextAttemptAt: null, updatedAt }
}

/** This computer will never learn more of it: a retry looks for it before it sends. */
export function endInDoubt(
  deps: Making,
  { handover, post, last }: AttemptedHandover,
  why: PlainFailureCode,
): HandoverUpdate {
  const now = deps.clock.now()
  if (post === null) return { change: ENDED }
  if (hasOutcome(post)) return { change: ENDED, post: { ...post, handover: null } }
  const lost: PostRecord = {
    ...failed(withHandover(post, handover, null), now),
    errorCode: 'UNKNOWN_ERROR',
    errorDetail: failureDetail(why),
    recovery: 'check_platform',
    publishOutcome: 'unconfirmed',
  }
  // A recorded intent says more than a guess.
  const payload = last?.intent ? null : payloadAtWorker(post, handover.files)
  return {
    change: ENDED,
    post: lost,
    perhapsSent: payload ? sentByWorker(deps, handover, payload, why) : undefined,
  }
}

/**
 * The Worker has released it, perhaps for a run that this folder does not know, which may have published it from here since, also
 * at an earlier time: a retry looks for it, as for every post that such a run may have published.
 */
export function endLetGo(deps: Making, stored: AttemptedHandover): HandoverUpdate {
  const { publishAt, soughtSince = mayBeLiveFrom(stored.handover) } = stored.handover
  const sought = { dueAt: publishAt, since: soughtSince, shown: false, looks: 0 }
  const update = endInDoubt(deps, stored, 'CLOUD_LET_GO')
  const { perhapsSent } = update
  return { ...update, perhapsSent: perhapsSent && { ...perhapsSent, intent: null, sought } }
}

/** The Worker's possible acts, as a publication: they are reconciled before the post continues. */
export function sentByWorker(
  { clock, random }: Making,
  { id: jobId, postId, accountId, publishAt }: Handover,
  payload: PublicationPayload,
  why: PlainFailureCode,
): Publication {
  const now = clock.now()
  const id = random.uuid()
  return {
    ...NOTHING_DONE,
    ...commentsWanted(payload),
    id,
    postId,
    jobId,
    accountId,
    payload,
    publishAt,
    claimId: id,
    version: 1,
    step: 'failed',
    intent: intentOfPossibleSend(publishAt, now),
    failure: { ...failureOf('UNKNOWN_ERROR', why, 'check_platform'), unconfirmed: true },
    createdAt: now,
    updatedAt: now,
  }
}

/** What the Worker was sent, of the files that this computer has; null without any. */
function payloadAtWorker(post: PostRecord, files: readonly HandoverFile[]): PublicationPayload | null {
  const payload = payloadOf(post, [])
  if (payload === null || post.remoteMedia) return payload
  const items = files.filter(({ isCover }) => !isCover).map(localItem)
  const cover = files.find(({ isCover }) => isCover)
  return items.length > 0 ? { ...payload, items, ...(cover ? { cover: localItem(cover) } : {}) } : null
}

/** The file where this computer finds it, so that a retry from here works. */
export function localItem({ mediaFileId, kind, publicKey, blobKey }: HandoverFile): PayloadItem {
  return { mediaFileId, kind, publicKey, blobKey }
}
