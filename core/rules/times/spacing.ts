// Finds where a plan is too dense and where it is empty, and times at which it is neither. Structures only: the words are the
// page's.
import type { PlacedPost } from '../../ports/posts/planner-store.ts'
import { MINUTE, type Duration, type Instant } from '../../time.ts'
import { addDays, daysBetween, daysFrom, type Day } from './calendar-days.ts'
import { LIMIT_WINDOW, postsWithoutRoom, type PlannedLimit } from './limit-room.ts'
import { dayOf } from './wall-time.ts'

/** Posts of one account that come too fast. */
export interface PileUp {
  /** `close`: each less than 20 minutes after the one before it. `cap`: more than there is room for within 24 hours. */
  readonly kind: 'close' | 'cap'
  readonly accountId: string
  /** In the order of their times. */
  readonly ids: readonly string[]
  readonly from: Instant
  /** When the last of them goes out. */
  readonly until: Instant
}

/** Whole days without a post, both ends included. */
export interface Gap {
  readonly from: Day
  readonly until: Day
}

export const CLOSE: Duration = 20 * MINUTE

/** Tells whether a time is closer than that to one of these, which are of one account. Asked once for each slot of a year. */
export function clashTest(times: readonly Instant[]): (at: Instant) => boolean {
  const stretchOf = (at: Instant) => Math.floor(at / CLOSE)
  const byStretch = Map.groupBy(times, stretchOf)
  const isNear = (at: Instant, stretch: number) =>
    byStretch.get(stretch)?.some((one) => Math.abs(one - at) < CLOSE) ?? false
  return (at) => [-1, 0, 1].some((by) => isNear(at, stretchOf(at) + by))
}

/** A proposed time is one that a person could have chosen. */
const STEP: Duration = 5 * MINUTE

/** The first time from this one on that does not clash. */
export function firstClearTime(from: Instant, clashes: (at: Instant) => boolean): Instant {
  let at = from
  while (clashes(at)) at = (Math.floor(at / STEP) + 1) * STEP
  return at
}

/** `isLive`: it needs no further place in the limit. */
export type SpacedPost = PlacedPost & { readonly isLive?: boolean }

/** `limits`: what the posts of each account have to fit into. */
export function pileUpsOf(
  posts: readonly SpacedPost[],
  limits: ReadonlyMap<string, PlannedLimit>,
  now: Instant,
): PileUp[] {
  const byAccount = Map.groupBy(posts, ({ accountId }) => accountId)
  return [...byAccount]
    .map(([id, own]) => ({
      limit: limits.get(id) ?? NOTHING_KNOWN,
      own: own.toSorted((a, b) => a.at - b.at),
    }))
    .flatMap(({ limit, own }) => [...closeRunsOf(own), ...crowdedRunsOf(own, limit, now)])
    .toSorted((a, b) => a.from - b.from)
}

const NOTHING_KNOWN: PlannedLimit = { reading: null, waits: false, ours: [] }

function closeRunsOf(own: readonly PlacedPost[]): PileUp[] {
  const runs = runsOf(own.length, (at) => (own[at]?.at ?? 0) - (own[at - 1]?.at ?? 0) < CLOSE)
  return runs.flatMap(([from, until]) =>
    until > from ? [pileUpOf('close', own.slice(from, until + 1))] : [],
  )
}

/** Each post without room, with those of the 24 hours before it. Windows that overlap are one pile-up. */
function crowdedRunsOf(own: readonly SpacedPost[], limit: PlannedLimit, now: Instant): PileUp[] {
  const planned = own.filter(({ isLive }) => isLive !== true)
  const late = postsWithoutRoom(planned, limit, now)
  const found: [number, number][] = []
  for (const [last, { id, at }] of own.entries()) {
    if (!late.has(id)) continue
    const first = own.findIndex((one) => one.at > at - LIMIT_WINDOW)
    const before = found.at(-1)
    if (before && before[1] >= first) before[1] = last
    else found.push([first, last])
  }
  return found.map(([from, until]) => pileUpOf('cap', own.slice(from, until + 1)))
}

/** Splits 0 … count-1 into runs: `joins(at)` says whether an index belongs to the one before it. */
function runsOf(count: number, joins: (at: number) => boolean): [number, number][] {
  const runs: [number, number][] = []
  for (let at = 0; at < count; at += 1) {
    const run = runs.at(-1)
    if (run && joins(at)) run[1] = at
    else runs.push([at, at])
  }
  return runs
}

function pileUpOf(kind: PileUp['kind'], posts: readonly PlacedPost[]): PileUp {
  const [from, until] = [posts[0]?.at ?? 0, posts.at(-1)?.at ?? 0]
  return { kind, accountId: posts[0]?.accountId ?? '', ids: posts.map(({ id }) => id), from, until }
}

/** All days of a zone that it spans. */
export function daysOf({ from, until }: Pick<PileUp, 'from' | 'until'>, timeZone: string): Day[] {
  const [first, last] = [dayOf(from, timeZone), dayOf(until, timeZone)]
  return daysFrom(first, daysBetween(first, last) + 1)
}

/** Between the first and the last of these posts, by the days of a zone. */
export function gapsOf(posts: readonly Pick<PlacedPost, 'at'>[], timeZone: string): Gap[] {
  const days = [...new Set(posts.map(({ at }) => dayOf(at, timeZone)))].toSorted()
  return days.flatMap((day, at) => {
    const next = days[at + 1]
    if (next === undefined || daysBetween(day, next) < 2) return []
    return [{ from: addDays(day, 1), until: addDays(next, -1) }]
  })
}
