// Zones as people choose them: their own first.
import { isTimeZone } from '../../../../../core/time.ts'
import { remember } from '../remember.ts'

/** Names that were given up, which browsers still use and people no longer look for. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** `America/Buenos_Aires` → `America/Argentina/Buenos Aires` */
export function zoneLabel(timeZone: string): string {
  return (RENAMED[timeZone] ?? timeZone).replaceAll('_', ' ')
}

/** A browser may know fewer zones than the server that took the post, and a post may be from before abbreviations were refused. */
export const knownZoneOf = remember((timeZone: string) => (isTimeZone(timeZone) ? timeZone : 'UTC'))

/** UTC where the system names none, for which browsers have a name that they then refuse (`Etc/Unknown`). */
const readBrowserZone = () => knownZoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)

export let BROWSER_ZONE = readBrowserZone()

/** Called now and then: a page may be open while its computer travels. Returns what it is by now. */
export function followBrowserZone(): string {
  BROWSER_ZONE = readBrowserZone()
  return BROWSER_ZONE
}

/** The browser’s zone, UTC, the one that is set, and all others by name. */
export function zoneChoices(current: string): string[] {
  return [...new Set([BROWSER_ZONE, 'UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}
