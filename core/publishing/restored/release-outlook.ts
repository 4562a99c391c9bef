// What will not go out once a hold is released, found before the user releases it, by the rules that publishing will follow:
// posts that are live already, and posts that may be.
import { failureDetail } from '../../notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../notices/sentences.ts'
import { warning } from '../../notices/warnings.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { Platform, PlatformAccess, PublishedMedia } from '../../ports/platform/platform.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import { toIsoOrNull } from '../../time.ts'
import { mediaIdsOf, payloadOf } from '../stored.ts'
import { readAccountMedia } from './already-live.ts'
import { findLive, isStory, LISTED_MEDIA, type Found } from './find-live.ts'

interface OutlookDeps {
  readonly posts: Pick<PostStore, 'get'>
  readonly media: Pick<MediaStore, 'getMany'>
  readonly ledger: PostLedger
  readonly platform: Pick<Platform, 'recentMedia'>
  accessTo(accountId: string): Promise<PlatformAccess>
}

export interface ReleaseOutlook {
  /** Posts that will not go out, soonest first, and why. */
  readonly posts: readonly {
    readonly id: string
    readonly caption: string | null
    readonly scheduledFor: string | null
    readonly isLive: boolean
    readonly message: string
  }[]
  /** Accounts whose profile could not be read: their posts are looked for when they are due. */
  readonly unreadAccountIds: readonly string[]
}

/** More than anyone reads. */
const MOST = 200

export async function foreseeRelease(
  given: OutlookDeps,
  accountIds: readonly string[],
): Promise<ReleaseOutlook> {
  const found = await Promise.all(accountIds.map((id) => foreseeAccount(given, id)))
  return {
    posts: found.flatMap((one) => one ?? []).slice(0, MOST),
    unreadAccountIds: accountIds.filter((_id, index) => found[index] === null),
  }
}

/** Null when its media could not be listed. */
async function foreseeAccount(
  given: OutlookDeps,
  accountId: string,
): Promise<ReleaseOutlook['posts'] | null> {
  const waiting = await listWaiting(given, accountId)
  const told: ReleaseOutlook['posts'][number][] = []
  for (const list of ['posts', 'stories'] as const) {
    const some = waiting.filter((post) => isStory(post) === (list === 'stories'))
    if (some.length === 0) continue
    const listed = await listMedia(given, accountId, list)
    if (listed === null) return null
    for (const post of some) {
      const { kind } = await foreseePost(given, post, listed)
      if (kind !== 'none') told.push(entryOf(post, kind))
    }
  }
  return told
}

async function listWaiting({ posts, ledger }: OutlookDeps, accountId: string): Promise<PostRecord[]> {
  const open = await ledger.listUnpublished(accountId, Number.MAX_SAFE_INTEGER)
  const bySoonest = open.toSorted((one, other) => one.dueAt - other.dueAt)
  const whole = await Promise.all(bySoonest.map(({ postId }) => posts.get(postId)))
  return whole.filter((post) => post !== null).filter(isWaitingHere)
}

function isWaitingHere({ status, handover }: PostRecord): boolean {
  return handover === null && (status === 'SCHEDULED' || status === 'QUEUED' || status === 'PROCESSING')
}

async function listMedia(
  { platform, accessTo }: OutlookDeps,
  accountId: string,
  of: 'posts' | 'stories',
): Promise<readonly PublishedMedia[] | null> {
  const access = await accessTo(accountId).catch(() => null)
  const reply = access && (await platform.recentMedia(access, { of, limit: LISTED_MEDIA }))
  return reply?.kind === 'ok' ? reply.value : null
}

async function foreseePost(
  { media, ledger }: OutlookDeps,
  post: PostRecord,
  listed: readonly PublishedMedia[],
): Promise<Found> {
  const payload = payloadOf(post, await media.getMany(mediaIdsOf(post)))
  const last = await ledger.latestPublication(post.id)
  // What was sent is reconciled, not looked for.
  if (payload === null || last?.intent) return { kind: 'none' }
  const since = post.createdAt
  const dueAt = Math.max(post.isScheduled ? (post.scheduledFor ?? 0) : 0, since)
  const sought = { dueAt, since, shown: false, looks: 0 }
  const asked = { accountId: post.platformAccountId, id: last?.id ?? post.id, sought }
  const account = await readAccountMedia({ ledger }, ledger, asked, listed)
  return findLive({ postId: post.id, payload, dueAt, since }, account)
}

function entryOf(post: PostRecord, kind: Found['kind']): ReleaseOutlook['posts'][number] {
  const isLive = kind === 'ours'
  const why = kind === 'cut off' ? 'TOO_MUCH_IS_LIVE' : 'ALIKE_IS_LIVE'
  const message = isLive ? warningSentence(warning('FOUND_LIVE')) : failureSentence(failureDetail(why))
  const { id, caption, scheduledFor } = post
  return { id, caption, scheduledFor: toIsoOrNull(post.isScheduled ? scheduledFor : null), isLive, message }
}
