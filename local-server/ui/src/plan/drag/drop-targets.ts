// Where a card can be dropped, and what that makes of its time.
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

export type Drop =
  /** By the clocks of the calendar. */
  | { readonly kind: 'move'; readonly wall: string }
  | { readonly kind: 'slot'; readonly at: Instant }
  | { readonly kind: 'swap'; readonly other: PlannedPostBody }
  | { readonly kind: 'unschedule' }

interface Clocks {
  readonly zone: string
  /** The time of a draft for which only a day was chosen, and when that day is over, on the next. */
  readonly timeOn: (day: Day, accountId: string) => string
}

/** Null where a drop changes nothing. A post keeps its time of day on another day, its minute in another hour; what has none gets one. */
export function dropOn(post: PlannedPostBody, to: DropTarget, { zone, timeOn }: Clocks): Drop | null {
  const isDraft = post.status === 'DRAFT'
  if (to.kind === 'tray') return isDraft ? null : { kind: 'unschedule' }
  if (to.kind === 'slot') {
    return to.accountId === post.platformAccountId ? { kind: 'slot', at: to.at } : null
  }
  if (to.kind === 'post') {
    return isDraft || to.post.id === post.id || !canMove(to.post) ? null : { kind: 'swap', other: to.post }
  }
  const before = wallTimeOf(Date.parse(post.at), zone)
  const wallIn = () => {
    if (to.kind === 'time') return `${to.day}T${to.time}`
    if (to.kind === 'hour') return `${to.day}T${twoDigits(to.hour)}:${isDraft ? '00' : before.slice(14)}`
    return isDraft ? timeOn(to.day, post.platformAccountId) : to.day + before.slice(10)
  }
  const wall = wallIn()
  return wall === before && !isDraft ? null : { kind: 'move', wall }
}

export const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** The quarter of the hour at that height of its cell. */
export function quarterAt({ top, height }: DOMRect, y: number): string {
  const quarter = Math.min(3, Math.max(0, Math.floor(((y - top) / height) * 4)))
  return String(quarter * 15).padStart(2, '0')
}
