import { describe, expect, it } from 'vitest'
import { brokenIn, liveSixtyDays } from './repost-life.ts'
import { TRIES_ALL } from '../share.ts'

/** The long run asks for more. */
const LIVES = TRIES_ALL ? 400 : 3

describe('sixty days of mentions, moods of the platform and deaths of the process', () => {
  it(`cross no limit, no night, no pause and no breaker by a single call, in ${LIVES} random lives`, async () => {
    const seen = { calls: 0, begun: 0, stops: 0, published: 0 }
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const life = await liveSixtyDays(seed)
      expect(await brokenIn(life), `seed ${seed}`).toEqual([])
      seen.calls += life.calls.length
      seen.begun += life.begun.length
      seen.stops += life.stops.length
      seen.published += (await life.records()).filter(({ status }) => status === 'PUBLISHED').length
    }
    // Otherwise the test has tried nothing.
    expect(seen.calls).toBeGreaterThan(LIVES * 50)
    expect(seen.begun).toBeGreaterThan(LIVES * 5)
    expect(seen.stops).toBeGreaterThan(LIVES)
    expect(seen.published).toBeGreaterThan(seen.begun / 2)
  })
})
