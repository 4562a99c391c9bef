// Is a post among the media of its account? For posts that an earlier run may have published, so that nothing is
// known of the publish call: only kind, caption and time identify it. Pure.
import type { PublishedMedia } from '../../../ports/platform/platform.ts'
import type {
  MediaTraits,
  UnpublishedPost,
  UnreconciledPost,
} from '../../../ports/posts/publication-ledger.ts'
import type { Instant } from '../../../time.ts'
import { hasCaption, isCutOff, isSameKind, listOf, resemblanceOf } from '../match.ts'
import {
  CLOCK_SLACK,
  slowestKindOf,
  type LiveCheck,
  type PublicationPayload,
} from '../../../rules/publication/publication.ts'
import { PREPARE_AHEAD } from '../staging.ts'

/**
 * ours       One media has the post's caption, appeared when it was due or later, and no other post can claim it.
 * contested  It could be that of a post whose outcome is being looked for at this moment, or that the Worker may have published.
 * possible   Nothing distinguishes it from what somebody else put there. Also one with another caption that appeared at its
 *            time: captions can be changed in the app. And one that is what the post was before it was changed here.
 * cut off    The list ends before the time from which on it may have gone out.
 */
export type LiveMatch =
  | { readonly kind: 'ours'; readonly media: PublishedMedia }
  | { readonly kind: 'contested' | 'possible' | 'cut off' | 'none' }

export interface SoughtPost extends Pick<LiveCheck, 'dueAt' | 'acceptedAt' | 'since' | 'as'> {
  readonly postId: string
  /** Null: it was to go out at once. */
  readonly publishAt: Instant | null
  readonly payload: PublicationPayload
}

/** What is known of an account: its media, newest first, and its other posts. */
export interface AccountMedia {
  readonly listed: readonly PublishedMedia[]
  /** Media ids that belong to a post. */
  readonly owned: ReadonlySet<string>
  readonly inDoubt: readonly UnreconciledPost[]
  readonly unpublished: readonly UnpublishedPost[]
}

export function findLive(post: SoughtPost, account: AccountMedia): LiveMatch {
  const { listed, owned } = account
  const since = post.since - CLOCK_SLACK
  const earliest = earliestOf(post) - CLOCK_SLACK
  const inTime = listed.filter(({ timestamp }) => timestamp !== null && timestamp >= earliest)
  const free = inTime.filter(({ id }) => !owned.has(id))
  const found = ownershipOf(free, post, account)
  if (found.kind !== 'none') return found
  return isCutOff(listed, since) ? { kind: 'cut off' } : found
}

/**
 * From when on it may be live: a copy of the folder, or the Worker, may have given it an earlier time, and published
 * it while this computer slept.
 */
export function earliestOf({ acceptedAt, since }: Pick<LiveCheck, 'acceptedAt' | 'since'>): Instant {
  return Math.min(acceptedAt ?? since, since)
}

function ownershipOf(free: readonly PublishedMedia[], post: SoughtPost, account: AccountMedia): LiveMatch {
  const { payload, dueAt } = post
  const isRival = (other: MediaTraits) => listOf(other) === listOf(payload)
  const unpublished = account.unpublished.filter((other) => other.postId !== post.postId && isRival(other))
  const inDoubt = account.inDoubt.filter(isRival)
  const isClaimed = (item: PublishedMedia) =>
    unpublished.some((other) => other.dueAt <= appeared(item) && resemblanceOf(item, other) !== 'none')
  const alike = free.filter((item) => isAlike(item, payload, account.listed))
  const named = alike.filter((item) => resemblanceOf(item, payload) === 'named')
  const punctual = alike.filter((item) => appeared(item) >= dueAt)
  const undecided = (item: PublishedMedia) => [...inDoubt, ...unpublished.filter(isOutBy(item))]
  if (punctual.some((item) => undecided(item).some((other) => resemblanceOf(item, other) !== 'none')))
    return { kind: 'contested' }
  const [only, ...more] = punctual.filter((item) => named.includes(item) && !isClaimed(item))
  if (only && more.length === 0) return { kind: 'ours', media: only }
  // With the post's caption, but before its time: the post may have been given an earlier one. Without the caption it proves nothing,
  // unless nobody knows that time.
  const isEarly = (item: PublishedMedia) => !punctual.includes(item) && !isClaimed(item)
  const early = isTimeUnknown(post) ? alike.length > 0 : named.some(isEarly)
  const isNamedByOther = (item: PublishedMedia) =>
    [...unpublished, ...inDoubt].some((other) => resemblanceOf(item, other) === 'named')
  // Another post with the words that it had may be live beside it.
  const isItBefore = (item: PublishedMedia) => post.as && resemblanceOf(item, post.as) === 'named'
  const changed = free.some(
    (item) => isItBefore(item) || (appearedAtItsTime(item, post) && !isNamedByOther(item)),
  )
  return { kind: punctual.length > 0 || early || changed ? 'possible' : 'none' }
}

/** It was to go out at once, and the clock that it was accepted by was wrong. */
function isTimeUnknown({ publishAt, acceptedAt, dueAt }: SoughtPost): boolean {
  return publishAt === null && acceptedAt !== undefined && dueAt > acceptedAt
}

/** Whether the Worker was to have published a post when a media appeared. Its news come with the next exchange. */
function isOutBy(item: PublishedMedia): (other: UnpublishedPost) => boolean {
  return ({ isAtWorker, dueAt }) => isAtWorker && dueAt <= appeared(item)
}

/** The latest time, by our clock, at which it may have appeared. */
function appeared({ timestamp }: PublishedMedia): Instant {
  return (timestamp ?? 0) + CLOCK_SLACK
}

/** By its caption; where there is none to compare, by its kind alone. */
function isAlike(
  item: PublishedMedia,
  payload: PublicationPayload,
  listed: readonly PublishedMedia[],
): boolean {
  const alike = resemblanceOf(item, payload)
  if (alike !== 'unnamed') return alike === 'named'
  if (payload.mediaType === 'STORIES') return isOfKind(item, payload.items[0]?.kind)
  // A login that can read captions would have read this one.
  return !hasCaption(payload) || !listed.some(hasCaption)
}

/**
 * Of the post's kind, and live when the post would have been: at its time, or as soon as it could be prepared then. One that was to go out
 * at once was due when it was accepted, even where the clock has jumped since and nobody knows when that was.
 */
function appearedAtItsTime(item: PublishedMedia, { payload, dueAt, since, publishAt }: SoughtPost): boolean {
  if (payload.mediaType === 'STORIES') return false
  const within = PREPARE_AHEAD[slowestKindOf(payload)] + CLOCK_SLACK
  const isPunctual = (publishAt === null ? [dueAt, since] : [dueAt]).some(
    (at) => appeared(item) >= at && (item.timestamp ?? 0) <= at + within,
  )
  return isPunctual && isSameKind(item, payload.mediaType)
}

function isOfKind({ mediaType }: PublishedMedia, kind: 'image' | 'video' | undefined): boolean {
  return mediaType === null || mediaType === (kind === 'video' ? 'VIDEO' : 'IMAGE')
}
