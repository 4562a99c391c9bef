import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

const browserSays = (timeZone: string) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  return vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone }
  })
}

it.each([
  ['Etc/Unknown', 'UTC'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('a browser that says %s is shown times of %s', async (timeZone, shown) => {
  browserSays(timeZone)
  vi.resetModules()
  const { BROWSER_ZONE } = await import('../../../local-server/ui/src/shared/when/time-zones.ts')
  expect(BROWSER_ZONE).toBe(shown)
})

it('a page that stays open while its computer travels is shown times of where that is', async () => {
  const before = browserSays('Europe/Berlin')
  vi.resetModules()
  const zones = await import('../../../local-server/ui/src/shared/when/time-zones.ts')
  expect(zones.BROWSER_ZONE).toBe('Europe/Berlin')
  before.mockRestore()
  browserSays('America/New_York')
  expect(zones.followBrowserZone()).toBe('America/New_York')
  expect(zones.BROWSER_ZONE).toBe('America/New_York')
})

it('writes times of where the computer is by now, also in shapes that it has used before', async () => {
  const before = browserSays('Europe/Berlin')
  vi.resetModules()
  const zones = await import('../../../local-server/ui/src/shared/when/time-zones.ts')
  const { formatsFor } = await import('../../../local-server/ui/src/strings/formats.ts')
  const { time } = formatsFor('en-GB')
  const noon = new Date('2026-11-30T12:00:00Z')
  expect(time(noon)).toBe('13:00')
  before.mockRestore()
  browserSays('America/New_York')
  zones.followBrowserZone()
  expect(time(noon)).toBe('07:00')
})
