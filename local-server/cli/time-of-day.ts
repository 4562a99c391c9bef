// The time that is given to `--at`, and times as commands print them.
import { firstCharacters } from '../../core/rules/content/first-characters.ts'
import { timeProblemWords } from '../../core/rules/tables/table-problems.ts'
import { readTypedTime, type DateOrder } from '../../core/rules/times/typed-time.ts'
import { isTimeZone, toIso, type Instant } from '../../core/time.ts'
import { UsageFailure } from '../terminal/start-failure.ts'

interface TimeFlags {
  readonly zone: string
  readonly now: Instant
  readonly dates?: DateOrder | undefined
}

/** The ISO text of the instant that is meant in that zone. Throws UsageFailure for an hour that the clocks skip, or have twice. */
export function readTimeFlag(text: string, { zone, now, dates }: TimeFlags): string {
  if (!isTimeZone(zone)) throw new UsageFailure(...timeProblemWords({ code: 'NO_SUCH_ZONE', zone }))
  const read = readTypedTime(text, { timeZone: zone, now, order: dates })
  switch (read.kind) {
    case 'instant':
      return toIso(read.at)
    case 'twice': {
      const { earlier, later } = read
      throw new UsageFailure(...timeProblemWords({ code: 'TIME_TWICE', text, zone, earlier, later }))
    }
    case 'never':
      throw new UsageFailure(...timeProblemWords({ code: 'TIME_SKIPPED', text, zone }))
    case 'order':
      throw new UsageFailure(...timeProblemWords({ code: 'DATE_ORDER', text }))
    case 'unreadable':
      throw new UsageFailure(...timeProblemWords({ code: 'NO_SUCH_TIME', text }))
  }
}

/** The same, where a day means its beginning. */
export function readSinceFlag(text: string, flags: TimeFlags): string {
  const { zone: timeZone, now, dates: order } = flags
  const readAt = (clock: string) => readTypedTime(`${text} ${clock}`, { timeZone, now, order })
  const midnight = readAt('0:00')
  // Clocks that are put forward at midnight begin the day at one.
  const day = midnight.kind === 'never' ? readAt('1:00') : midnight
  if (day.kind === 'instant') return toIso(day.at)
  if (day.kind === 'twice') return toIso(day.earlier)
  if (day.kind === 'order') throw new UsageFailure(...timeProblemWords({ code: 'DATE_ORDER', text }))
  return readTimeFlag(text, flags)
}

/** `Mon, 24 Nov 2031, 09:00 Europe/Berlin`: as clocks show it there. */
export function timeInZone(iso: string, timeZone: string): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return `${new Date(iso).toLocaleString('en-GB', { ...day, ...time })} ${timeZone}`
}

/** The beginning of its caption, on one line. */
export function firstWords(caption: string | null, most = 40): string {
  const line = (caption ?? '').replaceAll(/\s+/g, ' ').trim()
  return firstCharacters(line, most) === line ? line : `${firstCharacters(line, most - 1).trimEnd()}…`
}
