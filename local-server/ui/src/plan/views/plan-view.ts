// What the views of the plan show, and what can be done from any of them.
import { createSafeContext } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'
import type { PlanAddress } from '../plan-address.ts'
import type { PlannedTile } from '../planned-tiles.ts'
import type { ComingByDay } from '../plan-queries.ts'
import type { FreeSlots } from '../slots/slot-queries.ts'
import type { DayHints } from './day-hints.ts'

export interface PlanView {
  readonly days: readonly Day[]
  readonly tilesOf: ReadonlyMap<Day, readonly PlannedTile[]>
  readonly slotsOf: FreeSlots
  readonly comingOf: ComingByDay
  readonly today: Day
  /** All posts of these days were read, and no filter hides one. */
  readonly isWhole: boolean
  /** By the clocks of the calendar: 0 to 23. */
  readonly hourNow: number
  readonly hints: DayHints
  readonly notes: ReadonlyMap<Day, string>
  /** The days of a week stand below each other. */
  readonly isStacked: boolean
  readonly onGo: (to: Partial<PlanAddress>) => void
  /** What is noted on a day so far, to be changed. */
  readonly onNote: (note: { readonly day: Day; readonly text: string }) => void
  /** A new post, by the calendar’s clocks; without a time, at the usual one, without an account, for the first. */
  readonly onCompose: (day: Day, time?: string, accountId?: string) => void
}

export const [PlanViewContext, usePlanView] = createSafeContext<PlanView>('outside of PlanViewContext')

/** What stands on a day, and what may still come. */
export function useDayInView(day: Day) {
  const { tilesOf, slotsOf, comingOf, today, hints } = usePlanView()
  return {
    tiles: tilesOf.get(day) ?? [],
    slots: slotsOf.get(day) ?? [],
    coming: comingOf.get(day) ?? [],
    isPast: day < today,
    /** For its stylesheet. */
    marks: {
      'data-today': day === today || undefined,
      'data-past': day < today || undefined,
      'data-empty': hints.empty.has(day) || undefined,
    },
  }
}

// Where the plan changes with the width of the window; its stylesheets say the same widths.

function useIsWindow(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
}

/** The days of a week stand below each other. */
export const useHasStackedDays = () => useIsWindow('(width < 48rem)')
/** The toolbar is short, and a week by the hour is a list. */
export const useIsNarrow = () => useIsWindow('(width < 60rem)')
/** What has no time yet stands beside the calendar; else it folds, below it. */
export const useHasAside = () => useIsWindow('(width >= 75rem)')
