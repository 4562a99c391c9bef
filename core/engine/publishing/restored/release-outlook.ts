// What becomes of the posts that wait once a hold is released, found before the user releases it, by the rules that publishing will
// follow: those that go out, those that are live already, and those that may be.
import { ENGLISH } from '../../../rules/notices/english/english.ts'
import { isUnsent } from '../../../rules/publication/post-words.ts'
import { failureDetail } from '../../../rules/notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../../rules/notices/sentences.ts'
import { warning } from '../../../rules/notices/warnings.ts'
import type { Handover, HandoverStore } from '../../../ports/cloud/handover-store.ts'
import type { MediaStore } from '../../../ports/media/media-store.ts'
import type { Platform, PlatformAccess, PublishedMedia } from '../../../ports/platform/platform.ts'
import type { PostRecord, PostStore } from '../../../ports/posts/post-store.ts'
import type { MediaTraits, PostLedger } from '../../../ports/posts/publication-ledger.ts'
import { isKeptByHold } from '../../../rules/times/held.ts'
import { toIsoOrNull, type Instant } from '../../../time.ts'
import { planLiveCheck } from '../claim.ts'
import { mediaIdsOf, payloadOf } from '../stored.ts'
import { readAccountMedia } from './already-live.ts'
import { MOST_LISTED, listOf } from '../match.ts'
import { findLive, type LiveMatch } from './find-live.ts'

interface OutlookDeps {
  readonly handovers: Pick<HandoverStore, 'open'>
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
  /** Posts that will go out, soonest first: those whose time has passed at once. */
  readonly goesOut: readonly GoesOut[]
  /** More than are listed where there are very many. */
  readonly goesOutTotal: number
  /** Accounts whose profile could not be read: their posts are looked for when they are due. */
  readonly unreadAccountIds: readonly string[]
}

interface GoesOut {
  readonly id: string
  readonly accountId: string
  readonly caption: string | null
  /** Null: it was to go out at once. */
  readonly scheduledFor: string | null
}

/** Before a hold is released there is nothing to foresee. */
export const NOTHING_FORESEEN: ReleaseOutlook = {
  posts: [],
  goesOut: [],
  goesOutTotal: 0,
  unreadAccountIds: [],
}

/** More than anyone reads. */
const MOST = 200

export async function foreseeRelease(
  given: OutlookDeps,
  accountIds: readonly string[],
): Promise<ReleaseOutlook> {
  // Without a job so far: the Worker releases them first.
  const onTheirWay = (await given.handovers.open()).filter(({ ownership }) => ownership.state === 'local')
  const byPost = new Map(onTheirWay.map((handover) => [handover.postId, handover]))
  const found = await Promise.all(accountIds.map((id) => foreseeAccount(given, id, byPost)))
  const goesOut = found
    .flatMap((one) => one.goesOut)
    .toSorted((one, other) => (one.scheduledFor ?? '').localeCompare(other.scheduledFor ?? ''))
  return {
    posts: found.flatMap(({ told }) => told ?? []).slice(0, MOST),
    goesOut: goesOut.slice(0, MOST),
    goesOutTotal: goesOut.length,
    unreadAccountIds: accountIds.filter((_id, index) => found[index]?.told === null),
  }
}

/** By post: those on their way to the Worker. */
type OnTheirWay = ReadonlyMap<string, Pick<Handover, 'createdAt' | 'soughtAs'>>

interface AccountOutlook {
  /** Null when its media could not be listed. */
  readonly told: ReleaseOutlook['posts'] | null
  readonly goesOut: readonly GoesOut[]
}

async function foreseeAccount(
  given: OutlookDeps,
  accountId: string,
  onTheirWay: OnTheirWay,
): Promise<AccountOutlook> {
  const waiting = await listWaiting(given, accountId, onTheirWay)
  const told: ReleaseOutlook['posts'][number][] = []
  for (const list of ['posts', 'stories'] as const) {
    const some = waiting.filter(({ post }) => listOf(post) === list)
    if (some.length === 0) continue
    const listed = await listMedia(given, accountId, list)
    // Each is looked for once more when it is due.
    if (listed === null) return { told: null, goesOut: waiting.map(goesOutOf) }
    for (const one of some) {
      const { kind } = await foreseePost(given, one, listed)
      if (kind !== 'none') told.push(entryOf(one.post, kind))
    }
  }
  const stays = new Set(told.map(({ id }) => id))
  return { told, goesOut: waiting.filter(({ post }) => !stays.has(post.id)).map(goesOutOf) }
}

function goesOutOf({ post }: WaitingHere): GoesOut {
  const { id, platformAccountId: accountId, caption } = post
  return { id, accountId, caption, scheduledFor: timeOf(post) }
}

const timeOf = ({ isScheduled, scheduledFor }: PostRecord) => toIsoOrNull(isScheduled ? scheduledFor : null)

interface WaitingHere {
  readonly post: PostRecord
  readonly acceptedAt: Instant
  readonly soughtAs: MediaTraits | null
}

async function listWaiting(
  { posts, ledger }: OutlookDeps,
  accountId: string,
  onTheirWay: OnTheirWay,
): Promise<WaitingHere[]> {
  const open = await ledger.listUnpublished(accountId, Number.MAX_SAFE_INTEGER)
  const bySoonest = open.toSorted((one, other) => one.dueAt - other.dueAt)
  const whole = bySoonest.map(async ({ postId, ...job }): Promise<WaitingHere[]> => {
    const handover = onTheirWay.get(postId)
    const acceptedAt = job.acceptedAt ?? handover?.createdAt ?? null
    const soughtAs = job.soughtAs ?? handover?.soughtAs ?? null
    const post = acceptedAt === null ? null : await posts.get(postId)
    return post && acceptedAt !== null && isWaitingHere(post) ? [{ post, acceptedAt, soughtAs }] : []
  })
  return (await Promise.all(whole)).flat()
}

function isWaitingHere(post: PostRecord): boolean {
  const { status } = post
  return isKeptByHold(post) && isUnsent(status)
}

async function listMedia(
  { platform, accessTo }: OutlookDeps,
  accountId: string,
  of: 'posts' | 'stories',
): Promise<readonly PublishedMedia[] | null> {
  const access = await accessTo(accountId).catch(() => null)
  const reply = access && (await platform.recentMedia(access, { of, limit: MOST_LISTED }))
  return reply?.kind === 'ok' ? reply.value : null
}

async function foreseePost(
  { media, ledger }: OutlookDeps,
  { post, acceptedAt, soughtAs }: WaitingHere,
  listed: readonly PublishedMedia[],
): Promise<LiveMatch> {
  const payload = payloadOf(post, await media.getMany(mediaIdsOf(post)))
  const previous = await ledger.latestPublication(post.id)
  const publishAt = post.isScheduled ? post.scheduledFor : null
  // As the release will mark it.
  const marked = { publishAt, acceptedAt, soughtSince: acceptedAt, soughtAs, previous }
  const sought = planLiveCheck(marked, { now: acceptedAt })
  // What was sent is reconciled, not looked for.
  if (payload === null || sought === null || previous?.intent) return { kind: 'none' }
  const asked = { accountId: post.platformAccountId, id: previous?.id ?? post.id, sought }
  const account = await readAccountMedia({ ledger }, ledger, asked, listed)
  const found = findLive({ postId: post.id, publishAt, payload, ...sought }, account)
  return sought.shown && found.kind !== 'ours' ? { kind: 'none' } : found
}

function entryOf(post: PostRecord, kind: LiveMatch['kind']): ReleaseOutlook['posts'][number] {
  const isLive = kind === 'ours'
  const why = kind === 'cut off' ? 'TOO_MUCH_IS_LIVE' : 'ALIKE_IS_LIVE'
  const message = isLive
    ? warningSentence(warning('FOUND_LIVE'), ENGLISH)
    : failureSentence(failureDetail(why), ENGLISH)
  const { id, caption } = post
  return { id, caption, scheduledFor: timeOf(post), isLive, message }
}
