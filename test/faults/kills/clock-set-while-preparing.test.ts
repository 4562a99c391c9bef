// The wall clock is set while the platform still prepares a container: nothing is given up for a time that never passed.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { createWorld } from '../publishing-world.ts'

const AHEAD = 20 * MINUTE

describe.each(['image', 'reel', 'carousel 2'] as const)('a scheduled post (%s)', (kind) => {
  it.each([
    ['six hours ahead', 6 * HOUR],
    ['a year ahead', 365 * DAY],
    ['a year behind', -365 * DAY],
  ])('is not given up when the clock is set %s while it is being prepared', async (_how, wrong) => {
    const world = await createWorld({ containers: { processing: 40 * SECOND } })
    const id = await world.schedule('patient', kind, AHEAD)
    const dueAt = (await world.post(id)).scheduledFor ?? 0
    const preparedFrom = kind === 'image' ? AHEAD - 90 * SECOND : AHEAD - 10 * MINUTE
    world.clock.advance(preparedFrom)
    await world.run(undefined, 3 * SECOND)
    world.setClockWrong(wrong)
    await world.run(undefined, MINUTE)
    expect((await world.post(id)).status).not.toBe('FAILED')
    world.setClockWrong(0)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    const [live] = world.sandbox.live()
    expect(live?.publishedAt).toBeGreaterThanOrEqual(dueAt - 2 * SECOND)
    expect(live?.publishedAt).toBeLessThanOrEqual(dueAt + MINUTE)
    expect(await world.brokenPromises()).toEqual([])
    world.close()
  })
})
