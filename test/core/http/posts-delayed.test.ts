import { WARNINGS } from '../../../core/rules/notices/english/warning-sentences.ts'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function aScene() {
  const test: TestApp = createTestApp()
  const account = await test.anAccount()
  const content = async () => {
    const { id: mediaFileId } = await test.anImage()
    return { accountId: account.id, mediaType: 'IMAGE', mediaFileId }
  }
  const headers = bearer(await test.newKey())
  const call = async (path: string, init: RequestInit = {}) => {
    const all = { ...headers, ...(init.headers as Record<string, string> | undefined) }
    return (await (await test.call(`/api/v1${path}`, { ...init, headers: all })).json()) as Body
  }
  const send = (path: string, body: Body) => call(path, jsonRequest('POST', body))
  return {
    call,
    account,
    publish: async () => send('/posts/publish', await content()),
    schedule: async (time: number) =>
      send('/schedule', { ...(await content()), scheduledFor: toIso(START + time) }),
    blockUntil: (until: number) => test.ports.accounts.update(account.id, { pausedUntil: until }),
    told: async (id: unknown) => {
      const { nextAttemptAt, warnings } = await call(`/posts/${String(id)}`)
      return { nextAttemptAt, warnings }
    },
  }
}

const until = START + 2 * HOUR
const DELAYED_POST = { nextAttemptAt: toIso(until), warnings: [WARNINGS.ACCOUNT_LIMITED] }
const ORDINARY = { nextAttemptAt: null, warnings: [] }

describe('posts of an account that the platform has blocked', () => {
  it('say so from the moment at which the block begins, where their time falls into it', async () => {
    const { schedule, publish, blockUntil, told, call } = await aScene()
    const [during, after, now] = [await schedule(HOUR), await schedule(3 * HOUR), await publish()]
    expect(await told(during['postId'])).toEqual(ORDINARY)

    await blockUntil(until)
    expect(await told(during['postId'])).toEqual(DELAYED_POST)
    expect(await told(now['postId'])).toEqual(DELAYED_POST)
    expect(await told(after['postId'])).toEqual(ORDINARY)
    const { posts } = (await call('/schedule')) as { posts: Body[] }
    expect(posts.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([toIso(until), null])
    const list = (await call('/posts')) as { posts: Body[] }
    expect(list.posts.filter(({ nextAttemptAt }) => nextAttemptAt === toIso(until))).toHaveLength(2)

    await blockUntil(START)
    expect(await told(during['postId'])).toEqual(ORDINARY)
  })

  it('say so in the very answer that accepts them', async () => {
    const { schedule, publish, blockUntil } = await aScene()
    await blockUntil(until)
    expect(await schedule(HOUR)).toMatchObject({ status: 'SCHEDULED', ...DELAYED_POST })
    expect(await schedule(3 * HOUR)).toMatchObject({ status: 'SCHEDULED', ...ORDINARY })
    expect(await publish()).toMatchObject({ status: 'QUEUED', ...DELAYED_POST })
  })

  it('no longer say so once they were changed or taken back', async () => {
    const { schedule, blockUntil, call, told } = await aScene()
    await blockUntil(until)
    const { postId } = await schedule(HOUR)
    await call(`/schedule/${String(postId)}`, jsonRequest('PUT', { caption: 'Anew' }))
    expect(await told(postId)).toEqual(DELAYED_POST)
    await blockUntil(START)
    expect(await told(postId)).toEqual(ORDINARY)
  })

  it('are not warned of a pause of seconds, which only spaces our calls', async () => {
    const { publish, blockUntil } = await aScene()
    await blockUntil(START + 12 * SECOND)
    expect(await publish()).toMatchObject({ nextAttemptAt: toIso(START + 12 * SECOND), warnings: [] })
    await blockUntil(START + 3 * MINUTE)
    expect(await publish()).toMatchObject({
      warnings: [WARNINGS.ACCOUNT_LIMITED, expect.stringContaining('less than 20 minutes')],
    })
  })
})
