// Before a post is sent that was due before this process was started, the account's media are looked through for it. Our
// own ledger says that it is still to go out; but a data folder that was restored from a backup says so of posts that went
// out after the backup was made. What is surely ours is taken for it, what only could be is shown to the user, and neither
// is sent. One list of each account is read for all its posts, and none for posts that became due while we were running.
import { failureDetail, type PlainFailureCode } from '../notices/failure-details.ts'
import { warning } from '../notices/warnings.ts'
import type { PlatformAccess, PublishedMedia } from '../ports/platform/platform.ts'
import type {
  DuePost,
  MediaTraits,
  UnpublishedPost,
  UnreconciledPost,
} from '../ports/posts/publication-ledger.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import type { EarlierLives, KnownLives, PublishingDeps } from './effects.ts'
import { CLOCK_SLACK, hasCaption, resemblanceOf } from './match.ts'
import { UNCERTAIN_LIMIT, type Change, type LiveCheck, type Publication } from './publication.ts'
import { isPending, toConfirmed } from './transitions.ts'

export function createEarlierLives(known: KnownLives): EarlierLives {
  return { ...known, seen: new Map() }
}

/** As many as the platform lists at once. */
const LISTED_MEDIA = 100
/** While the platform does not let us look; after the last of them the user is warned. */
const LIST_AGAIN: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
const RIVALS_RECONCILE: Duration = 5 * SECOND

/** Whether a post that is claimed is to be looked for, and from when on it may have gone out. */
export function planLiveCheck(
  { publishAt, acceptedAt, previous }: DuePost,
  lives: EarlierLives | undefined,
): LiveCheck | null {
  const before = previous?.sought
  if (before) return { ...before, askedAt: acceptedAt }
  if (!lives) return null
  const dueAt = Math.max(publishAt ?? 0, acceptedAt)
  // It waited in a folder that was restored: in the life that is not remembered it may have been given another time.
  if (acceptedAt < (lives.confirmedAt() ?? 0))
    return { askedAt: acceptedAt, dueAt, since: acceptedAt, shown: false }
  return dueAt < lives.startedAt ? { askedAt: acceptedAt, dueAt, since: dueAt, shown: false } : null
}

/** Null when nothing speaks against sending it. */
export async function findAlreadyLive(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change | null> {
  const { earlierLives: lives, ledger, clock } = ports
  const { sought, intent, accountId } = publication
  if (!lives || sought === null || intent !== null) return null
  const listed = await listMediaOnce(ports, lives, { ...publication, sought }, access)
  if (listed === null) return afterUnlistedMedia(publication, clock.now())
  const since = sought.since - CLOCK_SLACK
  const inTime = listed.filter(({ timestamp }) => timestamp !== null && timestamp >= since)
  const ids = inTime.map(({ id }) => id)
  const owned = new Set(await ledger.listOwnedMediaIds(accountId, ids))
  const free = inTime.filter(({ id }) => !owned.has(id))
  const alike = free.filter((item) => isAlike(item, publication, listed))
  // The list ends before the time that we ask about.
  if (alike.length === 0)
    return isCutOff(listed, since) && !sought.shown
      ? afterPossiblyLive(publication, 'TOO_MUCH_IS_LIVE')
      : null
  const isRival = (post: MediaTraits) => isStory(post) === isStory(publication.payload)
  const inDoubt = await ledger.listUnreconciled(accountId, publication.id, since)
  const unpublished = await lives.listUnpublished(accountId, publication.postId, clock.now())
  const rivals = { inDoubt: inDoubt.filter(isRival), unpublished: unpublished.filter(isRival) }
  const found = ownershipOf(alike, { ...publication, sought }, rivals)
  if (found.kind === 'ours') return afterFoundLive(publication, found.media, clock.now())
  if (found.kind === 'none') return null
  const lookedSince = Math.max(lives.startedAt, lives.confirmedAt() ?? 0)
  // Whoever is in doubt right now will know soon whose it is.
  if (found.kind === 'contested' && clock.now() - lookedSince < UNCERTAIN_LIMIT.image)
    return { nextAt: clock.now() + RIVALS_RECONCILE }
  return sought.shown ? null : afterPossiblyLive(publication, 'ALIKE_IS_LIVE')
}

/** Stories have a list of their own: none of them can be a post's, nor the other way round. */
const isStory = ({ mediaType }: MediaTraits) => mediaType === 'STORIES'

/** Null when the platform did not list them. */
async function listMediaOnce(
  { platform, clock }: PublishingDeps,
  { seen }: EarlierLives,
  { payload, sought, accountId }: Publication & { readonly sought: LiveCheck },
  access: PlatformAccess,
): Promise<readonly PublishedMedia[] | null> {
  const of = isStory(payload) ? 'stories' : 'posts'
  const known = seen.get(`${accountId} ${of}`)
  // Who asks again wants to know how things are now.
  if (known && known.at >= sought.askedAt) return known.media
  const reply = await platform.recentMedia(access, { of, limit: LISTED_MEDIA })
  if (reply.kind !== 'ok') return null
  seen.set(`${accountId} ${of}`, { at: clock.now(), media: reply.value })
  return reply.value
}

/** By its caption; or, where there is none to compare, by its kind alone. */
function isAlike(item: PublishedMedia, { payload }: Publication, listed: readonly PublishedMedia[]): boolean {
  const alike = resemblanceOf(item, payload)
  if (alike !== 'unnamed') return alike === 'named'
  if (isStory(payload)) return isOfKind(item, payload.items[0]?.kind)
  // A login that reads captions would have read this one.
  return !hasCaption(payload) || !listed.some(hasCaption)
}

function isOfKind({ mediaType }: PublishedMedia, kind: 'image' | 'video' | undefined): boolean {
  return mediaType === null || mediaType === (kind === 'video' ? 'VIDEO' : 'IMAGE')
}

/**
 * ours       One media carries our caption, appeared when it was due or later, and no other post can claim it.
 * contested  It could be that of a post whose outcome is being looked for at this moment.
 * possible   Nothing distinguishes it from what somebody else put there.
 */
type Ownership =
  | { readonly kind: 'ours'; readonly media: PublishedMedia }
  | { readonly kind: 'contested' | 'possible' | 'none' }

interface Rivals {
  readonly inDoubt: readonly UnreconciledPost[]
  readonly unpublished: readonly UnpublishedPost[]
}

function ownershipOf(
  alike: readonly PublishedMedia[],
  { payload, sought }: Publication & { readonly sought: LiveCheck },
  { inDoubt, unpublished }: Rivals,
): Ownership {
  const appeared = (item: PublishedMedia) => (item.timestamp ?? 0) + CLOCK_SLACK
  const named = alike.filter((item) => resemblanceOf(item, payload) === 'named')
  const punctual = alike.filter((item) => appeared(item) >= sought.dueAt)
  const isInDoubt = (item: PublishedMedia) => inDoubt.some((post) => resemblanceOf(item, post) !== 'none')
  const isClaimed = (item: PublishedMedia) =>
    unpublished.some((post) => post.dueAt <= appeared(item) && resemblanceOf(item, post) !== 'none')
  if (punctual.some(isInDoubt)) return { kind: 'contested' }
  const [only, ...more] = punctual.filter((item) => named.includes(item) && !isClaimed(item))
  if (only && more.length === 0) return { kind: 'ours', media: only }
  // With our own words, but before our time: ours may have been given an earlier one. Without, it says nothing.
  const early = named.some((item) => !punctual.includes(item) && !isClaimed(item))
  return { kind: punctual.length > 0 || early ? 'possible' : 'none' }
}

function isCutOff(listed: readonly PublishedMedia[], since: Instant): boolean {
  return (
    listed.length >= LISTED_MEDIA && listed.every(({ timestamp }) => timestamp === null || timestamp >= since)
  )
}

/** It is live: a life of ours that this folder does not remember has published it. */
function afterFoundLive(publication: Publication, media: PublishedMedia, now: Instant): Change {
  const { crossPost, warnings } = publication
  // That life has made the copy for the Page, too, or has tried to.
  const copy = isPending(crossPost) ? ({ ...crossPost, state: 'ended' } as const) : crossPost
  const found = [warning('FOUND_LIVE'), ...(copy === crossPost ? [] : [warning('PAGE_COPY_UNKNOWN')])]
  const live = toConfirmed({ ...publication, crossPost: copy }, media, now)
  return { ...live, crossPost: copy, publishedAt: media.timestamp ?? now, warnings: [...warnings, ...found] }
}

function afterPossiblyLive({ sought }: Publication, why: PlainFailureCode): Change {
  return {
    step: 'failed',
    failure: inDoubt(why),
    sought: sought && { ...sought, shown: true },
    nextAt: null,
  }
}

function afterUnlistedMedia({ reads }: Publication, now: Instant): Change {
  const wait = LIST_AGAIN[reads]
  if (wait !== undefined) return { reads: reads + 1, nextAt: now + wait }
  return { step: 'failed', failure: inDoubt('NOT_LOOKED_FOR'), nextAt: null }
}

function inDoubt(why: PlainFailureCode): Publication['failure'] {
  return {
    code: 'UNKNOWN_ERROR',
    detail: failureDetail(why),
    recovery: 'check_platform',
    transient: false,
    unconfirmed: true,
  }
}
