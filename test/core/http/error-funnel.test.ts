// Whatever goes wrong on the way becomes one kind of answer that says what to do and nothing of the inside.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

const PUBLISH = '/api/v1/posts/publish'

interface Refusal {
  error: string
  code: string
  status: number
  details?: unknown
}

async function publish(test: TestApp, body: BodyInit, contentType?: string): Promise<Refusal> {
  const headers = { ...bearer(await test.newKey()), ...(contentType ? { 'content-type': contentType } : {}) }
  const response = await test.call(PUBLISH, { method: 'POST', headers, body })
  const refusal = (await response.json()) as Refusal
  expect(refusal.status).toBe(response.status)
  return refusal
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a malformed or mislabelled body', () => {
  it.each([
    ['cut off', '{"accountId":'],
    ['empty text', ' '],
    ['a lone word', 'undefined'],
    ['single quotes', "{'a':1}"],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1 /* one */}'],
    ['two values', '{}{}'],
    ['a number that is none', '{"a":NaN}'],
  ])('is refused when its JSON is malformed: %s', async (_what, body) => {
    expect(await publish(createTestApp(), body, 'application/json')).toMatchObject({
      error: 'The body is not valid JSON.',
      code: 'VALIDATION_ERROR',
      status: 400,
    })
  })

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'text/json',
    'application/ld+json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
  ])('is not even parsed as %s', async (contentType) => {
    const test = createTestApp()
    const account = await test.anAccount()
    const image = await test.anImage()
    const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
    expect(await publish(test, bytes(JSON.stringify(body)), contentType)).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('is refused without a content type', async () => {
    expect(await publish(createTestApp(), bytes('{}'))).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('is read as %s', async (contentType) => {
    const { error } = await publish(createTestApp(), '{}', contentType)
    expect(error).toMatch(/^accountId: /)
  })

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['a sequence cut off', [0x22, 0xe2, 0x82, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['beyond Unicode', [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xfc, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('is refused when it is no UTF-8: %s', async (_what, raw) => {
    const { code, error } = await publish(createTestApp(), new Uint8Array(raw), 'application/json')
    expect(code).toBe('VALIDATION_ERROR')
    expect(error).toMatch(/UTF-8/)
  })

  it('is refused when it has 10 MB', async () => {
    const body = JSON.stringify({ caption: 'x'.repeat(10_000_000) })
    expect(await publish(createTestApp(), body, 'application/json')).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: expect.stringContaining('4 MB'),
    })
  })

  it.each([
    ['of single values', '/posts/draft', ['{"userTags":[', '0', ']}']],
    ['of objects', '/posts/draft', ['{"userTags":[', '{}', ']}']],
    ['within a list', '/posts/draft', ['{"mediaTags":[{"userTags":[', '0', ']}]}']],
    ['of posts', '/posts/draft/bulk', ['{"posts":[', '0', ']}']],
  ])('is refused when it has hundreds of thousands %s', async (_of, path, [before, item, after]) => {
    const test = createTestApp()
    const headers = { ...bearer(await test.newKey()), 'content-type': 'application/json' }
    const body = `${before}${Array.from({ length: 300_000 }, () => item).join(',')}${after}`
    const response = await test.call(`/api/v1${path}`, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({
      error: 'The lists in the body have more than 50000 items.',
      code: 'VALIDATION_ERROR',
      status: 400,
    })
  })

  it('is taken with as many people as 200 carousels can name', async () => {
    const test = createTestApp()
    const userTags = Array.from({ length: 20 }, (_, n) => ({ username: `friend${n}`, x: 0.5, y: 0.5 }))
    const mediaFileIds = Array.from({ length: 10 }, () => crypto.randomUUID())
    const mediaTags = mediaFileIds.map((mediaFileId) => ({ mediaFileId, userTags }))
    const carousel = { accountId: crypto.randomUUID(), mediaType: 'CAROUSEL', mediaFileIds, mediaTags }
    const posts = Array.from({ length: 200 }, () => carousel)
    const request = jsonRequest('POST', { posts }, bearer(await test.newKey()))
    expect((await test.call('/api/v1/posts/draft/bulk', request)).status).toBe(200)
  })

  it('is read no further than it may be long, when it does not say how long it is', async () => {
    let sent = 0
    const chunk = new Uint8Array(64 * 1024).fill(0x20)
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const test = createTestApp()
    const headers = { ...bearer(await test.newKey()), 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: endless, duplex: 'half' }
    const response = await test.call(PUBLISH, init)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
    expect(sent).toBeLessThan(8_000_000)
  })

  it('is refused when it is 10,000 levels deep', async () => {
    for (const body of [
      '['.repeat(10_000) + ']'.repeat(10_000),
      `{"caption":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    ]) {
      expect(await publish(createTestApp(), body, 'application/json')).toMatchObject({
        code: 'VALIDATION_ERROR',
        status: 400,
      })
    }
  })

  it.each([['null'], ['[]'], ['"text"'], ['42'], ['true']])('is refused when it is %s', async (body) => {
    expect(await publish(createTestApp(), body, 'application/json')).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  it('is refused when it is missing', async () => {
    const test = createTestApp()
    const response = await test.call(PUBLISH, { method: 'POST', headers: bearer(await test.newKey()) })
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
  })

  it('is refused on a route that takes none, unless it is JSON', async () => {
    const test = createTestApp()
    const post = async (contentType: string) => {
      const headers = { ...bearer(await test.newKey()), 'content-type': contentType }
      return (await test.call('/api/v1/auth/logout', { method: 'POST', headers, body: 'x=1' })).status
    }
    expect(await post('text/plain')).toBe(400)
    expect(await post('application/x-www-form-urlencoded')).toBe(400)
  })
})

describe('members of a body that nobody asked for', () => {
  const create = async (test: TestApp, body: string) => {
    const headers = { ...fromPage(await test.signIn()), 'content-type': 'application/json' }
    return test.call('/api/v1/settings/api-keys', { method: 'POST', headers, body })
  }

  it.each([
    ['unknown ones', '{"name":"mine","scopes":"admin","id":"7","revokedAt":null}'],
    ['a prototype', '{"name":"mine","__proto__":{"polluted":true}}'],
    ['a constructor', '{"name":"mine","constructor":{"prototype":{"polluted":true}}}'],
    ['methods', '{"name":"mine","toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1}'],
    ['an empty name', '{"name":"mine","":1}'],
  ])('are ignored: %s', async (_what, body) => {
    const test = createTestApp()
    const response = await create(test, body)
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ key: { name: 'mine', scopes: '', revokedAt: null } })
    expect('polluted' in {}).toBe(false)
  })

  it('count once when they share a name: the last one wins', async () => {
    const response = await create(createTestApp(), '{"name":"first","name":"last"}')
    expect(await response.json()).toMatchObject({ key: { name: 'last' } })
  })

  it('cannot stand in for a missing one by way of a prototype', async () => {
    const response = await create(createTestApp(), '{"__proto__":{"name":"inherited"}}')
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('a failure that nobody expected', () => {
  const id = '7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10'
  const failing = (thrown: Error, development = false) => {
    const test = createTestApp({ development })
    test.ports.posts.get = () => Promise.reject(thrown)
    return test
  }

  it.each([
    ['an error', new Error('SQLITE_IOERR: /home/me/nightpost.db')],
    ['a type error', new TypeError("Cannot read properties of undefined (reading 'token')")],
    ['an abort', new DOMException('secret', 'AbortError')],
    [
      'an error with a status of its own',
      Object.assign(new Error('secret'), { status: 404, code: 'NOT_FOUND' }),
    ],
    ['a refusal of the framework', new HTTPException(500, { message: 'secret' })],
  ])('is INTERNAL_ERROR and tells nothing, even in development: %s', async (_what, thrown) => {
    for (const development of [false, true]) {
      const test = failing(thrown, development)
      const response = await test.call(`/api/v1/posts/${id}`, { headers: bearer(await test.newKey()) })
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        error: `Something went wrong on our side. Quote the request id ${response.headers.get('x-request-id')} when you report it.`,
        code: 'INTERNAL_ERROR',
        status: 500,
      })
    }
  })

  it.each([
    ['full', /disk is full.*Free some space/],
    ['locked', /Another program holds the database.*Close that program/],
    ['failing', /reports errors.*check this disk/],
  ] as const)('says what to do when it was the disk: %s', async (trouble, sentence) => {
    const broken = new Error('SQLITE_FULL: /home/me')
    const test = createTestApp({
      storage: {
        probe: async () => ({ database: null, files: null }),
        freeBytes: async () => null,
        note() {},
        troubleIn: async (error) => (error === broken ? trouble : null),
      },
      development: true,
    })
    test.ports.posts.get = () => Promise.reject(broken)
    const response = await test.call(`/api/v1/posts/${id}`, { headers: bearer(await test.newKey()) })
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: expect.stringMatching(sentence), code: 'INTERNAL_ERROR', status: 500 },
    ])
    expect(test.log.lines).toHaveLength(1)
  })

  it('is logged under the id that the answer carries', async () => {
    const test = failing(new Error('disk I/O error'))
    const response = await test.call(`/api/v1/posts/${id}`, { headers: bearer(await test.newKey()) })
    expect(test.log.lines).toEqual([
      {
        level: 'error',
        message: 'unexpected error',
        fields: { requestId: response.headers.get('x-request-id'), error: new Error('disk I/O error') },
      },
    ])
  })

  it('is not logged when it was expected', async () => {
    const test = createTestApp()
    await test.call('/api/v1/auth/me')
    await publish(test, '{', 'application/json')
    expect(test.log.lines).toEqual([])
  })

  it('keeps what a route of another app throws to itself, too', async () => {
    const neighbour = new Hono()
      .get('/odd', () => {
        throw new Error('secret')
      })
      .get('/teapot', () => {
        throw new HTTPException(418, { message: 'short and stout' })
      })
      .get('/gone', () => {
        throw new HTTPException(503, { message: 'secret' })
      })
    const test = createTestApp({ neighbours: [neighbour] })
    const answer = async (path: string) => (await test.call(path)).json()
    expect(await answer('/odd')).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 })
    expect(await answer('/teapot')).toEqual({
      error: 'short and stout.',
      code: 'VALIDATION_ERROR',
      status: 400,
    })
    expect(JSON.stringify(await answer('/gone'))).not.toContain('secret')
  })
})

describe('what the schema said', () => {
  const wrong = { accountId: 'x', mediaType: 'GIF', caption: 7 }

  it('is told in development, and for VALIDATION_ERROR only', async () => {
    const test = createTestApp({ development: true })
    const refusal = await publish(test, JSON.stringify(wrong), 'application/json')
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringMatching(/^accountId: /) })
    const paths = (refusal.details as { path: string[] }[]).map(({ path }) => path[0])
    expect(paths).toEqual(['accountId', 'mediaType', 'caption'])
    const headers = bearer(await test.newKey())
    for (const path of ['/nothing', '/posts?status=GONE']) {
      const other = await test.call(`/api/v1${path}`, { headers })
      expect(await other.json()).not.toHaveProperty('details')
    }
  })

  it('is never told otherwise', async () => {
    const refusal = await publish(createTestApp(), JSON.stringify(wrong), 'application/json')
    expect(Object.keys(refusal).toSorted()).toEqual(['code', 'error', 'status'])
  })
})

describe('an error of ours', () => {
  it('carries the status of its code, a sentence, and its cause for the log alone', () => {
    const cause = new Error('inside')
    expect(new CodedError('NOT_FOUND')).toMatchObject({ status: 404, message: 'Not found.' })
    expect(new CodedError('RATE_LIMITED', undefined, { retryAfter: 7 })).toMatchObject({
      status: 429,
      retryAfter: 7,
    })
    expect(new CodedError('INTERNAL_ERROR', 'Say this.', { status: 503, cause })).toMatchObject({
      status: 503,
      message: 'Say this.',
      cause,
    })
  })
})

describe('JSON of the sign-in', () => {
  it('is held to the same rules', async () => {
    const test = createTestApp()
    const call = async (init: RequestInit) => (await test.call('/api/auth/session', init)).json()
    expect(await call(jsonRequest('POST', null))).toMatchObject({ code: 'VALIDATION_ERROR' })
    const form = { method: 'POST', body: new URLSearchParams({ t: 'x' }) }
    expect(await call(form)).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
