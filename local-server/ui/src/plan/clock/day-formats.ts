// Days without a time, as the language writes them. They have no zone, so they are read and written in one.
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'
import { HOUR } from '../../../../../core/time.ts'
import { remember } from '../../shared/remember.ts'
import { clockShape } from '../../strings/formats.ts'
import { useLanguage } from '../../strings/language.tsx'

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
