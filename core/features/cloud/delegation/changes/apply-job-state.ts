// Applies what the Worker reports of a job to what this computer knows. The same report twice changes nothing.
import type { Handover, HandoverFile, StoredHandover } from '../../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../../../api/post-version.ts'
import { readReportedPublication } from '../../../../engine/publishing/stored.ts'
import { NOT_CONFIRMED } from '../../../../engine/publishing/reconcile.ts'
import type { PayloadItem, Publication } from '../../../../rules/publication/publication.ts'
import type { Instant } from '../../../../time.ts'
import type { JobView } from '../../../../engine/worker/protocol.ts'
import { readLaterVersion, type LaterVersion } from './add-unknown-job.ts'
import { endInDoubt, endLetGo, finishEdit, finishRecall, localItem } from '../final-moves.ts'
import { afterReport } from '../../../../rules/ownership/ownership.ts'
import { withHandover } from '../new-handover.ts'
import {
  ENDED,
  isTakenOver,
  markedAsLetGo,
  notRecalled,
  type AttemptedHandover,
  type HandoverUpdate,
} from '../handovers.ts'
import { SECOND_COPY_ONLY, withCloudWarning } from '../cloud-warnings.ts'
import { nextTakenOverMove } from '../recall/taken-over.ts'
import { nextCheckAt } from '../handover-times.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/** Call inside the hand-over's mutex. Does nothing for a hand-over that has ended. */
export async function applyJobState(deps: DelegationDeps, id: string, view: JobView): Promise<void> {
  const owned = await ownedMediaOf(deps, view)
  const later = await readLaterVersion(deps, await deps.handovers.get(id), view)
  for (;;) {
    const now = deps.clock.now()
    let isRecorded = false
    const updated = await deps.handovers.change(id, (stored) => {
      if (isTakenOver(stored.handover)) return nextTakenOverMove(stored, view, now)
      if (owned !== null && !isOwn(stored, owned)) return endInDoubt(deps, stored, 'ALIKE_IS_LIVE')
      const first = finishRequest(deps, stored, view) ?? applyLaterVersion(stored, { view, later }, now)
      isRecorded = first === null
      return first ?? recordView(deps, stored, view)
    })
    if (!updated || isRecorded || isTakenOver(updated.handover)) return
  }
}

/**
 * The media that the Worker has found for the job, if a post here has it already: this one, or another. The Worker knows none of the posts
 * that went out from here: of two with the same words, it may take the other's media for its own.
 */
async function ownedMediaOf({ ledger }: DelegationDeps, { publication }: JobView): Promise<string | null> {
  const mediaId = publication && readReportedPublication(publication)?.mediaId
  return mediaId && (await ledger.listOwnedMediaIds([mediaId])).length > 0 ? mediaId : null
}

/** Also by the Worker's second copy, which only the post shows. */
const isOwn = ({ last, post }: AttemptedHandover, mediaId: string): boolean =>
  last?.mediaId === mediaId || post?.igMediaId === mediaId

/** The pending request has its answer. */
function finishRequest(
  deps: DelegationDeps,
  stored: AttemptedHandover,
  view: JobView,
): HandoverUpdate | null {
  const now = deps.clock.now()
  const { asked, ownership } = stored.handover
  if (asked?.kind === 'edit') return view.revision >= ownership.sent ? finishEdit(stored, asked, now) : null
  if (asked === null) return null
  if (view.state === 'cancelled') {
    const handover = { ...stored.handover, ...(asked.isUntold ? markedAsLetGo(stored.handover) : {}) }
    return finishRecall(deps, { ...stored, handover }, asked, view)
  }
  // Too late to stop it; the archive gets its outcome.
  const isTooLate = asked.to === 'archive' && view.state !== 'waiting'
  if (!isTooLate) return null
  return asked.unlessLate ? notRecalled(stored) : { ...notRecalled(stored), archivedAt: now }
}

/** It was changed from data that this computer does not have: what the Worker publishes is what is shown. */
function applyLaterVersion(
  { handover, post }: StoredHandover,
  { view, later }: { readonly view: JobView; readonly later: LaterVersion | null },
  now: Instant,
): HandoverUpdate | null {
  const { asked, ownership: own } = handover
  if (!later || asked !== null || view.revision <= (own.confirmed ?? own.sent)) return null
  const { content, files } = later
  const change = { ownership: afterReport(own, view.revision), publishAt: content.scheduledFor }
  const links = files ? { mediaFileIds: files.mediaFileIds } : {}
  return {
    change: { ...change, ...(files ? { files: files.files } : {}) },
    post: post && { ...post, ...content, ...links, updatedAt: nextVersionAt(post, now) },
  }
}

function recordView(deps: DelegationDeps, stored: AttemptedHandover, view: JobView): HandoverUpdate {
  const { handover, post } = stored
  const now = deps.clock.now()
  const publication = toOwnPublication(view, handover, now)
  // A job that was prepared and then cancelled has no outcome.
  const isCancelled = view.state === 'cancelled' && !isOver(publication)
  const hasOutcome = publication !== null && !isCancelled
  const change = { ...handoverFieldsOf(stored, view, now), ...(view.isEnded ? ENDED : {}) }
  if (hasOutcome) return { change, there: { publication, attempts: view.attempts } }
  if (view.isEnded && view.state === 'published')
    return { change, post: post && publishedPost(post, { ...handover, updatedAt: now }) }
  // The platform may have accepted a post that failed: only its publication could say that it did not.
  if (view.isEnded)
    return view.state === 'failed' ? endInDoubt(deps, stored, 'CLOUD_FAILED') : endLetGo(deps, stored)
  return { change, post: post && withCloudWarning(withHandover(post, handover, 'cloud'), null) }
}

function handoverFieldsOf({ handover, post }: StoredHandover, { revision, state }: JobView, now: Instant) {
  const check = nextCheckAt(handover, now)
  // Of a post that was deleted here the Worker may yet have to be told, which no report puts off.
  const next = post === null ? Math.min(handover.nextAt ?? check, check) : check
  return {
    ownership: afterReport(handover.ownership, revision),
    tries: 0,
    lastError: null,
    nextAt: handover.asked ? handover.nextAt : next,
    // No other run has taken it back, so none has published it.
    ...(state === 'waiting' ? { soughtSince: undefined, soughtAs: undefined } : {}),
  }
}

/** Only how it ended is known: the rest was pruned at the Worker, or cannot be read. */
function publishedPost(post: PostRecord, handover: Handover): PostRecord {
  if (post.status === 'PUBLISHED' || post.status === 'FAILED') return { ...post, handover: null }
  return {
    ...withCloudWarning(withHandover(post, handover, null), null),
    status: 'PUBLISHED',
    publishedAt: handover.publishAt,
    igContainerId: null,
    nextAttemptAt: null,
    publishOutcome: 'confirmed',
    updatedAt: nextVersionAt(post, handover.updatedAt),
  }
}

/** The Worker's publication as it is stored here; null when it cannot be read. */
function toOwnPublication(
  { publication: reported, isEnded }: JobView,
  { id, postId, accountId, files }: Handover,
  now: Instant,
): Publication | null {
  const stored = reported && readReportedPublication(reported)
  if (stored === null) return null
  const publication = isEnded ? asUnattended(stored) : stored
  const { cover } = publication.payload
  const items = publication.payload.items.map((item) => itemHere(item, files))
  return {
    ...publication,
    payload: { ...publication.payload, items, ...(cover ? { cover: itemHere(cover, files) } : {}) },
    postId,
    jobId: id,
    accountId,
    // The Worker's clock may be ahead of this one.
    createdAt: Math.min(publication.createdAt, now),
  }
}

/**
 * The Worker has stopped working on it. A publish call that may have been sent and was not reconciled stays
 * uncertain.
 */
function asUnattended(publication: Publication): Publication {
  const { step, failure } = publication
  if (failure !== null || (step !== 'publishing' && step !== 'uncertain')) return publication
  return { ...publication, failure: { ...NOT_CONFIRMED, unconfirmed: true } }
}

function isOver(publication: Publication | null): boolean {
  return publication !== null && (publication.intent !== null || publication.step === 'failed')
}

function itemHere(item: PayloadItem, files: readonly HandoverFile[]): PayloadItem {
  const file = files.find(({ key }) => key === item.publicKey)
  return file ? localItem(file) : item
}

/**
 * Shows the Worker's second copy of a job while its object is down. Nothing is decided by it: the hand-over continues, and the
 * object's own report replaces all of it.
 */
export async function showSecondCopy(deps: DelegationDeps, id: string, view: JobView): Promise<void> {
  const now = deps.clock.now()
  await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.ownership.state !== 'worker' || handover.asked) return null
    const change = { nextAt: nextCheckAt(handover, now), lastError: SECOND_COPY_ONLY }
    const isOpen = post !== null && post.status !== 'PUBLISHED' && post.status !== 'FAILED'
    return { change, post: isOpen ? postFromSecondCopy(post, view, now) : undefined }
  })
}

function postFromSecondCopy(post: PostRecord, { state, secondCopy }: JobView, now: Instant): PostRecord {
  const warned = { ...withCloudWarning(post, 'FROM_SECOND_COPY'), updatedAt: nextVersionAt(post, now) }
  // Published entries are written once they are final; a failed post may yet turn out to be live.
  if (state !== 'published') return warned
  return {
    ...warned,
    status: 'PUBLISHED',
    igMediaId: secondCopy?.mediaId ?? null,
    igPermalink: secondCopy?.permalink ?? null,
    publishedAt: secondCopy?.at ?? post.scheduledFor,
    publishOutcome: 'confirmed',
    nextAttemptAt: null,
  }
}
