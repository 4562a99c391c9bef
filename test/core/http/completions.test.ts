import { describe, expect, it } from 'vitest'
import { HOUR, SECOND, toIso } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string) {
  const response = await test.call(`/api/v1${path}`, { headers: bearer(await test.newKey()) })
  return { status: response.status, body: (await response.json()) as Body }
}

describe('recent completions', () => {
  const since = (value: string, more = '') =>
    `/posts/recent-completions?since=${encodeURIComponent(value)}${more}`

  const LINKED = { ...PUBLISHED, permalink: 'https://www.instagram.com/p/night/' }

  async function withCompletions(count: number) {
    const test = createTestApp()
    const posts: string[] = []
    for (let i = 0; i < count; i += 1) {
      posts.push((await accept(test.ports)).post.id)
      const outcome = i % 2 === 0 ? LINKED : FAILED
      await mustCommit(test.ports, await mustClaim(test.ports), { ...outcome, updatedAt: START + i * SECOND })
    }
    await accept(test.ports)
    return { test, posts }
  }

  it('are the posts that became PUBLISHED or FAILED after a time, oldest first', async () => {
    const { test, posts } = await withCompletions(4)
    const { status, body } = await call(test, since(toIso(START)))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      posts: [
        { id: posts[1], status: 'FAILED' },
        { id: posts[2], status: 'PUBLISHED' },
        { id: posts[3], status: 'FAILED' },
      ],
      total: 3,
      hasMore: false,
      until: toIso(START + 3 * SECOND),
    })
  })

  it('are read to the end by passing until as the next since', async () => {
    const { test, posts } = await withCompletions(7)
    const seen: string[] = []
    let [from, more]: [string, boolean] = [toIso(START - SECOND), true]
    while (more) {
      const { body } = await call(test, since(from, '&limit=3'))
      expect(body['total']).toBe(posts.length - seen.length)
      seen.push(...(body['posts'] as { id: string }[]).map(({ id }) => id))
      from = String(body['until'])
      more = body['hasMore'] === true
    }
    expect(seen).toEqual(posts)
    expect(await call(test, since(from))).toMatchObject({ body: { posts: [], total: 0, until: from } })
  })

  it('have a post once its permalink was read, and those that ended after it no sooner', async () => {
    const test = createTestApp()
    const linkless = await accept(test.ports)
    const confirmed = { ...PUBLISHED, step: 'confirmed' } as const
    const live = await mustCommit(test.ports, await mustClaim(test.ports), confirmed)
    const failed = await accept(test.ports)
    await mustCommit(test.ports, await mustClaim(test.ports), FAILED)
    const completed = async () => (await call(test, since(toIso(START - 1)))).body
    const none = { posts: [], total: 0, hasMore: false, until: toIso(START - 1) }
    expect(await completed()).toMatchObject(none)
    await mustCommit(test.ports, live, LINKED)
    const posts = [{ id: linkless.post.id, igPermalink: LINKED.permalink }, { id: failed.post.id }]
    expect(await completed()).toMatchObject({ posts, total: 2, hasMore: false })
  })

  it('have a post whose permalink cannot be read ten seconds after it went live', async () => {
    const test = createTestApp()
    const { post } = await accept(test.ports)
    await mustCommit(test.ports, await mustClaim(test.ports), PUBLISHED)
    const ids = async () => (await call(test, since(toIso(START - 1)))).body['posts']
    test.clock.advance(10 * SECOND - 1)
    expect(await ids()).toEqual([])
    test.clock.advance(1)
    expect(await ids()).toMatchObject([{ id: post.id, igPermalink: null }])
    // Clocks can also be set back.
    test.clock.advance(-HOUR)
    expect(await ids()).toMatchObject([{ id: post.id }])
  })

  it.each(['+02:00', '+0200', '+02'])('accept %s, also with an unescaped plus sign', async (offset) => {
    const { test } = await withCompletions(2)
    const local = toIso(START + 2 * HOUR).replace('Z', offset)
    expect((await call(test, since(local))).body).toMatchObject({ total: 1, until: toIso(START + SECOND) })
    expect((await call(test, `/posts/recent-completions?since=${local}`)).body).toMatchObject({ total: 1 })
  })

  it.each(['', '?since=', '?limit=5'])('ask for a time: %j', async (query) => {
    expect(await call(createTestApp(), `/posts/recent-completions${query}`)).toMatchObject({
      status: 400,
      body: { code: 'MISSING_PARAM' },
    })
  })

  it.each([
    'since=yesterday',
    'since=2026-04-20',
    'since=2026-04-20T14:00:00',
    'since=2026-02-30T14:00:00Z',
    'since=1776693600000',
    'since=2026-04-20T14:00:00Z&since=2026-04-21T14:00:00Z',
    'since=2026-04-20T14:00:00Z&limit=0',
    'since=2026-04-20T14:00:00Z&limit=101',
    'since=2026-04-20T14:00:00Z&limit=',
    'since=2026-04-20T14:00:00Z&limit=x',
    'since=2026-04-20T14:00:00Z&limit=1&limit=2',
  ])('cannot be read for ?%s', async (query) => {
    expect(await call(createTestApp(), `/posts/recent-completions?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAM' },
    })
  })
})
