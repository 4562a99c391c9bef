// First comments and switched-off comments, through every way in.
import { describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, method: string, path: string, body?: Body) {
  const headers = bearer(await test.newKey())
  const init = body === undefined ? { method, headers } : jsonRequest(method, body, headers)
  const response = await test.call(`/api/v1${path}`, init)
  return { status: response.status, body: (await response.json()) as Body }
}

async function aScene(account: Partial<AccountRecord> = {}) {
  const test = createTestApp()
  const [{ id: accountId }, image] = [await test.anAccount(account), await test.anImage()]
  const content = { accountId, mediaType: 'IMAGE', mediaFileId: image.id }
  return { test, content, at: { scheduledFor: toIso(START + HOUR) } }
}

const UNDER = { firstComment: 'Recipe on @night.owl #bread', commentsEnabled: false }
const LOGINS = [
  ['platform', 'instagram_business_manage_comments'],
  ['partner', 'instagram_manage_comments'],
] as const

describe('what goes under a post', () => {
  it.each(LOGINS)('is kept by every way in, with the %s login', async (loginMethod, permission) => {
    const { test, content, at } = await aScene({ loginMethod, grantedScopes: [permission] })
    const published = await call(test, 'POST', '/posts/publish', { ...content, ...UNDER })
    const scheduled = await call(test, 'POST', '/schedule', { ...content, ...UNDER, ...at })
    const draft = await call(test, 'POST', '/posts/draft', { ...content, ...UNDER })
    expect([published.status, scheduled.status, draft.status]).toEqual([202, 201, 201])
    for (const { body } of [published, scheduled, draft])
      expect((await call(test, 'GET', `/posts/${String(body['postId'] ?? body['id'])}`)).body).toMatchObject(
        UNDER,
      )
    const lists = await call(test, 'GET', '/schedule')
    expect(lists.body['posts']).toMatchObject([UNDER])
  })

  it('is nothing unless it is asked for', async () => {
    const { test, content } = await aScene({ grantedScopes: [] })
    for (const nothing of [{}, { firstComment: null, commentsEnabled: null }]) {
      const { status, body } = await call(test, 'POST', '/posts/draft', { ...content, ...nothing })
      expect(status).toBe(201)
      expect(body).toMatchObject({ firstComment: null, commentsEnabled: null })
    }
  })

  it.each([
    ['POST /posts/draft', 'PUT /posts/draft'],
    ['POST /schedule', 'PUT /schedule'],
  ])('can be changed and taken back: %s, %s', async (create, change) => {
    const { test, content, at } = await aScene()
    const [to, path] = [create.split(' ')[1] ?? '', change.split(' ')[1] ?? '']
    const time = to === '/schedule' ? at : {}
    const { body: born } = await call(test, 'POST', to, { ...content, ...UNDER, ...time })
    const put = async (body: Body) =>
      (await call(test, 'PUT', `${path}/${String(born['postId'] ?? born['id'])}`, body)).body
    expect(await put({ caption: 'Other' })).toMatchObject(UNDER)
    expect(await put({ firstComment: 'Other' })).toMatchObject({
      firstComment: 'Other',
      commentsEnabled: false,
    })
    expect(await put({ firstComment: null, commentsEnabled: true })).toMatchObject({
      firstComment: null,
      commentsEnabled: true,
    })
  })
})

describe('an account without the permission for comments', () => {
  it.each(LOGINS)('is refused with what to do, with the %s login', async (loginMethod, permission) => {
    const { test, content, at } = await aScene({ loginMethod, grantedScopes: ['instagram_basic'] })
    for (const under of [{ firstComment: 'Hello' }, { commentsEnabled: false }])
      for (const [path, time] of [
        ['/posts/publish', {}],
        ['/schedule', at],
        ['/posts/draft', {}],
      ] as const) {
        const { status, body } = await call(test, 'POST', path, { ...content, ...under, ...time })
        expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
        expect(body['error']).toContain(permission)
        expect(body['error']).toContain('Connect it again with “First comments” ticked.')
      }
    expect((await call(test, 'GET', '/posts')).body['total']).toBe(0)
  })
})

describe('a first comment', () => {
  it.each([
    [{ firstComment: 'a'.repeat(301) }, 'VALIDATION_ERROR'],
    [{ firstComment: '' }, 'VALIDATION_ERROR'],
    [{ firstComment: 7 }, 'VALIDATION_ERROR'],
    [{ firstComment: 'LOUD' }, 'VALIDATION_ERROR'],
    [{ firstComment: '#a #b #c #d #e' }, 'VALIDATION_ERROR'],
    [{ firstComment: 'Hello', mediaType: 'STORIES' }, 'VALIDATION_ERROR'],
    [{ commentsEnabled: false, mediaType: 'STORIES' }, 'VALIDATION_ERROR'],
    [{ commentsEnabled: 'no' }, 'VALIDATION_ERROR'],
  ])('is refused: %j', async (change, code) => {
    const { test, content } = await aScene()
    const { status, body } = await call(test, 'POST', '/posts/publish', { ...content, ...change })
    expect([status, body['code']]).toEqual([400, code])
  })

  it('belongs to reels and carousels, too', async () => {
    const { test, content } = await aScene()
    const video = aVideoRecord()
    await test.ports.media.add(video)
    for (const kind of [
      { mediaType: 'REELS', mediaFileId: video.id },
      { mediaType: 'CAROUSEL', mediaFileId: null, mediaFileIds: [content.mediaFileId, video.id] },
    ])
      expect(await call(test, 'POST', '/posts/publish', { ...content, ...kind, ...UNDER })).toMatchObject({
        status: 202,
      })
  })
})
