// What a claim starts from: a new publication, or the one a dead process left behind, read for what it proves.
import { warning } from '../../rules/notices/warnings.ts'
import type { DuePost, Queue } from '../../ports/posts/publication-ledger.ts'
import type { Instant } from '../../time.ts'
import { followUpsAfterClaim, followUpsWanted } from './complete-post.ts'
import { isLimitReached } from '../../rules/publication/failures.ts'
import { WRONG_BY } from './match.ts'
import {
  TOO_OLD_TO_USE,
  type Change,
  type ChildContainer,
  type ContainerState,
  type LiveCheck,
  type PayloadItem,
  type Publication,
  type PublicationPayload,
} from '../../rules/publication/publication.ts'
import { afterWait } from './staging.ts'
import { EMPTY_PAYLOAD, unreadableFailure } from './stored.ts'
import {
  NOTHING_DONE,
  NO_CHILD,
  NO_CONTAINER,
  mayHaveGoneOut,
  newChildren,
  toUncertain,
} from './transitions.ts'
import type { PublishingDeps } from './effects.ts'

interface Claim {
  readonly claimId: string
  /** The id of the publication, should a new one be needed. */
  readonly newPublicationId: string
  readonly now: Instant
  readonly monotonic: number
  /** The clock has jumped since the process was started. */
  readonly clockJumped?: boolean | undefined
}

/** Null when this queue has nothing for an account that is not busy in it. */
export function claimPublication(
  ports: Pick<PublishingDeps, 'ledger' | 'clock' | 'random' | 'earlierRuns'>,
  busyAccounts: readonly string[],
  queue: Queue = 'publish',
): Promise<Publication | null> {
  const now = ports.clock.now()
  const monotonic = ports.clock.monotonic()
  const claimId = ports.random.uuid()
  const newPublicationId = ports.random.uuid()
  const clockJumped = ports.earlierRuns?.clockJumped()
  return ports.ledger.claim({ now, busyAccounts, queue }, (due) =>
    planPublication(due, { claimId, newPublicationId, now, monotonic, clockJumped }),
  )
}

/** Pure: the publication to record for this claim. */
export function planPublication(due: DuePost, claim: Claim): Publication {
  const publication = { ...publicationFor(due, claim), settleOnly: due.isDeleted }
  return withPause(publication, due.pausedUntil ?? 0, claim.now)
}

function publicationFor(due: DuePost, claim: Claim): Publication {
  const { previous } = due
  if (previous === null) return newPublication(due, claim)
  if (previous.step === 'failed') return retryOf(previous, due, claim)
  return continuationOf(previous, due, claim)
}

/** Nothing new is requested while the account backs off. What was already sent is still reconciled. */
function withPause(publication: Publication, pausedUntil: Instant, now: Instant): Publication {
  const { step } = publication
  const asks = step === 'claimed' || step === 'created' || step === 'staged'
  return asks && pausedUntil > now ? { ...publication, nextAt: pausedUntil } : publication
}

function continuationOf(previous: Publication, due: DuePost, claim: Claim): Publication {
  const sought = planLiveCheck(due, claim)
  const carried = {
    ...previous,
    ...followUpsAfterClaim(previous),
    sought,
    // If a post has two open jobs, the claimed one ends with the publication, even if that has ended already.
    jobId: due.jobId,
    claimId: claim.claimId,
    version: previous.version + 1,
    nextAt: null,
    updatedAt: claim.now,
  }
  // The claim that stored the intent is gone: it may have made the publish call at any moment until now.
  if (previous.step === 'publishing') return { ...carried, ...toUncertain(carried, claim.now) }
  if (previous.step === 'staged') {
    if (sought !== null) return { ...carried, step: 'created', reads: 0 }
    if ((due.pausedUntil ?? 0) > claim.now) return carried
    const waited = afterWait(carried, claim)
    // Whether there is room for it is found out first.
    if (waited.step === 'publishing' && due.isNearLimit) return { ...carried, step: 'created', reads: 0 }
    return { ...carried, ...waited }
  }
  // A stored time to continue means that everything known was stored; without one the last claim died on the way.
  const known = previous.nextAt === null ? containersAfterCrash(previous, claim.now) : {}
  return withFilesOfNow({ ...carried, ...known }, due)
}

/**
 * Files of which the platform has nothing yet are sent as they are now: one may have been cropped again while its post waited,
 * and the old rendering may be gone.
 */
function withFilesOfNow(publication: Publication, due: DuePost): Publication {
  const { step, payload, children } = publication
  const containers = children.length > 0 ? children : [publication]
  if ((step !== 'claimed' && step !== 'created') || containers.every(isGiven)) return publication
  const now = renewFiles(payload, due)
  const items = payload.items.map((item, index) => {
    const container = containers[index]
    return container && isGiven(container) ? item : (now.items[index] ?? item)
  })
  return { ...publication, payload: { ...now, items } }
}

/** The platform has its bytes, or their address. */
function isGiven({ containerId, upload }: ContainerState): boolean {
  return containerId !== null && upload?.sent !== false
}

/** A file that is gone stays as it was frozen: the step that needs it decides what follows. */
function renewFiles(payload: PublicationPayload, { payload: ofNow }: DuePost): PublicationPayload {
  const files = [...(ofNow?.items ?? []), ofNow?.cover]
  const renew = (item: PayloadItem) => files.find((file) => file?.mediaFileId === item.mediaFileId) ?? item
  const { items, cover } = payload
  return { ...payload, items: items.map(renew), ...(cover && { cover: renew(cover) }) }
}

function filesOf({ items, cover }: PublicationPayload): string[] {
  return [...items, ...(cover ? [cover] : [])].map(({ blobKey }) => blobKey)
}

/**
 * What a crash leaves of containers that were being made. It says nothing of the platform, so it is counted
 * separately: bytes that may have been half sent go to another container, and one that is about to expire is not
 * used.
 */
function containersAfterCrash(publication: Publication, now: Instant): Change {
  const { children, step, upload } = publication
  const interruptions = publication.interruptions + 1
  if (step === 'created')
    return upload?.sent === false ? { ...discarded(publication), step: 'claimed', interruptions } : {}
  if (step !== 'claimed') return {}
  return {
    interruptions,
    children: children.map((child) => (isUsable(child, now) ? child : { ...NO_CHILD, ...discarded(child) })),
  }
}

/** Requested in vain, and not through the platform's fault. */
function discarded({ containerId, containersAsked }: ContainerState): ContainerState {
  return { ...NO_CONTAINER, containersAsked: containerId === null ? containersAsked : containersAsked - 1 }
}

function isUsable({ containerCreatedAt, upload }: ChildContainer, now: Instant): boolean {
  return containerCreatedAt !== null && upload?.sent !== false && now - containerCreatedAt < TOO_OLD_TO_USE
}

/** A post that ever made a publish call reads before it does anything else; any other starts afresh. */
function retryOf(previous: Publication, due: DuePost, claim: Claim): Publication {
  const fresh = newPublication(due, claim)
  const { intent } = previous
  // The user has retried it although there was no room, or it was changed or taken back while it waited: it waits for some.
  const waits = isLimitReached(previous.failure) || previous.failure === null
  const roomAt = waits ? previous.roomAt : null
  if (intent === null) return { ...fresh, roomAt }
  const { containerId, containerCreatedAt, upload, crossPost, listedBefore, blockedUntil } = previous
  const { firstComment, commentsOff } = previous
  const container = { containerId, containerCreatedAt, upload }
  // The user has retried it: the platform's last answer does not decide this time.
  const payload = renewFiles(previous.payload, due)
  const { outdatedFiles: given = filesOf(previous.payload), ...before } = intent
  const isOutdated = filesOf(payload).join() !== given.join()
  const askedAgain = { ...before, sends: 1, lastRefusal: null, ...(isOutdated && { outdatedFiles: given }) }
  const carried: Publication = {
    ...fresh,
    ...container,
    roomAt,
    intent: askedAgain,
    payload,
    // The Worker makes no copies, so its publication has none to continue.
    crossPost: crossPost ?? fresh.crossPost,
    firstComment,
    commentsOff,
    listedBefore,
    blockedUntil,
    children: [],
    step: 'uncertain',
    failure: null,
  }
  return { ...carried, ...toUncertain(carried, claim.now), nextAt: null }
}

function newPublication(due: DuePost, claim: Claim): Publication {
  const { payload, publishAt } = due
  const sought = planLiveCheck(due, claim)
  return {
    ...NOTHING_DONE,
    id: claim.newPublicationId,
    postId: due.postId,
    jobId: due.jobId,
    accountId: due.accountId,
    version: 1,
    claimId: claim.claimId,
    step: payload ? 'claimed' : 'failed',
    payload: payload ?? EMPTY_PAYLOAD,
    publishAt,
    sought,
    children: payload ? newChildren(payload) : [],
    ...(payload && followUpsWanted(payload)),
    failure: payload ? null : unreadableFailure(mayHaveGoneOut({ sought, publishAt }, claim.now)),
    warnings: payload && hasNoPlaceForTags(payload) ? [warning('TAGS_LEFT_OUT')] : [],
    createdAt: claim.now,
    updatedAt: claim.now,
  }
}

export type Marked = Pick<DuePost, 'publishAt' | 'acceptedAt' | 'soughtSince' | 'soughtAs' | 'previous'>

/** Whether a post that is claimed is to be looked for, and since when it may have gone out. */
export function planLiveCheck(
  { publishAt, acceptedAt, soughtSince, soughtAs, previous }: Marked,
  { now, clockJumped }: Pick<Claim, 'now' | 'clockJumped'>,
): LiveCheck | null {
  const before = previous?.sought ?? null
  const isMarked = soughtSince !== null && soughtSince !== undefined
  // A publication that continues is still looked for as before.
  if (!isMarked && (before === null || previous?.step !== 'failed')) return before
  const isAhead = publishAt !== null && publishAt > acceptedAt
  // What is published at once is due when it was accepted, which a wrong clock cannot say: it may have been any time until now.
  const accepted = clockJumped && publishAt === null ? now : acceptedAt
  const dueAt = isAhead ? publishAt : (before?.dueAt ?? accepted)
  // Accepted by a clock that was ahead: it may have been earlier.
  const madeAt = acceptedAt > now ? now - WRONG_BY : acceptedAt
  const since = Math.min(soughtSince ?? dueAt, before?.since ?? dueAt, dueAt)
  const as = before?.as ?? soughtAs ?? (before && traitsOf(previous?.payload))
  const shown = before?.shown ?? false
  return { dueAt, acceptedAt: before?.acceptedAt ?? madeAt, since, ...(as && { as }), shown, looks: 0 }
}

const traitsOf = (payload: PublicationPayload | undefined) =>
  payload && { mediaType: payload.mediaType, caption: payload.caption }

/** The tags of a carousel are placed on its first picture. */
function hasNoPlaceForTags({ mediaType, items, userTags }: PublicationPayload): boolean {
  return mediaType === 'CAROUSEL' && userTags.length > 0 && items.every(({ kind }) => kind === 'video')
}
