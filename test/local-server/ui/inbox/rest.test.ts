import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRest, REST_MS } from '../../../../local-server/ui/src/inbox/rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** All that was told, the latest last. */
function aRest() {
  const told: (string | null)[] = []
  return { ...createRest((settled) => void told.push(settled)), told }
}

describe('buttons that decide', () => {
  it('rest until what they stand beside has stood still for a moment', () => {
    const rest = aRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS - 1)
    expect(rest.told).toEqual([null])
    vi.advanceTimersByTime(1)
    expect(rest.told).toEqual([null, 'a'])
  })

  it('rest from the moment that something else stands there, and as long as it goes on changing', () => {
    const rest = aRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS)
    rest.note('b')
    expect(rest.told.at(-1)).toBeNull()
    vi.advanceTimersByTime(REST_MS - 1)
    rest.note('c')
    vi.advanceTimersByTime(REST_MS - 1)
    expect(rest.told.at(-1)).toBeNull()
    vi.advanceTimersByTime(1)
    expect(rest.told.at(-1)).toBe('c')
  })

  it('rest also when what was there is back within the moment', () => {
    const rest = aRest()
    rest.note('a')
    vi.advanceTimersByTime(REST_MS)
    rest.note('b')
    rest.note('a')
    expect(rest.told.at(-1)).toBeNull()
  })

  it('are told nothing once they are gone', () => {
    const rest = aRest()
    rest.note('a')
    rest.end()
    vi.advanceTimersByTime(REST_MS)
    expect(rest.told).toEqual([null])
  })
})
