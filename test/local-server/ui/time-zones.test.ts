import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

it.each([
  ['Etc/Unknown', 'UTC'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('a browser that says %s is shown times of %s', async (timeZone, shown) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone }
  })
  vi.resetModules()
  const { BROWSER_ZONE } = await import('../../../local-server/ui/src/shared/when/time-zones.ts')
  expect(BROWSER_ZONE).toBe(shown)
})
