// One turn at an account: its new posts are noted, lists are read, and what is due is looked at, as far as the call budget goes and no
// post is about to go out. A turn that ends anywhere is taken again: reading changes nothing at the platform.
import type { AccountRecord } from '../../ports/account-store.ts'
import type { InsightMedia } from '../../ports/insights/insight-store.ts'
import type { SeenMedia, SeenPage } from '../../ports/platform/insight-calls.ts'
import { afterLook, afterMissed, isStoryOver, type SeenAtLook } from '../../rules/insights/after-look.ts'
import {
  AGE_OF_OLDEST,
  dayOfInstant,
  daysToAsk,
  FIRST_DAYS,
  LAST_OF_STORY,
  looksBefore,
  nextLook,
} from '../../rules/insights/looks.ts'
import { ageOf, DAY, HOUR, MINUTE, type Duration, type Instant } from '../../time.ts'
import { AFTER_TROUBLE, beginTurn, recordToRead, type InsightReading, type Turn } from './turn.ts'

export interface TurnEnd {
  readonly looks: number
  /** New ones. */
  readonly rows: number
  /** What is due and was not looked at. */
  readonly waiting: number
  /** The time until the account is due again. */
  readonly wait: Duration
}

/** What is not listed so often becomes known with the next look at anything. */
const STORIES_EVERY: Duration = 5 * HOUR
const POSTS_EVERY: Duration = 6 * HOUR
const SOON: Duration = 2 * MINUTE
/** A list costs one call however many are due. */
const WORTH_A_LIST = 2
const LONGEST_CAPTION = 2_200
/** How long ago a post may have become known: from the Worker, after days without a connection. */
const NEW_FOR: Duration = 7 * DAY

const NOTHING_TO_DO: TurnEnd = { looks: 0, rows: 0, waiting: 0, wait: HOUR }

/** `ahead`: looks that are due that much later are made now, because a person asks. */
export function lookAtAccount(
  reading: InsightReading,
  account: AccountRecord,
  ahead: Duration = 0,
): Promise<TurnEnd> {
  return takeTurn(reading, account, async (turn) => {
    await readLists(turn, ahead)
    await lookSingly(turn, ahead)
    await askForDays(turn, account)
    await settleOver(turn)
  })
}

/** Looks at one post now, because a person asks. */
export function lookAtPost(
  reading: InsightReading,
  account: AccountRecord,
  postId: string,
): Promise<TurnEnd> {
  return takeTurn(reading, account, async (turn) => {
    const media = await reading.insights.mediaOfPost(postId)
    if (media) await lookAt(turn, media)
  })
}

async function takeTurn(
  reading: InsightReading,
  account: AccountRecord,
  act: (turn: Turn) => Promise<void>,
): Promise<TurnEnd> {
  const stored = await recordToRead(reading, account)
  if (stored === null) return NOTHING_TO_DO
  const turn = await beginTurn(reading, account, stored)
  await noteNewPosts(turn)
  await act(turn)
  if (turn.isChanged()) await reading.insights.recordOwn(turn.record(), [])
  return { ...turn.counts(), ...(await restOf(turn)) }
}

async function noteNewPosts({ accountId, progress, reading }: Turn): Promise<void> {
  const { insights, platformClock } = reading
  const now = platformClock.now()
  const since = now - (progress().postsListedAt === null ? AGE_OF_OLDEST : NEW_FOR)
  const unknown = await insights.unknownPosts(accountId, since)
  if (unknown.length > 0) await insights.addMedia(unknown.map((media) => planned(media, now)))
}

function planned(media: InsightMedia, now: Instant): InsightMedia {
  const done = looksBefore(media, now)
  const caption = media.caption?.slice(0, LONGEST_CAPTION).toWellFormed() ?? null
  return { ...media, caption, done, nextAt: nextLook(media, done, now)?.at ?? null }
}

/** Reads live stories and the newest posts, each list with the figures of all of them. */
async function readLists(turn: Turn, ahead: Duration): Promise<void> {
  const { insights, platformClock } = turn.reading
  const now = platformClock.now()
  const due = await insights.due(turn.accountId, now + ahead)
  const stories = due.filter((media) => media.kind === 'STORIES' && !isStoryOver(media, now))
  const { storiesListedAt, postsListedAt, olderPosts } = turn.progress()
  const isOld = (at: Instant | null, every: Duration) => at === null || ageOf(at, now) >= every
  if (stories.length > 0 || isOld(storiesListedAt, STORIES_EVERY)) {
    const isLast = stories.some((one) => isEnding(one, now))
    if (await readList(turn, 'stories', { ahead, isLast }))
      turn.note({ storiesListedAt: platformClock.now() })
  }
  const inList = due.filter(({ kind }) => kind === 'IMAGE' || kind === 'CAROUSEL')
  if (inList.length >= WORTH_A_LIST || isOld(postsListedAt, POSTS_EVERY)) {
    const page = await readList(turn, 'posts', { ahead })
    const older = postsListedAt === null ? page?.next : olderPosts
    if (page) turn.note({ postsListedAt: platformClock.now(), olderPosts: older ?? null })
  } else if (olderPosts !== null) {
    const page = await readList(turn, 'posts', { ahead, after: olderPosts })
    const oldest = page?.media.at(-1)?.publishedAt ?? 0
    if (page) turn.note({ olderPosts: oldest < now - AGE_OF_OLDEST ? null : page.next })
  }
}

const isEnding = (media: InsightMedia, now: Instant): boolean =>
  media.kind === 'STORIES' && now >= media.publishedAt + LAST_OF_STORY && !isStoryOver(media, now)

async function readList(
  turn: Turn,
  of: 'posts' | 'stories',
  {
    ahead,
    isLast = false,
    after = null,
  }: { readonly ahead: Duration; readonly isLast?: boolean; readonly after?: string | null },
): Promise<SeenPage | null> {
  const { figures, insights, platformClock } = turn.reading
  if (turn.access === null || turn.isStopped()) return null
  const read = await figures.list(turn.access, { of, after }, turn.mayCall(isLast))
  if (read.kind === 'stop') {
    if (read.reason) turn.stop(read.reason)
    return null
  }
  const at = turn.learn(read)
  const { media } = read.page
  const now = platformClock.now()
  await insights.addMedia(media.map((seen) => planned(mediaOf(turn.accountId, seen), now)))
  const due = new Map((await insights.due(turn.accountId, now + ahead)).map((one) => [one.igMediaId, one]))
  for (const { igMediaId, figures: values } of media) {
    const known = due.get(igMediaId)
    // Reels have figures that no other post has: they are asked for one by one.
    if (known && known.kind !== 'REELS' && values && Object.keys(values).length > 0)
      await record(turn, known, { at, asked: read.asked, values, reason: null })
  }
  return read.page
}

function mediaOf(accountId: string, { figures: _figures, ...seen }: SeenMedia): InsightMedia {
  return { ...seen, accountId, postId: null, isTrial: false, done: 0, nextAt: null }
}

async function record(turn: Turn, media: InsightMedia, seen: SeenAtLook): Promise<void> {
  const { done } = media
  const { whyMissed, reading } = turn
  turn.seen.add(media.igMediaId)
  turn.count(
    await reading.insights.record(media, (latest) => afterLook(media, seen, { latest, done, whyMissed })),
  )
}

async function lookSingly(turn: Turn, ahead: Duration): Promise<void> {
  const { insights, platformClock } = turn.reading
  for (const media of await insights.due(turn.accountId, platformClock.now() + ahead)) {
    if (turn.isStopped()) return
    // What was looked at before its time is due still.
    const isSeen = turn.seen.has(media.igMediaId)
    if (!isSeen && !isStoryOver(media, platformClock.now())) await lookAt(turn, media)
  }
}

async function lookAt(turn: Turn, media: InsightMedia): Promise<void> {
  const { figures, platformClock } = turn.reading
  if (turn.access === null) return
  const mayCall = turn.mayCall(isEnding(media, platformClock.now()))
  const read = await figures.ofMedia(turn.access, media, mayCall)
  if (read.kind === 'stop') {
    if (read.reason) turn.stop(read.reason)
    return
  }
  const at = turn.learn(read)
  const seen = read.kind === 'read' ? { ...read, reason: null } : { ...read, asked: [], values: {} }
  await record(turn, media, { ...seen, at })
}

/** Stories that ended unseen: no call would bring anything. */
async function settleOver(turn: Turn): Promise<void> {
  const { insights, platformClock } = turn.reading
  const now = platformClock.now()
  const { whyMissed } = turn
  for (const media of await insights.due(turn.accountId, now))
    if (isStoryOver(media, now))
      await insights.record(media, () => afterMissed(media, now, { done: media.done, whyMissed }))
}

async function askForDays(turn: Turn, { followersCount, lastSyncedAt }: AccountRecord): Promise<void> {
  const { figures, insights, platformClock } = turn.reading
  const ofDay = (day: number) => (metric: string, value: number) => {
    return { metric, at: day * DAY, value, reason: null }
  }
  for (const day of daysToAsk(turn.progress(), platformClock.now())) {
    if (turn.access === null || turn.isStopped()) return
    const time = { from: day * DAY, until: (day + 1) * DAY }
    const read = await figures.ofAccount(turn.access, time, turn.mayCall(false))
    if (read.kind === 'stop') return read.reason ? turn.stop(read.reason) : undefined
    const at = turn.learn(read)
    const kept = Object.entries(turn.progress().asked).filter(([one]) => Number(one) > day - FIRST_DAYS)
    turn.note({ asked: { ...Object.fromEntries(kept), [day]: at } })
    const values = read.kind === 'read' ? Object.entries(read.values) : []
    const rows = values.map(([metric, value]) => ofDay(day)(metric, value))
    // Read every day with the profile: the platform gives no earlier ones.
    if (followersCount !== null && lastSyncedAt !== null)
      rows.push(ofDay(dayOfInstant(lastSyncedAt))('followers_count', followersCount))
    turn.count(await insights.recordOwn(turn.record(), rows))
  }
}

async function restOf(turn: Turn): Promise<Pick<TurnEnd, 'waiting' | 'wait'>> {
  const { insights, platformClock } = turn.reading
  const now = platformClock.now()
  const waiting = (await insights.due(turn.accountId, now)).length
  if (turn.isStopped()) return { waiting, wait: AFTER_TROUBLE }
  const nextAt = (await insights.nextAt(turn.accountId)) ?? now + HOUR
  return { waiting, wait: Math.max(nextAt - now, SOON) }
}
