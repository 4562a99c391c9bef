import { describe, expect, it, vi } from 'vitest'
import { BEAT_EVERY, MOST_LISTENERS, MOST_LISTENERS_OF_A_KEY } from '../../../core/features/events/events.ts'
import { DAY } from '../../../core/time.ts'
import { aPost } from '../../factories.ts'
import { bearer, createTestApp, fromPage, type TestApp } from '../../fakes/test-app.ts'

/** One who listens. */
async function listen(test: TestApp, headers: Record<string, string>, query = '') {
  const response = await test.call(`/api/v1/events${query}`, { headers })
  const reader = response.body?.getReader() ?? expect.unreachable('no stream')
  let text = ''
  return {
    response,
    /** The next block of the stream. */
    async next(): Promise<string> {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read()
        if (done) return 'the end'
        text += new TextDecoder().decode(value)
      }
      const end = text.indexOf('\n\n')
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      return block
    },
    leave: () => reader.cancel(),
  }
}

async function aScene() {
  const test = createTestApp()
  const auth = bearer(await test.newKey('a listener', 'read'))
  const save = async () => {
    const post = aPost({ status: 'DRAFT' })
    await test.ports.ledger.saveDraft(post)
    return post
  }
  return { test, auth, save }
}

const idOf = (block: string) => Number(/^id: (\d+)$/m.exec(block)?.[1])

describe('GET /events', () => {
  it('tells of what happens from now on', async () => {
    const { test, auth, save } = await aScene()
    await save()
    const listener = await listen(test, auth)
    const { headers } = listener.response
    expect([headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual([
      'text/event-stream',
      'no',
    ])
    expect(await listener.next()).toBe('id: 1')
    const post = await save()
    const [id, event, data] = (await listener.next()).split('\n')
    expect([id, event]).toEqual(['id: 2', 'event: post.created'])
    expect(JSON.parse(data?.replace('data: ', '') ?? '')).toEqual({
      id: '2',
      type: 'post.created',
      at: new Date(test.clock.now()).toISOString(),
      postId: post.id,
      accountId: post.platformAccountId,
      mediaFileId: null,
      state: 'DRAFT',
    })
  })

  it.each([
    ['the header', { 'last-event-id': '1' }, ''],
    ['the query', {}, '?since=1'],
    ['the header before the query', { 'last-event-id': '1' }, '?since=3'],
  ])('goes on where a listener was, by %s', async (_by, header, query) => {
    const { test, auth, save } = await aScene()
    for (let count = 0; count < 3; count += 1) await save()
    const listener = await listen(test, { ...auth, ...header }, query)
    const heard = [await listener.next(), await listener.next(), await listener.next()]
    expect(heard.map(idOf)).toEqual([1, 2, 3])
  })

  it('tells more than one read of the outbox holds, each once and in order', async () => {
    const { test, auth, save } = await aScene()
    for (let count = 0; count < 230; count += 1) await save()
    const listener = await listen(test, { ...auth, 'last-event-id': '0' })
    const heard: number[] = []
    for (let count = 0; count <= 230; count += 1) heard.push(idOf(await listener.next()))
    expect(heard).toEqual(Array.from({ length: 231 }, (_, at) => at))
  })

  it('says when events are gone, and goes on with what is new', async () => {
    const { test, auth, save } = await aScene()
    await save()
    await save()
    test.clock.advance(8 * DAY)
    await test.ports.events.trim(test.clock.now(), 10)
    const listener = await listen(test, auth, '?since=1')
    expect([await listener.next(), await listener.next()]).toEqual(['id: 1', 'id: 2\nevent: reset\ndata: {}'])
    await save()
    expect(await listener.next()).toContain('id: 3\nevent: post.created')
  })

  it('says so to a listener with an id that was never given', async () => {
    const { test, auth } = await aScene()
    const listener = await listen(test, auth, '?since=7')
    await listener.next()
    expect(await listener.next()).toContain('event: reset')
  })

  it('sends a comment every 15 seconds', async () => {
    const { test, auth } = await aScene()
    const listener = await listen(test, auth)
    await listener.next()
    for (const _ of [1, 2]) {
      const next = listener.next()
      await settled()
      test.clock.advance(BEAT_EVERY)
      expect(await next).toBe(': still here')
    }
  })

  it('sends the page the number of writes instead, as its question for changes is answered', async () => {
    const { test, save } = await aScene()
    const page = fromPage(await test.signIn())
    const listener = await listen(test, page)
    await listener.next()
    await save()
    await listener.next()
    const next = listener.next()
    await settled()
    const changes = await (await test.call('/api/changes', { headers: page })).json()
    test.clock.advance(BEAT_EVERY)
    // The double counts how often it was asked.
    expect(await next).toBe(`event: revision\ndata: ${changes.data + 1}`)
  })

  it('ends when the key is revoked', async () => {
    const { test, auth } = await aScene()
    const listener = await listen(test, auth)
    await listener.next()
    const page = fromPage(await test.signIn())
    const { keys } = (await (await test.call('/api/v1/settings/api-keys', { headers: page })).json()) as {
      keys: { id: string }[]
    }
    await test.call(`/api/v1/settings/api-keys/${keys[0]?.id}`, { method: 'DELETE', headers: page })
    test.clock.advance(BEAT_EVERY)
    expect(await listener.next()).toBe('the end')
  })

  it('ends with the server', async () => {
    const { test, auth } = await aScene()
    const listener = await listen(test, auth)
    await listener.next()
    test.events.close()
    expect(await listener.next()).toBe('the end')
  })

  it('has a bound on listeners, and room again when one leaves', async () => {
    const { test } = await aScene()
    const page = fromPage(await test.signIn())
    const listeners = []
    for (let count = 0; count < MOST_LISTENERS; count += 1) listeners.push(await listen(test, page))
    const refused = await test.call('/api/v1/events', { headers: page })
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
    await listeners[0]?.leave()
    await settled()
    expect((await test.call('/api/v1/events', { headers: page })).status).toBe(200)
  })

  it('has a bound on the listeners of a key, beside which other keys and the page find room', async () => {
    const { test, auth } = await aScene()
    const page = fromPage(await test.signIn())
    const listeners = []
    for (let count = 0; count < MOST_LISTENERS_OF_A_KEY; count += 1) listeners.push(await listen(test, auth))
    const refused = await test.call('/api/v1/events', { headers: auth })
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'RATE_LIMITED', error: expect.stringMatching(/with this key .*Close one of them/) as string },
    ])
    const statuses = []
    // With five others, keys have all places but those of the page.
    for (let key = 0; key < 6; key += 1) {
      const other = bearer(await test.newKey(`key ${key}`, 'read'))
      for (let count = 0; count < MOST_LISTENERS_OF_A_KEY; count += 1)
        statuses.push((await test.call('/api/v1/events', { headers: other })).status)
    }
    expect(statuses).toEqual([
      ...Array.from({ length: 5 * MOST_LISTENERS_OF_A_KEY }, () => 200),
      ...Array.from({ length: MOST_LISTENERS_OF_A_KEY }, () => 429),
    ])
    expect((await test.call('/api/v1/events', { headers: page })).status).toBe(200)
    await listeners[0]?.leave()
    await settled()
    expect((await test.call('/api/v1/events', { headers: auth })).status).toBe(200)
  })

  it('answers a HEAD request at once', async () => {
    const { test, auth } = await aScene()
    const response = await test.call('/api/v1/events', { method: 'HEAD', headers: auth })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(await response.text()).toBe('')
  })

  it('refuses a malformed id', async () => {
    const { test, auth } = await aScene()
    const bad = { ...auth, 'last-event-id': 'yesterday' }
    const refused = await test.call('/api/v1/events', { headers: bad })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: 'last-event-id: must be an id.' })
  })

  it('needs a login', async () => {
    const { test } = await aScene()
    expect((await test.call('/api/v1/events')).status).toBe(401)
  })

  it('tells what needs a person', async () => {
    const { test, auth } = await aScene()
    const account = await test.anAccount({ tokenExpiresAt: test.clock.now() - DAY })
    const listener = await listen(test, auth)
    await listener.next()
    await test.events.noteAttention(() => test.attention.list())
    const block = await listener.next()
    expect(block).toContain('event: attention.added')
    expect(block).toContain(`"accountId":"${account.id}","mediaFileId":null,"state":"ACCESS_ENDED"`)
  })

  it('looks for what needs a person only while somebody listens', async () => {
    const { test, auth } = await aScene()
    const read = vi.fn(() => test.attention.list())
    await test.events.noteAttention(read)
    expect(read).not.toHaveBeenCalled()
    const listener = await listen(test, auth)
    await test.events.noteAttention(read)
    expect(read).toHaveBeenCalledOnce()
    await listener.leave()
    await settled()
    await test.events.noteAttention(read)
    expect(read).toHaveBeenCalledOnce()
  })
})

/** Lets everything that has begun run up to its next wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
