// Is one of the account's media ours? Never by position: a wrong match would hide a missing post or own a stranger's.
import type { PublishedMedia } from '../ports/platform.ts'
import { MINUTE, type Instant } from '../time.ts'
import type { Publication } from './publication.ts'

const CLOCK_SLACK = MINUTE

/** The one media that can only be ours, or null when none or several could be. `owned` are other posts' media ids. */
export function findOurMedia(
  publication: Publication,
  media: readonly PublishedMedia[],
  owned: ReadonlySet<string>,
): PublishedMedia | null {
  const { intent, payload } = publication
  if (intent === null) return null
  const earliest = (intent.platformAt ?? intent.at) - CLOCK_SLACK
  const ours = media.filter(
    (item) =>
      !owned.has(item.id) &&
      item.timestamp !== null &&
      item.timestamp >= earliest &&
      sameKind(item, payload.mediaType) &&
      sameCaption(item.caption, payload.caption),
  )
  return ours.length === 1 ? (ours[0] ?? null) : null
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

/** The platform may hand captions back without `@` and with other whitespace. */
function sameCaption(theirs: string | null, ours: string | null): boolean {
  return plain(theirs) === plain(ours)
}

function plain(caption: string | null): string {
  return (caption ?? '').normalize('NFC').replaceAll('@', '').replace(/\s+/g, ' ').trim()
}
