// Posts of the Worker's reposts that failed, and that the user retries or deletes among the posts.
import { expect, it } from 'vitest'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createDelegationWorld } from './delegation-world.ts'

async function failedThere() {
  const world = await createDelegationWorld()
  await world.run(MINUTE)
  const name = world.inbox.mention()
  world.cloud.sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009 })
  await world.run(8 * HOUR)
  const [failed] = await world.records()
  expect(failed).toMatchObject({ status: 'FAILED', runner: 'cloud' })
  return { world, name, postId: failed?.postId ?? '' }
}

it('a repost of the Worker that failed is live once its post was retried here', async () => {
  const { world, name, postId } = await failedThere()
  await retryPost(world.schedule, postId)
  await world.run(30 * MINUTE)
  expect(world.liveCountOf(name)).toBe(1)
  expect(await world.records()).toMatchObject([{ status: 'PUBLISHED', igPermalink: expect.any(String) }])
})

it('a repost of the Worker that failed is dismissed once its post was deleted here', async () => {
  const { world, postId } = await failedThere()
  world.data.posts.delete(postId)
  await world.run(30 * MINUTE)
  expect(await world.records()).toMatchObject([
    { status: 'DISMISSED', errorDetail: { code: 'REPOST_DELETED' } },
  ])
})
