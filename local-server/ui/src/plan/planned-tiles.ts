// Posts in their places: the day and hour at which a view shows each, and what its tile says of its zone.
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../core/scheduling/calendar-days.ts'
import { wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { isTimeZone } from '../../../../core/time.ts'
import { zoneCity } from '../shared/when/time-zones.ts'
import type { PlanFilter, StatusGroup } from './plan-address.ts'

export interface PlannedTile {
  readonly post: PlannedPostBody
  /** Milliseconds since 1970. */
  readonly at: number
  /** By the clocks of the view. */
  readonly day: Day
  readonly hour: number
  /** The zone its time is written in: the post’s own, or UTC when everything is. */
  readonly timeZone: string
  /** The name of that zone, where its clocks differ from the view’s. */
  readonly zoneTag: string | null
}

const GROUPS: Record<PlannedPostBody['status'], StatusGroup> = {
  DRAFT: 'scheduled',
  SCHEDULED: 'scheduled',
  QUEUED: 'underWay',
  PROCESSING: 'underWay',
  PUBLISHING: 'underWay',
  PUBLISHED: 'published',
  FAILED: 'failed',
}

/** `viewZone`: by whose clocks the view has its days; with `utc`, times are written in it, too. */
export function placeTile(post: PlannedPostBody, viewZone: string, utc: boolean): PlannedTile {
  const at = Date.parse(post.at)
  const wall = wallTimeOf(at, viewZone)
  const timeZone = utc ? 'UTC' : knownZoneOf(post.timezone)
  const isOther = timeZone !== viewZone && wallTimeOf(at, timeZone) !== wall
  const zoneTag = isOther ? zoneCity(timeZone) : null
  return { post, at, day: wall.slice(0, 10), hour: Number(wall.slice(11, 13)), timeZone, zoneTag }
}

/** A browser may know fewer zones than the server that took the post. */
export function knownZoneOf(timeZone: string): string {
  const isKnown = known.get(timeZone) ?? isTimeZone(timeZone)
  known.set(timeZone, isKnown)
  return isKnown ? timeZone : 'UTC'
}
const known = new Map<string, boolean>()

export function tileMatcherOf({ accounts, statuses, types }: PlanFilter): (tile: PlannedTile) => boolean {
  const among = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value)
  return ({ post }) =>
    among(accounts, post.platformAccountId) &&
    among(statuses, GROUPS[post.status]) &&
    among(types, post.mediaType)
}

/** Only what has not begun can be moved. */
export function canMove({ status }: PlannedPostBody): boolean {
  return status === 'SCHEDULED'
}
