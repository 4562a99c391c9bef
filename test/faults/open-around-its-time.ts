// The desktop is opened around the time at which the Worker publishes.
import { expect } from 'vitest'
import { MINUTE, SECOND } from '../../core/time.ts'
import { CAPTION, expectLive, expectStatus } from './handover/handover-crash-points.ts'
import { createHandoverWorld } from './handover/handover-world.ts'

/** From a minute before its time to a minute after. */
export async function openAroundItsTime(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const world = await createHandoverWorld()
    await world.newPost(CAPTION, 5 * MINUTE)
    const fireAt = world.clock.now() + 5 * MINUTE
    world.open(false)
    const offset = Math.round((round / (rounds - 1)) * 120 - 60) * SECOND
    await world.run(5 * MINUTE + offset)
    world.open(true)
    world.restart()
    await world.run(Math.max(fireAt - world.clock.now(), 0) + MINUTE)
    const where = `opened ${offset / SECOND} s after its time`
    expect([...expectLive(world, CAPTION, 1), ...expectStatus(world, 'PUBLISHED')], where).toEqual([])
    world.close()
  }
}
