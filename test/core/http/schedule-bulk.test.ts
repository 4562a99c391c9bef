import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

interface Answer {
  readonly status: number
  readonly body: {
    readonly scheduled: number
    readonly results: readonly {
      readonly post: {
        readonly postId: string
        readonly scheduledFor: string
        readonly warningDetails: readonly { readonly code: string }[]
      } | null
      readonly problems: readonly { readonly code: string; readonly field: string }[]
    }[]
  }
}

async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const auth = bearer(await test.newKey())
  const post = (at: number, change: object = {}) => ({
    accountId: account.id,
    mediaType: 'IMAGE',
    mediaFileId: image.id,
    caption: `Post at ${at}`,
    scheduledFor: toIso(test.clock.now() + at),
    ...change,
  })
  async function send(body: object, key?: string): Promise<Answer> {
    const headers = key === undefined ? auth : { ...auth, 'idempotency-key': key }
    const response = await test.call('/api/v1/schedule/bulk', jsonRequest('POST', body, headers))
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  return { test, account, auth, post, send }
}

describe('scheduling many posts at once', () => {
  it.each([true, false])('schedules all of them in their order, atomic: %s', async (atomic) => {
    const { test, post, send } = await aScene()
    const posts = [3, 1, 2].map((hours) => post(hours * HOUR))
    const { status, body } = await send({ atomic, posts })
    expect(status).toBe(200)
    expect(body.scheduled).toBe(3)
    expect(body.results.map((one) => one.post?.scheduledFor)).toEqual(posts.map((one) => one.scheduledFor))
    expect([test.data.posts.size, test.data.jobs.size]).toEqual([3, 3])
  })

  it('takes 200 posts, and no more', async () => {
    const { test, post, send } = await aScene()
    const posts = Array.from({ length: 200 }, (_, index) => post((index + 1) * HOUR))
    expect((await send({ atomic: true, posts })).body.scheduled).toBe(200)
    expect(test.data.posts.size).toBe(200)
    expect((await send({ posts: [...posts, post(HOUR)] })).status).toBe(400)
    expect((await send({ posts: [] })).status).toBe(400)
  })

  it('takes them with the longest captions, also with each letter escaped', async () => {
    const { test, auth, post } = await aScene()
    const caption = 'щ'.repeat(2_200)
    const posts = Array.from({ length: 200 }, (_, index) => post((index + 1) * HOUR, { caption }))
    const body = JSON.stringify({ posts }).replaceAll('щ', String.raw`\u0449`)
    const response = await test.call('/api/v1/schedule/bulk', { ...jsonRequest('POST', {}, auth), body })
    expect(await response.json()).toMatchObject({ scheduled: 200 })
  })

  const WRONG = { mediaType: 'REELS', caption: 7 }

  it('schedules what can be, and says all that is wrong with the others', async () => {
    const { test, post, send } = await aScene()
    const { body } = await send({
      posts: [post(HOUR), post(HOUR, WRONG), post(-HOUR), { ...post(0), scheduledFor: undefined }],
    })
    expect(body.scheduled).toBe(1)
    expect(body.results.map(({ problems }) => problems.map(({ code, field }) => `${code} ${field}`))).toEqual(
      [
        [],
        ['VALIDATION_ERROR caption', 'INVALID_MEDIA_TYPE media'],
        ['INVALID_SCHEDULE scheduledFor'],
        ['VALIDATION_ERROR scheduledFor'],
      ],
    )
    expect(test.data.posts.size).toBe(1)
  })

  it('schedules none when one of an atomic batch cannot be', async () => {
    const { test, post, send } = await aScene()
    const { body } = await send({ atomic: true, posts: [post(HOUR), post(2 * HOUR, WRONG)] })
    expect(body).toMatchObject({ scheduled: 0, results: [{ post: null, problems: [] }, { post: null }] })
    expect(body.results[1]?.problems).toHaveLength(2)
    expect([test.data.posts.size, test.data.jobs.size]).toEqual([0, 0])
  })

  it('warns of posts of the batch that are too close to each other', async () => {
    const { post, send } = await aScene()
    const { body } = await send({ atomic: true, posts: [post(HOUR), post(HOUR + MINUTE), post(9 * HOUR)] })
    const isWarned = body.results.map((one) =>
      one.post?.warningDetails.some(({ code }) => code === 'TOO_CLOSE'),
    )
    expect(isWarned).toEqual([true, true, false])
  })

  it.each([true, false])('gives each post a slot of its own, atomic: %s', async (atomic) => {
    const { test, account, post, send } = await aScene()
    await test.ports.slots.replace(
      {
        accountId: account.id,
        version: 0,
        from: test.clock.now(),
        plan: {
          timezone: 'UTC',
          weekly: {
            monday: ['09:00', '17:00'],
            tuesday: ['09:00'],
            wednesday: [],
            thursday: [],
            friday: [],
            saturday: [],
            sunday: [],
          },
          exceptions: [],
        },
      },
      () => true,
    )
    const inSlot = { ...post(0), scheduledFor: undefined, nextSlot: true }
    const { body } = await send({ atomic, posts: [inSlot, inSlot, inSlot] })
    expect(new Set(body.results.map((one) => one.post?.scheduledFor)).size).toBe(3)
  })

  it.each([true, false])('acts once under a key, atomic: %s', async (atomic) => {
    const { test, post, send } = await aScene()
    const wanted = { atomic, posts: [post(HOUR), post(2 * HOUR)] }
    const first = await send(wanted, 'one')
    expect(await send(wanted, 'one')).toEqual(first)
    expect(test.data.posts.size).toBe(2)
  })

  it('tells of each post when one of them meets an error of ours', async () => {
    const { test, post, send } = await aScene()
    const { acceptAll } = test.ports.ledger
    let accepted = 0
    Object.assign(test.ports.ledger, {
      acceptAll: (...given: Parameters<typeof acceptAll>) =>
        accepted++ === 1 ? Promise.reject(new Error('the disk')) : acceptAll(...given),
    })
    const { body } = await send({ posts: [post(HOUR), post(2 * HOUR), post(3 * HOUR)] })
    expect(body).toMatchObject({
      scheduled: 2,
      results: [{ problems: [] }, { post: null, problems: [{ code: 'INTERNAL_ERROR' }] }, { problems: [] }],
    })
    expect(test.log.lines.map(({ message }) => message)).toEqual(['a post of a batch failed unexpectedly'])
  })

  it('says what was scheduled although its warnings cannot be found', async () => {
    const { test, post, send } = await aScene()
    test.ports.posts.findLookalike = async () => {
      // The first read is that of the check, before anything is accepted.
      if (test.data.posts.size > 0) throw new Error('the disk')
      return null
    }
    expect((await send({ posts: [post(HOUR)] })).body).toMatchObject({ scheduled: 1 })
  })

  it('goes on under its key after a crash, although a post of it was cancelled meanwhile', async () => {
    const { test, auth, post, send } = await aScene()
    const wanted = { posts: [post(HOUR), post(2 * HOUR)] }
    const { acceptAll } = test.ports.ledger
    let accepted = 0
    Object.assign(test.ports.ledger, {
      acceptAll: (...given: Parameters<typeof acceptAll>) =>
        accepted++ === 1 ? Promise.reject(new Error('the power is off')) : acceptAll(...given),
    })
    expect((await send(wanted, 'one')).status).toBe(500)
    const [first = ''] = test.data.posts.keys()
    await test.call(`/api/v1/schedule/${first}`, { method: 'DELETE', headers: auth })
    const { body } = await send(wanted, 'one')
    expect(body).toMatchObject({ scheduled: 1, results: [{ problems: [{ code: 'NOT_FOUND' }] }, {}] })
  })

  it.each([true, false])(
    'is tried again under its key when nothing of it was scheduled, atomic: %s',
    async (atomic) => {
      const { test, account, auth, post, send } = await aScene()
      const wanted = { atomic, posts: [post(0, { scheduledFor: undefined, nextSlot: true })] }
      expect((await send(wanted, 'one')).body).toMatchObject({ scheduled: 0 })
      const slots = { timezone: 'UTC', weekly: { monday: ['09:00'] } }
      const saved = await test.call(`/api/v1/accounts/${account.id}/slots`, jsonRequest('PUT', slots, auth))
      expect(saved.status).toBe(200)
      const second = await send(wanted, 'one')
      expect(second.body).toMatchObject({ scheduled: 1 })
      expect(await send(wanted, 'one')).toEqual(second)
      expect(test.data.posts.size).toBe(1)
    },
  )
})
