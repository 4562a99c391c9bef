import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld } from './handover-world.ts'

it('a post that waits at the Worker and is unknown here is found, although the changes no longer tell of it', async () => {
  const world = await createHandoverWorld()
  await world.newPost('known', 10 * HOUR)
  await world.run(2 * MINUTE)
  const older = world.data.dump()
  const { id } = await world.newPost('unknown', 9 * HOUR)
  await world.run(2 * MINUTE)
  const cloudCursor = await world.ports.settings.get('cloudCursor')
  world.data.restore(older)
  world.restart()
  await world.ports.settings.put({ cloudCursor })
  await world.run(2 * HOUR)
  expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', caption: 'unknown' })
  await world.run(8 * HOUR)
  expect([world.liveCount('known'), world.liveCount('unknown')]).toEqual([1, 1])
})
