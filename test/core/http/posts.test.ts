import { describe, expect, it } from 'vitest'
import { OPTION_NAMES } from '../../../core/rules/content/post-options.ts'
import { HOUR, MINUTE, timeWords, toIso } from '../../../core/time.ts'
import {
  accept,
  FAILED,
  mustClaim,
  mustCommit,
  PUBLISHED,
  UNKNOWN,
} from '../../contracts/publishing-stores.ts'
import { aPost, inDueLane, START } from '../../factories.ts'
import { fileProblem } from '../../../core/rules/notices/file-problems.ts'
import { aMediaRecord, aVideoRecord } from '../../fakes/media/a-media-record.ts'
import {
  bearer,
  createTestApp,
  jsonRequest,
  OWN_ORIGIN,
  USER_ID,
  type TestApp,
} from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const headers = { ...bearer(await test.newKey()), ...(init.headers as Record<string, string> | undefined) }
  const response = await test.call(`/api/v1${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Body }
}

const publish = (test: TestApp, body: Body) => call(test, '/posts/publish', jsonRequest('POST', body))

async function aScene() {
  let woken = 0
  const test = createTestApp({ wake: () => (woken += 1) })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const video = aVideoRecord()
  await test.ports.media.add(video)
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  return { test, account, image, video, body, woken: () => woken }
}

describe('publishing a post', () => {
  it('answers 202 with the queued post, and wakes the job loop', async () => {
    const { test, body, woken } = await aScene()
    const accepted = await publish(test, body)
    expect(accepted).toEqual({
      status: 202,
      body: {
        postId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'QUEUED',
        nextAttemptAt: null,
        warnings: [],
        warningDetails: [],
      },
    })
    expect(woken()).toBe(1)
    expect(await test.ports.ledger.nextDue(inDueLane())).toBe(test.clock.now())
  })

  it('keeps what was sent', async () => {
    const { test, account, image, body } = await aScene()
    const userTags = [{ username: 'owl', x: 0, y: 1 }]
    const sent = {
      ...body,
      caption: 'Good night 🌙\n#夜',
      userTags,
      collaborators: ['bat'],
      locationId: '110843418940484',
      locationName: 'Berlin',
    }
    const { postId } = (await publish(test, sent)).body
    const { body: post } = await call(test, `/posts/${String(postId)}`)
    expect(post).toMatchObject({
      id: postId,
      userId: USER_ID,
      platformAccountId: account.id,
      mediaType: 'IMAGE',
      sourceType: 'MANUAL',
      caption: 'Good night 🌙\n#夜',
      hashtags: null,
      locationId: '110843418940484',
      locationName: 'Berlin',
      crossPostToPartner: false,
      isScheduled: false,
      scheduledFor: null,
      timezone: 'UTC',
      status: 'QUEUED',
      retryCount: 0,
      createdAt: toIso(test.clock.now()),
      mediaFiles: [{ id: image.id }],
    })
    expect(JSON.parse(String(post['userTags']))).toEqual(userTags)
    expect(JSON.parse(String(post['collaborators']))).toEqual(['bat'])
    expect(post['storyMentions']).toBeNull()
  })

  it('takes every kind of post', async () => {
    const { test, image, video, body } = await aScene()
    for (const content of [
      { mediaType: 'IMAGE', mediaFileId: image.id },
      { mediaType: 'REELS', mediaFileId: video.id },
      { mediaType: 'STORIES', mediaFileId: image.id, storyMentions: Array(5).fill({ username: 'owl' }) },
      { mediaType: 'STORIES', mediaFileId: video.id },
      { mediaType: 'CAROUSEL', mediaFileId: null, mediaFileIds: Array(10).fill(image.id) },
    ])
      expect(await publish(test, { ...body, ...content })).toMatchObject({ status: 202 })
  })

  it('makes two posts of two calls', async () => {
    const { test, body } = await aScene()
    await publish(test, body)
    await publish(test, body)
    expect((await call(test, '/posts')).body).toMatchObject({ total: 2 })
  })

  it('ignores unknown fields and treats null as absent', async () => {
    const { test, body } = await aScene()
    const nothing = {
      mediaFileIds: null,
      caption: null,
      userTags: null,
      collaborators: null,
      locationId: null,
      locationName: null,
      crossPostToPartner: null,
      storyMentions: null,
    }
    expect(await publish(test, { ...body, ...nothing, filter: 'sepia' })).toMatchObject({ status: 202 })
  })

  it('treats empty lists as absent, where the list itself would be refused', async () => {
    const { test, body } = await aScene()
    expect(await publish(test, { ...body, storyMentions: [], mediaFileIds: [] })).toMatchObject({
      status: 202,
    })
  })

  it.each([
    ['accountId', undefined],
    ['accountId', 'not a uuid'],
    ['accountId', 7],
    ['mediaType', undefined],
    ['mediaType', 'GIF'],
    ['mediaType', 'image'],
    ['mediaFileId', undefined],
    ['mediaFileId', 'not a uuid'],
    ['mediaFileIds', 'not a list'],
    ['mediaFileIds', ['not a uuid']],
    ['caption', 7],
    ['caption', 'x'.repeat(2201)],
    ['caption', 'a\0b'],
    ['caption', '\ud800'],
    ['userTags', [{ username: '', x: 0, y: 0 }]],
    ['userTags', [{ username: 'x'.repeat(31), x: 0, y: 0 }]],
    ['userTags', [{ username: 'owl', x: 1.01, y: 0 }]],
    ['userTags', [{ username: 'owl', x: 0, y: -0.01 }]],
    ['userTags', [{ username: 'owl', x: '0', y: 0 }]],
    ['userTags', [{ username: 'owl' }]],
    ['userTags', Array.from({ length: 21 }, () => ({ username: 'owl', x: 0, y: 0 }))],
    ['collaborators', ['a', 'b', 'c', 'd']],
    ['collaborators', ['']],
    ['crossPostToPartner', 'yes'],
    ['locationId', 7],
    ['storyMentions', Array.from({ length: 6 }, () => ({ username: 'owl' }))],
  ])('refuses %s when it is %j, and names it', async (field, value) => {
    const { test, body } = await aScene()
    const { status, body: refusal } = await publish(test, { ...body, [field]: value })
    expect({ status, ...refusal }).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(refusal['error']).toMatch(new RegExp(`^${field}`))
    expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('takes a caption of 2,200 characters, however many bytes they have', async () => {
    const { test, body } = await aScene()
    expect(await publish(test, { ...body, caption: '🌙'.repeat(2_200) })).toMatchObject({ status: 202 })
    expect(await publish(test, { ...body, caption: '🌙'.repeat(2_201) })).toMatchObject({ status: 400 })
  })
})

describe('a post that looks like another one', () => {
  const DAYS = (days: number) => days * 24 * HOUR

  it('is accepted, and its sender is told of the one that is live or planned', async () => {
    const { test, body } = await aScene()
    const at = toIso(test.clock.now())
    await publish(test, { ...body, caption: 'Fog' })
    const again = await publish(test, { ...body, caption: 'Fog' })
    const warning = `Another post of this account has the same media and caption and is planned for ${timeWords(at)}.`
    const warnings = [warning, expect.stringContaining('less than 20 minutes')]
    const warningDetails = [{ code: 'SAME_POST_PLANNED', params: { at } }, { code: 'TOO_CLOSE' }]
    expect(again).toMatchObject({ status: 202, body: { warnings, warningDetails } })
    await mustCommit(test.ports, await mustClaim(test.ports), { ...PUBLISHED, publishedAt: test.clock.now() })
    const draft = await call(test, '/posts/draft', jsonRequest('POST', body))
    const queued = await call(test, `/posts/draft/${String(draft.body['id'])}/publish`, { method: 'POST' })
    expect(queued.body['warnings']).toContainEqual(expect.stringContaining('has the same media and'))
  })

  it('does not store that warning', async () => {
    const { test, body } = await aScene()
    await publish(test, body)
    const { postId } = (await publish(test, body)).body
    expect((await call(test, `/posts/${String(postId)}`)).body).toMatchObject({ warnings: [] })
  })

  it('is told for the time at which it is to be seen, a week before and after', async () => {
    const { test, body } = await aScene()
    await publish(test, body)
    const warnings = async (time: number) => {
      const scheduledFor = toIso(test.clock.now() + time)
      const sent = { ...body, accountId: body.accountId, scheduledFor }
      return (await call(test, '/schedule', jsonRequest('POST', sent))).body['warnings']
    }
    expect(await warnings(DAYS(7))).toEqual([])
    expect(await warnings(DAYS(14))).toEqual([])
    expect(await warnings(DAYS(13))).toEqual([expect.stringContaining('has the same media and is planned')])
  })

  it('is told when a change of one that is planned makes it so', async () => {
    const { test, body } = await aScene()
    await publish(test, body)
    const send = (path: string, method: string, change: Body) => call(test, path, jsonRequest(method, change))
    const at = (time: number) => ({ scheduledFor: toIso(test.clock.now() + time) })
    const { postId } = (await send('/schedule', 'POST', { ...body, ...at(DAYS(8)) })).body
    const edit = (change: Body) => send(`/schedule/${String(postId)}`, 'PUT', change)
    expect((await edit({ caption: 'Fog' })).body['warnings']).toEqual([])
    expect((await edit(at(DAYS(6)))).body['warnings']).toEqual([expect.stringContaining('is planned for')])
    expect((await edit(at(DAYS(9)))).body['warnings']).toEqual([])
  })

  it('says nothing of the other posts of the account', async () => {
    const { test, body } = await aScene()
    await publish(test, { ...body, caption: 'One' })
    const other = await test.anImage()
    const sent = { ...body, mediaFileId: other.id, caption: 'Two' }
    const codes = (await publish(test, sent)).body['warningDetails']
    expect(codes).toEqual([expect.objectContaining({ code: 'TOO_CLOSE' })])
  })
})

describe('the rules for a post', () => {
  const tag = { username: 'owl', x: 0, y: 0 }
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

  it.each<[code: string, body: Body]>([
    ['INVALID_TAGS', { mediaType: 'REELS', userTags: [tag] }],
    ['INVALID_TAGS', { mediaType: 'STORIES', userTags: [tag] }],
    ['INVALID_MENTIONS', { mediaType: 'IMAGE', storyMentions: [{ username: 'owl' }] }],
    ['INVALID_MENTIONS', { mediaType: 'REELS', storyMentions: [{ username: 'owl' }] }],
    ['INVALID_MENTIONS', { mediaType: 'CAROUSEL', mediaFileId: null, storyMentions: [{ username: 'owl' }] }],
    ['INVALID_COLLABORATORS', { mediaType: 'STORIES', collaborators: ['bat'] }],
    ['INVALID_CROSS_POST', { mediaType: 'CAROUSEL', mediaFileId: null, crossPostToPartner: true }],
    ['INVALID_CROSS_POST', { mediaType: 'IMAGE', crossPostToPartner: true }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL' }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: ids(1) }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: ids(11) }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: ids(2), mediaFileId: ids(1)[0] }],
    ['INVALID_CAROUSEL', { mediaType: 'IMAGE', mediaFileIds: ids(2) }],
    ['VALIDATION_ERROR', { mediaType: 'REELS', mediaFileId: null }],
  ])('are kept: %s for %j', async (code, change) => {
    const { test, body } = await aScene()
    const { status, body: refusal } = await publish(test, { ...body, ...change })
    expect({ status, code: refusal['code'] }).toEqual({ status: 400, code })
  })

  it('are those of the account’s login, for a cross-post', async () => {
    const { test, body } = await aScene()
    const partner = await test.anAccount({ loginMethod: 'partner' })
    const crossPost = { ...body, accountId: partner.id, crossPostToPartner: true }
    expect(await publish(test, crossPost)).toMatchObject({ status: 202 })
  })

  it('ask for what is there: the account first, then each file', async () => {
    const { test, body } = await aScene()
    const nobody = crypto.randomUUID()
    expect(await publish(test, { ...body, accountId: nobody, mediaFileId: nobody })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', error: expect.stringMatching(/^Account/) },
    })
    expect(await publish(test, { ...body, mediaFileId: nobody })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', error: expect.stringMatching(/^Media file/) },
    })
  })

  it('ask for an account whose access has not ended', async () => {
    const { test, body } = await aScene()
    const account = await test.anAccount({ tokenExpiresAt: test.clock.now() + MINUTE })
    expect(await publish(test, { ...body, accountId: account.id })).toMatchObject({ status: 202 })
    test.clock.advance(MINUTE)
    expect(await publish(test, { ...body, accountId: account.id })).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_EXPIRED' },
    })
  })

  it('ask for a file of the right kind', async () => {
    const { test, image, video, body } = await aScene()
    const refused = { status: 400, body: { code: 'INVALID_MEDIA_TYPE' } }
    expect(await publish(test, { ...body, mediaFileId: video.id })).toMatchObject(refused)
    expect(await publish(test, { ...body, mediaType: 'REELS', mediaFileId: image.id })).toMatchObject(refused)
  })

  it('ask for a file that the platform takes, and say what is wrong with this one', async () => {
    const { test, body } = await aScene()
    const panorama = await test.anImage({ width: 3000, height: 1000, aspectRatio: '3:1' })
    expect(await publish(test, { ...body, mediaFileId: panorama.id })).toMatchObject({
      status: 400,
      body: { code: 'MEDIA_INVALID', error: expect.stringMatching(/3:1/) },
    })
  })

  it('ask for another file than one that had to be rewritten and could not be', async () => {
    const { test, body } = await aScene()
    const [text, validationErrors] = ['It is damaged.', [fileProblem('TEXT', { text: 'It is damaged.' })]]
    const video = aVideoRecord({ isValid: false, validationErrors })
    await test.ports.media.add(video)
    expect(await publish(test, { ...body, mediaType: 'REELS', mediaFileId: video.id })).toMatchObject({
      status: 400,
      body: { code: 'MEDIA_INVALID', error: expect.stringContaining(text) },
    })
    const shown = await test.call(`/api/v1/media/${video.id}`, { headers: bearer(await test.newKey()) })
    expect(await shown.json()).toMatchObject({ unfit: { REELS: [text], STORIES: [text] } })
  })
})

describe('the list of posts', () => {
  async function withPosts(count: number) {
    const test = createTestApp()
    const posts = []
    for (let i = 0; i < count; i += 1) posts.unshift((await accept(test.ports)).post.id)
    return { test, posts }
  }
  const idsOf = ({ body }: { body: Body }) => (body['posts'] as { id: string }[]).map(({ id }) => id)

  it('is empty at first', async () => {
    expect(await call(createTestApp(), '/posts')).toEqual({
      status: 200,
      body: { posts: [], total: 0, page: 1, limit: 20, hasMore: false },
    })
  })

  it('is read page by page, newest first', async () => {
    const { test, posts } = await withPosts(45)
    const pages = [
      await call(test, '/posts'),
      await call(test, '/posts?page=2'),
      await call(test, '/posts?page=3'),
    ]
    expect(pages.flatMap(idsOf)).toEqual(posts)
    expect(pages.map(({ body }) => [body['page'], body['hasMore'], body['total']])).toEqual([
      [1, true, 45],
      [2, true, 45],
      [3, false, 45],
    ])
    expect(await call(test, '/posts?page=4')).toMatchObject({
      body: { posts: [], hasMore: false, total: 45 },
    })
  })

  it('says that there is no more when a page ends exactly with the last post', async () => {
    const { test } = await withPosts(4)
    expect((await call(test, '/posts?limit=4')).body['hasMore']).toBe(false)
    expect((await call(test, '/posts?limit=3')).body['hasMore']).toBe(true)
    expect((await call(test, '/posts?limit=2&page=2')).body['hasMore']).toBe(false)
  })

  it('is filtered by status, and counted so', async () => {
    const { test } = await withPosts(3)
    await mustCommit(test.ports, await mustClaim(test.ports), FAILED)
    const { body } = await call(test, '/posts?status=FAILED')
    expect(body).toMatchObject({ posts: [{ status: 'FAILED', errorCode: 'PLATFORM_ERROR' }], total: 1 })
    expect((await call(test, '/posts?status=QUEUED')).body).toMatchObject({ total: 2, hasMore: false })
    expect((await call(test, '/posts?status=DRAFT')).body).toMatchObject({ posts: [], total: 0 })
  })

  it('shows posts without their media', async () => {
    const test = createTestApp()
    const image = await test.anImage()
    await accept(test.ports, { mediaFileIds: [image.id] })
    expect((await call(test, '/posts')).body).toMatchObject({ posts: [{ mediaFiles: [] }] })
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=one',
    'page=',
    'page=1e3',
    'page=99999999999',
    'limit=0',
    'limit=101',
    'limit=all',
    'limit=10&limit=20',
  ])('is refused for ?%s', async (query) => {
    const { status, body } = await call(createTestApp(), `/posts?${query}`)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(body['error']).toMatch(new RegExp(`^${query.split('=')[0]}: `))
  })

  it.each(['status=ALL', 'status=failed', 'status=', 'status=FAILED&status=DRAFT'])(
    'cannot read ?%s',
    async (query) => {
      const { status, body } = await call(createTestApp(), `/posts?${query}`)
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'INVALID_PARAM' })
      expect(body['error']).toMatch(/^status: /)
    },
  )

  it.each(['status=DRAFT&status=DRAFT', 'limit=10&limit=20', 'text=a&text=b'])(
    'says that a parameter is sent once: ?%s',
    async (query) => {
      const { body } = await call(createTestApp(), `/posts?${query}`)
      expect(body['error']).toBe(`${query.split('=')[0]}: must be sent once.`)
    },
  )

  it('takes the largest page, and ignores what it does not know', async () => {
    expect(await call(createTestApp(), '/posts?limit=100&sort=asc')).toMatchObject({ body: { limit: 100 } })
  })
})

describe('the list of posts that match', () => {
  it('takes an account, a text and a span of time, with the offsets that people write', async () => {
    const { test, account, body } = await aScene()
    await publish(test, { ...body, caption: 'Good night' })
    const at = toIso(test.clock.now()).replace('Z', '+00:00')
    const total = async (query: string) => (await call(test, `/posts?${query}`)).body['total']
    expect(await total(`accountId=${account.id}&text=NIGHT&from=${at}&status=QUEUED`)).toBe(1)
    expect(await total(`to=${at}`)).toBe(0)
    expect(await total('text=morning')).toBe(0)
    expect(await total(`accountId=${crypto.randomUUID()}`)).toBe(0)
  })

  it.each([
    ['accountId=me', 'INVALID_PARAM'],
    ['from=today', 'INVALID_PARAM'],
    ['to=2026-11-20T12:00:00', 'INVALID_PARAM'],
    ['text=', 'VALIDATION_ERROR'],
  ])('refuses %s with %s', async (query, code) => {
    const { test } = await aScene()
    expect(await call(test, `/posts?${query}`)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('one post', () => {
  it('is known by its id in capitals, too, as some languages write ids', async () => {
    const test = createTestApp()
    const account = await test.anAccount()
    const mediaFileIds = [(await test.anImage()).id, (await test.anImage()).id]
    const [accountId, ...inCapitals] = [account.id, ...mediaFileIds].map((id) => id.toUpperCase())
    const altTexts = inCapitals.map((mediaFileId) => ({ mediaFileId, altText: 'An owl' }))
    const { body } = await publish(test, {
      mediaType: 'CAROUSEL',
      accountId,
      mediaFileIds: inCapitals,
      altTexts,
    })
    const { id, mediaFiles } = (await call(test, `/posts/${String(body['postId']).toUpperCase()}`)).body
    expect({ id, mediaFiles }).toMatchObject({
      id: body['postId'],
      mediaFiles: mediaFileIds.map((file) => ({ id: file })),
    })
  })

  it('has its media in order, with where they can be seen', async () => {
    const test = createTestApp()
    const pictures = [aMediaRecord({ createdAt: 2 }), aMediaRecord({ createdAt: 1, thumbnailPath: null })]
    for (const picture of pictures) await test.ports.media.add(picture)
    const [first, second] = pictures
    const { post } = await accept(test.ports, { mediaFileIds: pictures.map(({ id }) => id) })
    const { status, body } = await call(test, `/posts/${post.id}`)
    expect(status).toBe(200)
    expect(body['mediaFiles']).toMatchObject([
      {
        id: first?.id,
        previewUrl: `/uploads/${first?.storagePath}`,
        publicUrl: `${OWN_ORIGIN}/media/${first?.publicKey}`,
        thumbnailUrl: `/uploads/${first?.thumbnailPath}`,
      },
      { id: second?.id, thumbnailUrl: null, thumbnailPreviewUrl: null },
    ])
  })

  it('is still there when its file is gone', async () => {
    const test = createTestApp()
    const image = await test.anImage()
    const { post } = await accept(test.ports, { mediaFileIds: [image.id] })
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect(await call(test, `/posts/${post.id}`)).toMatchObject({ status: 200, body: { mediaFiles: [] } })
  })

  it('says that the outcome is unknown when a post is unconfirmed', async () => {
    const test = createTestApp()
    const { post } = await accept(test.ports)
    await mustCommit(test.ports, await mustClaim(test.ports), { ...UNKNOWN, nextAt: START + HOUR })
    expect((await call(test, `/posts/${post.id}`)).body).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      lastAttemptAt: toIso(START),
    })
  })

  const ONLY_SHOWN = ['errorMessage', 'hashtags', 'mediaFiles', 'warningDetails']

  it('has every field of the contract, null where unset', async () => {
    const test = createTestApp()
    const { post } = await accept(test.ports)
    const {
      completedAt: _inside,
      mediaFileIds: _ids,
      remoteMedia: _address,
      options: _text,
      ...shown
    } = aPost()
    const { body } = await call(test, `/posts/${post.id}`)
    const names = [...Object.keys(shown), ...OPTION_NAMES, ...ONLY_SHOWN]
    expect(Object.keys(body).toSorted()).toEqual(names.toSorted())
  })

  it.each([
    [crypto.randomUUID(), 404, 'NOT_FOUND'],
    ['00000000-0000-0000-0000-000000000000', 404, 'NOT_FOUND'],
    ['not-a-uuid', 400, 'VALIDATION_ERROR'],
    ['%2e%2e%2f', 400, 'VALIDATION_ERROR'],
    ["' OR 1=1 --", 400, 'VALIDATION_ERROR'],
  ])('is not found under %s', async (id, status, code) => {
    expect(await call(createTestApp(), `/posts/${id}`)).toMatchObject({ status, body: { code } })
  })
})
