import { describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

interface Sent {
  readonly status: number
  readonly body: Body
}

async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const auth = bearer(await test.newKey())
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'Good night' }
  const scheduledFor = new Date(test.clock.now() + DAY).toISOString()
  return { test, auth, body, scheduled: { ...body, scheduledFor } }
}

async function send(
  test: TestApp,
  path: string,
  { body, key, headers = {} }: { body?: unknown; key?: string; headers?: Record<string, string> },
): Promise<Sent> {
  const named = key === undefined ? headers : { ...headers, 'idempotency-key': key }
  const response = await test.call(`/api/v1${path}`, jsonRequest('POST', body ?? {}, named))
  return { status: response.status, body: (await response.json()) as Body }
}

const REUSED = { status: 422, body: { code: 'VALIDATION_ERROR', reason: 'idempotency_key_reused' } }

describe('a request that is repeated under its key', () => {
  it('is refused when what it made is no longer known', async () => {
    const { test, auth, body } = await aScene()
    await send(test, '/posts/publish', { body, key: 'one', headers: auth })
    test.ports.requests.find = async () => ({ fingerprint: '', made: new Map(), answer: 'lost' })
    expect(await send(test, '/posts/publish', { body, key: 'one', headers: auth })).toMatchObject({
      status: 409,
      body: { reason: 'idempotency_outcome_lost' },
    })
    expect(test.data.posts.size).toBe(1)
  })

  it.each(['/posts/publish', '/posts/draft', '/schedule'])(
    'acts once at POST %s, and gets the first answer again',
    async (path) => {
      const { test, auth, body, scheduled } = await aScene()
      const wanted = { body: path === '/schedule' ? scheduled : body, key: 'one', headers: auth }
      const first = await send(test, path, wanted)
      expect(first.status).toBeLessThan(300)
      test.clock.advance(23 * 60 * 60 * SECOND)
      expect(await send(test, path, wanted)).toEqual(first)
      expect(test.data.posts.size).toBe(1)
    },
  )

  it('publishes a draft once, and schedules another once', async () => {
    const { test, auth, body, scheduled } = await aScene()
    for (const [deed, wanted] of [
      ['publish', {}],
      ['schedule', { scheduledFor: scheduled.scheduledFor }],
    ] as const) {
      const { id } = (await send(test, '/posts/draft', { body, headers: auth })).body
      const again = () =>
        send(test, `/posts/draft/${String(id)}/${deed}`, { body: wanted, key: deed, headers: auth })
      const first = await again()
      expect(first.body).toMatchObject({ postId: id })
      expect(await again()).toEqual(first)
    }
    expect(test.data.jobs.size).toBe(2)
  })

  it('retries a failed post once, although it has failed again since', async () => {
    const { test, auth, body } = await aScene()
    const { accountId: platformAccountId, mediaFileId } = body
    const { post } = await accept(test.ports, { platformAccountId, mediaFileIds: [mediaFileId] })
    const fail = async () => mustCommit(test.ports, await mustClaim(test.ports, test.clock.now()), FAILED)
    await fail()
    const again = () => send(test, `/posts/${post.id}/retry`, { key: 'once', headers: auth })
    const first = await again()
    expect(first.status).toBe(202)
    await fail()
    expect(await again()).toEqual(first)
    expect((await test.ports.posts.get(post.id))?.status).toBe('FAILED')
  })

  it('takes a quoted key for the same as a bare one', async () => {
    const { test, auth, body } = await aScene()
    const first = await send(test, '/posts/draft', { body, key: 'a"b', headers: auth })
    expect(await send(test, '/posts/draft', { body, key: '"a\\"b"', headers: auth })).toEqual(first)
    expect(test.data.posts.size).toBe(1)
  })

  it('acts again without a key, and under another', async () => {
    const { test, auth, body } = await aScene()
    await send(test, '/posts/draft', { body, headers: auth })
    await send(test, '/posts/draft', { body, headers: auth })
    await send(test, '/posts/draft', { body, key: 'one', headers: auth })
    await send(test, '/posts/draft', { body, key: 'two', headers: auth })
    expect(test.data.posts.size).toBe(4)
  })

  it('acts again after a day', async () => {
    const { test, auth, body } = await aScene()
    await send(test, '/posts/draft', { body, key: 'one', headers: auth })
    test.clock.advance(DAY)
    expect(
      (await send(test, '/posts/draft', { body: { ...body, caption: 'Other' }, key: 'one', headers: auth }))
        .status,
    ).toBe(201)
    expect(test.data.posts.size).toBe(2)
  })

  it('is another one for another API key, and for the user at the page', async () => {
    const { test, auth, body } = await aScene()
    const callers = [auth, bearer(await test.newKey()), fromPage(await test.signIn())]
    for (const headers of callers)
      expect((await send(test, '/posts/draft', { body, key: 'one', headers })).status).toBe(201)
    expect(test.data.posts.size).toBe(3)
    const again = { body, key: 'one', headers: fromPage(await test.signIn()) }
    await send(test, '/posts/draft', again)
    expect(test.data.posts.size).toBe(3)
  })

  it('is refused with 422 when the body or the route is another', async () => {
    const { test, auth, body } = await aScene()
    await send(test, '/posts/draft', { body, key: 'one', headers: auth })
    const other = { ...body, caption: 'Something else' }
    expect(await send(test, '/posts/draft', { body: other, key: 'one', headers: auth })).toMatchObject(REUSED)
    expect(await send(test, '/posts/publish', { body, key: 'one', headers: auth })).toMatchObject(REUSED)
    expect(test.data.posts.size).toBe(1)
  })

  it('is refused with 409 while the first is still running, also from another mount', async () => {
    const { test, auth, body } = await aScene()
    const { ledger } = test.ports
    const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { saveDraft } = ledger
    Object.assign(ledger, {
      async saveDraft(...asked: Parameters<typeof saveDraft>) {
        begun.resolve()
        await going.promise
        return saveDraft(...asked)
      },
    })
    const first = send(test, '/posts/draft', { body, key: 'one', headers: auth })
    // The hash of its key may be ready later than that of the second.
    await begun.promise
    const second = await send(test, '/posts/draft', { body, key: 'one', headers: auth })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', reason: 'idempotency_key_in_use' },
    })
    going.resolve()
    expect((await first).status).toBe(201)
    expect(await send(test, '/posts/draft', { body, key: 'one', headers: auth })).toEqual(await first)
  })

  it('is tried again when it was refused', async () => {
    const { test, auth, body } = await aScene()
    const wrong = { ...body, mediaFileId: crypto.randomUUID() }
    expect((await send(test, '/posts/publish', { body: wrong, key: 'one', headers: auth })).status).toBe(404)
    expect((await send(test, '/posts/publish', { body, key: 'one', headers: auth })).status).toBe(202)
  })

  it('is tried again when it failed on our side', async () => {
    const { test, auth, body } = await aScene()
    const { ledger } = test.ports
    const { saveDraft } = ledger
    Object.assign(ledger, { saveDraft: () => Promise.reject(new Error('the disk is full')) })
    expect((await send(test, '/posts/draft', { body, key: 'one', headers: auth })).status).toBe(500)
    Object.assign(ledger, { saveDraft })
    expect((await send(test, '/posts/draft', { body, key: 'one', headers: auth })).status).toBe(201)
  })

  it('is answered as what it is when its answer cannot be kept, and has that answer again', async () => {
    const { test, auth, body } = await aScene()
    const { keepAnswer } = test.ports.requests
    Object.assign(test.ports.requests, { keepAnswer: () => Promise.reject(new Error('the disk is full')) })
    const first = await send(test, '/posts/publish', { body, key: 'one', headers: auth })
    expect(first.status).toBe(202)
    Object.assign(test.ports.requests, { keepAnswer })
    expect(await send(test, '/posts/publish', { body, key: 'one', headers: auth })).toEqual(first)
    expect(test.data.posts.size).toBe(1)
  })

  it.each(['', '""', 'with space', 'ü'.repeat(3), 'x'.repeat(256), '"unfinished quote" '])(
    'is refused when the key is %j',
    async (key) => {
      const { test, auth, body } = await aScene()
      const response = await send(test, '/posts/draft', {
        body,
        headers: auth,
        key: Buffer.from(key).toString('latin1'),
      })
      expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )

  it('takes a key of 255 characters', async () => {
    const { test, auth, body } = await aScene()
    expect((await send(test, '/posts/draft', { body, headers: auth, key: 'x'.repeat(255) })).status).toBe(201)
  })
})

describe('an upload that is repeated under its key', () => {
  async function upload(
    test: TestApp,
    headers: Record<string, string>,
    bytes: Uint8Array<ArrayBuffer> = TINY_JPEG,
  ) {
    const form = new FormData()
    form.append('file', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
    const init = { method: 'POST', body: form, headers: { ...headers, 'idempotency-key': 'one' } }
    const response = await test.call('/api/v1/media/upload', init)
    return { status: response.status, body: (await response.json()) as Body }
  }

  it('makes one file, although its boundary is another', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    const first = await upload(test, auth)
    expect(first.status).toBe(201)
    expect(await upload(test, auth)).toEqual(first)
    expect(test.data.media.size).toBe(1)
  })

  it('gets the first answer although the file was deleted since', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    const first = await upload(test, auth)
    await test.ports.media.remove(String(first.body['id']))
    expect(await upload(test, auth)).toEqual(first)
    expect(test.data.media.size).toBe(0)
  })

  it('is NOT_FOUND when it never answered and its file was deleted since', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    test.ports.requests.keepAnswer = () => Promise.reject(new Error('the process ends here'))
    const first = await upload(test, auth)
    await test.ports.media.remove(String(first.body['id']))
    expect(await upload(test, auth)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(test.data.media.size).toBe(0)
  })

  it('is refused with 422 when the bytes are others', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    await upload(test, auth)
    const other = new Uint8Array([...TINY_JPEG, 0])
    expect(await upload(test, auth, other)).toMatchObject(REUSED)
    expect(test.data.media.size).toBe(1)
  })
})
