// What can be done with posts that were tried: retry, delete, delete at the platform, and what is told of them.
import { describe, expect, it } from 'vitest'
import { NO_ANSWER, type PlatformRefusal } from '../../../core/ports/platform/platform.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { Change } from '../../../core/rules/publication/publication.ts'
import { safeText } from '../../../core/redact.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { LINK_WAIT } from '../../../core/rules/publication/awaits-link.ts'
import {
  accept,
  FAILED,
  INTENT,
  mustClaim,
  mustCommit,
  PUBLISHED,
  UNKNOWN,
} from '../../contracts/publishing-stores.ts'
import { inDueLane, START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { createMemoryPlatform } from '../../fakes/platform/memory-platform.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const headers = { ...bearer(await test.newKey()), ...(init.headers as Record<string, string> | undefined) }
  const response = await test.call(`/api/v1${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Body }
}

const get = (test: TestApp, id: string) => call(test, `/posts/${id}`)
const retry = (test: TestApp, id: string) => call(test, `/posts/${id}/retry`, { method: 'POST' })
const remove = (test: TestApp, id: string) => call(test, `/posts/${id}`, { method: 'DELETE' })
const archive = async (test: TestApp) => (await call(test, '/posts/deleted')).body['posts'] as Body[]

const refused = (status: number, code: string, error = /./) => ({
  status,
  body: { code, error: expect.stringMatching(error) },
})

/** A post of a connected account, with a picture, at the end that the change describes. */
async function aPostThat(change: Change, post: Partial<PostRecord> = {}) {
  let woken = 0
  const platform = createMemoryPlatform()
  const test = createTestApp({ platform, wake: () => (woken += 1) })
  const [account, image] = [await test.anAccount({ loginMethod: 'partner' }), await test.anImage()]
  const owned = { platformAccountId: account.id, mediaFileIds: [image.id], ...post }
  const accepted = await accept(test.ports, owned)
  const publication = await mustCommit(test.ports, await mustClaim(test.ports), change)
  const { id } = accepted.post
  if (change.mediaId) platform.live.add(change.mediaId)
  // As if it had been live for a while.
  if (change.step === PUBLISHED.step) test.clock.advance(LINK_WAIT)
  return { test, platform, account, image, publication, id, woken: () => woken }
}

const queued = (postId: string) => ({
  postId,
  status: 'QUEUED',
  nextAttemptAt: null,
  warnings: [],
  warningDetails: [],
})

describe('retrying a failed post', () => {
  it('warns of what validating would show', async () => {
    const { test, account, image, id } = await aPostThat(FAILED)
    const content = { mediaType: 'IMAGE', mediaFileId: image.id, accountId: account.id }
    await call(test, '/posts/publish', jsonRequest('POST', content))
    const { body } = await retry(test, id)
    expect(body['warningDetails']).toMatchObject([{ code: 'SAME_MEDIA_PLANNED' }, { code: 'TOO_CLOSE' }])
    expect(body['warnings']).toHaveLength(2)
  })

  it('warns of posts around now, not around the time for which it failed', async () => {
    const { test, account, image, id } = await aPostThat(FAILED, { isScheduled: true, scheduledFor: START })
    await accept(test.ports, { platformAccountId: account.id, status: 'PUBLISHED', publishedAt: START })
    test.clock.advance(10 * DAY)
    const content = { mediaType: 'IMAGE', mediaFileId: image.id, accountId: account.id }
    await call(test, '/posts/publish', jsonRequest('POST', content))
    const { body } = await retry(test, id)
    expect(body['warningDetails']).toMatchObject([{ code: 'SAME_MEDIA_PLANNED' }, { code: 'TOO_CLOSE' }])
  })

  it('warns of nothing that went out days ago', async () => {
    const { test, account, id } = await aPostThat(FAILED, { isScheduled: true, scheduledFor: START })
    await accept(test.ports, { platformAccountId: account.id, status: 'PUBLISHED', publishedAt: START })
    test.clock.advance(10 * DAY)
    expect((await retry(test, id)).body['warnings']).toEqual([])
  })

  it('queues the same record again and forgets what failed it', async () => {
    const { test, id, woken } = await aPostThat(FAILED, { retryCount: 1 })
    test.clock.advance(MINUTE)
    expect(await retry(test, id)).toEqual({ status: 202, body: queued(id) })
    expect((await get(test, id)).body).toMatchObject({
      status: 'QUEUED',
      errorCode: null,
      errorMessage: null,
      recovery: null,
      publishOutcome: null,
      retryCount: 1,
      updatedAt: toIso(test.clock.now()),
    })
    expect(woken()).toBe(1)
    expect(await test.ports.ledger.nextDue(inDueLane())).toBe(test.clock.now())
    expect((await call(test, '/posts')).body).toMatchObject({ total: 1 })
  })

  it('happens once, however often it is asked for at once', async () => {
    const { test, id } = await aPostThat(FAILED)
    const answers = await Promise.all(Array.from({ length: 50 }, () => retry(test, id)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'INVALID_STATUS')).toHaveLength(49)
  })

  it('is refused for a post that has not failed, and for an unknown id', async () => {
    const { test, id } = await aPostThat(PUBLISHED)
    expect(await retry(test, id)).toMatchObject(refused(400, 'INVALID_STATUS', /PUBLISHED/))
    const { post } = await accept(test.ports)
    expect(await retry(test, post.id)).toMatchObject(refused(400, 'INVALID_STATUS', /QUEUED/))
    expect(await retry(test, crypto.randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'))
    expect(await retry(test, 'not-a-uuid')).toMatchObject(refused(400, 'VALIDATION_ERROR'))
  })

  it('needs the files, and files that still fit', async () => {
    const { test, id, image } = await aPostThat(FAILED)
    test.data.media.set(image.id, { ...image, width: 3000, height: 1000 })
    expect(await retry(test, id)).toMatchObject(refused(400, 'MEDIA_INVALID', /3:1/))
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect(await retry(test, id)).toMatchObject(
      refused(400, 'MEDIA_INVALID', /deleted\. Create the post again/),
    )
  })

  it('needs the picture of its cover', async () => {
    const { test, id } = await aPostThat(FAILED)
    const [video, cover] = [aVideoRecord(), await test.anImage()]
    await test.ports.media.add(video)
    const options = JSON.stringify({ cover: { mediaFileId: cover.id } })
    const reel = { mediaType: 'REELS', mediaFileIds: [video.id], options } as Partial<PostRecord>
    const stored = test.data.posts.get(id) ?? expect.unreachable()
    test.data.posts.set(id, { ...stored, ...reel })
    await call(test, `/media/${cover.id}`, { method: 'DELETE' })
    expect(await retry(test, id)).toMatchObject(
      refused(400, 'MEDIA_INVALID', /deleted\. Create the post again/),
    )
  })

  it('needs no files when the post may be live: it is looked for first', async () => {
    const { test, id, image } = await aPostThat({ ...UNKNOWN, intent: INTENT, nextAt: START + HOUR })
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect(await retry(test, id)).toMatchObject({ status: 202 })
    expect(await test.ports.ledger.latestPublication(id)).toMatchObject({ step: 'failed', intent: INTENT })
  })

  it('needs an account that is connected and whose access has not ended', async () => {
    const { test, id, account } = await aPostThat(FAILED)
    await test.ports.accounts.put({ ...account, tokenExpiresAt: test.clock.now() })
    expect(await retry(test, id)).toMatchObject(refused(401, 'TOKEN_EXPIRED', /Reconnect/))
    test.data.accounts.clear()
    expect(await retry(test, id)).toMatchObject(refused(404, 'NOT_FOUND', /disconnected/))
  })

  it('shows the post among the completions again, when it completes again', async () => {
    const { test, id } = await aPostThat(FAILED)
    const completions = async (since: unknown) =>
      (await call(test, `/posts/recent-completions?since=${String(since)}`)).body
    const first = await completions(toIso(START - MINUTE))
    expect(first).toMatchObject({ posts: [{ id, status: 'FAILED' }] })
    await retry(test, id)
    expect(await completions(toIso(START - MINUTE))).toMatchObject({ posts: [], total: 0 })
    await mustCommit(test.ports, await mustClaim(test.ports), PUBLISHED)
    expect(await completions(first['until'])).toMatchObject({ posts: [{ id, status: 'PUBLISHED' }] })
  })
})

describe('deleting a post from the history', () => {
  it('answers with its id, and it is gone from everywhere but the archive', async () => {
    const { test, id, platform, image } = await aPostThat({ ...PUBLISHED, permalink: 'https://ig/p/1/' })
    const { body: before } = await get(test, id)
    test.clock.advance(MINUTE)
    expect(await remove(test, id)).toEqual({ status: 200, body: { success: true, clearedPostId: id } })
    expect(await get(test, id)).toMatchObject(refused(404, 'NOT_FOUND'))
    expect((await call(test, '/posts')).body).toMatchObject({ posts: [], total: 0 })
    expect(await archive(test)).toEqual([
      {
        post: { ...before, mediaFiles: [] },
        deletedAt: toIso(test.clock.now()),
        deletedFrom: 'LOCAL',
        permalink: 'https://ig/p/1/',
      },
    ])
    expect(platform.calls).toEqual([])
    expect(await call(test, `/media/${image.id}`)).toMatchObject({ status: 200 })
  })

  it('is possible in any state', async () => {
    const { test } = await aPostThat(FAILED)
    const { post: queued } = await accept(test.ports)
    const { post: scheduled } = await accept(test.ports, { status: 'SCHEDULED' }, { runAt: START + HOUR })
    const { post: processing } = await accept(test.ports, {}, { runAt: START - 1 })
    await mustClaim(test.ports)
    const account = await test.anAccount()
    const draft = { accountId: account.id, mediaType: 'IMAGE' }
    const { body } = await call(test, '/posts/draft', jsonRequest('POST', draft))
    const { posts } = (await call(test, '/posts')).body as { posts: { id: string; status: string }[] }
    expect(posts.map(({ status }) => status).toSorted()).toEqual(
      ['DRAFT', 'FAILED', 'PROCESSING', 'QUEUED', 'SCHEDULED'].toSorted(),
    )
    expect(posts.map(({ id }) => id)).toEqual(
      expect.arrayContaining([queued.id, scheduled.id, processing.id, body['id']]),
    )
    for (const { id } of posts) expect(await remove(test, id)).toMatchObject({ status: 200 })
    expect(await archive(test)).toHaveLength(5)
    expect(await test.ports.ledger.nextDue(inDueLane())).toBeNull()
  })

  it('leaves nothing that could be retried, edited, published, asked about or deleted again', async () => {
    const { test, id } = await aPostThat(FAILED)
    await remove(test, id)
    const requests: [string, RequestInit][] = [
      [`/posts/${id}`, { method: 'DELETE' }],
      [`/posts/${id}/platform`, { method: 'DELETE' }],
      [`/posts/${id}/retry`, { method: 'POST' }],
      [`/posts/${id}/attempts`, {}],
      [`/posts/draft/${id}`, jsonRequest('PUT', {})],
      [`/posts/draft/${id}/publish`, { method: 'POST' }],
    ]
    for (const [path, init] of requests)
      expect(await call(test, path, init), path).toMatchObject(refused(404, 'NOT_FOUND'))
  })

  it.each([
    [crypto.randomUUID(), 404, 'NOT_FOUND'],
    ['not-a-uuid', 400, 'VALIDATION_ERROR'],
  ])('finds nothing under %s', async (id, status, code) => {
    expect(await remove(createTestApp(), id)).toMatchObject(refused(status, code))
  })
})

describe('the archive', () => {
  it('is empty at first', async () => {
    expect(await call(createTestApp(), '/posts/deleted')).toEqual({
      status: 200,
      body: { posts: [], total: 0, page: 1, limit: 20, hasMore: false },
    })
  })

  it('is read page by page, the post deleted last first', async () => {
    const test = createTestApp()
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) {
      const { post } = await accept(test.ports)
      ids.unshift(post.id)
      await remove(test, post.id)
    }
    const pages = []
    for (const page of [1, 2, 3, 4])
      pages.push((await call(test, `/posts/deleted?limit=2&page=${page}`)).body)
    const seen = pages.flatMap(({ posts }) =>
      (posts as { post: { id: string } }[]).map(({ post }) => post.id),
    )
    expect(seen).toEqual(ids)
    expect(pages.map(({ total, hasMore }) => [total, hasMore])).toEqual([
      [5, true],
      [5, true],
      [5, false],
      [5, false],
    ])
  })

  it.each(['page=0', 'page=one', 'limit=0', 'limit=101', 'limit='])('is refused for ?%s', async (query) => {
    expect(await call(createTestApp(), `/posts/deleted?${query}`)).toMatchObject(
      refused(400, 'VALIDATION_ERROR'),
    )
  })
})

describe('deleting a post at the platform', () => {
  const MEDIA_ID = PUBLISHED.mediaId ?? ''
  const LINK = 'https://www.instagram.com/p/1/'
  const live = { ...PUBLISHED, permalink: LINK }
  const remove = (test: TestApp, id: string) => call(test, `/posts/${id}/platform`, { method: 'DELETE' })
  const no = (code: number, subcode: number | null = null) => {
    const refusal: PlatformRefusal = {
      httpStatus: 400,
      code,
      subcode,
      message: safeText('Fatal'),
      title: null,
      traceId: null,
    }
    return { kind: 'refused', refusal, platformTime: null, facts: NO_ANSWER } as const
  }
  const nothing = {
    kind: 'unknown',
    reason: safeText('the connection was lost'),
    platformTime: null,
    facts: NO_ANSWER,
  } as const

  it('deletes it there and clears the record', async () => {
    const { test, platform, id } = await aPostThat(live)
    expect(await remove(test, id)).toEqual({
      status: 200,
      body: {
        success: true,
        wasDeletedFromPlatform: true,
        clearedPostId: id,
        deleteError: null,
        deleteDetails: [],
        permalink: LINK,
      },
    })
    expect([...platform.live]).toEqual([])
    expect(await get(test, id)).toMatchObject({ status: 404 })
    expect(await archive(test)).toMatchObject([{ post: { id }, deletedFrom: 'PLATFORM', permalink: LINK }])
  })

  it('gives an empty permalink when it was never learned', async () => {
    const { test, id } = await aPostThat(PUBLISHED)
    expect((await remove(test, id)).body).toMatchObject({ wasDeletedFromPlatform: true, permalink: '' })
  })

  it('does not ask the platform where its login has no such call', async () => {
    const { test, platform, account, id } = await aPostThat(live)
    await test.ports.accounts.put({ ...account, loginMethod: 'platform' })
    expect(await remove(test, id)).toMatchObject({
      status: 200,
      body: {
        success: true,
        wasDeletedFromPlatform: false,
        deleteError: expect.stringMatching(/in the Instagram app/),
        permalink: LINK,
      },
    })
    expect(platform.calls).toEqual([])
    expect(await archive(test)).toMatchObject([{ post: { id, status: 'PUBLISHED' }, deletedFrom: 'LOCAL' }])
  })

  it('does not ask when the permission is known to be missing, and asks when it is there or not known', async () => {
    for (const [grantedScopes, asks] of [
      [['instagram_basic'], false],
      [['instagram_basic', 'instagram_manage_contents'], true],
      [null, true],
    ] as const) {
      const { test, platform, account, id } = await aPostThat(live)
      await test.ports.accounts.put({ ...account, grantedScopes })
      const { body } = await remove(test, id)
      expect(body).toMatchObject({
        wasDeletedFromPlatform: asks,
        deleteError: asks ? null : expect.stringMatching(/instagram_manage_contents/),
      })
      expect(platform.calls).toEqual(asks ? [`delete ${MEDIA_ID}`] : [])
    }
  })

  it('says so when the account is disconnected or its access has ended', async () => {
    const expired = await aPostThat(live)
    await expired.test.ports.accounts.put({ ...expired.account, tokenExpiresAt: START })
    const gone = await aPostThat(live)
    gone.test.data.accounts.clear()
    for (const [{ test, platform, id }, reason] of [
      [expired, /expired/],
      [gone, /disconnected/],
    ] as const) {
      expect((await remove(test, id)).body).toMatchObject({
        success: true,
        wasDeletedFromPlatform: false,
        deleteError: expect.stringMatching(reason),
      })
      expect(platform.calls).toEqual([])
    }
  })

  it('looks when the answer does not tell: gone means deleted', async () => {
    for (const answer of [nothing, no(-1, 2_207_085)]) {
      const { test, platform, id } = await aPostThat(live)
      platform.answer('delete', answer, 'acts')
      expect((await remove(test, id)).body).toMatchObject({ wasDeletedFromPlatform: true, deleteError: null })
      expect(platform.calls).toEqual([`delete ${MEDIA_ID}`, `read ${MEDIA_ID}`])
    }
  })

  it('gives the platform’s reason when it is still there', async () => {
    for (const [answer, reason] of [
      [no(10), /permission is missing.*Fatal \(10\).*still there/],
      [no(-1, 2_207_073), /Fatal \(-1\/2207073\).*still there/],
      [no(100, 33), /\(100\/33\).*still there/],
      [nothing, /connection was lost.*still there/],
    ] as const) {
      const { test, platform, id } = await aPostThat(live)
      platform.answer('delete', answer)
      expect((await remove(test, id)).body).toMatchObject({
        wasDeletedFromPlatform: false,
        deleteError: expect.stringMatching(reason),
        deleteDetails: expect.arrayContaining([{ code: 'STILL_THERE', params: {} }]),
        permalink: LINK,
      })
      expect(await archive(test)).toMatchObject([{ deletedFrom: 'LOCAL' }])
    }
  })

  it('finds it by its link when the login that the account has now knows it by another id', async () => {
    const { test, platform, id } = await aPostThat(live)
    platform.live.clear()
    platform.live.add('17999')
    platform.renamed.set(LINK, '17999')
    platform.answer('delete', no(100, 33))
    expect((await remove(test, id)).body).toMatchObject({ wasDeletedFromPlatform: true, deleteError: null })
    expect([...platform.live]).toEqual([])
  })

  it('does not take the credit for what was gone before', async () => {
    const { test, platform, id } = await aPostThat(live)
    platform.live.clear()
    platform.answer('delete', no(100, 33))
    expect((await remove(test, id)).body).toMatchObject({
      wasDeletedFromPlatform: false,
      deleteError: expect.stringMatching(/deleted earlier, or belongs to another/),
    })
  })

  it('says that it does not know when looking does not help either', async () => {
    const { test, platform, id } = await aPostThat(live)
    platform.answer('delete', nothing, 'acts')
    platform.answer('read', no(2))
    expect((await remove(test, id)).body).toMatchObject({
      wasDeletedFromPlatform: false,
      deleteError: expect.stringMatching(/not known whether the post is still there. Check the profile/),
    })
  })

  it.each([no(10), no(200), no(-1, 2_207_073)])(
    'does not take what it may neither delete nor read for deleted',
    async (answer) => {
      const { test, platform, id } = await aPostThat(live)
      platform.answer('delete', answer)
      platform.live.clear()
      expect((await remove(test, id)).body).toMatchObject({
        wasDeletedFromPlatform: false,
        deleteError: expect.stringMatching(/not known whether the post is still there. Check the profile/),
      })
    },
  )

  it('is refused for what is not published, for stories, and for a post without a media id', async () => {
    const failed = await aPostThat(FAILED)
    expect(await remove(failed.test, failed.id)).toMatchObject(refused(400, 'INVALID_STATUS', /FAILED/))
    const story = await aPostThat(PUBLISHED, { mediaType: 'STORIES' })
    expect(await remove(story.test, story.id)).toMatchObject(refused(400, 'STORIES_CANNOT_DELETE'))
    const nameless = await aPostThat({ ...PUBLISHED, mediaId: null })
    expect(await remove(nameless.test, nameless.id)).toMatchObject(refused(400, 'NO_MEDIA_ID'))
    for (const { test, id } of [failed, story, nameless])
      expect(await get(test, id)).toMatchObject({ status: 200 })
    expect(await remove(failed.test, crypto.randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'))
    expect(await remove(failed.test, 'not-a-uuid')).toMatchObject(refused(400, 'VALIDATION_ERROR'))
  })

  it('is told as done to the one of two at once that did it', async () => {
    const { test, id } = await aPostThat(live)
    const answers = await Promise.all([remove(test, id), remove(test, id)])
    expect(answers.filter(({ body }) => body['wasDeletedFromPlatform'] === true)).not.toHaveLength(0)
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
    expect(await archive(test)).toHaveLength(1)
  })
})

describe('what was asked of the platform for a post', () => {
  it('is told oldest first', async () => {
    const { test, id } = await aPostThat(FAILED)
    const step = {
      at: START,
      engine: 'local',
      step: 'claimed',
      call: 'create container',
      httpStatus: 400,
      platformCode: 36003,
      platformSubcode: 2_207_009,
      platformTitle: safeText('Wrong shape'),
      traceId: safeText('AbC'),
      outcome: safeText('refused'),
      next: 'failed',
      nextAt: null,
    } as const
    const silent = { httpStatus: null, platformCode: null, platformSubcode: null, platformTitle: null }
    test.data.addAttempts(id, [
      {
        ...step,
        ...silent,
        traceId: null,
        outcome: safeText('no answer'),
        next: 'claimed',
        nextAt: START + MINUTE,
      },
      { ...step, at: START + MINUTE },
    ])
    const { status, body } = await call(test, `/posts/${id}/attempts`)
    expect(status).toBe(200)
    expect(body).toEqual({
      attempts: [
        {
          ...step,
          ...silent,
          at: toIso(START),
          traceId: null,
          outcome: 'no answer',
          next: 'claimed',
          nextAt: toIso(START + MINUTE),
        },
        { ...step, at: toIso(START + MINUTE) },
      ],
      hasMore: false,
    })
  })

  it('is nothing for a post that was never tried', async () => {
    const test = createTestApp()
    const { post } = await accept(test.ports)
    expect(await call(test, `/posts/${post.id}/attempts`)).toEqual({
      status: 200,
      body: { attempts: [], hasMore: false },
    })
  })

  it.each([
    [crypto.randomUUID(), 404, 'NOT_FOUND'],
    ['not-a-uuid', 400, 'VALIDATION_ERROR'],
  ])('is not found under %s', async (id, status, code) => {
    expect(await call(createTestApp(), `/posts/${id}/attempts`)).toMatchObject(refused(status, code))
  })
})
