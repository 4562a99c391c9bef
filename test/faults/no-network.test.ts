// There is no network at the time of a post, as on a train or while a router starts again.
import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { POST_KINDS } from './kinds/post-kinds.ts'
import { createWorld, type World } from './publishing-world.ts'

let world: World
afterEach(() => world.close())

describe('without a network', () => {
  it.each(POST_KINDS)('for forty minutes a post goes out late, once: %s', async (kind) => {
    const until = await worldOffline(5 * SECOND, 40 * MINUTE)
    const id = await world.schedule('late', kind, MINUTE)
    await world.run()
    const post = await world.post(id)
    expect(post).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
    expect(world.sandbox.live()).toHaveLength(1)
    expect(post.publishedAt ?? 0).toBeGreaterThanOrEqual(until)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('once it was prepared, it goes out late, too', async () => {
    const until = await worldOffline(50 * SECOND, 20 * MINUTE)
    const id = await world.schedule('late', 'image', MINUTE)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(1)
    expect(world.clock.now()).toBeGreaterThan(until)
  })

  it('a post that had waited two days for something else waits for the network, too', async () => {
    const until = await worldOffline(2 * DAY, 40 * MINUTE)
    const id = await world.publish('late')
    await world.stores.ledger.extendPause(world.accountId, world.clock.now() + 2 * DAY)
    await world.run(() => false, 3 * DAY)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.clock.now()).toBeGreaterThan(until)
  })

  it('for hours after it went live, a post has its link all the same', async () => {
    let offline: number | null = null
    const isOffline = (at: number) => {
      if (world.sandbox.live().length > 0) offline ??= at
      return offline !== null && at < offline + 5 * HOUR
    }
    world = await createWorld({ isOffline, looksFirst: false })
    const id = await world.publish('live')
    await world.run(() => false, DAY)
    const { status, igPermalink } = await world.post(id)
    expect([status, igPermalink]).toEqual(['PUBLISHED', expect.stringContaining('http')])
  })

  it('for more than a day it fails, and says that nothing was published', async () => {
    await worldOffline(0, 2 * DAY)
    const id = await world.publish('never')
    await world.run(() => false, 2 * DAY)
    expect(await world.post(id)).toMatchObject({
      status: 'FAILED',
      recovery: 'retry',
      publishOutcome: 'confirmed',
    })
    expect(world.sandbox.live()).toEqual([])
  })
})

/** Resolves with the end. */
async function worldOffline(after: Duration, time: Duration) {
  let [from, until] = [Infinity, Infinity]
  world = await createWorld({ isOffline: (at) => at >= from && at < until, looksFirst: false })
  from = world.clock.now() + after
  until = from + time
  return until
}
