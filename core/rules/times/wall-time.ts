// Wall-clock times and the instants they mean. Twice a year they are not the same thing: an hour comes twice or not at all.
// Nothing is guessed there; a person is asked.
import { Temporal } from 'temporal-polyfill'
import { isTimeZone, type Instant } from '../../time.ts'
import type { Day } from './calendar-days.ts'

export interface WallTime {
  /** `2026-11-25T10:00` */
  readonly wall: string
  /** An IANA name, or UTC. */
  readonly timeZone: string
  /** Which of two instants is meant where the wall clock leaves that open; counts for nothing elsewhere. */
  readonly choice: 'earlier' | 'later' | null
}

export type ResolvedWallTime =
  | { readonly kind: 'instant'; readonly at: Instant }
  /** Clocks are set back: the time comes twice. */
  | { readonly kind: 'twice'; readonly earlier: Instant; readonly later: Instant }
  /** Clocks are set forward: the time is skipped. As far from the change as the wall says, seen from before and from after it. */
  | { readonly kind: 'never'; readonly before: Instant; readonly after: Instant }
  /** No such date, time or zone. */
  | { readonly kind: 'invalid' }

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

export function resolveWallTime({ wall, timeZone, choice }: WallTime): ResolvedWallTime {
  const plain = WALL.test(wall) ? parsePlain(wall) : null
  if (plain === null || !isTimeZone(timeZone)) return { kind: 'invalid' }
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(timeZone, { disambiguation: 'later' })
  const [first, second] = [earlier.epochMilliseconds, later.epochMilliseconds]
  if (first === second) return { kind: 'instant', at: first }
  if (choice !== null) return { kind: 'instant', at: choice === 'earlier' ? first : second }
  return earlier.toPlainDateTime().equals(plain)
    ? { kind: 'twice', earlier: first, later: second }
    : { kind: 'never', before: first, after: second }
}

function parsePlain(wall: string): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(wall, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** East of Greenwich the year 10000 begins before the last time that a post can have, and its texts are longer. */
const LAST_WALL = '9999-12-31T23:59'

/** The wall-clock time there, to the minute: `2026-11-25T10:00`. The zone must be one that `isTimeZone` knows. */
export function wallTimeOf(instant: Instant, timeZone: string): string {
  const plain = zonedTimeOf(instant, timeZone).toPlainDateTime()
  return plain.year > 9999 ? LAST_WALL : plain.toString({ smallestUnit: 'minute', roundingMode: 'floor' })
}

/** The same with all that leads back to the instant: the second of two equal times says which of them it is. */
export function wallTimeAt(instant: Instant, timeZone: string): WallTime {
  const wall = wallTimeOf(instant, timeZone)
  const resolved = resolveWallTime({ wall, timeZone, choice: null })
  const choice = resolved.kind !== 'twice' ? null : resolved.later <= instant ? 'later' : 'earlier'
  return { wall, timeZone, choice }
}

/** The day that it is there. */
export function dayOf(instant: Instant, timeZone: string): Day {
  return wallTimeOf(instant, timeZone).slice(0, 10)
}

/** For plans that nobody is asked about: a time that is skipped moves later; of one that comes twice, the earlier counts. */
export function instantOf(wall: string, timeZone: string): Instant {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds
}

/** `+01:00`, as it is there at that instant. */
export function offsetOf(instant: Instant, timeZone: string): string {
  return zonedTimeOf(instant, timeZone).offset
}

function zonedTimeOf(instant: Instant, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
}
