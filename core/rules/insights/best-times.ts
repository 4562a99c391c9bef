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

export interface Cell {
  /** 1 is Monday. */
  readonly weekday: number
  /** The first of two. */
  readonly hour: number
  readonly n: number
  /** Null: too few to say. */
  readonly score: number | null
}

export interface TimesOfKind {
  readonly kind: MediaType
  readonly posts: number
  readonly cells: readonly Cell[]
}

/** The reach of a post after a day, and of a story at its end; null when nobody looked in time, or the platform did not say. */
export const reachOfADay = (media: LookedAtWithRows): number | null =>
  valueAtAge(media, 'reach', media.kind === 'STORIES' ? LAST_OF_STORY : DAY)

/** `placeOf`: the weekday and the hour in the account's zone. */
export function bestTimes(
  posts: readonly PostOfADay[],
  placeOf: (at: Instant) => { readonly weekday: number; readonly hour: number },
): TimesOfKind[] {
  const byKind = [...Map.groupBy(posts, ({ kind }) => kind)]
  return byKind.map(([kind, ofKind]) => {
    const scored = scoresOf(ofKind).map(({ at, score }) => ({ ...placeOf(at), score }))
    const cells = [...Map.groupBy(scored, ({ weekday, hour }) => weekday * 24 + hour - (hour % 2))]
    return {
      kind,
      posts: ofKind.length,
      cells: cells
        .toSorted(([a], [b]) => a - b)
        .map(([place, inCell]) => ({
          weekday: Math.floor(place / 24),
          hour: place % 24,
          n: inCell.length,
          score: inCell.length < ENOUGH_POSTS ? null : medianOf(inCell.map(({ score }) => score)),
        })),
    }
  })
}

function scoresOf(posts: readonly PostOfADay[]): { readonly at: Instant; readonly score: number }[] {
  const inOrder = posts.toSorted((a, b) => a.publishedAt - b.publishedAt)
  return inOrder.flatMap(({ publishedAt: at, reach }) => {
    const around = inOrder.filter(({ publishedAt }) => Math.abs(publishedAt - at) <= AROUND)
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
export function bestSlot(
  free: readonly Instant[],
  cells: readonly Cell[],
  placeOf: (at: Instant) => { readonly weekday: number; readonly hour: number },
): Instant | null {
  const scoreOf = (at: Instant) => {
    const { weekday, hour } = placeOf(at)
    const cell = cells.find((one) => one.weekday === weekday && one.hour === hour - (hour % 2))
    // What is not known counts as usual.
    return cell?.score ?? 1
  }
  return free.reduce<Instant | null>(
    (best, at) => (best === null || scoreOf(at) > scoreOf(best) ? at : best),
    null,
  )
}
