// Instants and their ISO 8601 form. The only file in core that may say Date.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
/** Milliseconds. */
export type Duration = number

export const SECOND: Duration = 1_000
export const MINUTE: Duration = 60 * SECOND
export const HOUR: Duration = 60 * MINUTE
export const DAY: Duration = 24 * HOUR

/** How long ago a stored time is. For one that a wrong clock dated in the future: how far ahead it is, so that it delays nothing. */
export function ageOf(at: Instant, now: Instant): Duration {
  return Math.abs(now - at)
}

/** The day that was written last: the dates of a list lie close together, and building the day costs most of a date. */
let lastDay = Number.NaN
let lastDayText = ''

/** The one date form of every response. */
export type IsoText = `${string}T${string}Z`

/** `2026-04-20T14:00:00.000Z`. */
export function toIso(instant: Instant): IsoText {
  const day = Math.floor(instant / DAY)
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY).toISOString().slice(0, 11)
    lastDay = day
  }
  const time = instant - day * DAY
  const [hours, minutes] = [Math.floor(time / HOUR), Math.floor((time % HOUR) / MINUTE)]
  const [seconds, milliseconds] = [Math.floor((time % MINUTE) / SECOND), time % SECOND]
  const text = `${lastDayText}${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[seconds]}.${String(milliseconds).padStart(3, '0')}Z`
  return text as IsoText
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** A wait in words for people, rounded up: `1 minute`, `12 hours`, `3 days`. */
export function waitWords(wait: Duration): string {
  const [size, unit] = wait < 2 * HOUR ? [MINUTE, 'minute'] : wait < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day']
  const count = Math.max(1, Math.ceil(wait / size))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A time for people whose zone is not known: `20 April 2026, 14:00 UTC`. */
export function timeWords(time: IsoText): string {
  const day = new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return `${day}, ${time.slice(11, 16)} UTC`
}

/** Whether a text is a date as `toIso` writes it. */
export function isIsoText(text: string): text is IsoText {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
}

export function toIsoOrNull(instant: Instant | null): IsoText | null {
  return instant === null ? null : toIso(instant)
}

const ISO_WITH_OFFSET =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/i

/** The first instant with a year of four digits in UTC: beyond it, `toIso` would write a form that nothing here reads. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
export const LATEST: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Reads an ISO 8601 datetime that names its offset; null when it is anything else.
 * A datetime without offset is refused rather than guessed, and so are dates that do not exist (02-30, 24:00, :60),
 * which `Date` would silently move.
 */
export function parseIso(text: string): Instant | null {
  const match = ISO_WITH_OFFSET.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  if (year === undefined || month === undefined || day === undefined) return null
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null
  const instant = Date.parse(withFullOffset(text, match.groups?.['offset'] ?? ''))
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

/** `+02` and `+0200` are valid, too, but `Date` reads only `+02:00`. */
function withFullOffset(text: string, offset: string): string {
  const local = text.slice(0, -offset.length).toUpperCase()
  if (offset.length === 1) return `${local}Z`
  return `${local}${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
}

/**
 * Abbreviations that runtimes read as the zone of one place, which is often not the one that is meant: BST is Dhaka to them, and London to
 * most who write it. Temporal refuses them, so no day can be counted in them.
 */
const REFUSED_ABBREVIATION =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

/**
 * Whether days can be counted in this time zone: the one answer for everything that people and programs send. Its name may be in upper or
 * lower case. `UTC` is one; an offset such as `+01:00` is not: it would say nothing about the next summer.
 */
export function isTimeZone(name: string): boolean {
  return !REFUSED_ABBREVIATION.test(name) && hasWallClock(name)
}

/** Whether `wallClock` can be read there: enough for what is stored, which may be from before abbreviations were refused. */
export function hasWallClock(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Reads the time forms a platform answers with: `2019-09-26T22:36:43+0000`, ISO 8601, or an HTTP `Date` header. */
export function parseLooseTime(text: string): Instant | null {
  const instant = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(instant) ? null : instant
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const zones = new Map<string, Intl.DateTimeFormat>()

function zoned(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone: zone })
  zones.set(zone, format)
  return format
}

/** The wall-clock date and hour there: `2026-03-29` and 0 to 23. `zone` is a name that `hasWallClock` knows. */
export function wallClock(instant: Instant, zone: string): { readonly date: string; readonly hour: number } {
  const parts = new Map(
    zoned(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { date, hour: Number(parts.get('hour')) }
}

/** Offsets of zones, and so the instants at which an hour begins there, are multiples of this. */
const QUARTER = 15 * MINUTE

/** The first quarter of an hour after `instant` at which `holds`, within 27 hours; null when there is none. */
export function nextQuarter(instant: Instant, holds: (quarter: Instant) => boolean): Instant | null {
  const first = (Math.floor(instant / QUARTER) + 1) * QUARTER
  for (let at = first; at < instant + 27 * HOUR; at += QUARTER) if (holds(at)) return at
  return null
}

/** When the next day begins there. */
export function nextMidnight(instant: Instant, zone: string): Instant {
  const today = wallClock(instant, zone).date
  return nextQuarter(instant, (at) => wallClock(at, zone).date !== today) ?? instant + DAY
}
