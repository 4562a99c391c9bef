// One turn at an account: its new posts are noted, lists are read, and what is due is looked at, as far as the call budget goes and no
// post is about to go out. A turn that ends anywhere is taken again: reading changes nothing at the platform.
import type { AccountRecord } from '../../ports/account-store.ts'
import type { InsightMedia } from '../../ports/insights/insight-store.ts'
import type { SeenMedia, SeenPage } from '../../ports/platform/insight-calls.ts'
import { CONTENT_LIMITS } from '../../rules/content/content-limits.ts'
import { afterLook } from '../../rules/insights/after-look.ts'
import {
  AGE_OF_OLDEST,
  dayOfInstant,
  daysToAsk,
  isStoryEnding,
  isStoryOver,
  KEPT_DAYS,
  looksBefore,
  nextLook,
} from '../../rules/insights/looks.ts'
import { NOTHING_SEEN, type SeenAtLook } from '../../rules/insights/rows.ts'
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
/** A profile is read every day. */
const READ_LATELY: Duration = 2 * DAY
/** In units of UTF-16, of which an emoji takes two. */
const LONGEST_CAPTION = 2 * CONTENT_LIMITS.caption
/** How long before the last list a post may have gone live that became known since: from the Worker, after days without a connection. */
const NEW_FOR: Duration = 7 * DAY

/** `ahead`: looks that are due that much later are made now, because a person asks. */
export function lookAtAccount(
  reading: InsightReading,
  account: AccountRecord,
  ahead: Duration = 0,
): Promise<TurnEnd> {
  return takeTurn(reading, account, async (turn) => {
    await readStories(turn, ahead)
    await readPosts(turn, ahead)
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
  if (stored === null) return { looks: 0, rows: 0, waiting: 0, wait: HOUR }
  const turn = await beginTurn(reading, account, stored)
  await noteNewPosts(turn)
  await act(turn)
  if (turn.progress() !== stored.progress) await turn.save()
  return { ...turn.counts, ...(await restOf(turn)) }
}

async function noteNewPosts({ accountId, progress, reading }: Turn): Promise<void> {
  const { insights, platformClock } = reading
  const now = platformClock.now()
  const { postsListedAt } = progress()
  const since = postsListedAt === null ? now - AGE_OF_OLDEST : Math.min(postsListedAt, now) - NEW_FOR
  const unknown = await insights.unknownPosts(accountId, since)
  if (unknown.length > 0) await insights.addMedia(unknown.map((media) => planned(media, now)))
}

function planned(media: InsightMedia, now: Instant): InsightMedia {
  const done = looksBefore(media, now)
  const caption = media.caption?.slice(0, LONGEST_CAPTION).toWellFormed() ?? null
  return { ...media, caption, done, nextAt: nextLook(media, done, now)?.at ?? null }
}

async function readStories(turn: Turn, ahead: Duration): Promise<void> {
  const now = turn.reading.platformClock.now()
  const due = (await dueIn(turn, ahead)).filter(({ kind }) => kind === 'STORIES')
  const isWanted = due.some((one) => !isSurelyOver(turn, one))
  if (!isWanted && !isOlderThan(STORIES_EVERY, turn.progress().storiesListedAt, now)) return
  const isLast = due.some((one) => isStoryEnding(one, now))
  if (await readList(turn, { of: 'stories', ahead, isLast })) turn.note({ storiesListedAt: laterNow(turn) })
}

/** What no answer has confirmed yet is given a day more: a story that is settled too early is never looked at again. */
function isSurelyOver({ reading: { platformClock } }: Turn, media: InsightMedia): boolean {
  return isStoryOver(media, platformClock.now() - (platformClock.isTold() ? 0 : DAY))
}

/** The newest, or else the next page of the older ones. */
async function readPosts(turn: Turn, ahead: Duration): Promise<void> {
  const now = turn.reading.platformClock.now()
  const { postsListedAt, olderPosts } = turn.progress()
  const due = (await dueIn(turn, ahead)).filter(({ kind }) => kind === 'IMAGE' || kind === 'CAROUSEL')
  if (due.length >= WORTH_A_LIST || isOlderThan(POSTS_EVERY, postsListedAt, now)) {
    const page = await readList(turn, { of: 'posts', ahead })
    const oldest = page?.media.at(-1)?.publishedAt ?? 0
    // After weeks without a list, one page does not reach back to the last one.
    const older = postsListedAt === null || oldest > postsListedAt ? page?.next : olderPosts
    if (page) turn.note({ postsListedAt: laterNow(turn), olderPosts: older ?? null })
  } else if (olderPosts !== null) {
    const page = await readList(turn, { of: 'posts', ahead, after: olderPosts })
    // A page can be empty although the list goes on.
    const oldest = page?.media.at(-1)?.publishedAt ?? now
    if (page) turn.note({ olderPosts: oldest < now - AGE_OF_OLDEST ? null : page.next })
  }
}

const dueIn = ({ accountId, reading }: Turn, ahead: Duration, among?: readonly string[]) =>
  reading.insights.due(accountId, reading.platformClock.now() + ahead, among)

const isOlderThan = (every: Duration, at: Instant | null, now: Instant) =>
  at === null || ageOf(at, now) >= every

/** An answer may have told the time. */
const laterNow = ({ reading }: Turn) => reading.platformClock.now()

interface WantedList {
  readonly of: 'posts' | 'stories'
  readonly ahead: Duration
  readonly isLast?: boolean
  readonly after?: string
}

/** Reads a list with the figures of all that are in it. Null when it was not answered. */
async function readList(turn: Turn, { of, ahead, isLast, after }: WantedList): Promise<SeenPage | null> {
  const { figures, insights, platformClock } = turn.reading
  const read = await turn.ask(async (access, mayCall) => {
    const list = await figures.list(access, { of, after }, mayCall)
    // An empty one is given to everybody: that no figure was refused with it says nothing.
    return list.kind === 'read' && list.page.media.length === 0 ? { ...list, asked: [] } : list
  }, isLast)
  if (read === null) return null
  const { at, asked, page } = read
  const now = platformClock.now()
  await insights.addMedia(page.media.map((seen) => planned(mediaOf(turn.accountId, seen), now)))
  const ids = page.media.map(({ igMediaId }) => igMediaId)
  const due = new Map((await dueIn(turn, ahead, ids)).map((one) => [one.igMediaId, one]))
  for (const { igMediaId, figures: values } of page.media) {
    const known = due.get(igMediaId)
    // Reels have figures that no other post has: they are asked for one by one.
    if (known && known.kind !== 'REELS' && values && Object.keys(values).length > 0)
      await record(turn, known, { at, asked, values, reason: null })
  }
  return page
}

function mediaOf(accountId: string, { figures: _figures, ...seen }: SeenMedia): InsightMedia {
  return { ...seen, accountId, postId: null, isTrial: false, done: 0, nextAt: null }
}

async function record(turn: Turn, media: InsightMedia, seen: SeenAtLook): Promise<void> {
  const { whyMissed, reading, counts } = turn
  turn.seen.add(media.igMediaId)
  const rows = await reading.insights.record(media, (latest, done) =>
    afterLook(media, seen, { latest, done, whyMissed }),
  )
  counts.looks += 1
  counts.rows += rows
}

async function lookSingly(turn: Turn, ahead: Duration): Promise<void> {
  for (const media of await dueIn(turn, ahead)) {
    if (turn.isStopped()) return
    // What was looked at before its time is due still.
    const isSeen = turn.seen.has(media.igMediaId)
    if (!isSeen && !isStoryOver(media, laterNow(turn))) await lookAt(turn, media)
  }
}

async function lookAt(turn: Turn, media: InsightMedia): Promise<void> {
  const { figures } = turn.reading
  const isLast = isStoryEnding(media, laterNow(turn))
  const seen = await turn.ask((access, mayCall) => figures.read(access, media, mayCall), isLast)
  if (seen) await record(turn, media, seen)
}

/** Stories that ended unseen: no call would bring anything. */
async function settleOver(turn: Turn): Promise<void> {
  const { accountId, reading, whyMissed } = turn
  const { insights, platformClock } = reading
  const at = platformClock.now()
  for (const media of await insights.due(accountId, at))
    if (isSurelyOver(turn, media))
      await insights.record(media, (latest, done) =>
        afterLook(media, { at, ...NOTHING_SEEN }, { latest, done, whyMissed }),
      )
}

async function askForDays(turn: Turn, { followersCount, lastSyncedAt }: AccountRecord): Promise<void> {
  const { figures, platformClock } = turn.reading
  const ofDay = (day: number, metric: string, value: number) => {
    return { metric, at: day * DAY, value, reason: null }
  }
  for (const day of daysToAsk(turn.progress(), platformClock.now())) {
    const of = { kind: 'ACCOUNT', from: day * DAY, until: (day + 1) * DAY } as const
    const read = await turn.ask((access, mayCall) => figures.read(access, of, mayCall))
    if (read === null) return
    const kept = Object.entries(turn.progress().asked).filter(([one]) => Number(one) > day - KEPT_DAYS)
    turn.note({ asked: { ...Object.fromEntries(kept), [day]: read.at } })
    const rows = Object.entries(read.values).map(([metric, value]) => ofDay(day, metric, value))
    // Read every day with the profile: the platform gives no earlier ones.
    const dayOfProfile = dayReadOn(turn.reading, lastSyncedAt)
    if (followersCount !== null && dayOfProfile !== null)
      rows.push(ofDay(dayOfProfile, 'followers_count', followersCount))
    turn.counts.rows += await turn.save(rows)
    turn.counts.looks += 1
  }
}

/**
 * The day on which a profile was read, by the platform's clock. Null when this computer's has changed since, or nobody has read it for
 * days: dated by a wrong clock, the figure would be of another day, or the newest one until that day comes.
 */
function dayReadOn({ clock, platformClock }: InsightReading, readAt: Instant | null): number | null {
  const age = readAt === null ? -1 : clock.now() - readAt
  return age < 0 || age > READ_LATELY ? null : dayOfInstant(platformClock.now() - age)
}

async function restOf(turn: Turn): Promise<Pick<TurnEnd, 'waiting' | 'wait'>> {
  const now = laterNow(turn)
  const waiting = (await dueIn(turn, 0)).length
  if (turn.isStopped()) return { waiting, wait: AFTER_TROUBLE }
  const nextAt = (await turn.reading.insights.nextAt(turn.accountId)) ?? now + HOUR
  return { waiting, wait: Math.max(nextAt - now, SOON) }
}
