// Writes the times of the plan by the clocks of one zone.
import { addDays, startOfDay, type Day } from '../../../../../core/rules/times/calendar-days.ts'
import { offsetOf, resolveWallTime, wallTimeOf } from '../../../../../core/rules/times/wall-time.ts'
import { DAY, type Instant } from '../../../../../core/time.ts'
import { remember } from '../../shared/remember.ts'
import { BROWSER_ZONE, zoneLabel } from '../../shared/when/time-zones.ts'
import { clockShape, formatsFor } from '../../strings/formats.ts'

export type CalendarTimes = ReturnType<typeof createCalendarTimes>

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
