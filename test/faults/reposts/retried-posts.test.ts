// Posts of the Worker's reposts that failed, and that the user retries among the posts.
import { expect, it } from 'vitest'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createDelegationWorld } from './delegation-world.ts'

it('a repost of the Worker that failed is live once its post was retried here', async () => {
  const world = await createDelegationWorld()
  await world.run(MINUTE)
  const name = world.inbox.mention()
  world.cloud.sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009 })
  await world.run(8 * HOUR)
  const [failed] = await world.records()
  expect(failed).toMatchObject({ status: 'FAILED', runner: 'cloud' })
  await retryPost(world.schedule, failed?.postId ?? '')
  await world.run(30 * MINUTE)
  expect(world.liveCountOf(name)).toBe(1)
  expect(await world.records()).toMatchObject([{ status: 'PUBLISHED', igPermalink: expect.any(String) }])
})
