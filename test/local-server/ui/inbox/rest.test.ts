import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRest, REST_MS } from '../../../../local-server/ui/src/inbox/rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('buttons that decide', () => {
  it('rest until what they stand beside has stood still for a moment', () => {
    const rest = createRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS - 1)
    expect(rest.settled()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(rest.settled()).toBe('a')
  })

  it('rest from the moment that something else stands there, and as long as it goes on changing', () => {
    const rest = createRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS)
    rest.note('b')
    expect(rest.settled()).toBeNull()
    vi.advanceTimersByTime(REST_MS - 1)
    rest.note('c')
    vi.advanceTimersByTime(REST_MS - 1)
    expect(rest.settled()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(rest.settled()).toBe('c')
  })

  it('rest also when what was there is back within the moment', () => {
    const rest = createRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS)
    rest.note('b')
    rest.note('a')
    expect(rest.settled()).toBeNull()
  })

  it('tell of each change, and of nothing else', () => {
    const rest = createRest()
    let told = 0
    const leave = rest.subscribe(() => (told += 1))
    rest.note('a')
    vi.advanceTimersByTime(REST_MS)
    rest.note('b')
    expect(told).toBe(2)
    leave()
    vi.advanceTimersByTime(REST_MS)
    expect(told).toBe(2)
  })
})
