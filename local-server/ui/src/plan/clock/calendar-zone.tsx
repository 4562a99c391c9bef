// The one zone of the plan, and of the posts beside it: every time is written, and every place computed, by the clocks of this zone.
import { createSafeContext } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { isTimeZone, type Instant, DAY, HOUR } from '../../../../../core/time.ts'
import { useKept } from '../../shared/kept-texts.ts'
import { remember } from '../../shared/remember.ts'
import { useNow } from '../../shared/use-now.ts'
import { BROWSER_ZONE, zoneLabel } from '../../shared/when/time-zones.ts'
import { useLanguage } from '../../strings/language.tsx'
import { addDays, startOfDay, type Day } from '../../../../../core/rules/times/calendar-days.ts'
import { offsetOf, resolveWallTime, wallTimeOf } from '../../../../../core/rules/times/wall-time.ts'
import { clockShape, formatsFor } from '../../strings/formats.ts'

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
  const zone = typeof chosen === 'string' && isTimeZone(chosen) ? chosen : BROWSER_ZONE
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

// Writes the times of the plan by the clocks of one zone.

type CalendarTimes = ReturnType<typeof createCalendarTimes>

/** The zone must be one that `isTimeZone` knows. */
export function createCalendarTimes(locale: string, zone: string) {
  const formats = formatsFor(locale)
  const clock = new Intl.DateTimeFormat(locale, { ...clockShape(locale), timeZone: zone })
  const isChangeDay = remember((day: Day) => clocksChangeOn(day, zone))
  /** `+01:00` for a time that the clock shows twice; null for any other. */
  const repeatedOffset = (at: Instant) => {
    const wall = wallTimeOf(at, zone)
    // Called for every post that is drawn, so it looks closer only on the two days a year when clocks change.
    if (!isChangeDay(wall.slice(0, 10))) return null
    const isRepeated = resolveWallTime({ wall, timeZone: zone, choice: null }).kind === 'twice'
    return isRepeated ? offsetOf(at, zone) : null
  }
  /** `Fri, Dec 4, 2:15 PM`, with the offset where the clock shows it twice. */
  const dayAndTime = (at: Instant) => {
    const offset = repeatedOffset(at)
    const text = formats.dayAndTime(new Date(at), zone)
    return offset === null ? text : `${text} (UTC${offset})`
  }
  /** The same, with the name of the zone where it is not the reader's own: a message outlives the calendar. */
  const inMessage = (at: Instant) =>
    zone === BROWSER_ZONE ? dayAndTime(at) : `${dayAndTime(at)} (${zoneLabel(zone)})`
  return {
    zone,
    /** The time of day as short as the language has it: `9:05 AM`, `09:05`. */
    clock: (at: Instant) => clock.format(at),
    dayAndTime,
    inMessage,
    /** The hour alone on the day of `now`, else as in a message. */
    short(at: Instant, now: Instant) {
      const isToday = wallTimeOf(at, zone).slice(0, 10) === wallTimeOf(now, zone).slice(0, 10)
      return isToday && zone === BROWSER_ZONE && repeatedOffset(at) === null
        ? clock.format(at)
        : inMessage(at)
    },
    /** A wall time as `dayAndTime` writes it, whether or not it exists. */
    wall: (wall: string) => formats.dayAndTime(new Date(`${wall}Z`), 'UTC'),
    repeatedOffset,
  }
}

function clocksChangeOn(day: Day, zone: string): boolean {
  return startOfDay(addDays(day, 1), zone) - startOfDay(day, zone) !== DAY
}

// Days without a time, as the language writes them. They have no zone, so they are read and written in one.

const dayFormatsFor = remember(newDayFormats)

export const useDayFormats = () => dayFormatsFor(useLanguage().locale)

function newDayFormats(locale: string) {
  const shape = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = shape(options)
    return (day: Day) => formatter.format(new Date(day))
  }
  const formatRange = (options: Intl.DateTimeFormatOptions) => {
    const formatter = shape(options)
    return (from: Day, until: Day) => formatter.formatRange(new Date(from), new Date(until))
  }
  const clock = shape(clockShape(locale))
  return {
    number: format({ day: 'numeric' }),
    weekday: format({ weekday: 'short' }),
    /** `Dec 1` */
    monthAndDay: format({ month: 'short', day: 'numeric' }),
    /** `Dec 1, 2028` */
    yearMonthAndDay: format({ year: 'numeric', month: 'short', day: 'numeric' }),
    /** `Tue, Nov 25` */
    short: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    /** `Tuesday, November 25, 2026` */
    long: format({ dateStyle: 'full' }),
    /** `November – December 2026` */
    months: formatRange({ month: 'long', year: 'numeric' }),
    /** `Nov 23 – 29, 2026` */
    span: formatRange({ dateStyle: 'medium' }),
    /** `9:00 AM`, `09:00`: an hour of any day, 0 to 23. */
    hour: (hour: number) => clock.format(hour * HOUR),
  }
}
