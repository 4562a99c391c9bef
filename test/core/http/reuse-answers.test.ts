import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it, vi } from 'vitest'
import type { AppEnv } from '../../../core/http/context.ts'
import { reuseAnswers } from '../../../core/http/reuse-answers.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

function aList() {
  const scene = { state: 1 as number | null, made: 0, isRefused: false, meanwhile: () => {} }
  const reused = reuseAnswers(async () => scene.state)
  const make = async () => {
    scene.made += 1
    scene.meanwhile()
    if (scene.isRefused) throw new HTTPException(503)
    return { made: scene.made }
  }
  const app = new Hono<AppEnv>().get('/', (c) => reused(c, make))
  const read = async (path = '/') => (await app.request(path)).text()
  return { app, scene, read }
}

describe('an answer', () => {
  it('is given again while nothing was written, with the same header', async () => {
    const { app, scene, read } = aList()
    const first = await app.request('/')
    const second = await app.request('/')
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect([await first.text(), await second.text(), await read()]).toEqual(Array(3).fill('{"made":1}'))
    scene.state = 2
    expect(await read()).toBe('{"made":2}')
  })

  it('belongs to its query', async () => {
    const { read } = aList()
    expect(await read('/?page=1')).not.toBe(await read('/?page=2'))
  })

  it('is not kept when something was written while it was made', async () => {
    const { scene, read } = aList()
    scene.meanwhile = () => (scene.state = 2)
    await read()
    expect(await read()).toBe('{"made":2}')
  })

  it('is not kept when it changes with time', async () => {
    const { scene, read } = aList()
    scene.state = null
    await read()
    expect(await read()).toBe('{"made":2}')
  })

  it('is not kept when it is a refusal', async () => {
    const { scene, read } = aList()
    scene.isRefused = true
    await read()
    scene.isRefused = false
    expect(await read()).toBe('{"made":2}')
  })

  it('is kept of few queries only', async () => {
    const { read } = aList()
    for (const page of [1, 2, 3, 4, 5]) await read(`/?page=${page}`)
    expect(await read('/?page=4')).toBe('{"made":4}')
    expect(await read('/?page=5')).toBe('{"made":6}')
  })
})

it('a list of posts shows the end of a delay, which no write tells', async () => {
  const test = createTestApp({ revision: () => ({ start: 'this one', data: 0 }) })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const call = async (path: string, init: RequestInit = {}) => {
    const all = { ...headers, ...(init.headers as Record<string, string> | undefined) }
    return (await (await test.call(`/api/v1${path}`, { ...init, headers: all })).json()) as {
      readonly posts: readonly { readonly nextAttemptAt: string | null }[]
    }
  }
  await call(
    '/posts/publish',
    jsonRequest('POST', { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }),
  )
  await test.ports.accounts.update(account.id, { pausedUntil: START + HOUR })
  const delays = async () => (await call('/posts')).posts.map(({ nextAttemptAt }) => nextAttemptAt)
  expect(await delays()).toEqual([toIso(START + HOUR)])
  test.clock.advance(HOUR)
  expect(await delays()).toEqual([null])
})

it('a list of posts is not kept with a delay that begins while it is asked for', async () => {
  let data = 0
  const test = createTestApp({ revision: () => ({ start: 'this one', data }) })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const publish = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  await test.call('/api/v1/posts/publish', jsonRequest('POST', publish, headers))
  const { backoffs } = test.ports.accounts
  vi.spyOn(test.ports.accounts, 'backoffs').mockImplementationOnce(async (now) => {
    const before = await backoffs(now)
    data += 1
    await test.ports.accounts.update(account.id, { pausedUntil: START + HOUR })
    return before
  })
  const read = async () => (await test.call('/api/v1/posts', { headers })).text()
  expect(await read()).toContain(toIso(START + HOUR))
  test.clock.advance(HOUR)
  expect(await read()).not.toContain(toIso(START + HOUR))
})
