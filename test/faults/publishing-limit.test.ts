import { describe, expect, it } from 'vitest'
import { cancelScheduled, editScheduled } from '../../core/features/scheduling/change-schedule.ts'
import { publishDraft } from '../../core/features/posts/drafts.ts'
import { retryPost } from '../../core/features/posts/retry.ts'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { FILES } from './kinds/post-kinds.ts'
import { publishElsewhere } from './other-app.ts'
import { changing, createWorld, type World } from './publishing-world.ts'

const QUOTA = 25
const PICTURE = `http://127.0.0.1:4200/media/${FILES[0]?.publicKey}`

let world: World

async function aWorld(whenLimitIsFull: 'fail' | 'wait' = 'fail', others = 0): Promise<World> {
  world = await createWorld({ behaviour: { quota: QUOTA }, looksFirst: false })
  await world.stores.accounts.update(world.accountId, { whenLimitIsFull })
  await publishElsewhere(world, others, PICTURE)
  return world
}

async function publishMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await world.publish(`Post ${n}`))
  return ids
}

const postsOf = (ids: readonly string[]) => Promise.all(ids.map((id) => world.post(id)))
const statusesOf = async (ids: readonly string[]) => (await postsOf(ids)).map(({ status }) => status)
const several = (count: number, status: string) => Array.from({ length: count }, () => status)

async function stepsOf(ids: readonly string[]) {
  const steps = (await Promise.all(ids.map((id) => world.stores.ledger.listAttempts(id)))).flat()
  return {
    refusals: steps.filter(({ platformSubcode }) => platformSubcode === 2_207_042).length,
    reads: steps.filter(({ call }) => call === 'read publishing limit').length,
  }
}

/** What the evening's check finds. */
async function readLimit(used = world.sandbox.live().length) {
  const reading = { used, allowed: QUOTA, readAt: world.clock.now() }
  await world.stores.settings.put({ [`publishingLimit:${world.accountId}`]: reading })
}

const LIMIT_FAILURE = {
  status: 'FAILED',
  errorCode: 'PLATFORM_ERROR',
  errorDetail: { code: 'PUBLISHING_LIMIT' },
  recovery: 'wait',
  publishOutcome: 'confirmed',
}

/** And goes out once there is some. */
async function expectWaitsForRoom(id: string): Promise<void> {
  expect(await world.post(id)).toMatchObject({ status: 'QUEUED', warnings: [{ code: 'WAITS_FOR_ROOM' }] })
  await world.run(() => false, 2 * DAY)
  expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
}

describe('a publishing limit that is full', () => {
  it('fails the posts beyond it with when there is room, and spends no refusal', async () => {
    await aWorld()
    const first = world.clock.now()
    const ids = await publishMany(QUOTA + 3)
    await world.run(() => false, HOUR)
    expect(await statusesOf(ids)).toEqual([...several(QUOTA, 'PUBLISHED'), ...several(3, 'FAILED')])
    const failed = (await postsOf(ids)).slice(QUOTA)
    for (const post of failed) {
      expect(post).toMatchObject(LIMIT_FAILURE)
      expect((post.nextAttemptAt ?? 0) - DAY - first).toBeGreaterThanOrEqual(0)
      expect((post.nextAttemptAt ?? 0) - DAY - first).toBeLessThan(MINUTE)
    }
    // One more call, and only for posts beyond the twentieth within a day.
    expect(await stepsOf(ids)).toEqual({ refusals: 0, reads: QUOTA - 20 + 1 })
    expect(await world.brokenPromises()).toEqual([])
  })

  it('fails the sixth and those behind it where other apps took twenty places, without a call', async () => {
    await aWorld('fail', 20)
    await readLimit()
    const ids = await publishMany(8)
    await world.run(() => false, HOUR)
    expect(await statusesOf(ids)).toEqual([...several(5, 'PUBLISHED'), ...several(3, 'FAILED')])
    expect((await stepsOf(ids)).refusals).toBe(0)
    expect((await postsOf(ids.slice(5)))[0]).toMatchObject(LIMIT_FAILURE)
  })

  it('is learned from one refusal where nobody has asked, and no second one is spent', async () => {
    await aWorld('fail', QUOTA)
    const ids = await publishMany(4)
    await world.run(() => false, HOUR)
    expect(await statusesOf(ids)).toEqual(several(4, 'FAILED'))
    expect((await stepsOf(ids)).refusals).toBe(1)
    for (const post of await postsOf(ids)) {
      expect(post).toMatchObject(LIMIT_FAILURE)
      expect(post.nextAttemptAt).toBeGreaterThan(world.clock.now())
    }
  })

  it.each([
    ['nobody has asked', false],
    ['what is known leaves room', true],
  ])('says when there is room, too, where its first container is refused and %s', async (_, isKnown) => {
    await aWorld()
    if (isKnown) await readLimit()
    world.sandbox.faults.add({ on: 'create', mode: 'quota-reached' })
    const ids = await publishMany(2)
    await world.run(() => false, MINUTE)
    for (const post of await postsOf(ids)) {
      expect(post).toMatchObject(LIMIT_FAILURE)
      expect(post.nextAttemptAt).toBeGreaterThan(world.clock.now() + DAY - HOUR)
    }
    expect((await stepsOf(ids)).refusals).toBe(1)
  })

  it('gives the last place to the post whose time came first, although it takes longer to prepare', async () => {
    await aWorld('fail', QUOTA - 1)
    await readLimit()
    const ids = [await world.publish('first', 'reel'), await world.publish('second', 'image')]
    await world.run(() => false, HOUR)
    expect(await statusesOf(ids)).toEqual(['PUBLISHED', 'FAILED'])
    expect((await stepsOf(ids)).refusals).toBe(0)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('keeps a post waiting that its user asks for again, until there is room', async () => {
    await aWorld('fail', QUOTA)
    await readLimit()
    const [id = ''] = await publishMany(1)
    await world.run(() => false, MINUTE)
    expect(await world.post(id)).toMatchObject(LIMIT_FAILURE)
    await retryPost(changing(world), id)
    await world.run(() => false, HOUR)
    await expectWaitsForRoom(id)
    expect((await stepsOf([id])).refusals).toBe(0)
  })

  it('spends one refusal on a post that its user asks for again after it was refused', async () => {
    await aWorld('fail', QUOTA)
    const [id = ''] = await publishMany(1)
    await world.run(() => false, 10 * MINUTE)
    expect(await world.post(id)).toMatchObject(LIMIT_FAILURE)
    expect((await stepsOf([id])).refusals).toBe(1)
    await retryPost(changing(world), id)
    await world.run(() => false, HOUR)
    await expectWaitsForRoom(id)
    expect((await stepsOf([id])).refusals).toBe(1)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('keeps that post waiting when it is changed, and forgets that wish when it is taken back', async () => {
    await aWorld('fail', QUOTA)
    await readLimit()
    const [changed = '', takenBack = ''] = await publishMany(2)
    await world.run(() => false, MINUTE)
    for (const id of [changed, takenBack]) await retryPost(changing(world), id)
    await world.run(() => false, HOUR)
    await editScheduled(changing(world), changed, { caption: 'without the typo' })
    await cancelScheduled(changing(world), takenBack)
    await publishDraft(changing(world), takenBack)
    await world.run(() => false, HOUR)
    const [waits, failed] = await postsOf([changed, takenBack])
    expect(waits).toMatchObject({ status: 'SCHEDULED', warnings: [{ code: 'WAITS_FOR_ROOM' }] })
    expect(failed).toMatchObject(LIMIT_FAILURE)
    await world.run(() => false, 2 * DAY)
    expect(await statusesOf([changed, takenBack])).toEqual(['PUBLISHED', 'FAILED'])
    expect((await stepsOf([changed, takenBack])).refusals).toBe(0)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('keeps that post waiting, too, when the publish call is refused although room was known', async () => {
    await aWorld('fail', QUOTA)
    await readLimit()
    const [id = ''] = await publishMany(1)
    await world.run(() => false, MINUTE)
    await retryPost(changing(world), id)
    world.sandbox.faults.add({ on: 'publish', mode: 'quota-reached' })
    await world.run(() => false, DAY + HOUR / 2)
    await expectWaitsForRoom(id)
    expect((await stepsOf([id])).refusals).toBe(1)
    expect(await world.brokenPromises()).toEqual([])
  })
})

describe('an account whose posts wait for room', () => {
  it('publishes all of them in the order of their times, as soon as there is room', async () => {
    await aWorld('wait')
    const ids = await publishMany(QUOTA + 5)
    await world.run(() => false, HOUR)
    expect(await statusesOf(ids)).toEqual([...several(QUOTA, 'PUBLISHED'), ...several(5, 'QUEUED')])
    await world.run(() => false, 3 * DAY)
    expect(await statusesOf(ids)).toEqual(several(QUOTA + 5, 'PUBLISHED'))
    const times = (await postsOf(ids)).map(({ publishedAt }) => publishedAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(DAY + 10 * MINUTE)
    expect((await stepsOf(ids)).refusals).toBe(0)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('reads the limit once an hour, and uses room that comes sooner than a day after our oldest post', async () => {
    await aWorld('wait', 20)
    world.clock.advance(20 * HOUR)
    await readLimit()
    const ids = await publishMany(8)
    await world.run(() => false, 6 * HOUR)
    expect(await statusesOf(ids)).toEqual(several(8, 'PUBLISHED'))
    const { refusals, reads } = await stepsOf(ids)
    expect(refusals).toBe(0)
    expect(reads).toBeLessThan(20)
    const times = (await postsOf(ids)).map(({ publishedAt }) => publishedAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('tells at once that a scheduled post waits, and lets nothing overtake it', async () => {
    // Room for one, and for the others two hours later.
    await aWorld('wait', 1)
    world.clock.advance(2 * HOUR)
    await publishElsewhere(world, QUOTA - 1, PICTURE)
    await readLimit()
    const reel = await world.schedule('first', 'reel', 30 * MINUTE)
    const image = await world.schedule('second', 'image', 31 * MINUTE)
    await world.run(() => false, 40 * MINUTE)
    for (const post of await postsOf([reel, image])) {
      expect(post).toMatchObject({ status: 'SCHEDULED', warnings: [{ code: 'WAITS_FOR_ROOM' }] })
      expect(post.nextAttemptAt).toBeGreaterThan(world.clock.now())
    }
    await world.run(() => false, 22 * HOUR)
    expect(await statusesOf([reel, image])).toEqual(['PUBLISHED', 'SCHEDULED'])
    await world.run(() => false, 3 * HOUR)
    expect(await statusesOf([reel, image])).toEqual(['PUBLISHED', 'PUBLISHED'])
  })

  it('lets one that waits be changed and moved, and the one behind it goes first', async () => {
    await aWorld('wait', QUOTA)
    await readLimit()
    const moved = await world.schedule('first', 'image', HOUR)
    const stays = await world.schedule('second', 'image', 2 * HOUR)
    await world.run(() => false, 3 * HOUR)
    expect(await statusesOf([moved, stays])).toEqual(['SCHEDULED', 'SCHEDULED'])
    const scheduledFor = world.clock.now() + 30 * HOUR
    const edited = await editScheduled(changing(world), moved, { caption: 'third', scheduledFor })
    expect(edited).toMatchObject({ status: 'SCHEDULED', nextAttemptAt: null, warnings: null })
    await world.run(() => false, 3 * DAY)
    const [after, other] = await postsOf([moved, stays])
    expect(after?.publishedAt).toBeGreaterThanOrEqual(scheduledFor)
    expect(other?.publishedAt).toBeLessThan(scheduledFor)
    const live = world.sandbox.live().map(({ caption }) => caption)
    expect(live.filter((caption) => caption === 'first' || caption === 'third')).toEqual(['third'])
    expect((await stepsOf([moved, stays])).refusals).toBe(0)
  })

  it('lets one without a time be changed while it waits, and given a time or taken back', async () => {
    await aWorld('wait', QUOTA)
    await readLimit()
    const [changed = '', moved = '', takenBack = ''] = await publishMany(3)
    await world.run(() => false, HOUR)
    expect(await statusesOf([changed, moved, takenBack])).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
    const scheduledFor = world.clock.now() + 30 * HOUR
    expect(await editScheduled(changing(world), changed, { caption: 'as changed' })).toMatchObject({
      status: 'SCHEDULED',
      caption: 'as changed',
    })
    expect(await editScheduled(changing(world), moved, { scheduledFor })).toMatchObject({ scheduledFor })
    await cancelScheduled(changing(world), takenBack)
    await world.run(() => false, 3 * DAY)
    const [first, second] = await postsOf([changed, moved])
    expect(await statusesOf([changed, moved, takenBack])).toEqual(['PUBLISHED', 'PUBLISHED', 'DRAFT'])
    expect(first?.publishedAt).toBeLessThan(scheduledFor)
    expect(second?.publishedAt).toBeGreaterThanOrEqual(scheduledFor)
    expect(world.sandbox.live().map(({ caption }) => caption)).toContain('as changed')
    expect(await world.brokenPromises()).toEqual([])
  })

  it('lets an old draft that was published behind others overtake none of them when it is changed', async () => {
    await aWorld('wait', QUOTA)
    await readLimit()
    const [draft = ''] = await publishMany(1)
    await world.run(() => false, HOUR)
    await cancelScheduled(changing(world), draft)
    const first = await world.publish('first')
    await publishDraft(changing(world), draft)
    await world.run(() => false, HOUR)
    await editScheduled(changing(world), draft, { caption: 'second' })
    await world.run(() => false, 2 * DAY)
    expect(await statusesOf([first, draft])).toEqual(['PUBLISHED', 'PUBLISHED'])
    const newestFirst = world.sandbox.live().map(({ caption }) => caption)
    expect(newestFirst.slice(0, 2)).toEqual(['second', 'first'])
  })

  it('keeps what is under way for a time or for room, and nothing else, open to changes', async () => {
    await aWorld('wait')
    const [id = ''] = await publishMany(1)
    await expect(editScheduled(changing(world), id, { caption: 'too late' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('makes a new container when there is room, and reads none of the day before', async () => {
    await aWorld('wait', QUOTA)
    const [id = ''] = await publishMany(1)
    await world.run(() => false, 2 * DAY)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    const steps = await world.stores.ledger.listAttempts(id)
    expect(steps.filter(({ outcome }) => outcome === 'EXPIRED')).toEqual([])
    expect((await stepsOf([id])).refusals).toBe(1)
  })
})

it('posts the first comment of the post that took the last place: comments need no room', async () => {
  await aWorld()
  await publishMany(QUOTA - 1)
  await world.run(() => false, MINUTE)
  await world.publish('The last', 'image', { firstComment: 'Recipe below', commentsEnabled: false })
  await world.run(() => false, MINUTE)
  const account = await world.stores.accounts.get(world.accountId)
  expect(account?.pausedUntil).toBeNull()
  const [last] = world.sandbox.live().filter(({ caption }) => caption === 'The last')
  expect(last).toMatchObject({ comments: [{ text: 'Recipe below' }], commentsEnabled: false })
})

it('asks nothing more for an account that publishes little', async () => {
  world = await createWorld()
  const id = await world.publish('Alone')
  await world.run(() => false, MINUTE)
  const calls = (await world.stores.ledger.listAttempts(id)).map(({ call }) => call)
  expect(calls).not.toContain('read publishing limit')
})
