// The computer was off for weeks, in which the Worker published.
import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { aPost } from '../../../factories.ts'
import { aShown } from '../../../fakes/platform/audience.ts'
import { ACCOUNT_ID, createInsightWorld } from './insight-world.ts'

it('looks at a post of the weeks in which the computer was off, although the list does not reach so far', async () => {
  const world = await createInsightWorld()
  await world.pass(5 * MINUTE)
  await world.run(HOUR)
  const publishedAt = world.clock.now() + 2 * DAY
  await world.pass(40 * DAY)
  const live = { status: 'PUBLISHED', publishedAt, completedAt: publishedAt, igMediaId: '21' } as const
  const post = aPost({ platformAccountId: ACCOUNT_ID, ...live, publishOutcome: 'confirmed' })
  world.stores.data.posts.set(post.id, post)
  const reel = aShown({ igMediaId: '21', kind: 'REELS', publishedAt })
  const { list } = world.audience.calls
  Object.assign(world.audience.calls, {
    list: async (...asked: Parameters<typeof list>) => {
      world.audience.media = []
      const answer = await list(...asked)
      world.audience.media = [reel]
      return answer
    },
  })
  await world.run(2 * HOUR)
  expect((await world.rowsOf('21')).map(({ metric }) => metric)).toContain('reach')
})

it('reads the list on to where it ended before the computer was off, however many posts were made elsewhere', async () => {
  const world = await createInsightWorld()
  world.audience.media = [aShown({ igMediaId: '30', publishedAt: world.clock.now() - DAY })]
  await world.pass(5 * MINUTE)
  await world.run(HOUR)
  const publishedAt = world.clock.now() + 2 * DAY
  await world.pass(40 * DAY)
  const missed = { ...aShown({ igMediaId: '31', publishedAt }), figures: { reach: 7 } }
  world.audience.media = [aShown({ igMediaId: '32', publishedAt: world.clock.now() - DAY })]
  world.audience.nextCursor = 'older'
  world.audience.older = { older: { media: [missed], next: null } }
  await world.run(2 * HOUR)
  expect(await world.rowsOf('31')).not.toEqual([])
})
