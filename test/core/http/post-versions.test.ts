import { describe, expect, it } from 'vitest'
import { HOUR, toIso } from '../../../core/time.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const auth = bearer(await test.newKey())
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'First' }
  async function send(method: string, path: string, change?: object, version?: string | null) {
    const headers = version ? { ...auth, 'if-match': version } : auth
    const init = change ? jsonRequest(method, change, headers) : { method, headers }
    const response = await test.call(`/api/v1${path}`, init)
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, etag: response.headers.get('etag'), body: answer }
  }
  const draft = String((await send('POST', '/posts/draft', body)).body['id'])
  const times = { ...body, scheduledFor: toIso(test.clock.now() + HOUR) }
  const scheduled = String((await send('POST', '/schedule', times)).body['postId'])
  test.clock.advance(1)
  return { test, auth, send, draft, scheduled }
}

const CHANGED = { status: 412, body: { code: 'INVALID_STATE', reason: 'version_changed' } }

describe('a change that names the version of its post', () => {
  it.each(['draft', 'schedule'] as const)('is made upon that version only: PUT of a %s', async (kind) => {
    const { send, draft, scheduled } = await aScene()
    const path = kind === 'draft' ? `/posts/draft/${draft}` : `/schedule/${scheduled}`
    const { etag } = await send('GET', `/posts/${kind === 'draft' ? draft : scheduled}`)
    const second = await send('PUT', path, { caption: 'Second' }, etag)
    expect(second).toMatchObject({ status: 200, body: { caption: 'Second' } })
    expect(await send('PUT', path, { caption: 'Third' }, etag)).toMatchObject(CHANGED)
    expect((await send('PUT', path, { caption: 'Third' }, second.etag)).status).toBe(200)
  })

  it('cancels and deletes that version only', async () => {
    const { send, draft, scheduled } = await aScene()
    const etags = [
      (await send('GET', `/schedule/${scheduled}`)).etag,
      (await send('GET', `/posts/${draft}`)).etag,
    ]
    const second = await send('PUT', `/schedule/${scheduled}`, { caption: 'Second' })
    await send('PUT', `/posts/draft/${draft}`, { caption: 'Second' })
    expect(await send('DELETE', `/schedule/${scheduled}`, undefined, etags[0])).toMatchObject(CHANGED)
    expect(await send('DELETE', `/posts/${draft}`, undefined, etags[1])).toMatchObject(CHANGED)
    expect((await send('GET', `/posts/${scheduled}`)).body).toMatchObject({ status: 'SCHEDULED' })
    expect((await send('DELETE', `/schedule/${scheduled}`, undefined, second.etag)).status).toBe(200)
    const now = (await send('GET', `/posts/${draft}`)).etag
    expect((await send('DELETE', `/posts/${draft}`, undefined, now)).status).toBe(200)
  })

  it('deletes that version only at the platform', async () => {
    const { test, send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const { clock, ports } = test
    await ports.ledger.update(draft, ({ post }) => ({
      post: {
        ...post,
        status: 'PUBLISHED',
        igMediaId: '17',
        igPermalink: 'https://a.example/p/1',
        updatedAt: clock.now(),
      },
      job: null,
    }))
    const path = `/posts/${draft}/platform`
    expect(await send('DELETE', path, undefined, etag)).toMatchObject(CHANGED)
    const now = (await send('GET', `/posts/${draft}`)).etag
    expect((await send('DELETE', path, undefined, now)).status).toBe(200)
  })

  it('retries that version only', async () => {
    const { test, send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const { clock, ports } = test
    await ports.ledger.update(draft, ({ post }) => ({
      post: { ...post, status: 'FAILED', errorCode: 'PLATFORM_ERROR', updatedAt: clock.now() },
      job: null,
    }))
    const path = `/posts/${draft}/retry`
    expect(await send('POST', path, {}, etag)).toMatchObject(CHANGED)
    const now = (await send('GET', `/posts/${draft}`)).etag
    expect(now).not.toBe(etag)
    expect((await send('POST', path, {}, now)).status).toBe(202)
  })

  it.each([
    ['publish', () => ({})],
    ['schedule', (now: number) => ({ scheduledFor: toIso(now + HOUR) })],
  ])('sends that version of a draft only: %s', async (how, bodyAt) => {
    const { test, send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const path = `/posts/draft/${draft}/${how}`
    const body = bodyAt(test.clock.now())
    const second = await send('PUT', `/posts/draft/${draft}`, { caption: 'Words that nobody has seen' })
    expect(await send('POST', path, body, etag)).toMatchObject(CHANGED)
    expect((await send('GET', `/posts/${draft}`)).body).toMatchObject({ status: 'DRAFT' })
    expect((await send('POST', path, body, second.etag)).status).toBe(how === 'publish' ? 202 : 201)
  })

  it('asks for the approval of that version of a draft only', async () => {
    const { send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const second = await send('PUT', `/posts/draft/${draft}`, { caption: 'Second' })
    expect(await send('POST', '/approvals', { postId: draft }, etag)).toMatchObject(CHANGED)
    expect((await send('POST', '/approvals', { postId: draft }, second.etag)).status).toBe(201)
  })

  it('tells of a cancelled post which version the draft is that it has become', async () => {
    const { send, scheduled } = await aScene()
    const { body } = await send('DELETE', `/schedule/${scheduled}`)
    expect((await send('GET', `/posts/${scheduled}`)).etag).toBe(`"${String(body['updatedAt'])}"`)
  })

  it('sends a draft once when it is repeated under its key, although the version is another by then', async () => {
    const { test, auth, send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const headers = { ...auth, 'if-match': etag ?? '', 'idempotency-key': 'once' }
    const publish = async () => {
      const path = `/api/v1/posts/draft/${draft}/publish`
      const response = await test.call(path, jsonRequest('POST', {}, headers))
      return [response.status, await response.json()]
    }
    const first = await publish()
    expect(first[0]).toBe(202)
    expect(await publish()).toEqual(first)
  })

  it('is not made upon a version that was stored while it was being decided', async () => {
    const { test, send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const { media } = test.ports
    const { getMany } = media
    let isFirst = true
    Object.assign(media, {
      getMany: async (...asked: Parameters<typeof getMany>) => {
        if (isFirst) {
          isFirst = false
          await send('PUT', `/posts/draft/${draft}`, { caption: 'Faster' })
        }
        return getMany(...asked)
      },
    })
    expect(await send('PUT', `/posts/draft/${draft}`, { caption: 'Slower' }, etag)).toMatchObject(CHANGED)
    expect((await send('GET', `/posts/${draft}`)).body).toMatchObject({ caption: 'Faster' })
  })

  it.each([
    ['*', 200],
    ['"another", ETAG', 200],
    ['"another"', 412],
    ['W/ETAG', 412],
    ['nonsense', 412],
  ])('understands If-Match: %s', async (given, status) => {
    const { send, draft } = await aScene()
    const { etag } = await send('GET', `/posts/${draft}`)
    const answer = await send('PUT', `/posts/draft/${draft}`, {}, given.replace('ETAG', etag ?? ''))
    expect(answer.status).toBe(status)
  })
})
