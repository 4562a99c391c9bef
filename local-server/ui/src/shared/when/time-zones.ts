// Zones as people choose them: their own first.

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** `America/Argentina/Buenos_Aires` → `America/Argentina/Buenos Aires` */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** `New York`: enough beside a time. */
export function zoneCity(timeZone: string): string {
  return zoneLabel(timeZone.split('/').at(-1) ?? timeZone)
}

/** The browser’s zone, UTC, the one that is set, and all others by name. */
export function zoneChoices(current: string): string[] {
  return [...new Set([BROWSER_ZONE, 'UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}
