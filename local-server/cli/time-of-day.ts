// A time as people type it: `tomorrow 9:00`, `2026-11-24 18:30`, with seconds as spreadsheets write them, or ISO with an offset.
import { resolveWallTime } from '../../core/rules/times/wall-time.ts'
import {
  isTimeZone,
  nextMidnight,
  parseIso,
  SECOND,
  toIso,
  wallClock,
  type Instant,
} from '../../core/time.ts'
import { zoneExample } from '../../core/zone-demand.ts'
import { StartFailure } from '../terminal/start-failure.ts'

const WALL = /^(today|tomorrow|\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/i

/** The ISO text of the instant that is meant in that zone. Throws StartFailure for an hour that the clocks skip, or have twice. */
export function readTypedTime(text: string, timeZone: string, now: Instant): string {
  if (!isTimeZone(timeZone))
    throw new StartFailure(`"${timeZone}" is not a time zone.`, `Write it like ${zoneExample(timeZone)}.`)
  const instant = parseIso(text.trim())
  if (instant !== null) return toIso(instant)
  const [, day = '', hour = '', minute = '', second = '0'] = WALL.exec(text.trim()) ?? []
  const wall = `${dateOf(day.toLowerCase(), timeZone, now)}T${hour.padStart(2, '0')}:${minute}`
  const resolved = resolveWallTime({ wall, timeZone, choice: null })
  const exactly = (at: Instant) => toIso(at + Number(second) * SECOND)
  switch (resolved.kind) {
    case 'instant':
      return exactly(resolved.at)
    case 'twice':
      throw new StartFailure(
        `The clocks are set back then: ${text} comes twice in ${timeZone}.`,
        `Write the one that is meant: ${exactly(resolved.earlier)} or ${exactly(resolved.later)}.`,
      )
    case 'never':
      throw new StartFailure(
        `The clocks are set forward then: there is no ${text} in ${timeZone}.`,
        'Choose another time.',
      )
    default:
      throw new StartFailure(
        `"${text}" is not a time.`,
        'Write it like "tomorrow 9:00", "2026-11-24 18:30" or 2026-11-24T18:30:00+01:00.',
      )
  }
}

function dateOf(day: string, timeZone: string, now: Instant): string {
  if (day === 'today') return wallClock(now, timeZone).date
  if (day === 'tomorrow') return wallClock(nextMidnight(now, timeZone), timeZone).date
  return day
}
