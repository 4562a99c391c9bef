import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import type { DayHints } from '../hints/day-hints.ts'
import type { PlannedTile } from '../planned-tiles.ts'

/** Props of every view of the plan. */
export interface ViewProps {
  readonly days: readonly Day[]
  readonly tilesOf: ReadonlyMap<Day, readonly PlannedTile[]>
  readonly today: Day
  readonly hints: DayHints
  readonly onOpen: (post: PlannedPostBody) => void
  readonly onOpenDay: (day: Day) => void
  /** A new post at a time of the calendar’s clocks. */
  readonly onCompose: (day: Day, time: string) => void
}

export const NO_TILES: readonly PlannedTile[] = []

/** Time of a post for which only a day was chosen. */
export const USUAL_TIME = '10:00'
