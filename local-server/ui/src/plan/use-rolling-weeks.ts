// The weeks that are there to scroll through: some around a day, and more at either end on demand.
import { useCallback, useState } from 'react'
import { addDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { spanOf, type BlockSpan } from './period.ts'

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

/** Weeks that lie far from those that were there begin anew. */
function united(held: BlockSpan, around: BlockSpan): BlockSpan {
  if (around.first > held.last + 1 || around.last < held.first - 1) return around
  const first = Math.min(held.first, around.first)
  const last = Math.max(held.last, around.last)
  return first === held.first && last === held.last ? held : { first, last }
}
