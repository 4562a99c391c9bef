import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useNow } from '../shared/use-now.ts'

/** `14:05` today, `Mon, Apr 20, 14:05` on any other day, by the clocks of the plan. */
export function useTimeWords(): (instant: number) => string {
  const { short } = useCalendarTimes()
  const now = useNow()
  return (instant) => short(instant, now)
}
