// Many posts are changed in one request while the Worker has some of them: what it is to be asked is recorded with the changes of the
// others, and is carried out whatever becomes of the answers and of this process.
import { beforeEach, describe, expect, it } from 'vitest'
import type { ManyPartBody } from '../../../core/api/many-posts.ts'
import { changeMany } from '../../../core/features/scheduling/change-many.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { createHandoverWorld, type Fate, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const NAMES = ['one', 'two', 'three'] as const

/** Posts at the Worker, and one that is not there yet. */
async function postsAtWorker(): Promise<string[]> {
  const ids: string[] = []
  for (const name of NAMES) ids.push((await world.newPost(name)).id)
  await world.run(MINUTE)
  for (const id of ids) expect(await world.post(id)).toMatchObject({ handover: 'cloud' })
  return ids
}

const change = (posts: readonly ManyPartBody[]) =>
  changeMany({ ...world.schedule, handovers: world.ports.handovers }, { posts: [...posts], atomic: false })

const each = (ids: readonly string[], action: ManyPartBody['action']) => ids.map((id) => ({ id, action }))

const states = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.post(id))?.status ?? 'gone'))

describe.each([
  ['unschedule', 'DRAFT'],
  ['discard', 'gone'],
  ['delete', 'gone'],
] as const)('%s of many posts at the Worker', (action, after) => {
  it('is done when the Worker has released them', async () => {
    const ids = await postsAtWorker()
    expect(await change(each(ids, action))).toMatchObject({ done: 3, pending: 0, refused: 0 })
    expect(await states(ids)).toEqual([after, after, after])
    await world.run(15 * MINUTE)
    expect(NAMES.map(world.liveCount)).toEqual([0, 0, 0])
  })

  it.each<Fate>(action === 'unschedule' ? ['lost', 'never', 'unreachable', 'refused', 'late'] : ['lost'])(
    'is pending, and carried out, when the answer is: %s',
    async (fate) => {
      const ids = await postsAtWorker()
      world.fates((call) => (call === 'cancelJob' ? fate : 'ok'))
      expect(await change(each(ids, action))).toMatchObject({ done: 0, pending: 3, refused: 0 })
      world.fates(() => 'ok')
      await world.letLateArrive()
      await world.run(20 * MINUTE)
      expect(await states(ids)).toEqual([after, after, after])
      expect(NAMES.map(world.liveCount)).toEqual([0, 0, 0])
    },
  )

  it('is carried out by the next process when this one ends before the Worker is asked', async () => {
    const ids = await postsAtWorker()
    world.restart((place) => place.includes('cancelJob'))
    await expect(change(each(ids, action))).rejects.toThrow()
    world.restart()
    await world.run(20 * MINUTE)
    expect(await states(ids)).toEqual([after, after, after])
    expect(NAMES.map(world.liveCount)).toEqual([0, 0, 0])
  })
})

describe('many posts of which the Worker has begun to publish one', () => {
  it('are taken back but for that, which stays in sight', async () => {
    const ids = await postsAtWorker()
    const late = await world.newPost('late', 3 * MINUTE)
    await world.run(MINUTE)
    world.open(false)
    await world.run(4 * MINUTE)
    expect(await change(each([...ids, late.id], 'discard'))).toMatchObject({
      done: 3,
      pending: 0,
      refused: 1,
      results: [{}, {}, {}, { id: late.id, problem: { code: 'INVALID_STATUS' } }],
    })
    world.open(true)
    await world.run(15 * MINUTE)
    expect(await states([...ids, late.id])).toEqual(['gone', 'gone', 'gone', 'PUBLISHED'])
    expect([...NAMES, 'late'].map(world.liveCount)).toEqual([0, 0, 0, 1])
  })

  it('are moved but for that, although the answer to the others is lost', async () => {
    const ids = await postsAtWorker()
    const late = await world.newPost('late', 3 * MINUTE)
    await world.run(MINUTE)
    world.open(false)
    await world.run(4 * MINUTE)
    const to = world.clock.now() + DAY
    world.fates((call) => (call === 'putJob' ? 'lost' : 'ok'))
    const parts = [...ids, late.id].map((id) => ({ id, action: 'reschedule', scheduledFor: to }) as const)
    expect(await change(parts)).toMatchObject({ done: 0, pending: 3, refused: 1 })
    world.fates(() => 'ok')
    world.open(true)
    await world.run(15 * MINUTE)
    const times = await Promise.all(ids.map(async (id) => toIso((await world.post(id))?.scheduledFor ?? 0)))
    expect(times).toEqual(ids.map(() => toIso(to)))
    expect([...NAMES, 'late'].map(world.liveCount)).toEqual([0, 0, 0, 1])
  })
})

describe('another time for many posts at the Worker', () => {
  it.each<Fate>(['ok', 'lost', 'late'])('is theirs in the end when the answer is: %s', async (fate) => {
    const ids = await postsAtWorker()
    const to = world.clock.now() + 3 * HOUR
    world.fates((call) => (call === 'putJob' ? fate : 'ok'))
    const parts = ids.map((id) => ({ id, action: 'reschedule', scheduledFor: to }) as const)
    const told = fate === 'ok' ? { done: 3, pending: 0 } : { done: 0, pending: 3 }
    expect(await change(parts)).toMatchObject({ ...told, refused: 0 })
    world.fates(() => 'ok')
    await world.letLateArrive()
    await world.run(20 * MINUTE)
    const times = await Promise.all(ids.map(async (id) => (await world.post(id))?.scheduledFor))
    expect(times).toEqual([to, to, to])
    expect(NAMES.map(world.liveCount)).toEqual([0, 0, 0])
    await world.run(3 * HOUR)
    expect(NAMES.map(world.liveCount)).toEqual([1, 1, 1])
  })
})
