import type { Formats } from '../strings/formats.ts'

/** `14:05` of today, else with its day. Milliseconds since 1970. */
export function shortTime(formats: Formats, at: number, now: number): string {
  const date = new Date(at)
  return date.toDateString() === new Date(now).toDateString() ? formats.time(date) : formats.dayAndTime(date)
}
