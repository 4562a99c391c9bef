// Which hours work, from the account's own posts: each by its reach after a day, divided by what was usual for its kind in the four
// weeks around it, so that an account that grows does not think its newest hours the best. Neighbours are not smeared into each other.
import { DAY, type Duration, type Instant } from '../../time.ts'
import type { MediaType } from '../publication/post-words.ts'
import { ENOUGH_POSTS } from './insight-words.ts'
import { LAST_OF_STORY } from './looks.ts'
import { valueAtAge, type LookedAtWithRows } from './rows.ts'

const AROUND: Duration = 14 * DAY

export interface PostOfADay {
  readonly kind: MediaType
  readonly publishedAt: Instant
  /** After a day. */
  readonly reach: number
}

interface Place {
  /** 1 is Monday. */
  readonly weekday: number
  readonly hour: number
}
/** The weekday and the hour in the account's zone. */
type PlaceOf = (at: Instant) => Place

/** Two hours of a weekday, named by the first. */
interface Cell extends Place {
  readonly n: number
  /** Null: too few to say. */
  readonly score: number | null
}

/** The reach of a post after a day, and of a story at its end; null when nobody looked in time, or the platform did not say. */
export const reachOfADay = (media: LookedAtWithRows): number | null =>
  valueAtAge(media, 'reach', media.kind === 'STORIES' ? LAST_OF_STORY : DAY)

export const cellOf = ({ weekday, hour }: Place): Place => ({ weekday, hour: hour - (hour % 2) })

export function bestTimes(posts: readonly PostOfADay[], placeOf: PlaceOf) {
  const byKind = [...Map.groupBy(posts, ({ kind }) => kind)]
  return byKind.map(([kind, ofKind]) => {
    const scored = scoresOf(ofKind).map(({ at, score }) => ({ ...cellOf(placeOf(at)), score }))
    const cells = [...Map.groupBy(scored, ({ weekday, hour }) => weekday * 24 + hour)]
    const inOrder = cells.toSorted(([a], [b]) => a - b)
    return { kind, posts: ofKind.length, cells: inOrder.map(([place, inCell]) => summedUp(place, inCell)) }
  })
}

function summedUp(place: number, inCell: readonly { readonly score: number }[]): Cell {
  const score = inCell.length < ENOUGH_POSTS ? null : medianOf(inCell.map((one) => one.score))
  return { weekday: Math.floor(place / 24), hour: place % 24, n: inCell.length, score }
}

function scoresOf(posts: readonly PostOfADay[]): { readonly at: Instant; readonly score: number }[] {
  return posts.flatMap(({ publishedAt: at, reach }) => {
    const around = posts.filter(({ publishedAt }) => Math.abs(publishedAt - at) <= AROUND)
    const usual = medianOf(around.map((post) => post.reach))
    return usual === null || usual === 0 ? [] : [{ at, score: reach / usual }]
  })
}

/** Null of nothing. */
export function medianOf(numbers: readonly number[]): number | null {
  const inOrder = numbers.toSorted((a, b) => a - b)
  const [low, high] = [inOrder[(inOrder.length - 1) >> 1], inOrder[inOrder.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Of the free slots the one with the best score; the first where none has one. */
export function bestSlot(free: readonly Instant[], cells: readonly Cell[], placeOf: PlaceOf): Instant | null {
  const scoreOf = (at: Instant) => {
    const { weekday, hour } = cellOf(placeOf(at))
    // What is not known counts as usual.
    return cells.find((one) => one.weekday === weekday && one.hour === hour)?.score ?? 1
  }
  const best = Math.max(...free.map(scoreOf))
  return free.find((at) => scoreOf(at) === best) ?? null
}
