// Posts in their places: the day and hour at which a view shows each, and where a drop takes it.
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { STATUSES_OF, type PlanFilter } from './plan-address.ts'

export interface PlannedTile {
  readonly post: PlannedPostBody
  /** Milliseconds since 1970. */
  readonly at: number
  /** By the clocks of the calendar: `2026-11-25T14:15`. */
  readonly wall: string
  readonly day: Day
  readonly hour: number
}

export function placeTile(post: PlannedPostBody, zone: string): PlannedTile {
  const at = Date.parse(post.at)
  const wall = wallTimeOf(at, zone)
  return { post, at, wall, day: wall.slice(0, 10), hour: Number(wall.slice(11, 13)) }
}

export function tileMatcherOf({ accounts, statuses, types }: PlanFilter): (tile: PlannedTile) => boolean {
  const wanted: readonly string[] = statuses.flatMap((group) => [...STATUSES_OF[group]])
  const among = (values: readonly string[], value: string) => values.length === 0 || values.includes(value)
  return ({ post }) =>
    among(accounts, post.platformAccountId) && among(wanted, post.status) && among(types, post.mediaType)
}

/** Only what has not begun can be moved. */
export function canMove({ status }: PlannedPostBody): boolean {
  return status === 'SCHEDULED'
}

// What is known today of posts that wait.

const CODES = ['POST_WILL_FAIL', 'POST_WILL_BE_LATE', 'POST_WILL_BE_INCOMPLETE'] as const
export type ForeseenCode = (typeof CODES)[number]

export const isForeseen = (code: string): code is ForeseenCode => (CODES as readonly string[]).includes(code)

/** The worst of each post. */
export function foreseenOf(
  entries: readonly Pick<AttentionEntryBody, 'code' | 'postId'>[],
): ReadonlyMap<string, ForeseenCode> {
  const found = new Map<string, ForeseenCode>()
  for (const code of CODES.toReversed())
    for (const { postId } of entries.filter((entry) => entry.code === code))
      if (postId !== null) found.set(postId, code)
  return found
}
