// Which days a view shows, where its arrows lead, and in which blocks its posts are asked for.
import {
  addDays,
  addMonths,
  daysBetween,
  daysOfMonth,
  weekOf,
  type Day,
} from '../../../../core/scheduling/calendar-days.ts'

/** `week` and `day` are by the hour. */
export const VIEWS = ['weeks', 'week', 'day', 'list'] as const
export type View = (typeof VIEWS)[number]

/** Days of a view that shows a period; `weeks` has no end. */
export function daysShown(view: Exclude<View, 'weeks'>, day: Day): Day[] {
  if (view === 'list') return daysOfMonth(day)
  return view === 'week' ? weekOf(day) : [day]
}

/** Moves one step forward or back. */
export function nextPeriodDay(view: View, day: Day, by: 1 | -1): Day {
  if (view === 'list') return addMonths(day, by)
  return addDays(day, view === 'day' ? by : 7 * by)
}

export const BLOCK_DAYS = 28
const A_MONDAY: Day = '1970-01-05'

/** Four weeks, counted from a Monday: a view that moves on asks only for what is new to it. */
export type Block = number

export interface BlockSpan {
  readonly first: Block
  readonly last: Block
}

export const firstDayOf = (block: Block): Day => addDays(A_MONDAY, block * BLOCK_DAYS)

export function spanOf(from: Day, until: Day): BlockSpan {
  return { first: blockOf(from), last: blockOf(until) }
}

function blockOf(day: Day): Block {
  return Math.floor(daysBetween(A_MONDAY, day) / BLOCK_DAYS)
}
