// Retries of a failed post, many at once and at any moment: of each failure one retry is accepted, and in the end the post is
// live exactly once, whether it was live before or not.
import { afterEach, describe, expect, it } from 'vitest'
import { CodedError } from '../../core/errors.ts'
import { editDraft } from '../../core/features/posts/drafts.ts'
import { retryPost } from '../../core/features/posts/retry.ts'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { cancelScheduled } from '../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft } from '../../core/features/scheduling/schedule-post.ts'
import { changing, createWorld, type World } from './publishing-world.ts'
import { share, TRIES_ALL } from './share.ts'

let world: World | undefined
afterEach(() => {
  world?.close()
  world = undefined
})

async function open(): Promise<World> {
  world?.close()
  world = await createWorld({ containers: { publishedLag: 20_000 } })
  return world
}

const ROUNDS = TRIES_ALL ? 20 : 4
const AT_ONCE = 50

/** Everything that could tell whether the post is live fails, until it is FAILED and nobody knows. */
async function leftInDoubt(effect: 'before' | 'after'): Promise<{ world: World; id: string }> {
  const opened = await open()
  const id = await opened.publish('in doubt')
  opened.sandbox.faults.add({ on: 'publish', mode: 'drop', effect })
  opened.sandbox.faults.add({ on: 'status', mode: 'object-missing', skip: 1, times: 1_000 })
  opened.sandbox.faults.add({ on: 'list', mode: 'server-error', times: 1_000 })
  await opened.run(undefined, 20 * MINUTE)
  expect(await opened.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
  opened.sandbox.faults.clear()
  return { world: opened, id }
}

/** The codes of what was refused, `accepted` for what was not. */
async function retryManyTimes(opened: World, id: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      for (let turn = 0; turn < index % 7; turn += 1) await Promise.resolve()
      return retryOnce(opened, id)
    }),
  )
}

async function retryOnce(opened: World, id: string): Promise<string> {
  try {
    await retryPost(changing(opened), id)
    return 'accepted'
  } catch (error) {
    if (error instanceof CodedError) return error.code
    throw error
  }
}

const oneAccepted = (answers: string[]) => {
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'INVALID_STATUS')).toHaveLength(AT_ONCE - 1)
}

describe('fifty retries at once', () => {
  it.each([
    ['in truth live', 'after'],
    ['in truth not live', 'before'],
  ] as const)('of a post that is %s: one is accepted, and it is live once', async (_truth, effect) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { world: opened, id } = await leftInDoubt(effect)
      oneAccepted(await retryManyTimes(opened, id))
      await opened.run(undefined, 3 * HOUR)
      expect(await opened.brokenPromises()).toEqual([])
      expect(await opened.post(id)).toMatchObject({
        status: 'PUBLISHED',
        igMediaId: opened.sandbox.live()[0]?.id,
        errorCode: null,
        retryCount: 0,
      })
      expect(opened.sandbox.live()).toHaveLength(1)
    }
  })

  it('of a post that nothing was sent of: one is accepted, and it is live once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const id = await opened.publish('refused')
      opened.sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009 })
      await opened.run()
      expect(await opened.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
      oneAccepted(await retryManyTimes(opened, id))
      await opened.run()
      expect(await opened.brokenPromises()).toEqual([])
      expect(opened.sandbox.live()).toHaveLength(1)
    }
  })
})

describe('a retry while a background look is under way', () => {
  it.each([
    ['in truth live', 'after'],
    ['in truth not live', 'before'],
  ] as const)('at any point of it, of a post that is %s, leaves it live once', async (_truth, effect) => {
    const { world: counted } = await leftInDoubt(effect)
    let points = 0
    await counted.run(() => (points += 1) < 0, HOUR)
    expect(points).toBeGreaterThan(8)
    let accepted = 0
    for (const index of share([...Array(points).keys()], 5, effect.length)) {
      const { world: opened, id } = await leftInDoubt(effect)
      let passed = 0
      let answer: Promise<string> | undefined
      await opened.run(() => {
        if (passed++ === index) answer = retryOnce(opened, id)
        return false
      }, 3 * HOUR)
      const said = await answer
      expect(['accepted', 'INVALID_STATUS']).toContain(said)
      accepted += Number(said === 'accepted')
      await opened.run(undefined, 3 * HOUR)
      expect(await opened.brokenPromises(), `point ${index}`).toEqual([])
      expect(opened.sandbox.live(), `point ${index}`).toHaveLength(1)
      expect((await opened.post(id)).status).toBe('PUBLISHED')
    }
    expect(accepted).toBeGreaterThan(0)
  })
})

describe('a retry that is taken back before it begins', () => {
  it.each(['image', 'reel'] as const)(
    'leaves a draft that goes out as it was edited, at its time: %s',
    async (kind) => {
      const opened = await open()
      const id = await opened.schedule('old words', kind, HOUR)
      opened.sandbox.faults.add({ on: 'publish', mode: 'quota-reached' })
      await opened.run(undefined, 3 * HOUR)
      expect(await opened.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
      await retryPost(changing(opened), id)
      await cancelScheduled(changing(opened), id)
      await editDraft(changing(opened), id, { caption: 'new words' })
      const scheduledFor = opened.clock.now() + 2 * HOUR
      await scheduleDraft(changing(opened), id, { scheduledFor })
      await opened.run(undefined, DAY)
      expect(await opened.brokenPromises()).toEqual([])
      expect(opened.sandbox.live().map(({ caption }) => caption)).toEqual(['new words'])
      expect((await opened.post(id)).publishedAt).toBeGreaterThanOrEqual(scheduledFor)
    },
  )
})
