// A post is deleted while the Worker publishes it, and something that was asked of the Worker before has no answer yet.
import { expect, it } from 'vitest'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { createHandoverWorld } from './handover-world.ts'

it('is not sent once more there, although an edit that never arrived is still to be settled', async () => {
  const world = await createHandoverWorld()
  world.cloud.sandbox.faults.add({ on: 'publish', mode: 'server-error', effect: 'before' })
  const post = await world.newPost('amid')
  world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
  await expect(world.editCaption(post.id, 'edited')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
  world.fates((call) => (call === 'job' ? 'unreachable' : 'ok'))
  await world.run(10 * MINUTE + 20 * SECOND)
  expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHING' })
  await deletePost(world.schedule, post.id)
  world.fates(() => 'ok')
  await world.run(HOUR)
  expect(world.cloud.sandbox.live()).toEqual([])
})
