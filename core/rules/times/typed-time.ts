// A time as people and their spreadsheets write it: `tomorrow 9:00`, `fri 18:30`, `in 2 hours`, `24.11.2031 09:00:00`, `11/24/2031 6:30 PM`,
// or ISO. What could mean two things is not guessed.
import { DAY, HOUR, MINUTE, parseIso, SECOND, type Duration, type Instant } from '../../time.ts'
import { addDays, addMonths, isDay, WEEKDAYS, weekOf, type Day } from './calendar-days.ts'
import { resolveWallTime, wallTimeOf } from './wall-time.ts'

/** Which of the first two numbers of `11/12/2031` is the day. */
export type DateOrder = 'dmy' | 'mdy'

export interface TypedIn {
  /** A zone that `isTimeZone` knows. */
  readonly timeZone: string
  readonly now: Instant
  /** Absent: it is asked for where both fit. */
  readonly order?: DateOrder | undefined
}

export type TypedTime =
  | { readonly kind: 'instant'; readonly at: Instant }
  /** Day and month both fit both ways. */
  | { readonly kind: 'order' }
  | { readonly kind: 'twice'; readonly earlier: Instant; readonly later: Instant }
  | { readonly kind: 'never' }
  | { readonly kind: 'unreadable' }

/** Which number is the day has to be asked. */
const ASKED = Symbol('order')

const UNREADABLE: TypedTime = { kind: 'unreadable' }

export function readTypedTime(text: string, typed: TypedIn): TypedTime {
  const words = normalized(text)
  const instant = readIso(text) ?? readWait(words, typed.now)
  if (instant !== null) return { kind: 'instant', at: instant }
  const clock = readClock(words)
  if (clock === null) return UNREADABLE
  const day = readDay(clock.before, typed, clock)
  if (day === null) return UNREADABLE
  if (day === ASKED) return { kind: 'order' }
  const resolved = resolveWallTime({ wall: `${day}T${clock.time}`, timeZone: typed.timeZone, choice: null })
  const exactly = (at: Instant) => at + clock.second * SECOND
  switch (resolved.kind) {
    case 'instant':
      return { kind: 'instant', at: exactly(resolved.at) }
    case 'twice':
      return { kind: 'twice', earlier: exactly(resolved.earlier), later: exactly(resolved.later) }
    case 'never':
      return { kind: 'never' }
    default:
      return UNREADABLE
  }
}

/** With its offset; databases write spaces for the `T`, and before the offset. */
export const readIso = (text: string): Instant | null =>
  parseIso(
    text
      .trim()
      .replace(/ (?=\d)/, 'T')
      .replace(' ', ''),
  )

/** What the date itself says of the order: null where it says nothing. One spreadsheet writes all its dates in one order. */
export function orderOf(text: string): DateOrder | null {
  const found = normalized(text)
    .split(' ')
    .find((word) => NUMBERS.test(word))
  const [, first = '', second = ''] = NUMBERS.exec(found ?? '') ?? []
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : null
}

/** As one line of small letters, with what only joins a day and a time left out. */
function normalized(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return words
    .replace(/^(\d{4}-\d\d-\d\d)t/, '$1 ')
    .replace(/(\d)\.(\d\d ?uhr)$/, '$1:$2')
    .replaceAll(/,? (?:at|um) |, /g, ' ')
}

const UNITS: Readonly<Record<string, Duration>> = { m: MINUTE, h: HOUR, s: HOUR, d: DAY, t: DAY }

/** `in 2 hours`, `in 90 min`, `in 3 Tagen` */
function readWait(words: string, now: Instant): Instant | null {
  const [, count, unit = ''] =
    /^in (\d{1,4}) ?(minutes?|mins?|m|hours?|hrs?|h|days?|d|minuten?|stunden?|tag(?:en|e)?)$/.exec(words) ??
    []
  return count === undefined ? null : now + Number(count) * (UNITS[unit.charAt(0)] ?? HOUR)
}

interface Clock {
  /** `09:00` */
  readonly time: string
  readonly second: number
  /** The words before it. */
  readonly before: string
}

const CLOCK =
  /^(?<before>.* )?(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>[0-5]\d)(?:\.\d{1,9})?)?)? ?(?<half>[ap]\.?m\.?|uhr)?$/

function readClock(words: string): Clock | null {
  const { before = '', hour = '', minute, second = '0', half } = CLOCK.exec(words)?.groups ?? {}
  // A number alone may be a day.
  if (hour === '' || (minute === undefined && half === undefined)) return null
  const hours = half === undefined || half === 'uhr' ? Number(hour) : hourOf(Number(hour), half)
  if (hours === null) return null
  return {
    time: `${String(hours).padStart(2, '0')}:${minute ?? '00'}`,
    second: Number(second),
    before: before.trim(),
  }
}

function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.startsWith('p') ? 12 : 0)
}

/** With a year of two or four digits, in either order. */
const NUMBERS = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)$/
const DAY_FIRST = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)?$/
const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/

function readDay(
  words: string,
  { timeZone, now, order }: TypedIn,
  { time }: Clock,
): Day | typeof ASKED | null {
  const wall = wallTimeOf(now, timeZone)
  const today = wall.slice(0, 10)
  const isAhead = `${today}T${time}` > wall
  if (words === '') return isAhead ? today : addDays(today, 1)
  if (words === 'today' || words === 'heute') return today
  if (words === 'tomorrow' || words === 'morgen') return addDays(today, 1)
  if (words === 'yesterday' || words === 'gestern') return addDays(today, -1)
  const weekday = weekdayOf(words)
  if (weekday !== null) {
    const [monday = today] = weekOf(today)
    const day = addDays(monday, weekday)
    return day > today || (day === today && isAhead) ? day : addDays(day, 7)
  }
  const [, name = '', date = ''] = /^(\S+) (.+)$/.exec(words) ?? []
  const said = weekdayOf(name)
  if (said === null) return readDate(words, today, order)
  const day = readDate(date, today, order)
  return typeof day === 'string' && weekOf(day)[said] !== day ? null : day
}

function readDate(words: string, today: Day, order: DateOrder | undefined): Day | typeof ASKED | null {
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(words) ?? []
  if (year !== '') return dayOf(year, month, day)
  const [, dotDay = '', dotMonth = '', dotYear] = DAY_FIRST.exec(words) ?? []
  if (dotDay !== '') return dotYear ? dayOf(dotYear, dotMonth, dotDay) : nextDayOf(today, dotMonth, dotDay)
  const [, first = '', second = '', last = ''] = NUMBERS.exec(words) ?? []
  if (first === '') return readMonthInWords(words, today)
  const said = Number(first) > 12 ? 'dmy' : Number(second) > 12 ? 'mdy' : (order ?? null)
  if (said === null && first !== second) return ASKED
  return said === 'mdy' ? dayOf(last, first, second) : dayOf(last, second, first)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ALSO_MONTHS: Readonly<Record<string, string>> = {
  mär: 'mar',
  mrz: 'mar',
  mai: 'may',
  okt: 'oct',
  dez: 'dec',
}

/** `24 Nov 2031`, `24-Nov-31`, `24. November`, `Nov 24 2031` */
function readMonthInWords(words: string, today: Day): Day | null {
  const [, day, name, year] = /^(\d{1,2})\.?[ -](\p{L}{3,9})\.?(?:[ -](\d{4}|\d\d))?$/u.exec(words) ?? []
  const [, english, englishDay, englishYear] = /^(\p{L}{3,9})\.? (\d{1,2})(?: (\d{4}))?$/u.exec(words) ?? []
  const short = (name ?? english ?? '').slice(0, 3)
  const month = String(1 + MONTHS.indexOf(ALSO_MONTHS[short] ?? short))
  const ofMonth = day ?? englishDay
  if (month === '0' || ofMonth === undefined) return null
  const inYear = year ?? englishYear
  return inYear === undefined ? nextDayOf(today, month, ofMonth) : dayOf(inYear, month, ofMonth)
}

/** `fri`, `friday`; in German `fr`, `freitag`. Counted from Monday. */
function weekdayOf(words: string): number | null {
  const english = WEEKDAYS.findIndex((day) => day === words || day.slice(0, 3) === words)
  const german = GERMAN_WEEKDAYS.findIndex(
    (day) => day === words || day.slice(0, 2) === words.replace(/\.$/, ''),
  )
  const found = Math.max(english, german)
  return found < 0 ? null : found
}

const GERMAN_WEEKDAYS = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag']

/** Null for a date that does not exist. */
function dayOf(year: string, month: string, day: string): Day | null {
  const four = year.length === 2 ? `20${year}` : year
  const text = `${four}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** A day without a year is the next of its name. */
function nextDayOf(today: Day, month: string, day: string): Day | null {
  const year = today.slice(0, 4)
  const here = dayOf(year, month, day)
  if (here !== null && here >= today) return here
  return dayOf(addMonths(`${year}-01-01`, 12).slice(0, 4), month, day)
}
