// Is one of the account's media this post? Never by position: a wrong match would hide a missing post or claim a
// stranger's. A post without a caption is distinguished from the media listed before it was sent by their ids.
import type { MediaListing, PlatformAccess, PublishedMedia } from '../../ports/platform/platform.ts'
import type { MediaTraits, UnreconciledPost } from '../../ports/posts/publication-ledger.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'
import type { TimedReading } from './container-calls.ts'
import type { PublishingDeps } from './effects.ts'
import {
  CLOCK_SLACK,
  type Publication,
  type PublicationPayload,
  type PublishIntent,
} from '../../rules/publication/publication.ts'

/** How far ahead a clock may have been that dated something later than now. */
export const WRONG_BY: Duration = 2 * DAY

/**
 * ours      Exactly one media has the post's caption, time and kind, and no other post in doubt can claim it.
 * possible  Some could be it, but nothing distinguishes them from what the user posted by hand, or from another post in doubt:
 *           stories and posts without a caption, reads that leave captions out, several alike. `only` is the one that it
 *           must be if the container says that the post is live.
 */
export type Match =
  | { readonly kind: 'ours'; readonly media: PublishedMedia }
  | { readonly kind: 'possible'; readonly only: PublishedMedia | null }
  | { readonly kind: 'none' }

interface OtherPosts {
  /** Media ids among those listed that belong to them. */
  readonly owned: ReadonlySet<string>
  /** Those of this account whose media id was never learned: one of the media may be theirs. */
  readonly rivals: readonly UnreconciledPost[]
}

/** Null when the platform did not list the account's media. */
export async function findMatch(
  { platform, ledger, clock }: Pick<PublishingDeps, 'platform' | 'ledger' | 'clock'>,
  publication: Publication,
  access: PlatformAccess,
): Promise<Match | null> {
  const media = await platform.recentMedia(access, listingFor(publication))
  if (media.kind !== 'ok') return null
  const owned = new Set(await ledger.listOwnedMediaIds(media.value.map(({ id }) => id)))
  const since = publication.intent ? earliestMediaAt(publication.intent) : clock.now()
  const rivals = await ledger.listUnreconciled(publication.accountId, publication.id, since)
  return matchMedia(publication, media.value, { owned, rivals })
}

export function matchMedia(
  { intent, payload, listedBefore }: Publication,
  listed: readonly PublishedMedia[],
  { owned, rivals }: OtherPosts,
): Match {
  if (intent === null) return { kind: 'none' }
  const earliest = earliestMediaAt(intent)
  const others = rivals.filter((rival) => listOf(rival) === listOf(payload))
  const us = { ...payload, listedBefore, isLive: false }
  const left = withoutRivalMedia(
    listed.filter(({ id }) => !owned.has(id)),
    others,
  )
  const inTime = left.filter(({ timestamp }) => timestamp !== null && timestamp >= earliest)
  const [only, ...more] = candidatesFor(us, inTime)
  if (!only) return isCutOff(listed, earliest) ? { kind: 'possible', only: null } : { kind: 'none' }
  const contested = others.some((other) => candidatesFor(other, left).includes(only))
  if (more.length > 0 || contested) return { kind: 'possible', only: null }
  return resemblanceOf(only, us) === 'named' ? { kind: 'ours', media: only } : { kind: 'possible', only }
}

/**
 * Leaves out the media of posts that are certainly live and can only be that one. Each one found may settle the next.
 */
function withoutRivalMedia(
  listed: readonly PublishedMedia[],
  others: readonly UnreconciledPost[],
): readonly PublishedMedia[] {
  for (const other of others) {
    const [theirs, ...more] = other.isLive ? candidatesFor(other, listed) : []
    if (!theirs || more.length > 0) continue
    return withoutRivalMedia(
      listed.filter((item) => item !== theirs),
      others.filter((one) => one !== other),
    )
  }
  return listed
}

/** Those with its caption; when there is none, those that nothing distinguishes from it. */
function candidatesFor(post: UnreconciledPost, listed: readonly PublishedMedia[]): readonly PublishedMedia[] {
  const named = listed.filter((item) => resemblanceOf(item, post) === 'named')
  return named.length > 0 ? named : listed.filter((item) => resemblanceOf(item, post) === 'unnamed')
}

/** `named`: by its own, non-empty caption. `unnamed`: nothing speaks against it. */
export function resemblanceOf(
  item: PublishedMedia,
  { mediaType, caption, listedBefore }: MediaTraits & Partial<UnreconciledPost>,
): 'named' | 'unnamed' | 'none' {
  if (!isSameKind(item, mediaType) || listedBefore?.includes(item.id)) return 'none'
  if (mediaType === 'STORIES' || plainCaptionOf(item.caption) === '') return 'unnamed'
  return plainCaptionOf(caption) === plainCaptionOf(item.caption) ? 'named' : 'none'
}

export function isSameKind(item: PublishedMedia, mediaType: string): boolean {
  if (item.mediaType === null) return true
  if (mediaType === 'IMAGE') return item.mediaType === 'IMAGE'
  if (mediaType === 'CAROUSEL') return item.mediaType === 'CAROUSEL_ALBUM'
  return mediaType === 'STORIES' || item.mediaType === 'VIDEO'
}

/** Whether a caption of its own identifies its media. */
function hasOwnCaption({ mediaType, caption }: PublicationPayload): boolean {
  return mediaType !== 'STORIES' && plainCaptionOf(caption) !== ''
}

export function hasCaption({ caption }: { readonly caption: string | null }): boolean {
  return plainCaptionOf(caption) !== ''
}

/** The platform may hand captions back without `@` and with other whitespace. */
export function plainCaptionOf(caption: string | null): string {
  return (caption ?? '').normalize('NFC').replaceAll('@', '').replace(/\s+/g, ' ').trim()
}

/** In which of the account's lists the platform shows it: none of the other list can be its media. */
export function listOf({ mediaType }: MediaTraits): 'stories' | 'posts' {
  return mediaType === 'STORIES' ? 'stories' : 'posts'
}

/** By the platform's clock, if it is known. */
function earliestMediaAt({ platformAt, at }: PublishIntent): Instant {
  return (platformAt ?? at) - CLOCK_SLACK
}

/**
 * Until when it may have been sent: the later of that by its run's clock and by the platform's, because runs whose clocks differ
 * compare their posts. `latestSend` in `local-server/sqlite/posts/media-ownership.ts` is the same of a row.
 */
export function latestSendOf({ platformAt, at, lastPossibleSend }: PublishIntent): Instant {
  return lastPossibleSend + Math.max(0, (platformAt ?? at) - at)
}

/** As other publications see it while they look for their own media. */
export function toUnreconciledPost({
  payload,
  step,
  seenPublished,
  listedBefore,
}: Publication): UnreconciledPost {
  const { mediaType, caption } = payload
  return {
    mediaType,
    caption,
    listedBefore,
    isLive: seenPublished || step === 'confirmed' || step === 'done',
  }
}

/** As many as the platform lists at once. */
export const MOST_LISTED = 100
/** Enough just before a publish call. */
const LISTED_MEDIA = 25

/** The list in which the platform will show it; long once it is looked for, because much may have gone out since. */
export function listingFor({ payload, step }: Publication): MediaListing {
  return { of: listOf(payload), limit: step === 'uncertain' ? MOST_LISTED : LISTED_MEDIA }
}

/** The longest list ends before that time: what appeared then may be behind its end. */
export function isCutOff(listed: readonly PublishedMedia[], since: Instant): boolean {
  const reachesBack = listed.some(({ timestamp }) => timestamp !== null && timestamp < since)
  return listed.length >= MOST_LISTED && !reachesBack
}

interface Before extends Pick<Publication, 'listedBefore'> {
  /** The platform's clock at its last answer. */
  readonly platformTime: Instant | null
}

/**
 * Lists them when the post's container is ready to be sent, also for another time: a call before it had no effect, and what appeared
 * since is somebody else's. What was learned earlier stays true.
 */
export async function listMediaBefore(
  { platform }: Pick<PublishingDeps, 'platform'>,
  publication: Publication,
  access: PlatformAccess,
  { kind, platformTime }: TimedReading,
): Promise<Before> {
  const { step, listedBefore, payload } = publication
  const isToBeSent = step === 'created' && kind === 'ready'
  if (!isToBeSent || hasOwnCaption(payload)) return { listedBefore, platformTime }
  const media = await platform.recentMedia(access, listingFor(publication))
  if (media.kind !== 'ok') return { listedBefore, platformTime }
  return {
    listedBefore: [...new Set([...media.value.map(({ id }) => id), ...(listedBefore ?? [])])],
    platformTime: media.platformTime ?? platformTime,
  }
}
