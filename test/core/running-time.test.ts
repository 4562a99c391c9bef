import { describe, expect, it } from 'vitest'
import { createRunningTime } from '../../core/running-time.ts'
import { DAY, LATEST } from '../../core/time.ts'
import { createManualClock } from '../fakes/manual-clock.ts'

const storing = (value: unknown) => ({
  get: async () => value,
  put: async () => {},
})

describe('how long the server has run', () => {
  it('continues from where it was stored, also ahead of the clock', async () => {
    const clock = createManualClock()
    const ahead = clock.now() + 400 * DAY
    expect(await createRunningTime({ settings: storing(ahead), clock }).now()).toBe(ahead)
  })

  it.each([9e18, LATEST + 1, -1, 1.5, Number.NaN, 'yesterday', null, { a: 1 }])(
    'begins at what the clock shows where what is stored is no time: %j',
    async (stored) => {
      const clock = createManualClock()
      expect(await createRunningTime({ settings: storing(stored), clock }).now()).toBe(clock.now())
    },
  )
})
