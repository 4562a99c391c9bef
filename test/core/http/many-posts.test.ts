import { describe, expect, it } from 'vitest'
import type { ManyResultBody } from '../../../core/api/many-posts.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { NO_CLOUD } from '../../fakes/cloud/no-cloud.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

type Part = Readonly<Record<string, unknown>>

async function aScene(overrides: Parameters<typeof createTestApp>[0] = {}) {
  const test = createTestApp(overrides)
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const auth = bearer(await test.newKey())
  const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'A post' }
  const ask = async <Body>(path: string, body: object, headers: Record<string, string> = auth) => {
    const response = await test.call(`/api/v1${path}`, jsonRequest('POST', body, headers))
    return { status: response.status, body: (await response.json()) as Body }
  }
  const keyed = (key?: string) => (key === undefined ? auth : { ...auth, 'idempotency-key': key })
  const at = (hours: number) => toIso(test.clock.now() + hours * HOUR)
  return {
    test,
    content,
    ask,
    at,
    draft: async () => (await ask<{ id: string }>('/posts/draft', content)).body.id,
    scheduled: async (hours = 1) =>
      (await ask<{ postId: string }>('/schedule', { ...content, scheduledFor: at(hours) })).body.postId,
    /** Publishing it has begun. */
    async begun(hours = 1) {
      const id = (await ask<{ postId: string }>('/schedule', { ...content, scheduledFor: at(hours) })).body
        .postId
      const post = test.data.posts.get(id) ?? expect.unreachable()
      test.data.posts.set(id, { ...post, status: 'PUBLISHING' })
      return id
    },
    many: (posts: readonly Part[], { atomic = false, key }: { atomic?: boolean; key?: string } = {}) =>
      ask<ManyResultBody>('/posts/bulk', { posts, atomic }, keyed(key)),
    drafts: (posts: readonly Part[], { atomic = false, key }: { atomic?: boolean; key?: string } = {}) =>
      ask<{ saved: number; results: { post: { id: string } | null; problems: Part[] }[] }>(
        '/posts/draft/bulk',
        { posts, atomic },
        keyed(key),
      ),
    stored: (id: string): PostRecord | undefined => test.data.posts.get(id),
  }
}

describe('changing many posts in one request', () => {
  it('takes all back that can still be taken back, and names those that cannot', async () => {
    const scene = await aScene()
    const [one, begun, draft] = [await scene.scheduled(), await scene.begun(2), await scene.draft()]
    const parts = [one, begun, draft].map((id) => ({ id, action: 'discard' }))
    expect((await scene.many(parts)).body).toMatchObject({
      done: 2,
      pending: 0,
      refused: 1,
      results: [
        { id: one, outcome: 'done', problem: null },
        { id: begun, outcome: 'refused', problem: { code: 'INVALID_STATUS' } },
        { id: draft, outcome: 'done', problem: null },
      ],
    })
    expect([one, begun, draft].map((id) => scene.stored(id)?.status)).toEqual([
      undefined,
      'PUBLISHING',
      undefined,
    ])
    expect([...scene.test.data.deleted.keys()]).toEqual([one, draft])
  })

  it('does nothing to any when it is atomic and one is refused', async () => {
    const scene = await aScene()
    const [one, begun] = [await scene.scheduled(), await scene.begun(2)]
    const { body } = await scene.many(
      [one, begun].map((id) => ({ id, action: 'unschedule' })),
      { atomic: true },
    )
    expect(body).toMatchObject({
      done: 0,
      refused: 2,
      results: [{ problem: null }, { problem: { code: 'INVALID_STATUS' } }],
    })
    expect(scene.stored(one)?.status).toBe('SCHEDULED')
  })

  it('makes drafts of scheduled posts, and deletes, moves and retries posts', async () => {
    const scene = await aScene()
    const { test } = scene
    const failed = (await accept(test.ports, { mediaFileIds: [scene.content.mediaFileId] })).post
    await test.anAccount({ id: failed.platformAccountId })
    await mustCommit(test.ports, await mustClaim(test.ports), FAILED)
    const [kept, deleted, moved] = [await scene.scheduled(), await scene.draft(), await scene.scheduled(2)]
    const to = scene.at(30)
    const { body } = await scene.many([
      { id: kept, action: 'unschedule' },
      { id: deleted, action: 'delete' },
      { id: moved, action: 'reschedule', scheduledFor: to, timezone: 'Europe/Berlin' },
      { id: failed.id, action: 'retry' },
    ])
    expect(body).toMatchObject({ done: 4, refused: 0 })
    expect(scene.stored(kept)).toMatchObject({ status: 'DRAFT', scheduledFor: null })
    expect(scene.stored(deleted)).toBeUndefined()
    expect(scene.stored(moved)).toMatchObject({ scheduledFor: Date.parse(to), timezone: 'Europe/Berlin' })
    expect(scene.stored(failed.id)?.status).toBe('QUEUED')
  })

  it('exchanges the times of two posts, or changes neither', async () => {
    const scene = await aScene()
    const [one, other] = [await scene.scheduled(1), await scene.scheduled(2)]
    const exchange = [
      { id: one, action: 'reschedule', scheduledFor: scene.at(2) },
      { id: other, action: 'reschedule', scheduledFor: scene.at(1) },
    ]
    expect((await scene.many(exchange, { atomic: true })).body.done).toBe(2)
    const times = () => [one, other].map((id) => toIso(scene.stored(id)?.scheduledFor ?? 0))
    expect(times()).toEqual([scene.at(2), scene.at(1)])
    const back = [one, other].map((id) => ({ id, version: toIso(scene.stored(id)?.updatedAt ?? 0) }))
    const again = exchange.map((part, index) => ({ ...part, ...back[index] }))
    expect((await scene.many(again, { atomic: true })).body.results).toMatchObject(
      again.map(({ id }) => ({ id, outcome: 'done', version: expect.any(String) })),
    )
    const late = exchange.map((part, index) => ({ ...part, scheduledFor: scene.at(index - 1) }))
    expect((await scene.many(late, { atomic: true })).body).toMatchObject({ done: 0, refused: 2 })
    expect(times()).toEqual([scene.at(2), scene.at(1)])
  })

  it('leaves another version than the one that is meant as it is', async () => {
    const scene = await aScene()
    const [one, other] = [await scene.scheduled(), await scene.scheduled(2)]
    const versionOf = (id: string) => toIso(scene.stored(id)?.updatedAt ?? 0)
    const [before, same] = [toIso(0), versionOf(other)]
    const { body } = await scene.many([
      { id: one, action: 'discard', version: before },
      { id: other, action: 'discard', version: same },
    ])
    expect(body.results).toMatchObject([
      { outcome: 'refused', problem: { code: 'INVALID_STATE', field: 'version' } },
      { outcome: 'done' },
    ])
    expect(scene.stored(one)?.status).toBe('SCHEDULED')
  })

  it('retries the version that is meant, although the Worker tells more of it as it comes back', async () => {
    let asked = 0
    const recall = async ({ id, updatedAt }: PostRecord): Promise<void> => {
      asked += 1
      const post = scene.stored(id) ?? expect.unreachable()
      scene.test.data.posts.set(id, { ...post, handover: null, updatedAt: updatedAt + 1 })
      // Meanwhile all is decided again.
      const moving = scene.stored(moved) ?? expect.unreachable()
      scene.test.data.posts.set(moved, { ...moving, updatedAt: moving.updatedAt + 1 })
    }
    const scene = await aScene({ cloud: { ...NO_CLOUD, recall } })
    const [id, moved] = [await scene.draft(), await scene.scheduled()]
    const draft = scene.stored(id) ?? expect.unreachable()
    scene.test.data.posts.set(id, { ...draft, status: 'FAILED', handover: 'cloud' })
    const retry = (updatedAt: number) =>
      scene.many([
        { id: moved, action: 'reschedule', scheduledFor: scene.at(9) },
        { id, action: 'retry', version: toIso(updatedAt) },
      ])
    expect((await retry(draft.updatedAt - 1)).body.results).toMatchObject([
      { outcome: 'done' },
      { outcome: 'refused', problem: { code: 'INVALID_STATE', field: 'version' } },
    ])
    expect(asked).toBe(0)
    expect((await retry(draft.updatedAt)).body).toMatchObject({ done: 2, refused: 0 })
    expect(scene.stored(id)?.status).toBe('QUEUED')
  })

  it.each<[string, Part]>([
    ['unknown', { id: crypto.randomUUID(), action: 'discard' }],
    ['not to be unscheduled', { action: 'unschedule' }],
    ['no failure', { action: 'retry' }],
    ['to be moved to no time', { action: 'reschedule' }],
    ['given a time without having one', { action: 'reschedule', scheduledFor: '2030-01-01T00:00:00Z' }],
  ])('refuses what is %s, and does the others', async (_what, part) => {
    const scene = await aScene()
    const [draft, other] = [await scene.draft(), await scene.draft()]
    const { body } = await scene.many([
      { id: draft, ...part },
      { id: other, action: 'delete' },
    ])
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
  })

  it.each<readonly Part[]>([
    [],
    [{ id: 'x', action: 'discard' }],
    [{ id: crypto.randomUUID(), action: 'publish' }],
    Array.from({ length: 201 }, () => ({ id: crypto.randomUUID(), action: 'discard' })),
    Array.from({ length: 2 }, () => ({ id: '00000000-0000-4000-8000-000000000001', action: 'discard' })),
  ])('refuses what is no such request: %#', async (...posts) => {
    const scene = await aScene()
    expect(await scene.many(posts.flat())).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  it('acts once under a key, and gives the same answer again', async () => {
    const scene = await aScene()
    const parts = [await scene.scheduled(), await scene.begun(2)].map((id) => ({ id, action: 'discard' }))
    const first = await scene.many(parts, { key: 'undo' })
    expect(await scene.many(parts, { key: 'undo' })).toEqual(first)
    expect(await scene.many(parts.slice(1), { key: 'undo' })).toMatchObject({ status: 422 })
  })

  it('tells what it has done when it never answered, although a post has changed since', async () => {
    const scene = await aScene()
    const [one, other] = [await scene.scheduled(), await scene.scheduled(2)]
    const parts = [one, other].map((id) => ({ id, action: 'unschedule' }))
    const { requests } = scene.test.ports
    const { keepAnswer } = requests
    Object.assign(requests, { keepAnswer: () => Promise.reject(new Error('the power is off')) })
    await scene.many(parts, { key: 'once' })
    Object.assign(requests, { keepAnswer })
    await scene.ask(`/posts/draft/${one}/schedule`, { scheduledFor: scene.at(5) })
    expect((await scene.many(parts, { key: 'once' })).body).toMatchObject({ done: 2, refused: 0 })
    expect(scene.stored(one)?.status).toBe('SCHEDULED')
  })

  it('changes nothing when the transaction fails, and can be sent again', async () => {
    const scene = await aScene()
    const parts = [await scene.scheduled(), await scene.scheduled(2)].map((id) => ({ id, action: 'discard' }))
    const { ledger } = scene.test.ports
    const { changeMany } = ledger
    Object.assign(ledger, { changeMany: () => Promise.reject(new Error('the disk')) })
    expect((await scene.many(parts, { key: 'once' })).status).toBe(500)
    expect(scene.test.data.posts.size).toBe(2)
    Object.assign(ledger, { changeMany })
    expect((await scene.many(parts, { key: 'once' })).body.done).toBe(2)
  })

  it('is read and decided again when another request was faster', async () => {
    const scene = await aScene()
    const id = await scene.scheduled()
    const { accounts } = scene.test.ports
    const { get } = accounts
    let isFirst = true
    accounts.get = async (wanted) => {
      const post = scene.stored(id)
      if (isFirst && post)
        scene.test.data.posts.set(id, { ...post, caption: 'Another', updatedAt: post.updatedAt + 1 })
      isFirst = false
      return get(wanted)
    }
    expect((await scene.many([{ id, action: 'reschedule', scheduledFor: scene.at(9) }])).body.done).toBe(1)
    expect(scene.stored(id)).toMatchObject({ caption: 'Another', scheduledFor: Date.parse(scene.at(9)) })
  })
})

describe('saving many drafts in one request', () => {
  it('saves those that can be saved, in their order, and says what is wrong with the others', async () => {
    const scene = await aScene()
    const { body } = await scene.drafts([scene.content, { ...scene.content, caption: 7 }, scene.content])
    expect(body).toMatchObject({
      saved: 2,
      results: [
        { problems: [] },
        { post: null, problems: [{ code: 'VALIDATION_ERROR', field: 'caption' }] },
        {},
      ],
    })
    expect([...scene.test.data.posts.keys()]).toEqual(body.results.flatMap(({ post }) => post?.id ?? []))
  })

  it('saves none when it is atomic and one cannot be saved', async () => {
    const scene = await aScene()
    const wrong = { ...scene.content, mediaFileId: crypto.randomUUID() }
    const { body } = await scene.drafts([scene.content, wrong], { atomic: true })
    expect(body).toMatchObject({ saved: 0, results: [{ post: null, problems: [] }, { post: null }] })
    expect(body.results[1]?.problems).toHaveLength(1)
    expect(scene.test.data.posts.size).toBe(0)
  })

  it('acts once under a key, also when it never answered', async () => {
    const scene = await aScene()
    const { requests } = scene.test.ports
    const { keepAnswer } = requests
    Object.assign(requests, { keepAnswer: () => Promise.reject(new Error('the power is off')) })
    const two = [scene.content, scene.content]
    await scene.drafts(two, { key: 'once' })
    Object.assign(requests, { keepAnswer })
    const second = await scene.drafts(two, { key: 'once' })
    expect(second.body.saved).toBe(2)
    expect(await scene.drafts(two, { key: 'once' })).toEqual(second)
    expect(scene.test.data.posts.size).toBe(2)
  })

  it('may be asked for by a key that may only write drafts', async () => {
    const scene = await aScene()
    const headers = bearer(await scene.test.newKey('an agent', 'draft'))
    const saved = await scene.ask<{ saved: number }>('/posts/draft/bulk', { posts: [scene.content] }, headers)
    expect(saved).toMatchObject({ status: 200, body: { saved: 1 } })
    const id = await scene.scheduled()
    const discard = await scene.ask('/posts/bulk', { posts: [{ id, action: 'discard' }] }, headers)
    expect(discard.status).toBe(403)
  })
})
