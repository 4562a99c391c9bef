// The moves between the states of publication.ts that more than one step makes. Pure.
import type { PublishedMedia } from '../../ports/platform/platform.ts'
import { SECOND, type Duration, type Instant } from '../../time.ts'
import {
  CLOCK_SLACK,
  type Change,
  type ChildContainer,
  type ContainerState,
  type Failure,
  type Publication,
  type PublicationPayload,
  type PublishIntent,
} from '../../rules/publication/publication.ts'

export const NO_CONTAINER: ContainerState = {
  containersAsked: 0,
  containerId: null,
  containerCreatedAt: null,
  upload: null,
}

/** Nothing has been requested of the platform, and nothing is known of it. */
export const NOTHING_DONE = {
  ...NO_CONTAINER,
  publishAt: null,
  staged: null,
  sought: null,
  interruptions: 0,
  children: [],
  reads: 0,
  intent: null,
  uncertainSince: null,
  listedBefore: null,
  seenPublished: false,
  blockedUntil: null,
  finishedSeenAt: [],
  mediaId: null,
  permalink: null,
  publishedAt: null,
  crossPost: null,
  firstComment: null,
  commentsOff: null,
  failure: null,
  roomAt: null,
  warnings: [],
  settleOnly: false,
  nextAt: null,
} satisfies Partial<Publication>

export const NO_CHILD: ChildContainer = { ...NO_CONTAINER, finished: false }

/** One for each item of a carousel; other posts have none. */
export function newChildren({ mediaType, items }: PublicationPayload): readonly ChildContainer[] {
  return mediaType === 'CAROUSEL' ? items.map(() => NO_CHILD) : []
}

export function containerIdOf({ id, containerId }: Pick<Publication, 'id' | 'containerId'>): string {
  if (containerId === null) throw new Error(`publication ${id} has no container`)
  return containerId
}

/** Written before the one irreversible call. */
export function toPublishing(
  publication: Publication,
  platformTime: Instant | null,
  { now, monotonic }: { now: Instant; monotonic: number },
): Change {
  const before = publication.intent
  return {
    step: 'publishing',
    nextAt: null,
    finishedSeenAt: [],
    intent: {
      at: before?.at ?? now,
      platformAt: before === null ? platformTime : before.platformAt,
      monotonicAt: monotonic,
      sends: (before?.sends ?? 0) + 1,
      lastPossibleSend: now,
      lastRefusal: null,
      onlyLagReplies: before?.onlyLagReplies ?? true,
      lagLooks: before?.lagLooks ?? 1,
    },
  }
}

/** It may have been sent at any time between the two; the reply is unknown. */
export function intentOfPossibleSend(at: Instant, lastPossibleSend: Instant): PublishIntent {
  const unknown = { platformAt: null, monotonicAt: 0, lastRefusal: null }
  return { ...unknown, at, lastPossibleSend, sends: 1, onlyLagReplies: false, lagLooks: 1 }
}

/** Nothing of it is live, and nothing that was made for it is used: it starts over. */
export function toClaimedAnew({ payload }: Publication): Change {
  return {
    step: 'claimed',
    ...NO_CONTAINER,
    interruptions: 0,
    faults: undefined,
    children: newChildren(payload),
    staged: null,
    intent: null,
    uncertainSince: null,
    finishedSeenAt: [],
    seenPublished: false,
    reads: 0,
    failure: null,
    nextAt: null,
  }
}

/** Looking early is harmless: only what is found counts, and a live post is then known within seconds. */
const FIRST_LOOK: Duration = 2 * SECOND

/** In the place of a change that stores an intent: the call waits, and what was prepared for it is kept. */
export function toPutOff(publication: Publication, change: Change, nextAt: Instant): Change {
  const { containerId } = { ...publication, ...change }
  return { ...change, step: containerId === null ? 'claimed' : 'created', intent: publication.intent, nextAt }
}

/** From here only reading continues. */
export function toUncertain(publication: Publication, now: Instant): Change {
  return {
    step: 'uncertain',
    reads: 0,
    finishedSeenAt: [],
    uncertainSince: publication.uncertainSince ?? now,
    intent: publication.intent && { ...publication.intent, lastPossibleSend: now, onlyLagReplies: false },
    nextAt: now + FIRST_LOOK,
  }
}

/** Somebody else may have sent it, at any time since the container was made: its media is looked for as one that we sent. */
export function toSentByOthers(publication: Publication, platformTime: Instant | null, now: Instant): Change {
  const { intent, containerCreatedAt, createdAt } = publication
  if (intent !== null) return toUncertain(publication, now)
  const madeAt = Math.min(containerCreatedAt ?? createdAt, now)
  const platformAt = platformTime === null ? null : platformTime - (now - madeAt)
  return toUncertain({ ...publication, intent: { ...intentOfPossibleSend(madeAt, now), platformAt } }, now)
}

/** Live. `media` is null when the platform says so without naming it. */
export function toConfirmed(
  publication: Publication,
  media: Pick<PublishedMedia, 'id' | 'permalink' | 'timestamp'> | null,
  now: Instant,
): Change {
  const complete = (media === null || media.permalink !== null) && !hasFollowUps(publication)
  return {
    step: complete ? 'done' : 'confirmed',
    mediaId: media?.id ?? null,
    permalink: media?.permalink ?? null,
    publishedAt: media?.timestamp ?? now,
    failure: null,
    roomAt: null,
    reads: 0,
    nextAt: null,
  }
}

export function isPending<T extends { readonly state: string }>(followUp: T | null): followUp is T {
  return followUp !== null && followUp.state !== 'ended'
}

/** What is still to be done for a live post, beside reading its permalink. */
export function hasFollowUps({ firstComment, commentsOff, crossPost }: Publication): boolean {
  return isPending(firstComment) || isPending(commentsOff) || isPending(crossPost)
}

/** Ends a publication of which nothing is live. */
export function toFailed(failure: Failure): Change {
  return { step: 'failed', failure: { ...failure, unconfirmed: false }, nextAt: null }
}

/** After a publish call only reading may end it. */
export function toFailedUnlessSent(publication: Publication, failure: Failure, now: Instant): Change {
  return publication.intent ? toUncertain(publication, now) : toFailed(failure)
}

/** Nothing of it was sent, unless by an earlier run at its time: without access that can no longer be looked for. */
export function toFailedUnsought(publication: Publication, failure: Failure, now: Instant): Change {
  return { ...toFailed(failure), failure: { ...failure, unconfirmed: mayHaveGoneOut(publication, now) } }
}

/** An earlier run may have published it at its time. */
export function mayHaveGoneOut(
  { sought, publishAt }: Pick<Publication, 'sought' | 'publishAt'>,
  now: Instant,
): boolean {
  return sought !== null && sought.since < now - CLOCK_SLACK && (publishAt ?? 0) <= now
}
