import { describe, expect, it } from 'vitest'
import { createRateLimiter, type Limits } from '../../../core/features/rate-limits/sliding-log.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

const limited = (limits: Limits) => createTestApp({ limiter: createRateLimiter(limits) })
const me = (test: TestApp, key: string) => test.call('/api/v1/auth/me', { headers: bearer(key) })
const FIELDS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const

function fieldsOf({ headers }: Response) {
  const [limit, remaining, reset] = FIELDS.slice(0, 3).map((name) => Number(headers.get(name)))
  return { limit, remaining, reset, policy: headers.get('RateLimit-Policy') }
}

describe('the limit of a key', () => {
  it('lets exactly 100 of 500 simultaneous requests through', async () => {
    const test = createTestApp()
    const key = await test.newKey()
    const responses = await Promise.all(Array.from({ length: 500 }, () => me(test, key)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(400)
  })

  it('tells the truth about what is left, request by request', async () => {
    const test = limited({ perMinute: 5, perHour: 1_000 })
    const key = await test.newKey()
    for (const remaining of [4, 3, 2, 1, 0]) {
      const response = await me(test, key)
      expect(response.status).toBe(200)
      expect(fieldsOf(response)).toEqual({ limit: 5, remaining, reset: 60, policy: '5;w=60, 1000;w=3600' })
    }
    expect((await me(test, key)).status).toBe(429)
  })

  it('counts a request to the base address once', async () => {
    const test = limited({ perMinute: 5, perHour: 1_000 })
    const answer = await test.call('/api/v1', { headers: bearer(await test.newKey()) })
    expect(fieldsOf(answer)).toMatchObject({ remaining: 4 })
  })

  it('says in three places how long to wait, and that is exactly enough', async () => {
    const test = limited({ perMinute: 1, perHour: 1_000 })
    const key = await test.newKey()
    await me(test, key)
    test.clock.advance(12_345)
    const response = await me(test, key)
    expect(await response.json()).toEqual({
      error: expect.any(String),
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter: 48,
    })
    expect(response.headers.get('retry-after')).toBe('48')
    expect(fieldsOf(response)).toMatchObject({ limit: 1, remaining: 0, reset: 48 })
    expect(response.headers.get('cache-control')).toBe('no-store')
    test.clock.advance(47 * SECOND)
    expect((await me(test, key)).status).toBe(429)
    test.clock.advance(SECOND)
    expect((await me(test, key)).status).toBe(200)
  })

  it('speaks of the hour when the hour is what binds, and of the minute that rolls before it', async () => {
    const test = limited({ perMinute: 2, perHour: 3 })
    const key = await test.newKey()
    await me(test, key)
    test.clock.advance(MINUTE)
    await me(test, key)
    test.clock.advance(MINUTE)
    expect(fieldsOf(await me(test, key))).toMatchObject({ limit: 3, remaining: 0, reset: 60 })
    const refused = await me(test, key)
    expect(refused.headers.get('retry-after')).toBe(String(58 * 60))
    test.clock.advance(58 * MINUTE)
    expect((await me(test, key)).status).toBe(200)
  })

  it('names both policies, also when the minute can never bind', async () => {
    const test = limited({ perMinute: 10, perHour: 10 })
    expect(fieldsOf(await me(test, await test.newKey()))).toEqual({
      limit: 10,
      remaining: 9,
      reset: 60,
      policy: '10;w=60, 10;w=3600',
    })
  })

  it('is no other key’s limit', async () => {
    const test = limited({ perMinute: 1, perHour: 10 })
    const [one, two] = [await test.newKey(), await test.newKey()]
    await me(test, one)
    expect((await me(test, one)).status).toBe(429)
    expect((await me(test, two)).status).toBe(200)
  })

  it('does not notice that the wall clock is set', async () => {
    const test = limited({ perMinute: 1, perHour: 10 })
    const key = await test.newKey()
    await me(test, key)
    for (const jump of [HOUR, -2 * HOUR, 365 * 24 * HOUR]) {
      test.clock.jump(jump)
      expect((await me(test, key)).status).toBe(429)
    }
    test.clock.advance(MINUTE)
    expect((await me(test, key)).status).toBe(200)
  })

  it.each([
    ['the scheme in lower case', (key: string) => ({ authorization: `bearer ${key}` })],
    ['a junk cookie beside it', (key: string) => ({ ...bearer(key), cookie: 'session=junk' })],
    ['a forwarded address', (key: string) => ({ ...bearer(key), 'x-forwarded-for': '203.0.113.9' })],
    ['a request id of its own', (key: string) => ({ ...bearer(key), 'x-request-id': crypto.randomUUID() })],
    ['an origin', (key: string) => ({ ...bearer(key), origin: 'http://127.0.0.1:4100' })],
  ])('is not escaped by %s', async (_how, headers) => {
    const test = limited({ perMinute: 1, perHour: 10 })
    const key = await test.newKey()
    await me(test, key)
    expect((await test.call('/api/v1/auth/me', { headers: headers(key) })).status).toBe(429)
  })

  it('is not escaped by the page’s surface, another method or another path', async () => {
    const test = limited({ perMinute: 1, perHour: 10 })
    const headers = bearer(await test.newKey())
    await test.call('/api/v1/auth/me', { headers })
    for (const [method, path] of [
      ['HEAD', '/api/v1/auth/me'],
      ['OPTIONS', '/api/v1/posts'],
      ['GET', '/api/v1/auth/me?x=1'],
      ['GET', '/api/v1/%61uth/me'],
      ['GET', '/api/v1/no-such-route'],
      ['GET', '/api/v1/openapi.json'],
      ['GET', '/api/auth/me'],
      ['GET', '/uploads/media/no-such-file.jpg'],
    ] as const) {
      expect(`${method} ${path} ${(await test.call(path, { method, headers })).status}`).toBe(
        `${method} ${path} 429`,
      )
    }
  })

  it('is shown on every answer to a valid key, whatever became of the request', async () => {
    const test = createTestApp()
    test.ports.posts.get = () => Promise.reject(new Error('disk I/O error'))
    const headers = bearer(await test.newKey())
    const id = crypto.randomUUID()
    const answers = [
      await test.call('/api/v1/auth/me', { headers }),
      await test.call('/api/v1/health', { headers }),
      await test.call('/api/v1/posts/publish', jsonRequest('POST', {}, headers)),
      await test.call('/api/v1/settings/api-keys', jsonRequest('POST', { name: 'x' }, headers)),
      await test.call(`/api/v1/media/${id}`, { headers }),
      await test.call('/api/v1/nothing-here', { headers }),
      await test.call(`/api/v1/posts/${id}`, { headers }),
      await test.call('/uploads/media/no-such-file.jpg', { headers }),
      await test.call('/api/auth/me', { headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 403, 404, 404, 500, 404, 403])
    expect(answers.map((answer) => fieldsOf(answer).remaining)).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91])
  })
})

describe('a caller without a limit', () => {
  it.each([
    ['the page', async (test: TestApp) => fromPage(await test.signIn()), 200],
    ['nobody', async () => ({}), 401],
    ['an unknown key', async () => bearer('app_live_unknown'), 401],
  ])('sees no rate-limit headers: %s', async (_who, headersFor, status) => {
    const test = limited({ perMinute: 1, perHour: 1 })
    const headers = await headersFor(test)
    for (let i = 0; i < 5; i += 1) {
      const response = await test.call('/api/v1/auth/me', { headers })
      expect(response.status).toBe(status)
      expect(FIELDS.filter((name) => response.headers.has(name))).toEqual([])
    }
  })

  it('sees none once the key is revoked, either', async () => {
    const test = createTestApp()
    const key = await test.newKey()
    const [record] = await test.ports.keys.list()
    await test.call(`/api/v1/settings/api-keys/${record?.id}`, {
      method: 'DELETE',
      headers: fromPage(await test.signIn()),
    })
    const response = await me(test, key)
    expect(response.status).toBe(401)
    expect(FIELDS.filter((name) => response.headers.has(name))).toEqual([])
  })
})
