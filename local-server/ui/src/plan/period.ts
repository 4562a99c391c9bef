// Which days a view shows, and where its arrows lead.
import {
  addDays,
  addMonths,
  daysOfMonth,
  weekOf,
  weeksOfMonth,
  type Day,
} from '../../../../core/scheduling/calendar-days.ts'

export const VIEWS = ['day', 'week', 'month', 'list'] as const
export type View = (typeof VIEWS)[number]

export function daysShown(view: View, day: Day): Day[] {
  if (view === 'month') return weeksOfMonth(day)
  if (view === 'list') return daysOfMonth(day)
  return view === 'week' ? weekOf(day) : [day]
}

/** Moves one period forward or back. */
export function nextPeriodDay(view: View, day: Day, by: 1 | -1): Day {
  if (view === 'month' || view === 'list') return addMonths(day, by)
  return addDays(day, view === 'week' ? 7 * by : by)
}
