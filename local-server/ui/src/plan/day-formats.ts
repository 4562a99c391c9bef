// Days without a time, as the language writes them. They have no zone, so they are read and written in one.
import { useCallback } from 'react'
import type { Day } from '../../../../core/scheduling/calendar-days.ts'
import { useLanguage } from '../strings/language.tsx'

const SHAPES = {
  number: { day: 'numeric' },
  weekday: { weekday: 'short' },
  /** `Tue, Nov 25` */
  short: { weekday: 'short', month: 'short', day: 'numeric' },
  /** `Tuesday, November 25, 2026` */
  long: { dateStyle: 'full' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
  span: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DayFormats = Record<Exclude<keyof typeof SHAPES, 'span'>, (day: Day) => string> & {
  /** `Nov 23 – 29, 2026` */
  span(from: Day, until: Day): string
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
  return {
    number: format(SHAPES.number),
    weekday: format(SHAPES.weekday),
    short: format(SHAPES.short),
    long: format(SHAPES.long),
    month: format(SHAPES.month),
    span: (from, until) => span.formatRange(new Date(from), new Date(until)),
  }
}

/** The time of day as short as the language has it: `9:05 AM`, `09:05`. */
export function useClock(): (at: number, timeZone: string) => string {
  const { locale } = useLanguage()
  return useCallback((at, timeZone) => clockOf(locale, timeZone).format(at), [locale])
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const found =
    clocks.get(key) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
  clocks.set(key, found)
  return found
}
