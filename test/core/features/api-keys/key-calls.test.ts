// What a person can read of the calls that came in with a key.
import { describe, expect, it } from 'vitest'
import { DAY, SECOND, toIso } from '../../../../core/time.ts'
import { bearer, createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'
import { BASE, nameOf, servedOperations } from '../../http/served-operations.ts'

interface Call {
  readonly id: number
  readonly at: string
  readonly method: string
  readonly route: string | null
  readonly tool: string | null
  readonly status: number
  readonly postId: string | null
}

async function aScene() {
  const test = createTestApp()
  const page = fromPage(await test.signIn())
  const fullKey = await test.newKey('an agent', 'full')
  const key = bearer(fullKey)
  const keyId = (await test.ports.keys.list())[0]?.id ?? ''
  const read = (id = keyId, query = '', headers: Record<string, string> = page) =>
    test.call(`/api/settings/api-keys/${id}/calls${query}`, { headers })
  const list = async (id?: string, query?: string) =>
    (await (await read(id, query)).json()) as { calls: Call[]; hasMore: boolean }
  const linesOf = async (id?: string) =>
    (await list(id)).calls.map(({ method, route, status }) => `${method} ${route} ${status}`)
  const send = (path: string, body: unknown, more: Record<string, string> = {}) =>
    test.call(`${BASE}${path}`, jsonRequest('POST', body, { ...key, ...more }))
  return { test, page, key, fullKey, keyId, read, list, linesOf, send }
}

describe('the log of a key', () => {
  it('has each of its calls, newest first, with what became of it', async () => {
    const { test, key, list } = await aScene()
    const first = test.clock.now()
    await test.call(`${BASE}/posts?text=secret`, { headers: key })
    test.clock.advance(SECOND)
    await test.call(`${BASE}/media/${crypto.randomUUID()}`, { headers: key })
    const { calls, hasMore } = await list()
    expect(hasMore).toBe(false)
    expect(calls).toMatchObject([
      { at: toIso(first + SECOND), method: 'GET', route: '/media/{id}', status: 404, postId: null },
      { at: toIso(first), method: 'GET', route: '/posts', status: 200, tool: null, postId: null },
    ])
  })

  it('names each route as the served document does, also when its rights end before it', async () => {
    const { test, list } = await aScene()
    const key = bearer(await test.newKey('a reader', 'read'))
    const keyId = (await test.ports.keys.list()).find(({ rights }) => rights === 'read')?.id ?? ''
    for (const operation of await servedOperations(test)) {
      // It would be no key any more.
      if (nameOf(operation) === 'POST /auth/logout') continue
      const path = operation.template.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
      const response = await test.call(BASE + path, { method: operation.method, headers: key })
      await response.body?.cancel()
      const [latest] = (await list(keyId)).calls
      expect(`${latest?.method} ${latest?.route} ${latest?.status}`).toBe(
        `${nameOf(operation)} ${response.status}`,
      )
    }
  })

  it('has no part of an address, a body or a secret', async () => {
    const { test, key, fullKey, send, list } = await aScene()
    const [account, media] = [await test.anAccount(), await test.anImage()]
    const post = {
      accountId: account.id,
      mediaType: 'IMAGE',
      mediaFileId: media.id,
      caption: 'private words',
    }
    await send('/posts/draft', post, { 'idempotency-key': 'private-name', 'nightpost-tool': 'private words' })
    await test.call(`${BASE}/no/private-path?private`, { headers: key })
    await test.call(`/uploads/private.jpg`, { headers: key })
    const { calls } = await list()
    expect(calls.map(({ route, tool }) => [route, tool])).toEqual([
      ['/uploads/*', null],
      [null, null],
      ['/posts/draft', null],
    ])
    for (const words of ['private', fullKey.slice(12), account.id])
      expect(JSON.stringify(calls)).not.toContain(words)
  })

  it('names the post that was made, also when the request is repeated, and what was done with it', async () => {
    const { test, key, send, list } = await aScene()
    const [account, media] = [await test.anAccount(), await test.anImage()]
    const post = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: media.id }
    const once = { 'idempotency-key': 'once' }
    const { id } = (await (await send('/posts/draft', post, once)).json()) as { id: string }
    await send('/posts/draft', post, once)
    await send('/approvals', { postId: id })
    await send(`/posts/draft/${id}/publish`, {})
    await test.call(`${BASE}/posts/${id}`, { headers: key })
    expect((await list()).calls.map(({ postId }) => postId)).toEqual([id, id, id, id, id])
  })

  it('names the tool through which an agent called', async () => {
    const { test, key, list } = await aScene()
    await test.call(`${BASE}/posts`, { headers: { ...key, 'nightpost-tool': 'list_posts' } })
    expect((await list()).calls).toMatchObject([{ route: '/posts', tool: 'list_posts' }])
  })

  it('has what was refused, and what only the page may ask', async () => {
    const { test, key, linesOf, send } = await aScene()
    await send('/posts/publish', { caption: 7 })
    await test.call('/api/queue/state', { headers: key })
    expect(await linesOf()).toEqual(['GET /api/queue/state 403', 'POST /posts/publish 400'])
    for (let i = 0; i < 99; i += 1) await test.call(`${BASE}/posts`, { headers: key })
    expect((await linesOf())[0]).toBe('GET /posts 429')
  })

  it('has nothing of other keys, of the page or of refused keys', async () => {
    const { test, page, keyId, linesOf } = await aScene()
    const other = await test.newKey('another')
    await test.call(`${BASE}/posts`, { headers: bearer(other) })
    await test.call(`${BASE}/posts`, { headers: page })
    await test.ports.keys.revoke(keyId, test.clock.now())
    expect(await linesOf()).toEqual([])
  })

  it('is read by 50', async () => {
    const { test, key, list } = await aScene()
    for (let i = 0; i < 60; i += 1) await test.call(`${BASE}/posts`, { headers: key })
    const first = await list()
    expect([first.calls.length, first.hasMore]).toEqual([50, true])
    const rest = await list(undefined, `?before=${first.calls.at(-1)?.id}`)
    expect([rest.calls.length, rest.hasMore]).toEqual([10, false])
  })

  it('ends after a thousand calls, and after 30 days', async () => {
    const { test, key, keyId, list } = await aScene()
    const stored = async () => (await test.ports.keys.listCalls(keyId, Number.MAX_SAFE_INTEGER, 5_000)).length
    for (let i = 0; i < 1_100; i += 1) await test.app.request(`${BASE}/posts`, { headers: key })
    await list()
    expect(await stored()).toBe(1_000)
    test.clock.advance(30 * DAY + SECOND)
    await test.apiKeys.calls.write()
    expect(await stored()).toBe(0)
  })

  it('costs a call no write: it is written with others', async () => {
    const { test, key, keyId } = await aScene()
    for (let i = 0; i < 3; i += 1) await test.call(`${BASE}/posts`, { headers: key })
    const stored = async () => (await test.ports.keys.listCalls(keyId, Number.MAX_SAFE_INTEGER, 10)).length
    expect(await stored()).toBe(0)
    await test.apiKeys.calls.write()
    expect(await stored()).toBe(3)
  })

  it('loses nothing to a full disk: it is written when there is room again, and read meanwhile', async () => {
    const { test, key, linesOf } = await aScene()
    const { keys } = test.ports
    const { addCalls } = keys
    await test.call(`${BASE}/posts`, { headers: key })
    keys.addCalls = () => Promise.reject(new Error('the disk is full'))
    expect(await linesOf()).toEqual([])
    await test.call(`${BASE}/media`, { headers: key })
    keys.addCalls = addCalls
    expect(await linesOf()).toEqual(['GET /media 200', 'GET /posts 200'])
  })

  it('is for the page alone, and of keys that exist', async () => {
    const { key, keyId, read } = await aScene()
    expect((await read(keyId, '', key)).status).toBe(403)
    expect((await read(keyId, '', {})).status).toBe(401)
    expect((await read(crypto.randomUUID())).status).toBe(404)
    expect((await read(keyId, '?before=x')).status).toBe(400)
  })
})
