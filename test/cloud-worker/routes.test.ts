// The Worker's address is public: what everybody may ask, what only the key opens, and what nobody gets.
import type { WorkerChanges } from '../../core/engine/worker/protocol.ts'
import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from '../../cloud-worker/media/r2-media-objects.ts'
import { toHex } from '../../core/base64url.ts'
import { uploadBytes } from '../../core/engine/platform/graph/upload-bytes.ts'
import { aJobEnvelope, anAccountEnvelope, JPEG } from '../fakes/cloud/cloud-jobs.ts'
import { call, ENCRYPTION_KEY, put, putAccount, putJob, ROUNDS, WORKER_KEY } from './worker-world.ts'

const anonymous = (path: string, init?: RequestInit) =>
  exports.default.fetch(`https://worker.example${path}`, init)
const ID = '6a1c0c3b-6a57-4b0e-9a53-0f3f7c6d1e02'
const JSON_TYPE = { 'content-type': 'application/json' }

const ROUTES = [
  ['GET', '/status'],
  ['GET', '/jobs'],
  ['GET', `/jobs/${ID}`],
  ['PUT', `/jobs/${ID}`],
  ['DELETE', `/jobs/${ID}`],
  ['PUT', `/accounts/${ID}`],
  ['DELETE', `/accounts/${ID}`],
  ['GET', '/changes?since=0'],
  ['GET', '/kv?prefix='],
  ['PUT', '/kv/note'],
  ['DELETE', '/kv/note'],
  ['GET', '/'],
  ['POST', '/jobs'],
  ['GET', '/unknown'],
  ['POST', '/health'],
  ['DELETE', '/media/0123456789abcdef0123456789abcdef.jpg'],
] as const

const CREDENTIALS = {
  'no key': undefined,
  'a wrong key': 'Bearer another-workers-key',
  'a key of the same length': `Bearer ${'x'.repeat(WORKER_KEY.length)}`,
  'an empty key': 'Bearer ',
  'the key in another scheme': `Basic ${btoa(WORKER_KEY)}`,
  'the key and more': `Bearer ${WORKER_KEY} more`,
  'the key begun': `Bearer ${WORKER_KEY.slice(0, -1)}`,
} as const

/** What a stranger must not be able to change. */
async function stored(): Promise<string> {
  const keys = (await env.KV.list()).keys.map(({ name }) => name)
  const objects = (await env.BUCKET.list()).objects.map(({ key }) => key)
  const changes = await (await call('/changes?since=0')).json<WorkerChanges>()
  return JSON.stringify([keys, objects, { ...changes, timestamp: 0 }])
}

async function expectRefusal(response: Response, status = 401): Promise<void> {
  const text = await response.text()
  expect(response.status).toBe(status)
  expect(text.length).toBeLessThanOrEqual(1024)
  expect(JSON.parse(text)).toEqual({ error: expect.any(String), code: expect.any(String), status })
}

describe.each(ROUTES)('%s %s', (method, path) => {
  it('is closed to everybody without the key', async () => {
    const before = await stored()
    const bodies = method === 'PUT' ? ['{}', 'x'.repeat(300_000)] : [null]
    for (const authorization of Object.values(CREDENTIALS)) {
      for (const body of bodies) {
        const headers = authorization === undefined ? JSON_TYPE : { ...JSON_TYPE, authorization }
        const response = await anonymous(path, { method, headers, body })
        await expectRefusal(response, (body?.length ?? 0) > 256 * 1024 ? 400 : 401)
      }
    }
    expect(await stored()).toBe(before)
  })
})

describe('with the key', () => {
  it('a route that does not exist says so', async () => {
    await expectRefusal(await call('/unknown'), 404)
    await expectRefusal(await call(`/jobs/${ID}`), 404)
    await expectRefusal(await call('/jobs/not-an-id', { method: 'DELETE' }), 404)
  })

  it.each([
    ['no JSON', { body: 'hello', headers: JSON_TYPE }],
    ['a form', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['an empty object', { body: '{}', headers: JSON_TYPE }],
    ['null', { body: 'null', headers: JSON_TYPE }],
    ['bytes that are no text', { body: new Uint8Array([0xff, 0xfe]), headers: JSON_TYPE }],
    ['a deep nest', { body: '['.repeat(20_000) + ']'.repeat(20_000), headers: JSON_TYPE }],
    ['ten megabytes', { body: 'x'.repeat(10 * 2 ** 20), headers: JSON_TYPE }],
  ])('a job that is %s is refused', async (_what, init) => {
    await expectRefusal(await call(`/jobs/${ID}`, { method: 'PUT', ...init }), 400)
  })

  it('a body without a declared length is read no further than the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
        if (sent > 50 * 2 ** 20) controller.close()
      },
    })
    const response = await call(`/jobs/${ID}`, { method: 'PUT', headers: JSON_TYPE, body: endless })
    await expectRefusal(response, 400)
    expect(sent).toBeLessThan(2 ** 20)
  })

  it('an envelope of a newer server is refused with what to do', async () => {
    const response = await put(`/jobs/${ID}`, { ...aJobEnvelope(), jobId: ID, version: 3 })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('Deploy it again') })
  })

  it('the address and the body name the same job and account', async () => {
    await expectRefusal(await put(`/jobs/${ID}`, aJobEnvelope()), 400)
    await expectRefusal(await put(`/accounts/${ID}`, await anAccountEnvelope('demo', ENCRYPTION_KEY)), 400)
    await expectRefusal(await call('/changes?since=-1'), 400)
  })
})

describe('random requests', () => {
  it('meet refusals only, and change nothing', async () => {
    const before = await stored()
    const methods = ['GET', 'PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS', 'HEAD']
    for (let n = 0; n < 500 * ROUNDS; n += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(24))
      const method = methods[(bytes[0] ?? 0) % methods.length] ?? 'GET'
      const parts = [
        'jobs',
        'kv',
        'accounts',
        'media',
        'status',
        '%ff',
        '..',
        '%2e%2e',
        '',
        'a'.repeat(600),
        toHex(bytes),
      ]
      const path = Array.from(bytes.slice(1, 4), (byte) => parts[byte % parts.length]).join('/')
      const body = method === 'PUT' || method === 'POST' ? bytes : null
      const response = await anonymous(`/${path}`, { method, body })
      expect([401, 404, 400]).toContain(response.status)
      expect((await response.text()).length).toBeLessThanOrEqual(1024)
    }
    expect(await stored()).toBe(before)
  })
})

describe('the media that the platform fetches', () => {
  const NAME = '0123456789abcdef0123456789abcdef.jpg'
  beforeAll(async () => {
    await env.BUCKET.put(`media/${NAME}`, JPEG, { httpMetadata: { contentType: 'image/jpeg' } })
    await env.BUCKET.put('private.jpg', JPEG)
  })

  it('come whole, with their type and length', async () => {
    const response = await anonymous(`/media/${NAME}`)
    expect(response.status).toBe(200)
    const { headers } = response
    expect(
      Object.fromEntries(
        ['content-type', 'content-length', 'accept-ranges', 'x-content-type-options'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/jpeg',
      'content-length': String(JPEG.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]+"$/)
    expect(headers.get('cache-control')).toContain('max-age')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(JPEG)
  })

  it('are described without their bytes', async () => {
    const response = await anonymous(`/media/${NAME}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(JPEG.length))
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, JPEG.length],
    ['bytes=-5', JPEG.length - 5, JPEG.length],
    ['bytes=5-99999', 5, JPEG.length],
  ])('come in parts: %s', async (range, from, to) => {
    const response = await anonymous(`/media/${NAME}`, { headers: { range } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${JPEG.length}`)
    expect(response.headers.get('content-length')).toBe(String(to - from))
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(JPEG.slice(from, to))
  })

  it('have no part beyond their end', async () => {
    const response = await anonymous(`/media/${NAME}`, { headers: { range: 'bytes=99999-' } })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${JPEG.length}`)
  })

  it.each([
    'private.jpg',
    '..%2fprivate.jpg',
    NAME.toUpperCase(),
    `x${NAME}`,
    'ffffffffffffffffffffffffffffffff.jpg',
    `${NAME}%00`,
    '',
  ])('are not found under "%s"', async (name) => {
    const response = await anonymous(`/media/${name}`)
    expect([404, 401]).toContain(response.status)
    expect((await response.text()).length).toBeLessThan(300)
  })

  it('may be fetched by every crawler', async () => {
    expect(await (await anonymous('/robots.txt')).text()).toBe('User-agent: *\nAllow: /\n')
  })
})

describe('the bytes of a video for an upload', () => {
  const KEY = 'media/0123456789abcdef0123456789abcdef.mp4'
  const BYTES = new Uint8Array(300_000).map((_, n) => n % 251)

  it('go out with their length, all of them', async () => {
    await env.BUCKET.put(KEY, BYTES)
    const file = (await openMedia(env.BUCKET, KEY)) ?? expect.unreachable()
    let sent: Request | null = null
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent = new Request(input, init)
      expect(new Uint8Array(await sent.arrayBuffer())).toEqual(BYTES)
      return Response.json({ success: true })
    }
    const reply = await uploadBytes({ fetch, url: 'https://upload.example/1', token: 't', file })
    expect(reply).toMatchObject({ kind: 'ok' })
    expect(sent).not.toBeNull()
  })

  it('fail to be read when the object is gone', async () => {
    await env.BUCKET.put(KEY, BYTES)
    const file = (await openMedia(env.BUCKET, KEY)) ?? expect.unreachable()
    await env.BUCKET.delete(KEY)
    await expect(new Response(file.stream()).arrayBuffer()).rejects.toThrow()
    expect(await openMedia(env.BUCKET, KEY)).toBeNull()
  })
})

describe('the KV mirror', () => {
  it('shows its keys, and the values of meta keys', async () => {
    expect((await put('/kv/meta:note', { value: 'seen' })).status).toBe(200)
    const page = await (await call('/kv?prefix=meta:')).json()
    expect(page).toEqual({
      keys: [{ name: 'meta:note' }],
      isComplete: true,
      metaValues: { 'meta:note': 'seen' },
    })
    expect((await call('/kv/meta:note', { method: 'DELETE' })).status).toBe(200)
    expect(await env.KV.get('meta:note')).toBeNull()
  })

  it('takes keys with slashes and refuses those that cannot be', async () => {
    expect((await put('/kv/a%2Fb', { value: '1' })).status).toBe(200)
    expect(await env.KV.get('a/b')).toBe('1')
    await expectRefusal(await put(`/kv/${'k'.repeat(513)}`, { value: '1' }), 400)
    await expectRefusal(await put('/kv/note', { value: 1 }), 400)
  })

  it('decides nothing: a job whose notice is changed or gone is as it was', async () => {
    await putAccount('demo')
    const job = aJobEnvelope({ publishAt: Date.now() + 3_600_000 })
    await putJob(job)
    await put(`/kv/job:${job.jobId}`, { value: '{"state":"cancelled"}' })
    await call(`/kv/job:${job.jobId}`, { method: 'DELETE' })
    expect(await (await call(`/jobs/${job.jobId}`)).json()).toMatchObject({ state: 'waiting', revision: 1 })
  })
})
