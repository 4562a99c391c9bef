import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../../../core/time.ts'
import {
  loadUntilReachable,
  noteAwaitedView,
} from '../../../../local-server/ui/src/shared/load-until-reachable.ts'

const reload = vi.fn()
let isThere = true

beforeEach(() => {
  isThere = true
  noteAwaitedView(true)
  reload.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve({ ok: true }) : Promise.reject(new Error('refused')),
  )
})

afterEach(() => {
  noteAwaitedView(false)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** As a browser says how the page came to be. */
const cameBy = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

const missing = () => Promise.reject(new Error('not fetched'))

it('loads the page anew once the server is back', async () => {
  cameBy('reload')
  isThere = false
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(reload).toHaveBeenCalled()
})

it('loads the page anew once, not again and again, for code that is missing while the server answers', async () => {
  const came = cameBy('navigate')
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(reload).toHaveBeenCalledTimes(1)
  // The page that comes in its place.
  vi.clearAllTimers()
  reload.mockClear()
  came.mockReturnValue([{ type: 'reload' } as unknown as PerformanceEntry])
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(reload).not.toHaveBeenCalled()
})

it('loads a page anew that was loaded anew long before: its code may be gone with an update', async () => {
  cameBy('reload')
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(reload).toHaveBeenCalled()
})

it('resolves with code that is there at the second try', async () => {
  cameBy('reload')
  const load = vi.fn().mockRejectedValueOnce(new Error('not fetched')).mockResolvedValue('code')
  const loaded = loadUntilReachable(load)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(await loaded).toBe('code')
  expect(reload).not.toHaveBeenCalled()
})

it('loads the page anew for what all of it waits for, such as another language', async () => {
  cameBy('navigate')
  noteAwaitedView(false)
  void loadUntilReachable(missing, () => true)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(reload).toHaveBeenCalled()
})

it('leaves the page as it is while nobody waits for a view, or something is being sent', async () => {
  cameBy('reload')
  isThere = false
  noteAwaitedView(false)
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(SECOND)
  isThere = true
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(reload).not.toHaveBeenCalled()
  noteAwaitedView(true)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(reload).toHaveBeenCalled()
})

it('tries to leave once, for somebody who stays with what is not saved, and again for the next view', async () => {
  cameBy('navigate')
  void loadUntilReachable(missing)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(reload).toHaveBeenCalledTimes(1)
  noteAwaitedView(false)
  noteAwaitedView(true)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(reload).toHaveBeenCalledTimes(2)
})
