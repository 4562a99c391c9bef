// The hour with which a view by the hour begins.
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'

/** Hours before it are shown when something is in them, or on demand. */
const MORNING = 7

type Placed = ReadonlyMap<Day, readonly { readonly wall: string }[]>

/** `placed`: posts, places to fill, and what comes back. */
export function firstHourOf(days: readonly Day[], placed: readonly Placed[]): number {
  const walls = placed.flatMap((on) => days.flatMap((day) => on.get(day) ?? []))
  return Math.min(MORNING, ...walls.map(({ wall }) => Number(wall.slice(11, 13))))
}
