// A data folder that is older than what happened, whether anybody noticed or not: what is live already is found and not sent
// again, what only could be is shown, and the rest goes out.
import { describe, expect, it } from 'vitest'
import type { PublishablePostBody } from '../../../core/api/posts.ts'
import { editDraft } from '../../../core/features/posts/drafts.ts'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft } from '../../../core/features/scheduling/schedule-post.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { liveOf, POST_KINDS, type PostKind } from '../kinds/post-kinds.ts'
import { changing, createWorld, type World, type WorldOptions } from '../publishing-world.ts'
import { spokenWarnings } from '../../factories.ts'

/** What was backed up and lived on, back in the state of the backup, `away` later. */
async function restoredAfter(
  before: World,
  options: Omit<WorldOptions, 'restored'> & {
    readonly lives: () => Promise<unknown>
    readonly away?: number
  },
): Promise<World> {
  const { lives, away = HOUR, ...rest } = options
  const backup = before.backUp()
  await lives()
  before.clock.advance(away)
  return createWorld({ ...rest, restored: { world: before, backup } })
}

const NO_CAPTION = { caption: null } as unknown as Partial<PublishablePostBody>
const CAPTIONED = ['image', 'reel', 'carousel 2'] as const
const TWELVE = Array.from({ length: 12 }, (_, n) => n)
const kindOf = (n: number, kinds: readonly PostKind[] = POST_KINDS) => kinds[n % kinds.length] ?? 'image'

/** Some at once, most of them for a time. */
async function twelve(world: World, kinds?: readonly PostKind[]): Promise<string[]> {
  const ids: string[] = []
  for (const n of TWELVE) {
    const kind = kindOf(n, kinds)
    const id = n < 3 ? world.publish(`post ${n}`, kind) : world.schedule(`post ${n}`, kind, n * 20 * MINUTE)
    ids.push(await id)
  }
  return ids
}

async function liveTimes(world: World, ids: readonly string[]): Promise<number[]> {
  const posts = await Promise.all(ids.map((id) => world.post(id)))
  return posts.map((post) => liveOf(post, world.sandbox.live()).length)
}

const listCalls = async (world: World, id: string) =>
  (await world.stores.ledger.listAttempts(id)).filter(({ call }) => call === 'list media').length

describe('twelve posts that went out after the backup', () => {
  it('are taken as published, with their ids and links, and not sent again', async () => {
    const before = await createWorld()
    const ids = await twelve(before, CAPTIONED)
    const world = await restoredAfter(before, { lives: () => before.run(undefined, 5 * HOUR) })
    expect(await liveTimes(world, ids)).toEqual(TWELVE.map(() => 1))
    await world.run(undefined, DAY)
    expect(await liveTimes(world, ids)).toEqual(TWELVE.map(() => 1))
    for (const id of ids) {
      const post = await world.post(id)
      const [live] = liveOf(post, world.sandbox.live())
      expect(post).toMatchObject({ status: 'PUBLISHED', igMediaId: live?.id, publishOutcome: 'confirmed' })
      expect(post.igPermalink).not.toBeNull()
      expect(Math.abs((post.publishedAt ?? 0) - (live?.publishedAt ?? 0))).toBeLessThan(SECOND)
      expect(spokenWarnings(post)).toContain('not published again')
    }
    expect(await world.brokenPromises()).toEqual([])
  })

  it('of every kind are live once; stories, which have no words of their own, are shown to the user', async () => {
    const before = await createWorld()
    const ids = await twelve(before)
    const world = await restoredAfter(before, { lives: () => before.run(undefined, 5 * HOUR) })
    await world.run(undefined, DAY)
    expect(await liveTimes(world, ids)).toEqual(TWELVE.map(() => 1))
    for (const [n, id] of ids.entries()) {
      const isStory = kindOf(n).endsWith('story')
      const doubtful = { status: 'FAILED', publishOutcome: 'unconfirmed', recovery: 'check_platform' }
      expect(await world.post(id)).toMatchObject(isStory ? doubtful : { status: 'PUBLISHED' })
    }
    expect(await world.brokenPromises()).toEqual([])
  })

  it('in part only: the others go out, late or at their time', async () => {
    const before = await createWorld()
    const ids = await twelve(before, CAPTIONED)
    const lives = () => before.run(undefined, 100 * MINUTE)
    const world = await restoredAfter(before, { lives, away: 45 * MINUTE })
    expect((await liveTimes(world, ids)).filter((times) => times === 1)).toHaveLength(6)
    await world.run(undefined, DAY)
    expect(await liveTimes(world, ids)).toEqual(TWELVE.map(() => 1))
    for (const id of ids) expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await world.brokenPromises()).toEqual([])
  })

  it('cost one list for all of them, and those that became due since none', async () => {
    const before = await createWorld()
    const ids = await twelve(before, CAPTIONED)
    const lives = () => before.run(undefined, 100 * MINUTE)
    const world = await restoredAfter(before, { lives, away: 0 })
    await world.run(undefined, DAY)
    const calls = await Promise.all(ids.map((id) => listCalls(world, id)))
    expect(calls.reduce((sum, count) => sum + count)).toBe(1)
  })

  it('are not denied when access has ended, so that nobody can look for them', async () => {
    const before = await createWorld()
    const early = [await before.publish('at once'), await before.schedule('for its time', 'image', HOUR)]
    const later = await before.schedule('later', 'image', 10 * HOUR)
    const world = await restoredAfter(before, { lives: () => before.run(undefined, 2 * HOUR) })
    await world.stores.accounts.remove(world.accountId)
    await world.run(undefined, DAY)
    for (const id of early) {
      const doubtful = { status: 'FAILED', publishOutcome: 'unconfirmed', recovery: 'reconnect' }
      expect(await world.post(id)).toMatchObject(doubtful)
    }
    expect(await world.post(later)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    expect(await world.brokenPromises()).toEqual([])
  })
})

describe('a post that may be live, but cannot be told for sure', () => {
  async function inDoubt(kind: PostKind, extra?: Partial<PublishablePostBody>) {
    const before = await createWorld()
    const id = await before.publish('mine', kind, extra)
    const world = await restoredAfter(before, { lives: () => before.run() })
    await world.run()
    return { world, id }
  }

  it.each([
    ['a story', 'story', {}],
    ['a picture without words', 'image', NO_CAPTION],
  ] as const)('(%s) is shown and not sent', async (_what, kind, extra) => {
    const { world, id } = await inDoubt(kind, extra)
    expect(world.sandbox.live()).toHaveLength(1)
    expect(await world.post(id)).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
      errorDetail: expect.objectContaining({ code: 'ALIKE_IS_LIVE' }),
    })
    await world.run(undefined, 2 * DAY)
    expect(world.sandbox.live().length).toBeLessThanOrEqual(1)
  })

  it('stays in doubt when its account is disconnected before its retry could look', async () => {
    const { world, id } = await inDoubt('image', NO_CAPTION)
    await retryPost(changing(world), id)
    await world.stores.ledger.failWaitingPosts(world.accountId, world.clock.now())
    await world.stores.accounts.remove(world.accountId)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    expect(await world.brokenPromises()).toEqual([])
  })

  it('is sent when the user asks for it after that', async () => {
    const { world, id } = await inDoubt('image', NO_CAPTION)
    await retryPost(changing(world), id)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', errorDetail: null })
    expect(world.sandbox.live()).toHaveLength(2)
  })

  it('is nothing that other words name at another time, or that is of another kind, or older', async () => {
    const before = await createWorld()
    await before.publish('older')
    await before.run()
    before.clock.advance(10 * MINUTE)
    const id = await before.publish('older', 'image')
    const lives = async () => {
      const others = await createWorld({ restored: { world: before, backup: before.backUp() } })
      await others.stores.ledger.archive(id, { at: others.clock.now(), from: 'LOCAL' })
      await others.publish('older', 'reel')
      others.clock.advance(10 * MINUTE)
      await others.publish('other words')
      await others.run()
    }
    const world = await restoredAfter(before, { lives })
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
    expect(world.sandbox.live()).toHaveLength(4)
  })

  it('is each of two with the same words and times', async () => {
    const before = await createWorld()
    const ids = [await before.publish('twins'), await before.publish('twins')]
    const world = await restoredAfter(before, { lives: () => before.run() })
    await world.run()
    for (const id of ids)
      expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    expect(world.sandbox.live()).toHaveLength(2)
  })

  it('is none of those that come again with the same words: their times tell them apart', async () => {
    const before = await createWorld()
    const ids: string[] = []
    for (let day = 1; day <= 4; day += 1) ids.push(await before.schedule('lunch', 'image', day * DAY))
    const lives = () => before.run(undefined, 2 * DAY + HOUR)
    const world = await restoredAfter(before, { lives, away: 10 * MINUTE })
    await world.run(undefined, 3 * DAY)
    for (const id of ids) expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    const found = await Promise.all(ids.map(async (id) => (await world.post(id)).igMediaId))
    expect(new Set(found).size).toBe(4)
    expect(world.sandbox.live()).toHaveLength(4)
  })
})

describe('a platform that does not let us look', () => {
  const silent = { on: 'list', mode: 'server-error', times: 1_000 } as const

  it('is asked again, and nothing is sent until it does', async () => {
    const before = await createWorld()
    const id = await before.publish('patient')
    const world = await restoredAfter(before, { lives: () => before.run() })
    world.sandbox.faults.add({ ...silent, times: 2 })
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(1)
  })

  it('leaves the post in doubt in the end; asked for again, it is looked for again', async () => {
    const before = await createWorld()
    const id = await before.publish('patient')
    const world = await restoredAfter(before, { lives: () => before.run() })
    world.sandbox.faults.add(silent)
    await world.run(undefined, 20 * HOUR)
    expect(await world.post(id)).toMatchObject({
      status: 'QUEUED',
      nextAttemptAt: expect.any(Number),
      warnings: [{ code: 'LIVE_CHECK_PENDING', params: {} }],
    })
    await world.run(undefined, DAY)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    world.sandbox.faults.clear()
    await retryPost(changing(world), id)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(1)
  })
})

describe('a folder that was held and released', () => {
  it('looks for what is due later, too: the lost run may have sent it early', async () => {
    const before = await createWorld()
    const id = await before.schedule('moved', 'image', 5 * HOUR)
    const stays = await before.schedule('stays', 'image', 6 * HOUR)
    const lives = async () => {
      const other = await createWorld({ restored: { world: before, backup: before.backUp() } })
      await other.stores.ledger.archive(id, { at: other.clock.now(), from: 'LOCAL' })
      await other.publish('moved')
      await other.run(undefined, HOUR)
    }
    const world = await restoredAfter(before, { lives, away: HOUR, released: true })
    await world.run(undefined, DAY)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    expect(await world.post(stays)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(2)
  })

  it('does not look for what is accepted after that', async () => {
    const world = await createWorld({ released: true })
    await world.goOn(SECOND)
    const id = await world.publish('new')
    await world.goOn(MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await listCalls(world, id)).toBe(0)
  })
})

it('makes no second copy on the linked Page of a post that is found', async () => {
  const before = await createWorld({ login: 'partner' })
  const id = await before.publish('shared', 'image', { crossPostToPartner: true })
  const world = await restoredAfter(before, { lives: () => before.run(), login: 'partner' })
  await world.run()
  expect(await world.post(id)).toMatchObject({
    status: 'PUBLISHED',
    warnings: expect.arrayContaining([{ code: 'PAGE_COPY_UNKNOWN', params: {} }]),
  })
  const calls = (await world.stores.ledger.listAttempts(id)).map(({ call }) => call)
  expect(calls).not.toContain('publish on Page')
})

describe('a post that is changed before it was looked for', () => {
  const CAPTION = 'lunch at three'
  const outThere = async (before: World) => {
    const id = await before.schedule('lunch at noon', 'image', HOUR)
    const world = await restoredAfter(before, { lives: () => before.run(undefined, HOUR) })
    await world.stores.ledger.markWaiting(world.clock.now())
    return { id, world }
  }
  const inDoubt = { status: 'FAILED', publishOutcome: 'unconfirmed', recovery: 'check_platform' }

  it('is looked for as what it was, too, and not sent in other words', async () => {
    const { id, world } = await outThere(await createWorld())
    await editScheduled(changing(world), id, { caption: CAPTION, scheduledFor: world.clock.now() + HOUR })
    expect(await world.foreseeRelease()).toMatchObject({ posts: [{ id }], goesOut: [] })
    await world.run(undefined, DAY)
    expect(await world.post(id)).toMatchObject(inDoubt)
    expect(world.sandbox.live()).toHaveLength(1)
  })

  it('is so beside another with the words that it had: each of them is out there', async () => {
    const before = await createWorld()
    const [id, other] = [
      await before.schedule('lunch', 'image', HOUR),
      await before.schedule('lunch', 'image', HOUR),
    ]
    const world = await restoredAfter(before, { lives: () => before.run(undefined, HOUR) })
    await world.stores.ledger.markWaiting(world.clock.now())
    await editScheduled(changing(world), id, { caption: CAPTION })
    await world.run(undefined, DAY)
    expect([await world.post(id), await world.post(other)]).toMatchObject([inDoubt, inDoubt])
    expect(world.sandbox.live()).toHaveLength(2)
  })

  it('is so when it was taken back, and scheduled again in other words', async () => {
    const { id, world } = await outThere(await createWorld())
    await cancelScheduled(changing(world), id)
    await editDraft(changing(world), id, { caption: CAPTION })
    await scheduleDraft(changing(world), id, { scheduledFor: world.clock.now() + HOUR })
    await world.run(undefined, DAY)
    expect(await world.post(id)).toMatchObject(inDoubt)
    expect(world.sandbox.live()).toHaveLength(1)
  })
})

describe('what will not go out when a hold is released', () => {
  it('is told before: what is live already, and a post that recurs when its words are on the profile', async () => {
    const before = await createWorld()
    const out = await before.schedule('breakfast', 'image', HOUR)
    const recurs = await before.schedule('lunch', 'image', 7 * DAY)
    const stays = await before.schedule('dinner', 'image', 8 * DAY)
    const lives = async () => {
      const other = await createWorld({ restored: { world: before, backup: before.backUp() } })
      await other.run(undefined, 2 * HOUR)
      await other.publish('lunch')
      await other.run(undefined, HOUR)
    }
    const world = await restoredAfter(before, { lives })
    const { posts, goesOut, unreadAccountIds } = await world.foreseeRelease()
    expect(unreadAccountIds).toEqual([])
    expect(posts.map(({ id }) => id)).toEqual([out, recurs])
    for (const { message } of posts) expect(message).not.toContain('was due before')
    expect(goesOut.map(({ id }) => id)).toEqual([stays])
  })

  it('says whose profile could not be read', async () => {
    const world = await createWorld()
    const id = await world.schedule('lunch', 'image', HOUR)
    world.sandbox.faults.add({ on: 'list', mode: 'server-error', times: 9 })
    const outlook = await world.foreseeRelease()
    expect(outlook).toMatchObject({ posts: [], unreadAccountIds: [world.accountId], goesOut: [{ id }] })
  })
})

describe('a post that had failed for sure at the backup, and went out after it', () => {
  it('is looked for when it is retried again, and shown as one that may be live', async () => {
    const before = await createWorld()
    before.sandbox.faults.add({ on: 'create', mode: 'aspect-ratio' })
    const id = await before.publish('once more', 'image')
    await before.run()
    expect(await before.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    const lives = async () => {
      await retryPost(changing(before), id)
      await before.run()
    }
    const world = await restoredAfter(before, { lives })
    await world.run(undefined, SECOND)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    await retryPost(changing(world), id)
    await world.run(undefined, HOUR)
    expect(await liveTimes(world, [id])).toEqual([1])
    const doubtful = { status: 'FAILED', publishOutcome: 'unconfirmed', recovery: 'check_platform' }
    expect(await world.post(id)).toMatchObject(doubtful)
  })
})
