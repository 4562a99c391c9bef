import type { Formats } from '../strings/formats.ts'
import type { LazyStrings } from '../strings/strings.ts'

/** Formats and clock for a time in a sentence. */
export interface Words {
  readonly strings: LazyStrings['reposts']
  readonly formats: Formats
  readonly now: number
}

/** `14:05` of today, else with its day. Milliseconds since 1970. */
export function shortTime(formats: Formats, at: number, now: number): string {
  const date = new Date(at)
  return isToday(date, now) ? formats.time(date) : formats.dayAndTime(date)
}

/** `at 14:05`, `on Mon, Apr 20, 14:05` */
export function whenText({ strings, formats, now }: Words, at: number): string {
  const date = new Date(at)
  return isToday(date, now) ? strings.atTime(formats.time(date)) : strings.onDay(formats.dayAndTime(date))
}

function isToday(date: Date, now: number): boolean {
  return date.toDateString() === new Date(now).toDateString()
}
