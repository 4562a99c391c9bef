// Options of a post through the contract: sent, shown, changed, cleared, and refused before anything is stored.
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { draftBodyOf } from '../../../core/rules/content/draft-body.ts'
import { OPTION_NAMES } from '../../../core/rules/content/post-options.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'
import { OPTION_ROWS } from '../../option-rows.ts'

async function aScene(loginMethod: 'platform' | 'partner' = 'partner') {
  const test = createTestApp()
  const account = await test.anAccount({ loginMethod })
  const image = await test.anImage()
  const video = aVideoRecord()
  await test.ports.media.add(video)
  const key = bearer(await test.newKey())
  const call = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? { method, headers: key } : jsonRequest(method, body, key)
    const response = await test.call(`/api/v1${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const files = { IMAGE: { mediaFileId: image.id }, REELS: { mediaFileId: video.id } }
  const bodyFor = (mediaType: 'IMAGE' | 'REELS' | 'CAROUSEL') => ({
    accountId: account.id,
    mediaType,
    ...(mediaType === 'CAROUSEL' ? { mediaFileIds: [image.id, video.id] } : files[mediaType]),
  })
  const scheduledFor = toIso(test.clock.now() + HOUR)
  return { test, image, video, call, bodyFor, scheduledFor }
}

const rows = OPTION_ROWS.map((row) => [row.name, row.mediaType, row] as const)

describe('an option of a post', () => {
  it.each(rows)('%s on %s is kept by every way in, and cleared by null', async (name, mediaType, row) => {
    const { call, bodyFor, image, video, scheduledFor } = await aScene()
    const options = row.options({ picture: image.id, video: video.id })
    const body = { ...bodyFor(mediaType), ...options }
    const shown = async (id: unknown) => (await call('GET', `/posts/${String(id)}`)).body

    const published = await call('POST', '/posts/publish', body)
    expect(await shown(published.body['postId'])).toMatchObject(options)
    const scheduled = await call('POST', '/schedule', { ...body, scheduledFor })
    expect(await shown(scheduled.body['postId'])).toMatchObject(options)
    const path = `/schedule/${String(scheduled.body['postId'])}`
    const all = Object.fromEntries(OPTION_NAMES.map((one) => [one, null]))
    expect((await call('PUT', path, all)).body).toMatchObject({ ...all, status: 'SCHEDULED' })
    expect((await call('PUT', path, options)).body).toMatchObject(options)

    const draft = await call('POST', '/posts/draft', body)
    expect([draft.status, draft.body]).toMatchObject([201, options])
    const id = String(draft.body['id'])
    expect((await call('PUT', `/posts/draft/${id}`, { caption: 'c' })).body).toMatchObject(options)
    expect((await call('PUT', `/posts/draft/${id}`, { ...all })).body).toMatchObject({ [name]: null })
    await call('PUT', `/posts/draft/${id}`, options)
    expect(draftBodyOf((await shown(id)) as PostBody)).toMatchObject(options)
    expect((await call('POST', `/posts/draft/${id}/publish`)).status).toBe(202)
    expect(await shown(id)).toMatchObject({ ...options, status: 'QUEUED' })
  })

  it.each([{ frameMs: 500 }, { mediaFileId: 'picture' }])(
    'is kept without the fields that are unknown within it: cover %j',
    async (known) => {
      const { call, bodyFor, image } = await aScene()
      const cover = 'mediaFileId' in known ? { mediaFileId: image.id } : known
      const sent = { ...cover, ofTomorrow: true }
      const { status, body } = await call('POST', '/posts/publish', { ...bodyFor('REELS'), cover: sent })
      expect(status).toBe(202)
      expect((await call('GET', `/posts/${String(body['postId'])}`)).body['cover']).toEqual(cover)
    },
  )

  it.each(rows.filter(([, , { login }]) => login === 'partner'))(
    '%s on %s is refused by every way in of the platform login, with the login that can',
    async (_name, mediaType, row) => {
      const { test, call, bodyFor, image, video, scheduledFor } = await aScene('platform')
      const body = { ...bodyFor(mediaType), ...row.options({ picture: image.id, video: video.id }) }
      for (const path of ['/posts/publish', '/posts/draft', '/schedule']) {
        const { status, body: refusal } = await call('POST', path, { ...body, scheduledFor })
        expect([status, refusal['code']]).toEqual([400, 'VALIDATION_ERROR'])
        expect(refusal['error']).toMatch(/connected through the partner network/)
      }
      expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
    },
  )

  it.each([
    ['VALIDATION_ERROR', { altText: 'x'.repeat(1001) }],
    ['VALIDATION_ERROR', { altText: 7 }],
    ['VALIDATION_ERROR', { aiGenerated: 'yes' }],
    ['VALIDATION_ERROR', { cover: {} }],
    ['VALIDATION_ERROR', { cover: { frameMs: 1, mediaFileId: crypto.randomUUID() } }],
    ['VALIDATION_ERROR', { cover: { frameMs: 1.5 } }],
    ['VALIDATION_ERROR', { cover: { frameMs: 12_501 } }],
    ['NOT_FOUND', { cover: { mediaFileId: crypto.randomUUID() } }],
    ['VALIDATION_ERROR', { trialReel: { graduationStrategy: 'SOON' } }],
    ['VALIDATION_ERROR', { sponsorIds: ['studio.verde'], paidPartnership: true }],
    ['INVALID_TAGS', { mediaTags: [{ mediaFileId: crypto.randomUUID(), userTags: [{ username: 'a' }] }] }],
  ])('is refused as %s when it says %j', async (code, change) => {
    const { test, call, bodyFor } = await aScene()
    const { status, body } = await call('POST', '/posts/publish', { ...bodyFor('REELS'), ...change })
    expect([status, body['code']]).toEqual([code === 'NOT_FOUND' ? 404 : 400, code])
    expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('may lose its cover in the library: a draft goes on, what has a time or failed asks for another', async () => {
    const { test, call, bodyFor, scheduledFor } = await aScene()
    const { id: mediaFileId } = await test.anImage()
    const body = { ...bodyFor('REELS'), cover: { mediaFileId } }
    const [draft, planned] = [
      await call('POST', '/posts/draft', body),
      await call('POST', '/schedule', { ...body, scheduledFor }),
    ]
    expect((await call('DELETE', `/media/${mediaFileId}`)).status).toBe(200)
    const path = `/posts/draft/${String(draft.body['id'])}`
    expect(await call('PUT', path, { caption: 'c' })).toMatchObject({ status: 200, body: { caption: 'c' } })
    const lost = {
      code: 'MEDIA_INVALID',
      error: 'A media file of this post was deleted. Choose another one.',
    }
    expect((await call('POST', `${path}/publish`)).body).toMatchObject(lost)
    expect((await call('POST', `${path}/schedule`, { scheduledFor })).body).toMatchObject(lost)
    const plan = `/schedule/${String(planned.body['postId'])}`
    expect((await call('PUT', plan, { caption: 'c' })).body).toMatchObject(lost)
    expect((await call('PUT', plan, { caption: 'c', cover: { frameMs: 0 } })).status).toBe(200)
    const unknown = { cover: { mediaFileId: crypto.randomUUID() } }
    expect((await call('PUT', path, unknown)).body).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['/posts/draft', 'DRAFT'],
    ['/schedule', 'SCHEDULED'],
  ])('that cannot be read is not lost by changing something else: %s', async (path, status) => {
    const { test, call, bodyFor, scheduledFor } = await aScene()
    const { body } = await call('POST', path, { ...bodyFor('IMAGE'), scheduledFor })
    const id = String(body['id'] ?? body['postId'])
    const options = '{"aiGenerated":"by hand"}'
    test.data.posts.set(id, { ...(test.data.posts.get(id) ?? expect.unreachable()), options })
    const refused = await call('PUT', `${path}/${id}`, { caption: 'c' })
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('Set them again') } })
    expect(test.data.posts.get(id)).toMatchObject({ options })
    const setAgain = await call('PUT', `${path}/${id}`, { aiGenerated: true })
    expect(setAgain).toMatchObject({ status: 200, body: { aiGenerated: true, status } })
  })

  it('is forgotten with the file that it was said of', async () => {
    const { call, bodyFor, image, video, test } = await aScene()
    const other = await test.anImage()
    const altTexts = [{ mediaFileId: image.id, altText: 'A loaf' }]
    const draft = await call('POST', '/posts/draft', { ...bodyFor('CAROUSEL'), altTexts })
    const path = `/posts/draft/${String(draft.body['id'])}`
    const turned = await call('PUT', path, { mediaFileIds: [video.id, image.id] })
    expect(turned.body).toMatchObject({ altTexts })
    const { body } = await call('PUT', path, { mediaFileIds: [video.id, other.id] })
    expect(body).toMatchObject({ altTexts: null })
  })
})

describe('the alt text of a media file', () => {
  it('is shown, changed and cleared, and is that of the posts which say nothing', async () => {
    const { call, image, bodyFor } = await aScene()
    const path = `/media/${image.id}`
    expect((await call('GET', path)).body).toMatchObject({ altText: null })
    expect(await call('PATCH', path, { altText: 'A loaf' })).toMatchObject({
      status: 200,
      body: { altText: 'A loaf' },
    })
    expect((await call('PATCH', path, {})).body).toMatchObject({ altText: 'A loaf' })
    const { postId } = (await call('POST', '/posts/publish', bodyFor('IMAGE'))).body
    expect((await call('GET', `/posts/${String(postId)}`)).body).toMatchObject({ altText: 'A loaf' })
    expect((await call('POST', '/posts/draft', bodyFor('IMAGE'))).body).toMatchObject({ altText: null })
    expect((await call('PATCH', path, { altText: '' })).body).toMatchObject({ altText: null })
  })

  it('that is given later changes no planned post, until that is asked for its own', async () => {
    const { call, image, bodyFor, scheduledFor } = await aScene()
    const planned = await call('POST', '/schedule', { ...bodyFor('IMAGE'), scheduledFor })
    await call('PATCH', `/media/${image.id}`, { altText: 'A loaf' })
    const edit = async (change: object) =>
      (await call('PUT', `/schedule/${String(planned.body['postId'])}`, change)).body
    expect(await edit({ caption: 'c' })).toMatchObject({ altText: null })
    expect(await edit({ altText: null })).toMatchObject({ altText: 'A loaf' })
    expect(await edit({ altText: '' })).toMatchObject({ altText: '' })
  })

  it('is for pictures that are there', async () => {
    const { call, video } = await aScene()
    const refused = await call('PATCH', `/media/${video.id}`, { altText: 'x' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'MEDIA_INVALID' } })
    const missing = await call('PATCH', `/media/${crypto.randomUUID()}`, { altText: 'x' })
    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const long = await call('PATCH', `/media/${video.id}`, { altText: 'x'.repeat(1001) })
    expect(long).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})
