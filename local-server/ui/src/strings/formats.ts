// Dates, times and numbers as the language writes them. One formatter for each shape: making one costs more than using it.
import { MEGABYTE } from '../../../../core/rules/fit/limits.ts'
import { DAY } from '../../../../core/time.ts'
import { remember } from '../shared/remember.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'

/** A locale such as `en-GB`. */
export const formatsFor = remember(newFormats)

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const SHORT_DAY: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' }

/** The one way in which the language writes a time of day: `9:05 AM`, `09:05`. */
export function clockShape(locale: string): Intl.DateTimeFormatOptions {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return { hour: hour12 === true ? 'numeric' : '2-digit', minute: '2-digit' }
}

/** Less than a year, so that no date is taken for the one that is nearer. */
const PLAIN_MS = 347 * DAY

/** Whether a date without its year would be taken for one of this season. */
export function isFar(at: Date): boolean {
  return Math.abs(at.getTime() - Date.now()) > PLAIN_MS
}

export type Formats = ReturnType<typeof newFormats>

function newFormats(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, roundingMode: 'floor' })
  // “Tomorrow” would be wrong wherever the calendar counts two days.
  const relative = new Intl.RelativeTimeFormat(locale)
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const lengths = new Map(
    UNITS.map(([unit]) => [
      unit,
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
    ]),
  )
  const clock = clockShape(locale)
  const dayAndTime = createZonedFormat(locale, { ...SHORT_DAY, ...clock })
  const yearDayAndTime = createZonedFormat(locale, { ...SHORT_DAY, ...clock, year: 'numeric' })
  return {
    number: (value: number) => numbers.format(value),
    /** `14:05`; 24 hours where the language says so. */
    time: createZonedFormat(locale, clock),
    /** `Nov 30, 14:05:09.123` */
    toTheMillisecond: createZonedFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    }),
    /** `January 19, 2027` */
    date: createZonedFormat(locale, { dateStyle: 'long' }),
    /** `January 2027` */
    month: createZonedFormat(locale, { month: 'long', year: 'numeric' }),
    /** `Mon, Apr 20, 14:05`; with its year where that is not plain. */
    dayAndTime: (at: Date, timeZone?: string) => (isFar(at) ? yearDayAndTime : dayAndTime)(at, timeZone),
    /** Everything, to the second, with the name of the zone. */
    exact: createZonedFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
    /** `in 5 minutes`, `1 day ago`, `now` */
    distance(milliseconds: number) {
      const seconds = Math.round(milliseconds / 1_000)
      for (const [unit, size] of UNITS) {
        if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
      }
      return now
    },
    /** `5 days`, `2 hours`: a length of time, rounded down, without direction. */
    length(milliseconds: number) {
      const seconds = Math.abs(Math.floor(milliseconds / 1_000))
      const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[2]
      return lengths.get(unit)?.format(Math.floor(seconds / size)) ?? ''
    },
    /** `4.2 MB`, of 1,000,000 bytes as the platform counts them; rounded down, so that a limit is not exaggerated. */
    bytes: (count: number) =>
      count >= MEGABYTE ? `${oneDigit.format(count / MEGABYTE)} MB` : `${oneDigit.format(count / 1_000)} kB`,
    /** `a, b and c` */
    list: (words: readonly string[]) => list.format(words),
  }
}

/** In the browser's zone of now, which may travel, unless another is named. */
function createZonedFormat(locale: string, shape: Intl.DateTimeFormatOptions) {
  const formatterIn = remember((timeZone: string) => new Intl.DateTimeFormat(locale, { ...shape, timeZone }))
  return (at: Date, timeZone = BROWSER_ZONE) => formatterIn(timeZone).format(at)
}
