// Days as a calendar counts them: `2026-11-25`, without a zone until one is named.
import { Temporal } from 'temporal-polyfill'
import type { Instant } from '../../time.ts'

/** `2026-11-25` */
export type Day = string

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The same day of another month, or its last one. */
export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/** Positive when `until` is the later one. */
export function daysBetween(from: Day, until: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days
}

/** `from` and the days after it. */
export function daysFrom(from: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, days) => addDays(from, days))
}

/** Seven days, Monday first. */
export function weekOf(day: Day): Day[] {
  return daysFrom(addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek), 7)
}

/** When the day begins there: not always at midnight. */
export function startOfDay(day: Day, timeZone: string): Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds
}
