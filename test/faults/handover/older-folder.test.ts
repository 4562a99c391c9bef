// A folder from before a post was taken back from the Worker, of which nobody has noticed that it is older: the run that is lost has
// published the post from the computer.
import { beforeEach, expect, it } from 'vitest'
import { cancelPost } from '../../../core/features/cloud/delegation/take-back.ts'
import { recallAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { changeMany } from '../../../core/features/scheduling/change-many.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { brokenPromises } from '../promises.ts'
import { createHandoverWorld, type Fate, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
let post: PostRecord

beforeEach(async () => {
  world = await createHandoverWorld()
  post = await world.newPost('lost run', 3 * HOUR)
  await world.run(2 * MINUTE)
  const older = world.data.dump()
  await cancelPost(world.ports, post, 'local')
  await editScheduled(world.schedule, post.id, { scheduledFor: world.clock.now() + 10 * MINUTE })
  await world.run(30 * MINUTE)
  expect(world.liveCount('lost run')).toBe(1)
  world.data.restore(older)
  world.restart()
})

const stored = async () => (await world.post(post.id)) ?? expect.unreachable()

it('does not make it a draft as if nothing had appeared, although that is asked for before the first exchange', async () => {
  await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
  expect(await stored()).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
})

it.each<Fate>(['ok', 'unreachable'])(
  'does not make it a draft with many others (the Worker is %s then)',
  async (fate) => {
    world.fates(() => fate)
    const posts = [{ id: post.id, action: 'unschedule' as const }]
    await changeMany({ ...world.schedule, handovers: world.ports.handovers }, { posts, atomic: false })
    world.fates(() => 'ok')
    await world.run(2 * MINUTE)
    expect(await stored()).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
  },
)

it.each([
  ['it is taken back', () => cancelPost(world.ports, post, 'local')],
  ['the cloud is disconnected', () => recallAll(world.ports)],
])('does not publish it again when %s before the first exchange', async (_what, ask) => {
  await ask()
  await world.run(4 * HOUR)
  expect(world.liveCount('lost run')).toBe(1)
  expect(brokenPromises(await stored(), world.cloud.sandbox.live())).toEqual([])
})
