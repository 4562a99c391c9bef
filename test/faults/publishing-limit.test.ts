import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { createWorld } from './publishing-world.ts'

const QUOTA = 25

it('waits for room in the publishing limit instead of spending a refusal', async () => {
  const world = await createWorld({ behaviour: { quota: QUOTA } })
  const ids: string[] = []
  for (let n = 0; n < QUOTA + 5; n += 1) ids.push(await world.publish(`Post ${n}`))
  await world.run(() => false, 3 * DAY)
  expect(await world.brokenPromises()).toEqual([])
  const posts = await Promise.all(ids.map((id) => world.post(id)))
  expect(posts.map(({ status }) => status)).toEqual(ids.map(() => 'PUBLISHED'))
  const steps = (await Promise.all(ids.map((id) => world.stores.ledger.listAttempts(id)))).flat()
  expect(steps.filter(({ platformSubcode }) => platformSubcode === 2_207_042)).toEqual([])
  // One more call, and only for posts beyond the twentieth within a day: a day later, all of the first have left it at once.
  expect(steps.filter(({ call }) => call === 'read publishing limit')).toHaveLength(QUOTA - 20 + 1)
  const times = posts.map(({ publishedAt }) => publishedAt ?? 0).toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  expect(last - first).toBeGreaterThanOrEqual(DAY)
  expect(last - first).toBeLessThan(DAY + HOUR)
  world.close()
})

it('posts the first comment of the post that took the last place: comments need no room', async () => {
  const world = await createWorld({ behaviour: { quota: QUOTA } })
  for (let n = 1; n < QUOTA; n += 1) await world.publish(`Post ${n}`)
  await world.run(() => false, MINUTE)
  await world.publish('The last', 'image', { firstComment: 'Recipe below', commentsEnabled: false })
  await world.run(() => false, MINUTE)
  const account = await world.stores.accounts.get(world.accountId)
  expect(account?.pausedUntil).toBeGreaterThan(world.clock.now() + HOUR)
  const [last] = world.sandbox.live().filter(({ caption }) => caption === 'The last')
  expect(last).toMatchObject({ comments: [{ text: 'Recipe below' }], commentsEnabled: false })
  world.close()
})

it('asks nothing more for an account that publishes little', async () => {
  const world = await createWorld()
  const id = await world.publish('Alone')
  await world.run(() => false, MINUTE)
  const calls = (await world.stores.ledger.listAttempts(id)).map(({ call }) => call)
  expect(calls).not.toContain('read publishing limit')
  world.close()
})
