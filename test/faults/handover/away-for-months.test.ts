// The computer was off for longer than the Worker keeps all of a job.
import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld } from './handover-world.ts'

it('learns where a post is that the Worker published months ago', async () => {
  const world = await createHandoverWorld()
  const post = await world.newPost('long ago')
  await world.run(MINUTE)
  world.open(false)
  await world.run(HOUR)
  expect(world.liveCount('long ago')).toBe(1)
  await world.run(25 * HOUR)
  world.clock.advance(90 * DAY)
  await world.run(2 * MINUTE)
  world.open(true)
  await world.run(10 * MINUTE)
  expect(await world.post(post.id)).toMatchObject({
    status: 'PUBLISHED',
    handover: null,
    igMediaId: expect.any(String),
    igPermalink: expect.stringContaining('http'),
  })
})

it('learns why a post failed at the Worker months ago, and says so although it is long ago', async () => {
  const world = await createHandoverWorld()
  const post = await world.newPost('refused long ago')
  await world.run(MINUTE)
  world.open(false)
  world.cloud.sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009, times: 100 })
  await world.run(HOUR)
  const job = () => world.cloud.engine().job(post.cloudJobId ?? '')
  const failed = await job()
  expect(failed).toMatchObject({ state: 'failed', isEnded: true })
  world.clock.advance(90 * DAY)
  await world.run(2 * MINUTE)
  world.open(true)
  await world.run(10 * MINUTE)
  expect(await world.post(post.id)).toMatchObject({
    status: 'FAILED',
    handover: null,
    errorCode: failed?.publication?.failure?.code,
    publishOutcome: 'confirmed',
  })
  const since = world.clock.now() - DAY
  expect(await world.stores.planner.failures({ since, limit: 1 })).toMatchObject([{ post: { id: post.id } }])
})
