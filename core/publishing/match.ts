// Is one of the account's media ours? Never by position: a wrong match would hide a missing post or own a stranger's.
import type { PublishedMedia } from '../ports/platform.ts'
import type { UnsettledPost } from '../ports/publication-ledger.ts'
import { MINUTE, type Instant } from '../time.ts'
import type { Publication } from './publication.ts'

/** How far the platform's clock and ours may be apart. */
export const CLOCK_SLACK = MINUTE

/**
 * ours      Exactly one media carries our caption, in our time, of our kind, and no other post in doubt can claim it.
 * possible  Some could be ours, but nothing tells them from what the user posted by hand, or from another post in doubt:
 *           stories and posts without a caption, reads that leave captions out, several alike. `only` is the one that it
 *           must be if the container says that ours is live.
 */
export type Match =
  | { readonly kind: 'ours'; readonly media: PublishedMedia }
  | { readonly kind: 'possible'; readonly only: PublishedMedia | null }
  | { readonly kind: 'none' }

interface OtherPosts {
  /** Media ids that belong to them. */
  readonly owned: ReadonlySet<string>
  /** Those whose media id nobody knows yet. */
  readonly rivals: readonly UnsettledPost[]
}

export function matchMedia(
  { intent, payload }: Publication,
  listed: readonly PublishedMedia[],
  { owned, rivals }: OtherPosts,
): Match {
  if (intent === null) return { kind: 'none' }
  const earliest = (intent.platformAt ?? intent.at) - CLOCK_SLACK
  const inTime = listed.filter(
    ({ id, timestamp }) => !owned.has(id) && timestamp !== null && timestamp >= earliest,
  )
  const named = inTime.filter((item) => resemblance(item, payload) === 'named')
  const candidates = named.length > 0 ? named : inTime.filter((item) => resemblance(item, payload) !== 'none')
  const [only] = candidates
  if (!only) return { kind: 'none' }
  const contested = rivals.some((rival) => resemblance(only, rival) !== 'none')
  if (candidates.length > 1 || contested) return { kind: 'possible', only: null }
  return named.length === 1 ? { kind: 'ours', media: only } : { kind: 'possible', only }
}

/** `named`: by its own, non-empty caption. `unnamed`: nothing speaks against it. */
export function resemblance(
  item: PublishedMedia,
  { mediaType, caption }: UnsettledPost,
): 'named' | 'unnamed' | 'none' {
  if (!sameKind(item, mediaType)) return 'none'
  if (mediaType === 'STORIES' || plain(item.caption) === '') return 'unnamed'
  return plain(caption) === plain(item.caption) ? 'named' : 'none'
}

/** By our own clock, the time from which on a media can be ours; null while nothing was sent. */
export function earliestOurs({ intent }: Publication): Instant | null {
  return intent && intent.at - CLOCK_SLACK
}

function sameKind(item: PublishedMedia, mediaType: string): boolean {
  if (item.mediaType === null) return true
  if (mediaType === 'IMAGE') return item.mediaType === 'IMAGE'
  if (mediaType === 'CAROUSEL') return item.mediaType === 'CAROUSEL_ALBUM'
  return mediaType === 'STORIES' || item.mediaType === 'VIDEO'
}

export function hasCaption({ caption }: Pick<PublishedMedia, 'caption'>): boolean {
  return plain(caption) !== ''
}

/** The platform may hand captions back without `@` and with other whitespace. */
function plain(caption: string | null): string {
  return (caption ?? '').normalize('NFC').replaceAll('@', '').replace(/\s+/g, ' ').trim()
}
