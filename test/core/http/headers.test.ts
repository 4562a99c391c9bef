// What every answer carries, whatever it is, and what none of them ever does.
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  OWN_ORIGIN,
  type TestApp,
} from '../../fakes/test-app.ts'
import { BASE, servedOperations } from './served-operations.ts'

/** One answer of each kind: by status, with and without a body, from every part of the app. */
async function answersOfAllKinds(): Promise<Map<string, Response>> {
  const neighbour = new Hono()
    .get('/', (c) => c.html('<p>page'))
    .get('/raw', () => Response.json('raw'))
    .get('/away', () => Response.redirect('http://127.0.0.1:4100/', 302))
  const test = createTestApp({
    neighbours: [neighbour],
    limiter: createRateLimiter({ perMinute: 30, perHour: 30 }),
  })
  const [key, page] = [bearer(await test.newKey()), fromPage(await test.signIn())]
  const [account, image] = [await test.anAccount(), await test.anImage()]
  await keepBytes(test, image.storagePath)
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const t = await test.ports.launchTokens.issue()
  const requests: Record<string, [path: string, init?: RequestInit]> = {
    '200': ['/api/v1/auth/me', { headers: key }],
    '200 open': ['/api/v1/health'],
    '200 document': ['/api/v1/openapi.json'],
    '200 page’s surface': ['/api/auth/me', { headers: page }],
    '200 neighbour': ['/'],
    '200 raw neighbour': ['/raw'],
    '302 raw neighbour': ['/away'],
    '200 upload': [`/uploads/${image.storagePath}`, { headers: page }],
    '200 public media': [`/media/${image.publicKey}`],
    '200 HEAD': ['/api/v1/auth/me', { method: 'HEAD', headers: key }],
    '201': ['/api/v1/settings/api-keys', jsonRequest('POST', { name: 'x' }, page)],
    '202': ['/api/v1/posts/publish', jsonRequest('POST', body, key)],
    '204': ['/api/auth/session', jsonRequest('POST', { t }, { origin: OWN_ORIGIN })],
    '206': [`/uploads/${image.storagePath}`, { headers: { ...page, range: 'bytes=0-1' } }],
    '400': ['/api/v1/posts/publish', jsonRequest('POST', {}, key)],
    '401': ['/api/v1/auth/me'],
    '403': ['/api/v1/settings/api-keys', jsonRequest('POST', { name: 'x' }, key)],
    '404': ['/api/v1/nothing', { headers: key }],
    '404 outside': ['/nothing'],
    '404 OPTIONS': ['/nothing', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }],
    '416': [`/uploads/${image.storagePath}`, { headers: { ...page, range: 'bytes=999-' } }],
  }
  const answers = new Map<string, Response>()
  for (const [kind, [path, init]] of Object.entries(requests)) answers.set(kind, await test.call(path, init))
  for (let i = 0; i < 30; i += 1) await test.call('/api/v1/auth/me', { headers: key })
  answers.set('429', await test.call('/api/v1/auth/me', { headers: key }))
  test.ports.posts.list = () => Promise.reject(new Error('disk I/O error'))
  answers.set('500', await test.call('/api/v1/posts', { headers: page }))
  const sick = createTestApp({ probe: () => Promise.reject(new Error('no database')) })
  answers.set('503', await sick.call('/api/v1/health'))
  return answers
}

async function keepBytes({ ports }: TestApp, key: string): Promise<void> {
  const form = new FormData()
  form.set('file', new File(['0123456789'], 'a.jpg', { type: 'image/jpeg' }))
  const staged = await ports.intake.receive(new Request('http://localhost/', { method: 'POST', body: form }))
  await ports.blobs.keep(staged.stagingKey, key)
}

const answers = await answersOfAllKinds()
const kinds = [...answers.keys()]
const headersOf = (kind: string) => answers.get(kind)?.headers ?? expect.unreachable(kind)

describe('every answer', () => {
  it('has the status that its case names', () => {
    expect([...answers].map(([kind, { status }]) => `${kind}: ${status}`)).toEqual(
      kinds.map((kind) => `${kind}: ${kind.slice(0, 3)}`),
    )
  })

  it.each(kinds)('carries the security headers: %s', (kind) => {
    const headers = headersOf(kind)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it.each(kinds)('carries an id of its own to quote: %s', (kind) => {
    const ids = [...answers.values()].map(({ headers }) => headers.get('x-request-id'))
    expect(headersOf(kind).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(kinds)('lets no other origin read it: %s', (kind) => {
    const sharing = [...headersOf(kind).keys()].filter((name) => name.startsWith('access-control-'))
    expect(sharing).toEqual([])
  })

  it.each(kinds)('does not say what it is made with: %s', (kind) => {
    expect(['server', 'x-powered-by'].filter((name) => headersOf(kind).has(name))).toEqual([])
  })
})

describe('the content security policy', () => {
  it('allows scripts of our own and nothing in frames', () => {
    const policy = headersOf('200 neighbour').get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
  })

  it.each(['200 upload', '206', '416', '200 public media'])(
    'sandboxes what somebody uploaded: %s',
    (kind) => {
      expect(headersOf(kind).get('content-security-policy')).toBe("sandbox; default-src 'none'")
    },
  )
})

describe('answers of the API', () => {
  it.each(kinds.filter((kind) => !/neighbour|upload|206|416|media|outside|OPTIONS/.test(kind)))(
    'are kept by nobody: %s',
    (kind) => {
      expect(headersOf(kind).get('cache-control')).toBe('no-store')
    },
  )
})

describe('other origins', () => {
  it.each(['https://evil.example', 'http://127.0.0.1:4101', 'http://localhost:3000', 'null', OWN_ORIGIN])(
    'are given no permission by any route: %s',
    async (origin) => {
      const test = createTestApp()
      const preflight = { origin, 'access-control-request-method': 'POST' }
      for (const { template } of await servedOperations(test)) {
        const path = BASE + template.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
        for (const method of ['OPTIONS', 'GET', 'POST']) {
          const response = await test.call(path, { method, headers: preflight })
          const sharing = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
          expect(sharing).toEqual([])
          if (method === 'OPTIONS') expect([401, 404]).toContain(response.status)
        }
      }
    },
  )
})

describe('the id of a request', () => {
  it('is the caller’s when that is well-formed', async () => {
    const headers = { 'x-request-id': 'my-trace_7' }
    const response = await createTestApp().call('/api/v1/health', { headers })
    expect(response.headers.get('x-request-id')).toBe('my-trace_7')
  })

  it.each([['x'.repeat(300)], ['<script>'], ['a b']])('is ours when the caller’s is not: %j', async (id) => {
    const response = await createTestApp().call('/api/v1/health', { headers: { 'x-request-id': id } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
