// The evening before: the hour at which posts of the next two days are tried for real.
import { Temporal } from 'temporal-polyfill'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { Instant } from '../../time.ts'

export interface Evening {
  /** 0 to 23, in wall-clock time. */
  readonly hour: number
  readonly timeZone: string
}

const SETTING = 'nightCheckHour'
/** Late enough for the day's plan to be made, early enough for somebody to look. */
const USUAL_HOUR = 19

export async function readEvening(settings: SettingsStore, timeZone: string): Promise<Evening> {
  const stored = await settings.get(SETTING)
  const isHour = typeof stored === 'number' && Number.isInteger(stored) && stored >= 0 && stored <= 23
  return { hour: isHour ? stored : USUAL_HOUR, timeZone }
}

export async function changeEvening(settings: SettingsStore, hour: number): Promise<void> {
  await settings.put({ [SETTING]: hour })
}

/** When the latest evening began. */
export function lastEvening(evening: Evening, now: Instant): Instant {
  const today = beginningOn(evening, now, 0)
  return today <= now ? today : beginningOn(evening, now, -1)
}

export function nextEvening(evening: Evening, now: Instant): Instant {
  const today = beginningOn(evening, now, 0)
  return today > now ? today : beginningOn(evening, now, 1)
}

/** An hour that a clock change skips begins with the hour after it. */
function beginningOn({ hour, timeZone }: Evening, now: Instant, daysAhead: number): Instant {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const wall = day.add({ days: daysAhead }).toPlainDateTime({ hour })
  return wall.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds
}
