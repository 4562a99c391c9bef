// Days without a time, as the language writes them. They have no zone, so they are read and written in one.
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { HOUR } from '../../../../../core/time.ts'
import { useLanguage } from '../../strings/language.tsx'

const SHAPES = {
  number: { day: 'numeric' },
  weekday: { weekday: 'short' },
  /** `Dec 1` */
  monthAndDay: { month: 'short', day: 'numeric' },
  /** `Tue, Nov 25` */
  short: { weekday: 'short', month: 'short', day: 'numeric' },
  /** `Tuesday, November 25, 2026` */
  long: { dateStyle: 'full' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
  span: { dateStyle: 'medium' },
  hour: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DayFormats = Record<Exclude<keyof typeof SHAPES, 'span' | 'hour'>, (day: Day) => string> & {
  /** `Nov 23 – 29, 2026` */
  span(from: Day, until: Day): string
  /** `November – December 2026` */
  months(from: Day, until: Day): string
  /** `9:00 AM`, `09:00`: an hour of any day, 0 to 23. */
  hour(hour: number): string
}

const known = new Map<string, DayFormats>()

export function useDayFormats(): DayFormats {
  const { locale } = useLanguage()
  const found = known.get(locale) ?? newDayFormats(locale)
  known.set(locale, found)
  return found
}

function newDayFormats(locale: string): DayFormats {
  const shape = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = shape(options)
    return (day: Day) => formatter.format(new Date(day))
  }
  const span = shape(SHAPES.span)
  const months = shape(SHAPES.month)
  const clock = shape(SHAPES.hour)
  return {
    number: format(SHAPES.number),
    weekday: format(SHAPES.weekday),
    short: format(SHAPES.short),
    long: format(SHAPES.long),
    monthAndDay: format(SHAPES.monthAndDay),
    month: format(SHAPES.month),
    months: (from, until) => months.formatRange(new Date(from), new Date(until)),
    span: (from, until) => span.formatRange(new Date(from), new Date(until)),
    hour: (hour) => clock.format(hour * HOUR),
  }
}
