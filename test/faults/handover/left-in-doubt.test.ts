// The Worker has told that it was publishing a post, and then this computer takes the post without its last word. It may be live,
// so nobody may say that it will never appear, change it, or send its new words.
import { beforeEach, describe, expect, it } from 'vitest'
import { abandonAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { takeOver } from '../../../core/features/cloud/delegation/recall/take-over.ts'
import { retryPost } from '../../../core/features/posts/retry.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { scheduleDraft } from '../../../core/features/scheduling/schedule-post.ts'
import { DAY, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

/** Live from the Worker, which does not know it yet, and has said that it is publishing. Then it is out of reach. */
async function publishingThere(caption: string): Promise<PostRecord> {
  const { faults } = world.cloud.sandbox
  const post = await world.newPost(caption)
  faults.add({ on: 'publish', mode: 'drop', effect: 'after', times: 1, skip: 0 })
  faults.add({ on: 'list', mode: 'server-error', effect: 'before', times: 1_000, skip: 0 })
  faults.add({ on: 'status', mode: 'server-error', effect: 'before', times: 1_000, skip: 2 })
  await world.run(11.5 * MINUTE)
  expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHING', handover: 'cloud' })
  expect(world.liveCount(caption)).toBe(1)
  world.fates(() => 'unreachable')
  return post
}
const stored = async ({ id }: PostRecord) => (await world.post(id)) ?? expect.unreachable()

describe('a post in doubt that was taken over', () => {
  it('is not cancelled as something that will never appear', async () => {
    const post = await publishingThere('taken')
    await takeOver(world.ports, await stored(post))
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
  })

  it('takes no edit that would not be what goes out', async () => {
    const post = await publishingThere('as given')
    await takeOver(world.ports, await stored(post))
    await expect(world.editCaption(post.id, 'edited')).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.cloud.sandbox.faults.clear()
    await world.run(10 * MINUTE)
    expect(await stored(post)).toMatchObject({ status: 'PUBLISHED', caption: 'as given' })
  })
})

it('a post in doubt that was taken over is not said to have failed for sure when its account is disconnected', async () => {
  const post = await publishingThere('disconnected')
  await takeOver(world.ports, await stored(post))
  await world.stores.ledger.failWaitingPosts(world.accountId, world.clock.now())
  expect(await stored(post)).not.toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
})

describe('a post in doubt that was left behind with its Worker', () => {
  it('is not published twice by a retry that is cancelled and scheduled again', async () => {
    const post = await publishingThere('left twice')
    await abandonAll(world.ports)
    await retryPost(world.schedule, post.id)
    await world.cancel(post.id).catch(() => {})
    const { status } = await stored(post)
    world.cloud.sandbox.faults.clear()
    if (status === 'DRAFT')
      await scheduleDraft(world.schedule, post.id, { scheduledFor: world.clock.now() + 5 * MINUTE })
    await world.run(30 * MINUTE)
    expect(world.liveCount('left twice')).toBe(1)
  })

  it('is not cancelled while its retry waits', async () => {
    const post = await publishingThere('left')
    await abandonAll(world.ports)
    expect(await stored(post)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    await retryPost(world.schedule, post.id)
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
  })

  it('does not compete with later posts for ever', async () => {
    const post = await publishingThere('left')
    await abandonAll(world.ports)
    expect(await stored(post)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    world.clock.advance(30 * DAY)
    const rivals = world.stores.ledger
    expect(await rivals.listUnreconciled(world.accountId, crypto.randomUUID(), world.clock.now())).toEqual([])
  })
})
