// The one zone of the plan, and of the posts beside it: every time is written, and every place computed, by the clocks of this zone.
import { createSafeContext } from '@mantine/core'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { isTimeZone, type Instant } from '../../../../../core/time.ts'
import { useKept } from '../../shared/kept-texts.ts'
import { listenToClock, useNow } from '../../shared/use-now.ts'
import { BROWSER_ZONE, followBrowserZone } from '../../shared/when/time-zones.ts'
import { useLanguage } from '../../strings/language.tsx'
import { createCalendarTimes, type CalendarTimes } from './calendar-times.ts'

interface CalendarZone {
  readonly times: CalendarTimes
  readonly choose: (zone: string) => void
}

export const [CalendarZoneContext, useCalendarZone] = createSafeContext<CalendarZone>(
  'outside of CalendarZoneProvider',
)

/** The reader's own zone, unless another was chosen; the choice is remembered. */
export function CalendarZoneProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useLanguage()
  // Null stands for the reader's own, so that it is still theirs when they travel.
  const [chosen, setChosen] = useKept<string | null>('plan-zone', null)
  const [own, setOwn] = useState(BROWSER_ZONE)
  useEffect(() => listenToClock(() => setOwn(followBrowserZone())), [])
  const zone = typeof chosen === 'string' && isTimeZone(chosen) ? chosen : own
  const value = useMemo(
    () => ({
      times: createCalendarTimes(locale, zone),
      choose: (wanted: string) => setChosen(wanted === BROWSER_ZONE ? null : wanted),
    }),
    [locale, zone, setChosen],
  )
  return <CalendarZoneContext value={value}>{children}</CalendarZoneContext>
}

/** `const { zone, clock, dayAndTime } = useCalendarTimes()` */
export function useCalendarTimes(): CalendarTimes {
  return useCalendarZone().times
}

/** `14:05` today, `Mon, Apr 20, 14:05` on any other day. */
export function useTimeWords(): (at: Instant) => string {
  const { short } = useCalendarTimes()
  const now = useNow()
  return (at) => short(at, now)
}
