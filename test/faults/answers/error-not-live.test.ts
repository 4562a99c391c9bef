// The platform refuses to publish in every way it can, and nothing is live: posts fail for the reason that was given, and a
// retry puts each out once. Where it only lags behind itself, nobody has to retry.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { POST_KINDS, type PostKind } from '../kinds/post-kinds.ts'
import { changing, createWorld, type World } from '../publishing-world.ts'
import { share, TRIES_ALL } from '../share.ts'
import { ANSWER_NAMES, minutesOfSilence, unclear, type UnclearAnswer } from './unclear-answers.ts'

const [POSTS_PER_ANSWER, LAG_POSTS] = TRIES_ALL ? [20, 50] : [2, 5]
const AT_ONCE_MS = 40_000
/** Long enough for any answer to be settled; a block keeps the account's next post back for a day. */
const SETTLED = 26 * HOUR

const RECOVERY: Record<UnclearAnswer, string> = {
  'a lost connection': 'retry',
  'a minute of silence': 'retry',
  '500 with code 2': 'retry',
  '4/2207051': 'wait',
  'an empty 200': 'retry',
  'HTML under 200': 'retry',
  'half of its JSON': 'retry',
  'a 400 that nobody knows': 'retry',
  '429': 'wait',
  '24/2207008': 'retry',
}

const counted = { failed: 0, retried: 0, lagged: 0 }
afterAll(() => console.info('error and not live:', counted))

let world: World
beforeEach(async () => {
  world = await createWorld({ containers: { secondPublish: 'duplicate', publishedLag: 20_000 } })
})

const kindOf = (n: number): PostKind => POST_KINDS[n % POST_KINDS.length] ?? 'image'

/** What a user does: again, until it is out. A container that died meanwhile may cost one retry. */
async function retryUntilOut(ids: readonly string[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const id of ids) if ((await world.post(id)).status === 'FAILED') await retryPost(changing(world), id)
    await world.run(undefined, SETTLED)
  }
}

async function expectAllOut(ids: readonly string[]): Promise<void> {
  const statuses = await Promise.all(ids.map(async (id) => (await world.post(id)).status))
  expect(statuses).toEqual(ids.map(() => 'PUBLISHED'))
  expect(await world.brokenPromises()).toEqual([])
  expect(world.sandbox.live()).toHaveLength(ids.length)
}

describe('a publish call that is refused and has not acted', () => {
  it.each(share(ANSWER_NAMES, 3, 1))(
    'fails the post for its reason, and a retry puts it out once: %s',
    async (answer) => {
      const ids: string[] = []
      for (let n = 0; n < POSTS_PER_ANSWER; n += 1) {
        const id = await world.publish(`post ${n}.`, kindOf(n))
        world.sandbox.faults.add({ ...unclear(answer, 'before'), times: 1_000 })
        await world.run(minutesOfSilence(world), SETTLED)
        const { status, publishOutcome, errorCode, recovery } = await world.post(id)
        expect({ status, publishOutcome, errorCode, recovery }).toEqual({
          status: 'FAILED',
          publishOutcome: 'confirmed',
          errorCode: 'PLATFORM_ERROR',
          recovery: RECOVERY[answer],
        })
        expect(world.sandbox.live()).toHaveLength(n)
        counted.failed += 1
        world.sandbox.faults.clear()
        await retryUntilOut([id])
        ids.push(id)
        counted.retried += 1
      }
      await expectAllOut(ids)
    },
  )

  it.each(share(ANSWER_NAMES, 3))(
    'of several posts in doubt at once keeps none of them in doubt: %s',
    async (answer) => {
      world.sandbox.faults.add({ ...unclear(answer, 'before'), times: 1_000 })
      const ids = [
        await world.publish('one.'),
        await world.publish('two.', 'reel'),
        await world.publish('three.', 'story'),
      ]
      await world.run(minutesOfSilence(world), 2 * SETTLED)
      expect(world.sandbox.live()).toEqual([])
      const outcomes = await Promise.all(ids.map(async (id) => (await world.post(id)).publishOutcome))
      expect(outcomes).toEqual(['confirmed', 'confirmed', 'confirmed'])
      world.sandbox.faults.clear()
      await retryUntilOut(ids)
      await expectAllOut(ids)
    },
  )
})

describe('a publish call that comes too early for the platform', () => {
  it.each(['not-ready', 'media-not-found'] as const)(
    'is repeated automatically, and the post is out at once: %s',
    async (mode) => {
      const ids: string[] = []
      for (let n = 0; n < LAG_POSTS / 2; n += 1) {
        const id = await world.publish(`post ${n}.`, kindOf(n))
        world.sandbox.faults.add({ on: 'publish', mode, effect: 'before', times: 1 + (n % 2) })
        await world.run(undefined, 10 * MINUTE)
        const { createdAt, publishedAt } = await world.post(id)
        expect((publishedAt ?? Infinity) - createdAt).toBeLessThan(AT_ONCE_MS)
        ids.push(id)
        counted.lagged += 1
      }
      await expectAllOut(ids)
    },
  )
})
