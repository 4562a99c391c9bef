import { expect, it, vi } from 'vitest'
import { listenToClock } from '../../../local-server/ui/src/shared/use-now.ts'

it('is one timer for all that show a time, and none once they have gone', () => {
  vi.useFakeTimers()
  const heard: string[] = []
  const leave = ['one', 'other'].map((name) => listenToClock(() => heard.push(name)))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(15_000)
  expect(heard).toEqual(['one', 'other'])
  leave[0]?.()
  vi.advanceTimersByTime(15_000)
  expect(heard).toEqual(['one', 'other', 'other'])
  leave[1]?.()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
