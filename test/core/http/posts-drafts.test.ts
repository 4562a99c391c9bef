import { describe, expect, it } from 'vitest'
import { MINUTE, toIso } from '../../../core/time.ts'
import { inDueLane } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const headers = { ...bearer(await test.newKey()), ...(init.headers as Record<string, string> | undefined) }
  const response = await test.call(`/api/v1${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Body }
}

const keep = (test: TestApp, body: Body) => call(test, '/posts/draft', jsonRequest('POST', body))
const edit = (test: TestApp, id: unknown, body: Body) =>
  call(test, `/posts/draft/${String(id)}`, jsonRequest('PUT', body))
const publish = (test: TestApp, id: unknown) =>
  call(test, `/posts/draft/${String(id)}/publish`, { method: 'POST' })

async function aScene() {
  let woken = 0
  const test = createTestApp({ wake: () => (woken += 1) })
  const [account, image, other] = [await test.anAccount(), await test.anImage(), await test.anImage()]
  const video = aVideoRecord()
  await test.ports.media.add(video)
  const bare = { accountId: account.id, mediaType: 'IMAGE' }
  const draft = async (change: Body = {}) => {
    const { status, body } = await keep(test, { ...bare, ...change })
    expect(status).toBe(201)
    return body
  }
  return { test, account, image, other, video, bare, draft, woken: () => woken }
}

describe('keeping a draft', () => {
  it('asks for an account and a kind of post, and for nothing else', async () => {
    const { test, account, bare, woken } = await aScene()
    for (const mediaType of ['IMAGE', 'REELS', 'STORIES', 'CAROUSEL']) {
      const { status, body } = await keep(test, { ...bare, mediaType })
      expect({ status, ...body }).toMatchObject({
        status: 'DRAFT',
        platformAccountId: account.id,
        mediaType,
        sourceType: 'MANUAL',
        caption: null,
        userTags: null,
        mediaFiles: [],
        createdAt: toIso(test.clock.now()),
      })
      expect(status).toBe(201)
    }
    expect(woken()).toBe(0)
    expect(await test.ports.ledger.nextDue(inDueLane())).toBeNull()
  })

  it('keeps what was sent, and shows its media', async () => {
    const { test, image, other, bare } = await aScene()
    const sent = {
      ...bare,
      mediaType: 'CAROUSEL',
      mediaFileIds: [other.id, image.id],
      caption: 'Later 🌙',
      userTags: [{ username: 'owl', x: 0.5, y: 1 }],
      collaborators: ['bat'],
      locationId: '110843418940484',
      locationName: 'Berlin',
    }
    const { body } = await keep(test, sent)
    expect(body).toMatchObject({
      caption: 'Later 🌙',
      userTags: JSON.stringify(sent.userTags),
      collaborators: '["bat"]',
      locationId: '110843418940484',
      locationName: 'Berlin',
      mediaFiles: [{ id: other.id }, { id: image.id }],
    })
    expect((await call(test, `/posts/${String(body['id'])}`)).body).toEqual(body)
    expect((await call(test, '/posts?status=DRAFT')).body).toMatchObject({ total: 1 })
  })

  it('does not ask whether the account’s access has ended: the platform is not contacted', async () => {
    const { test, bare } = await aScene()
    const account = await test.anAccount({ tokenExpiresAt: test.clock.now() - MINUTE })
    expect(await keep(test, { ...bare, accountId: account.id })).toMatchObject({ status: 201 })
  })

  const tag = { username: 'owl', x: 0, y: 0 }
  const uuids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

  it.each<[code: string, change: Body]>([
    ['INVALID_TAGS', { mediaType: 'REELS', userTags: [tag] }],
    ['INVALID_MENTIONS', { storyMentions: [{ username: 'owl' }] }],
    ['INVALID_COLLABORATORS', { mediaType: 'STORIES', collaborators: ['bat'] }],
    ['INVALID_CROSS_POST', { crossPostToPartner: true }],
    ['INVALID_CROSS_POST', { mediaType: 'CAROUSEL', crossPostToPartner: true }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: uuids(1) }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: uuids(11) }],
    ['INVALID_CAROUSEL', { mediaFileIds: uuids(2) }],
    ['VALIDATION_ERROR', { mediaType: 'GIF' }],
    ['VALIDATION_ERROR', { mediaType: null }],
    ['VALIDATION_ERROR', { accountId: null }],
    ['VALIDATION_ERROR', { caption: 'x'.repeat(2_201) }],
    ['VALIDATION_ERROR', { mediaType: 'STORIES', storyMentions: Array(6).fill({ username: 'owl' }) }],
  ])('holds what is given to the rules of publishing: %s for %j', async (code, change) => {
    const { test, bare } = await aScene()
    const { status, body } = await keep(test, { ...bare, ...change })
    expect({ status, code: body['code'] }).toEqual({ status: 400, code })
    expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('refuses as many files as nobody means like any number that is no carousel', async () => {
    const { test, bare } = await aScene()
    const carousel = { ...bare, mediaType: 'CAROUSEL', mediaFileId: null, mediaFileIds: uuids(101) }
    expect(await keep(test, carousel)).toMatchObject({ status: 400, body: { code: 'INVALID_CAROUSEL' } })
  })

  it('says what is not there: the account, the file', async () => {
    const { test, bare } = await aScene()
    const nobody = crypto.randomUUID()
    const missing = (what: RegExp) => ({
      status: 404,
      body: { code: 'NOT_FOUND', error: expect.stringMatching(what) },
    })
    expect(await keep(test, { ...bare, accountId: nobody })).toMatchObject(missing(/^Account/))
    expect(await keep(test, { ...bare, mediaFileId: nobody })).toMatchObject(missing(/^Media file/))
  })

  it('refuses a file of the wrong kind, and one that the platform does not take', async () => {
    const { test, video, bare } = await aScene()
    expect(await keep(test, { ...bare, mediaFileId: video.id })).toMatchObject({
      body: { code: 'INVALID_MEDIA_TYPE' },
    })
    const panorama = await test.anImage({ width: 3000, height: 1000 })
    expect(await keep(test, { ...bare, mediaFileId: panorama.id })).toMatchObject({
      status: 400,
      body: { code: 'MEDIA_INVALID', error: expect.stringMatching(/3:1/) },
    })
  })

  it('takes up to five story mentions, with the middle as their place', async () => {
    const { draft } = await aScene()
    const body = await draft({ mediaType: 'STORIES', storyMentions: Array(5).fill({ username: 'owl' }) })
    expect(JSON.parse(String(body['storyMentions']))).toHaveLength(5)
    expect(JSON.parse(String(body['storyMentions']))[0]).toEqual({ username: 'owl', x: 0.5, y: 0.5 })
  })
})

describe('editing a draft', () => {
  it('changes the given keys and keeps the others', async () => {
    const { test, image, draft } = await aScene()
    const before = await draft({
      mediaFileId: image.id,
      caption: 'one',
      locationId: '1',
      locationName: 'Bonn',
    })
    test.clock.advance(MINUTE)
    const { status, body } = await edit(test, before['id'], { caption: 'two', collaborators: ['bat'] })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      caption: 'two',
      collaborators: '["bat"]',
      updatedAt: toIso(test.clock.now()),
    })
    expect((await call(test, `/posts/${String(before['id'])}`)).body).toEqual(body)
  })

  it('clears what is null', async () => {
    const { test, image, draft } = await aScene()
    const everything = {
      mediaFileId: image.id,
      caption: 'one',
      userTags: [{ username: 'owl', x: 0, y: 0 }],
      collaborators: ['bat'],
      locationId: '1',
      locationName: 'Bonn',
    }
    const { id } = await draft(everything)
    const nothing = Object.fromEntries(Object.keys(everything).map((key) => [key, null]))
    expect(await edit(test, id, { ...nothing, crossPostToPartner: null })).toMatchObject({
      status: 200,
      body: {
        caption: null,
        userTags: null,
        collaborators: null,
        locationId: null,
        locationName: null,
        crossPostToPartner: false,
        mediaFiles: [],
      },
    })
  })

  it('keeps everything when nothing is given, and ignores what it does not know', async () => {
    const { test, image, draft } = await aScene()
    const before = await draft({ mediaFileId: image.id, caption: 'one' })
    const { body } = await edit(test, before['id'], { filter: 'sepia', status: 'PUBLISHED', id: 'x' })
    expect({ ...body, updatedAt: null }).toEqual({ ...before, updatedAt: null })
  })

  it('changes the kind of post, with the files that go with it', async () => {
    const { test, image, other, video, draft } = await aScene()
    const { id } = await draft({ mediaFileId: image.id })
    const files = (body: Body) => (body['mediaFiles'] as { id: string }[]).map((file) => file.id)
    const story = await edit(test, id, { mediaType: 'STORIES' })
    expect([story.body['mediaType'], files(story.body)]).toEqual(['STORIES', [image.id]])
    const reel = await edit(test, id, { mediaType: 'REELS', mediaFileId: video.id })
    expect([reel.body['mediaType'], files(reel.body)]).toEqual(['REELS', [video.id]])
    const carousel = await edit(test, id, { mediaType: 'CAROUSEL', mediaFileIds: [image.id, other.id] })
    expect([carousel.body['mediaType'], files(carousel.body)]).toEqual(['CAROUSEL', [image.id, other.id]])
    const back = await edit(test, id, { mediaType: 'IMAGE', mediaFileId: other.id })
    expect([back.body['mediaType'], files(back.body)]).toEqual(['IMAGE', [other.id]])
  })

  it('does not guess which files a change between one and several means', async () => {
    const { test, image, other, draft } = await aScene()
    const single = await draft({ mediaFileId: image.id })
    expect(await edit(test, single['id'], { mediaType: 'CAROUSEL' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CAROUSEL', error: expect.stringMatching(/mediaFileIds/) },
    })
    const several = await draft({ mediaType: 'CAROUSEL', mediaFileIds: [image.id, other.id] })
    expect(await edit(test, several['id'], { mediaType: 'IMAGE' })).toMatchObject({
      body: { code: 'INVALID_CAROUSEL', error: expect.stringMatching(/mediaFileId/) },
    })
    const empty = await draft()
    expect(await edit(test, empty['id'], { mediaType: 'CAROUSEL' })).toMatchObject({ status: 200 })
  })

  it.each<[code: string, kept: Body, change: Body]>([
    ['INVALID_TAGS', { userTags: [{ username: 'owl', x: 0, y: 0 }] }, { mediaType: 'REELS' }],
    ['INVALID_COLLABORATORS', { collaborators: ['bat'] }, { mediaType: 'STORIES' }],
    [
      'INVALID_MENTIONS',
      { mediaType: 'STORIES', storyMentions: [{ username: 'owl' }] },
      { mediaType: 'IMAGE' },
    ],
    ['INVALID_CROSS_POST', {}, { crossPostToPartner: true }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL' }, { mediaFileIds: [crypto.randomUUID()] }],
    ['INVALID_CAROUSEL', {}, { mediaFileIds: [crypto.randomUUID(), crypto.randomUUID()] }],
    ['VALIDATION_ERROR', {}, { mediaType: null }],
    ['VALIDATION_ERROR', {}, { accountId: null }],
    ['VALIDATION_ERROR', {}, { caption: 7 }],
  ])('checks the result as a whole and keeps none of it: %s', async (code, kept, change) => {
    const { test, draft } = await aScene()
    const before = await draft(kept)
    const { status, body } = await edit(test, before['id'], { caption: 'new', ...change })
    expect({ status, code: body['code'] }).toEqual({ status: 400, code })
    expect((await call(test, `/posts/${String(before['id'])}`)).body).toEqual(before)
  })

  it('says which file or account is not there, and which file does not fit', async () => {
    const { test, video, draft } = await aScene()
    const { id } = await draft()
    const nobody = crypto.randomUUID()
    expect(await edit(test, id, { mediaFileId: nobody })).toMatchObject({ body: { code: 'NOT_FOUND' } })
    expect(await edit(test, id, { accountId: nobody })).toMatchObject({ body: { code: 'NOT_FOUND' } })
    expect(await edit(test, id, { mediaFileId: video.id })).toMatchObject({
      body: { code: 'INVALID_MEDIA_TYPE' },
    })
    const panorama = await test.anImage({ width: 3000, height: 1000 })
    expect(await edit(test, id, { mediaFileId: panorama.id })).toMatchObject({
      body: { code: 'MEDIA_INVALID' },
    })
  })

  it('is possible although its account is gone, by naming another one', async () => {
    const { test, account, draft } = await aScene()
    const { id } = await draft({ caption: 'homeless' })
    test.data.accounts.clear()
    expect(await edit(test, id, { caption: 'x' })).toMatchObject({ body: { code: 'NOT_FOUND' } })
    const other = await test.anAccount()
    expect(await edit(test, id, { accountId: other.id })).toMatchObject({
      status: 200,
      body: { platformAccountId: other.id, caption: 'homeless' },
    })
    expect(other.id).not.toBe(account.id)
  })

  it('is refused for a post that is not a draft, and for an unknown id', async () => {
    const { test, image, bare, draft } = await aScene()
    const { id } = await draft({ mediaFileId: image.id })
    await publish(test, id)
    const refused = await edit(test, id, { caption: 'late' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATUS' } })
    const { body: queued } = await call(
      test,
      '/posts/publish',
      jsonRequest('POST', { ...bare, mediaFileId: image.id }),
    )
    expect(await edit(test, queued['postId'], {})).toMatchObject({ body: { code: 'INVALID_STATUS' } })
    expect(await edit(test, crypto.randomUUID(), {})).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await edit(test, 'not-a-uuid', {})).toMatchObject({ body: { code: 'VALIDATION_ERROR' } })
  })

  it('loses nothing when many edit different keys at once', async () => {
    const { test, draft } = await aScene()
    const { id } = await draft()
    const patches = [
      { caption: 'a' },
      { locationId: '1' },
      { locationName: 'Bonn' },
      { collaborators: ['bat'] },
      { userTags: [{ username: 'owl', x: 0, y: 0 }] },
    ]
    const answers = await Promise.all(patches.map((patch) => edit(test, id, patch)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await call(test, `/posts/${String(id)}`)).body).toMatchObject({
      caption: 'a',
      locationId: '1',
      locationName: 'Bonn',
      collaborators: '["bat"]',
      userTags: '[{"username":"owl","x":0,"y":0}]',
    })
  })

  it('keeps the draft when its file is deleted, and goes on', async () => {
    const { test, image, other, draft } = await aScene()
    const { id } = await draft({ mediaType: 'CAROUSEL', mediaFileIds: [image.id, other.id] })
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect(await edit(test, id, { caption: 'still here' })).toMatchObject({
      status: 200,
      body: { caption: 'still here', mediaFiles: [{ id: other.id }] },
    })
  })

  it('tags nobody on the next picture of a carousel when the one with the people is deleted', async () => {
    const { test, image, other, draft } = await aScene()
    const third = await test.anImage()
    const userTags = [{ username: 'owl', x: 0, y: 0 }]
    const carousel = { mediaType: 'CAROUSEL', mediaFileIds: [image.id, other.id, third.id], userTags }
    const { id } = await draft(carousel)
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect((await call(test, `/posts/${String(id)}`)).body).toMatchObject({ userTags: null })
    const edited = await edit(test, id, { mediaFileIds: [other.id, third.id] })
    expect(edited).toMatchObject({ status: 200, body: { userTags: null } })
  })

  it('tags nobody on the next picture either where the first one comes after a video', async () => {
    const { test, image, other, video, draft } = await aScene()
    const userTags = [{ username: 'owl', x: 0, y: 0 }]
    const [first, second] = await Promise.all(
      [
        [video.id, image.id, other.id],
        [video.id, other.id, image.id],
      ].map((mediaFileIds) => draft({ mediaType: 'CAROUSEL', mediaFileIds, userTags })),
    )
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    const tagsOf = async (id: unknown) => (await call(test, `/posts/${String(id)}`)).body['userTags']
    expect(await tagsOf(first?.['id'])).toBeNull()
    expect(await tagsOf(second?.['id'])).toBe(JSON.stringify(userTags))
    expect(await edit(test, first?.['id'], { mediaFileIds: [video.id, other.id] })).toMatchObject({
      body: { userTags: null },
    })
  })
})

describe('publishing a draft', () => {
  it('queues the draft itself and wakes the job loop', async () => {
    const { test, image, draft, woken } = await aScene()
    const before = await draft({ mediaFileId: image.id, caption: 'now' })
    test.clock.advance(MINUTE)
    expect(await publish(test, before['id'])).toEqual({
      status: 202,
      body: { postId: before['id'], status: 'QUEUED', nextAttemptAt: null, warnings: [], warningDetails: [] },
    })
    expect((await call(test, `/posts/${String(before['id'])}`)).body).toEqual({
      ...before,
      status: 'QUEUED',
      updatedAt: toIso(test.clock.now()),
    })
    expect((await call(test, '/posts')).body).toMatchObject({ total: 1 })
    expect(woken()).toBe(1)
    expect(await test.ports.ledger.nextDue(inDueLane())).toBe(test.clock.now())
  })

  it('happens once, however often it is asked for at once', async () => {
    const { test, image, draft } = await aScene()
    const { id } = await draft({ mediaFileId: image.id })
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(test, id)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'INVALID_STATUS')).toHaveLength(19)
    expect(test.data.jobs.size).toBe(1)
  })

  it.each<[code: string, change: Body]>([
    ['VALIDATION_ERROR', { mediaType: 'IMAGE' }],
    ['VALIDATION_ERROR', { mediaType: 'STORIES' }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL' }],
  ])('asks for everything that publishing needs: %s for %j', async (code, change) => {
    const { test, draft } = await aScene()
    const { id } = await draft(change)
    expect(await publish(test, id)).toMatchObject({ status: 400, body: { code } })
    expect((await call(test, `/posts/${String(id)}`)).body).toMatchObject({ status: 'DRAFT' })
  })

  it('says that a file was deleted, and what to do', async () => {
    const { test, image, other, draft } = await aScene()
    for (const content of [
      { mediaFileId: image.id },
      { mediaType: 'CAROUSEL', mediaFileIds: [other.id, image.id] },
    ]) {
      const { id } = await draft(content)
      await call(test, `/media/${image.id}`, { method: 'DELETE' })
      expect(await publish(test, id)).toMatchObject({
        status: 400,
        body: { code: 'MEDIA_INVALID', error: expect.stringMatching(/deleted.*Choose/) },
      })
      await test.ports.media.add(image)
    }
  })

  it('holds the account and the files to what they are now', async () => {
    const { test, account, image, draft } = await aScene()
    const { id } = await draft({ mediaFileId: image.id })
    test.data.media.set(image.id, { ...image, width: 3000, height: 1000 })
    expect(await publish(test, id)).toMatchObject({ body: { code: 'MEDIA_INVALID' } })
    test.data.media.set(image.id, image)
    await test.ports.accounts.put({ ...account, tokenExpiresAt: test.clock.now() })
    expect(await publish(test, id)).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
    test.data.accounts.clear()
    expect(await publish(test, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('is refused for a post that is not a draft, and for an unknown id', async () => {
    const { test, image, bare } = await aScene()
    const { body } = await call(
      test,
      '/posts/publish',
      jsonRequest('POST', { ...bare, mediaFileId: image.id }),
    )
    expect(await publish(test, body['postId'])).toMatchObject({ body: { code: 'INVALID_STATUS' } })
    expect(await publish(test, crypto.randomUUID())).toMatchObject({ status: 404 })
    expect(await publish(test, 'not-a-uuid')).toMatchObject({ body: { code: 'VALIDATION_ERROR' } })
  })
})

describe('a file with a rendered version', () => {
  it('is judged by what will be published', async () => {
    const { test, bare } = await aScene()
    const processed = {
      processedPath: 'media/cropped.jpg',
      processedPublicKey: `${crypto.randomUUID()}.jpg`,
      processedFacts: {
        how: 'fit',
        mimeType: 'image/jpeg',
        fileSize: 1_000,
        width: 1080,
        height: 1080,
        durationSeconds: null,
        container: null,
        videoCodec: null,
        audioCodec: null,
        frameRate: null,
        indexInFront: null,
      },
    } as const
    const panorama = await test.anImage({ width: 3000, height: 1000, ...processed })
    expect(await keep(test, { ...bare, mediaFileId: panorama.id })).toMatchObject({ status: 201 })
    const square = await test.anImage({
      ...processed,
      processedFacts: { ...processed.processedFacts, width: 3000 },
      processedPublicKey: `${crypto.randomUUID()}.jpg`,
    })
    expect(await keep(test, { ...bare, mediaFileId: square.id })).toMatchObject({
      body: { code: 'MEDIA_INVALID' },
    })
  })
})
