import { afterEach, describe, expect, it, vi } from 'vitest'
import { timeZoneHere } from '../../local-server/node-clock.ts'

afterEach(() => void vi.restoreAllMocks())

describe('the time zone of this computer', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    // An empty TZ, as `TZ=${TZ}` makes it where that is not set.
    ['Etc/Unknown', 'UTC'],
    // A path, as in `TZ=:/etc/localtime`.
    [undefined, 'UTC'],
  ])('that Node calls %s is %s', (timeZone, zone) => {
    const told = { timeZone } as Intl.ResolvedDateTimeFormatOptions
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(told)
    expect(timeZoneHere()).toBe(zone)
  })
})
