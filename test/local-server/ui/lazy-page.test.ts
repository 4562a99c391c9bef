import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SECOND } from '../../../core/time.ts'
import { lazyPage, prefetchWhenIdle } from '../../../local-server/ui/src/app/lazy-page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('fetches beforehand what a page fetches only later, too', async () => {
  const load = () => Promise.resolve(() => null)
  const later = vi.fn(load)
  lazyPage(() => {
    lazyPage(later)
    return load()
  })
  prefetchWhenIdle()
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(later).toHaveBeenCalledTimes(1)
})
