import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import type { DayHints } from './day-hints.ts'
import type { PlannedTile } from '../planned-tiles.ts'
import type { ComingPost, ComingPosts } from '../slots/series-queries.ts'
import type { FreeSlot, FreeSlots } from '../slots/slot-queries.ts'

/** Props of every view of the plan. */
export interface ViewProps {
  readonly days: readonly Day[]
  readonly tilesOf: ReadonlyMap<Day, readonly PlannedTile[]>
  readonly slotsOf: FreeSlots
  readonly comingOf: ComingPosts
  readonly today: Day
  readonly hints: DayHints
  readonly onOpen: (post: PlannedPostBody) => void
  readonly onOpenDay: (day: Day) => void
  /** A new post, by the calendar’s clocks; without a time, at the usual one, without an account, for the first. */
  readonly onCompose: (day: Day, time?: string, accountId?: string) => void
}

export const NO_TILES: readonly PlannedTile[] = []
export const NO_SLOTS: readonly FreeSlot[] = []
export const NONE_COMING: readonly ComingPost[] = []
