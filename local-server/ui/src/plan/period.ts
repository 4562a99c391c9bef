// Which days a view shows, where its arrows lead, and in which blocks its posts are asked for.
import { useCallback, useState } from 'react'
import { addDays, daysBetween, daysFrom, type Day } from '../../../../core/rules/times/calendar-days.ts'

/** Views around a given day; `week` and `day` are by the hour. */
const CALENDAR_VIEWS = ['weeks', 'week', 'day'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

export const VIEWS = [...CALENDAR_VIEWS, 'list', 'grid', 'insights'] as const
export type View = (typeof VIEWS)[number]

/** Days of a view that shows a period, of which a week begins with the day itself; `weeks` has no end. */
export function daysShown(view: Exclude<CalendarView, 'weeks'>, day: Day): Day[] {
  return daysFrom(day, view === 'week' ? 7 : 1)
}

export function nextPeriodDay(view: CalendarView, day: Day, by: 1 | -1): Day {
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

/** Of what is known of the blocks of a span, that of those from this day until that one. */
export function knownOf<Known>(
  known: readonly Known[],
  { first }: BlockSpan,
  [from, until]: readonly [Day, Day],
): readonly Known[] {
  const part = spanOf(from, until)
  return known.slice(part.first - first, part.last - first + 1)
}

function blockOf(day: Day): Block {
  return Math.floor(daysBetween(A_MONDAY, day) / BLOCK_DAYS)
}

const DAYS_BEFORE = 14
const DAYS_AFTER = 42

export type Extend = (end: 'earlier' | 'later') => void

export const weeksAround = (day: Day): BlockSpan =>
  spanOf(addDays(day, -DAYS_BEFORE), addDays(day, DAYS_AFTER))

export function useRollingWeeks(day: Day): { readonly span: BlockSpan; readonly extend: Extend } {
  const around = weeksAround(day)
  const [held, setHeld] = useState(around)
  const span = united(held, around)
  if (span !== held) setHeld(span)
  const extend = useCallback<Extend>(
    (end) =>
      setHeld(({ first, last }) =>
        end === 'earlier' ? { first: first - 1, last } : { first, last: last + 1 },
      ),
    [],
  )
  return { span, extend }
}

/** Weeks that do not touch the loaded ones start a new span. */
function united(held: BlockSpan, around: BlockSpan): BlockSpan {
  if (around.first > held.last + 1 || around.last < held.first - 1) return around
  const first = Math.min(held.first, around.first)
  const last = Math.max(held.last, around.last)
  return first === held.first && last === held.last ? held : { first, last }
}
