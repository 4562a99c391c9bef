// What can be carried, where it can be dropped, and what that makes of its time.
import type { Collision } from '@dnd-kit/core'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../../core/rules/times/wall-time.ts'
import type { Instant } from '../../../../../core/time.ts'
import { canMove } from '../planned-tiles.ts'

export type DropTarget =
  | { readonly kind: 'day'; readonly day: Day }
  /** From 0 to 23; at the minute that the post has. */
  | { readonly kind: 'hour'; readonly day: Day; readonly hour: number }
  /** `time` is a quarter of an hour: `14:30`. */
  | { readonly kind: 'time'; readonly day: Day; readonly time: string }
  | { readonly kind: 'post'; readonly post: PlannedPostBody }
  | { readonly kind: 'slot'; readonly accountId: string; readonly at: Instant }
  | { readonly kind: 'tray' }

/** Posts that were chosen together are carried by any of them, which is the first here; so are copies. */
export type Cargo =
  | {
      readonly kind: 'posts'
      readonly posts: readonly [PlannedPostBody, ...PlannedPostBody[]]
      readonly isCopy: boolean
    }
  | { readonly kind: 'file'; readonly file: MediaFileBody }

export type Drop =
  /** By the clocks of the calendar. */
  | { readonly kind: 'move'; readonly wall: string }
  | { readonly kind: 'slot'; readonly at: Instant; readonly accountId: string }
  | { readonly kind: 'swap'; readonly other: PlannedPostBody }
  | { readonly kind: 'unschedule' }

interface Clocks {
  readonly zone: string
  /** The time of a draft for which only a day was chosen, and when that day is over, on the next. */
  readonly timeOn: (day: Day, accountId: string | null) => string
}

/** Null where a drop changes nothing. A post keeps its time of day on another day, its minute in another hour; what has none gets one. */
export function dropOn(cargo: Cargo, to: DropTarget, { zone, timeOn }: Clocks): Drop | null {
  const post = cargo.kind === 'posts' ? cargo.posts[0] : null
  const isOne = cargo.kind === 'file' || cargo.posts.length === 1
  const isCopy = cargo.kind === 'posts' && cargo.isCopy
  const accountId = post?.platformAccountId ?? null
  /** Null without a time. */
  const before = post === null || post.status === 'DRAFT' ? null : wallTimeOf(Date.parse(post.at), zone)
  if (to.kind === 'tray') return post !== null && (isCopy || before !== null) ? { kind: 'unschedule' } : null
  if (to.kind === 'slot') {
    const isItsOwn = accountId === null || to.accountId === accountId
    return isOne && isItsOwn ? { kind: 'slot', at: to.at, accountId: to.accountId } : null
  }
  if (to.kind === 'post') {
    const swaps = isOne && !isCopy && before !== null && to.post.id !== post?.id && canMove(to.post)
    return swaps ? { kind: 'swap', other: to.post } : null
  }
  const wallIn = () => {
    if (to.kind === 'time') return `${to.day}T${to.time}`
    if (to.kind === 'hour')
      return `${to.day}T${twoDigits(to.hour)}:${before === null ? '00' : before.slice(14)}`
    return before === null ? timeOn(to.day, accountId) : to.day + before.slice(10)
  }
  const wall = wallIn()
  return wall === before ? null : { kind: 'move', wall }
}

/** The wall times of all of them, when the first is moved to this one: they keep their distances. */
export function movedAlong(walls: readonly string[], first: string): string[] {
  const msOf = (wall: string) => Date.parse(`${wall}Z`)
  const by = msOf(first) - msOf(walls[0] ?? first)
  return walls.map((wall) => wallTimeOf(msOf(wall) + by, 'UTC'))
}

export const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** The quarter of the hour at that height of its cell. */
export function quarterAt({ top, height }: DOMRect, y: number): string {
  const quarter = Math.min(3, Math.max(0, Math.floor(((y - top) / height) * 4)))
  return String(quarter * 15).padStart(2, '0')
}

// What dnd-kit hands on of what is carried, and of where it is.

/** What can be dropped on, as it is declared: a pointer finds the quarters of an hour. */
export type DropPlace = Exclude<DropTarget, { kind: 'time' }>

/** What one card or file of the library stands for. */
export type CarriedData = { readonly post: PlannedPostBody } | { readonly file: MediaFileBody }

/** What the library hands on of a card, or of a place. */
export interface Carrier {
  readonly data: { readonly current?: unknown }
}

/** All that moves with it: a chosen post takes the others along. */
export function cargoOf(
  { data }: Carrier,
  { chosen, isCopy }: { readonly chosen: readonly PlannedPostBody[]; readonly isCopy: boolean },
): Cargo {
  const carried = data.current as CarriedData
  if ('file' in carried) return { kind: 'file', file: carried.file }
  const { post } = carried
  const others = chosen.filter(({ id }) => id !== post.id)
  return { kind: 'posts', posts: [post, ...(others.length < chosen.length ? others : [])], isCopy }
}

export function targetIn(collisions: readonly Collision[] | null): DropTarget | null {
  return (collisions?.[0]?.data?.['target'] as DropTarget | undefined) ?? null
}

/** `quarter`: minutes, or null for the keyboard, which goes from hour to hour. */
export function targetOf({ data }: Carrier, quarter: string | null): DropTarget | null {
  const place = (data.current ?? null) as DropPlace | null
  if (place?.kind !== 'hour' || quarter === null) return place
  return { kind: 'time', day: place.day, time: `${twoDigits(place.hour)}:${quarter}` }
}

/** What lies in a day counts only for a card that can be dropped on it. */
export const takesAnyCard = ({ kind }: DropTarget) => kind !== 'post' && kind !== 'slot'

export function dropIdOf(place: DropPlace): string {
  if (place.kind === 'day') return place.day
  if (place.kind === 'hour') return `${place.day}T${twoDigits(place.hour)}`
  if (place.kind === 'slot') return `slot:${place.accountId}:${place.at}`
  return place.kind === 'post' ? `post:${place.post.id}` : place.kind
}
