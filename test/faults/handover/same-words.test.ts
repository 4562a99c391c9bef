// Two posts with the same words, one here and one at the Worker, while this computer sleeps.
import { expect, it } from 'vitest'
import { MINUTE } from '../../../core/time.ts'
import { createHandoverWorld } from './handover-world.ts'

it('a post that is looked for waits for the news of the Worker’s with its words, and both go out', async () => {
  const world = await createHandoverWorld()
  world.fates((call) => (call === 'putJob' ? 'unreachable' : 'ok'))
  const here = await world.newPost('every day', 8 * MINUTE)
  world.fates(() => 'ok')
  const atWorker = await world.newPost('every day', 10 * MINUTE)
  expect([here.handover, atWorker.handover]).toEqual([null, 'cloud'])
  world.open(false)
  await world.run(15 * MINUTE)
  expect(world.liveCount('every day')).toBe(1)
  world.restart()
  world.open(true)
  await world.run(12 * MINUTE)
  expect(world.liveCount('every day')).toBe(2)
  for (const { id } of [here, atWorker]) expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
})
