import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { planPublication } from '../../../core/engine/publishing/claim.ts'
import type { CloudRunner } from '../../../core/features/scheduling/cloud-runner.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../../../core/time.ts'
import { NO_CLOUD } from '../../fakes/cloud/no-cloud.ts'
import { INTENT, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { aWarning, aFailureDetail, inDueLane, START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest, type TestApp, type TestPorts } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const headers = { ...bearer(await test.newKey()), ...(init.headers as Record<string, string> | undefined) }
  const response = await test.call(`/api/v1${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Body }
}

const schedule = (test: TestApp, body: Body) => call(test, '/schedule', jsonRequest('POST', body))
const edit = (test: TestApp, id: unknown, body: Body) =>
  call(test, `/schedule/${String(id)}`, jsonRequest('PUT', body))
const cancel = (test: TestApp, id: unknown) => call(test, `/schedule/${String(id)}`, { method: 'DELETE' })
const show = (test: TestApp, id: unknown) => call(test, `/schedule/${String(id)}`)
const refused = (status: number, code: string) => ({ status, body: { code, status } })

async function aScene(overrides: Partial<TestPorts> = {}) {
  let woken = 0
  const test = createTestApp({ wake: () => (woken += 1), ...overrides })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const video = aVideoRecord()
  await test.ports.media.add(video)
  const bare = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const at = (time: number) => ({ scheduledFor: toIso(START + time) })
  const scheduled = async (change: Body = {}) => {
    const { status, body } = await schedule(test, { ...bare, ...at(HOUR), ...change })
    expect(status).toBe(201)
    return body
  }
  return { test, account, image, video, bare, at, scheduled, woken: () => woken }
}

/** The post's publication, taken up for preparing. */
async function preparing({ ports, clock }: TestApp) {
  const [now, monotonic] = [clock.now(), clock.monotonic()]
  const claim = { claimId: crypto.randomUUID(), newPublicationId: crypto.randomUUID(), now, monotonic }
  const options = { now, queue: 'prepare', busyAccounts: [] } as const
  const claimed = await ports.ledger.claim(options, (due) => planPublication(due, claim))
  return claimed ?? expect.unreachable('nothing is to be prepared')
}

describe('scheduling a post', () => {
  it('stores the instant as UTC and the zone beside it, and tells who runs it', async () => {
    const { test, bare, woken } = await aScene()
    const sent = {
      ...bare,
      caption: 'Later',
      scheduledFor: '2026-12-24T18:00:00+01:00',
      timezone: 'Europe/Berlin',
    }
    const { status, body } = await schedule(test, sent)
    expect(status).toBe(201)
    expect(body).toEqual({
      postId: expect.any(String),
      jobId: expect.any(String),
      status: 'SCHEDULED',
      scheduledFor: '2026-12-24T17:00:00.000Z',
      timezone: 'Europe/Berlin',
      isCloud: false,
      handover: null,
      nextAttemptAt: null,
      warnings: [],
      warningDetails: [],
    })
    const shown = await show(test, body['postId'])
    expect(shown).toMatchObject({
      status: 200,
      body: {
        status: 'SCHEDULED',
        sourceType: 'SCHEDULED',
        isScheduled: true,
        scheduledFor: '2026-12-24T17:00:00.000Z',
        timezone: 'Europe/Berlin',
        caption: 'Later',
        cloudJobId: null,
        mediaFiles: [{ id: bare.mediaFileId }],
      },
    })
    expect((await call(test, `/posts/${String(body['postId'])}`)).body).toEqual(shown.body)
    expect(woken()).toBe(1)
  })

  it('means UTC when no zone is named', async () => {
    const { test, scheduled } = await aScene()
    expect(await scheduled()).toMatchObject({ timezone: 'UTC' })
    expect(await scheduled({ timezone: null })).toMatchObject({ timezone: 'UTC' })
    const { body } = await show(test, (await scheduled({ timezone: 'utc' }))['postId'])
    expect(body['timezone']).toBe('utc')
  })

  it('gives it a job for its time, which is taken up earlier to prepare it: a video long before', async () => {
    const { test, video, at, scheduled } = await aScene()
    await scheduled()
    await scheduled({ mediaType: 'REELS', mediaFileId: video.id, ...at(2 * HOUR) })
    const [picture, reel] = [...test.data.jobs.values()]
    expect(picture).toMatchObject({ runAt: START + HOUR, wakeAt: START + HOUR - 90 * SECOND })
    expect(reel).toMatchObject({ runAt: START + 2 * HOUR, wakeAt: START + 2 * HOUR - 10 * MINUTE })
  })

  it('never takes a job up before now, however soon it is due', async () => {
    const { test, at, scheduled } = await aScene()
    await scheduled(at(SECOND))
    expect([...test.data.jobs.values()]).toMatchObject([{ runAt: START + SECOND, wakeAt: START }])
  })

  it.each([
    ['now', 0],
    ['a millisecond ago', -1],
    ['a year ago', -365 * DAY],
  ])('refuses a time that is %s with INVALID_SCHEDULE', async (_when, offset) => {
    const { test, bare, at } = await aScene()
    expect(await schedule(test, { ...bare, ...at(offset) })).toMatchObject(refused(400, 'INVALID_SCHEDULE'))
    expect((await call(test, '/schedule')).body).toMatchObject({ total: 0 })
  })

  it.each<Body>([
    {},
    { scheduledFor: null },
    { scheduledFor: 1_800_000_000_000 },
    { scheduledFor: 'tomorrow' },
    { scheduledFor: '2027-01-01' },
    { scheduledFor: '2027-01-01T10:00:00' },
    { scheduledFor: '2027-02-29T10:00:00Z' },
    { scheduledFor: '2027-01-01T10:00:00Z', timezone: 'Mars/Base' },
    { scheduledFor: '2027-01-01T10:00:00Z', timezone: '+01:00' },
    { scheduledFor: '2027-01-01T10:00:00Z', timezone: '' },
    { scheduledFor: '2027-01-01T10:00:00Z', timezone: 'Europe/Berlin\0' },
    { scheduledFor: '2027-01-01T10:00:00Z', timezone: 3 },
  ])('refuses a malformed time or zone with VALIDATION_ERROR: %j', async (when) => {
    const { test, bare } = await aScene()
    expect(await schedule(test, { ...bare, ...when })).toMatchObject(refused(400, 'VALIDATION_ERROR'))
  })

  const tag = { username: 'owl', x: 0, y: 0 }
  it.each<[code: string, change: Body]>([
    ['INVALID_TAGS', { mediaType: 'STORIES', userTags: [tag] }],
    ['INVALID_MENTIONS', { storyMentions: [{ username: 'owl' }] }],
    ['INVALID_COLLABORATORS', { mediaType: 'STORIES', collaborators: ['bat'] }],
    ['INVALID_CROSS_POST', { crossPostToPartner: true }],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL' }],
    ['INVALID_MEDIA_TYPE', { mediaType: 'REELS' }],
    ['VALIDATION_ERROR', { mediaFileId: null }],
  ])('holds it to the rules of publishing: %s for %j', async (code, change) => {
    const { test, bare, at } = await aScene()
    expect(await schedule(test, { ...bare, ...at(HOUR), ...change })).toMatchObject(refused(400, code))
  })

  it('says what is not there, and refuses what the platform does not take', async () => {
    const { test, bare, at } = await aScene()
    const nobody = crypto.randomUUID()
    const send = (change: Body) => schedule(test, { ...bare, ...at(HOUR), ...change })
    expect(await send({ accountId: nobody })).toMatchObject(refused(404, 'NOT_FOUND'))
    expect(await send({ mediaFileId: nobody })).toMatchObject(refused(404, 'NOT_FOUND'))
    const panorama = await test.anImage({ width: 3000, height: 1000 })
    expect(await send({ mediaFileId: panorama.id })).toMatchObject(refused(400, 'MEDIA_INVALID'))
  })

  it('takes posts of an account whose access has ended or will have ended, and says so in the reply alone', async () => {
    const { test, scheduled } = await aScene()
    const told = async (tokenExpiresAt: number) => {
      const { id } = await test.anAccount({ tokenExpiresAt })
      const { postId, warnings } = await scheduled({ accountId: id })
      // The access may be renewed the next minute.
      expect((await call(test, `/posts/${String(postId)}`)).body['warnings']).toEqual([])
      return warnings
    }
    expect(await told(START - DAY)).toEqual([expect.stringMatching(/has ended/)])
    expect(await told(START + MINUTE)).toEqual([expect.stringMatching(/ends before/)])
    expect(await told(START + DAY)).toEqual([])
  })
})

describe('the list of scheduled posts', () => {
  it('has the soonest first, in pages, and filters by the four states on the way', async () => {
    const { test, at, scheduled } = await aScene()
    for (const time of [3, 1, 2]) await scheduled({ caption: `in ${time}`, ...at(time * HOUR) })
    const captions = async (query: string) => {
      const { body } = await call(test, `/schedule${query}`)
      const { posts, ...page } = body as { posts: Body[] } & Body
      return { ...page, captions: posts.map(({ caption }) => caption) }
    }
    expect(await captions('')).toEqual({
      captions: ['in 1', 'in 2', 'in 3'],
      total: 3,
      page: 1,
      limit: 20,
      hasMore: false,
    })
    expect(await captions('?limit=2')).toMatchObject({ captions: ['in 1', 'in 2'], hasMore: true })
    expect(await captions('?limit=2&page=2')).toMatchObject({ captions: ['in 3'], hasMore: false })
    test.clock.advance(HOUR)
    await mustClaim(test.ports, test.clock.now())
    expect(await captions('?status=PROCESSING')).toMatchObject({ captions: ['in 1'], total: 1 })
    expect(await captions('?status=SCHEDULED')).toMatchObject({ captions: ['in 2', 'in 3'], total: 2 })
    for (const query of ['?status=DRAFT', '?status=PUBLISHED', '?status=x'])
      expect(await call(test, `/schedule${query}`)).toMatchObject(refused(400, 'INVALID_PARAM'))
    for (const query of ['?page=0', '?limit=101'])
      expect(await call(test, `/schedule${query}`)).toMatchObject(refused(400, 'VALIDATION_ERROR'))
  })

  it('leaves out what has been published, which is still shown by its id', async () => {
    const { test, scheduled } = await aScene()
    const { postId } = await scheduled()
    test.clock.advance(HOUR)
    await mustCommit(test.ports, await mustClaim(test.ports, test.clock.now()), {
      ...PUBLISHED,
      permalink: 'https://p',
    })
    expect((await call(test, '/schedule')).body).toMatchObject({ total: 0, posts: [] })
    expect(await show(test, postId)).toMatchObject({ status: 200, body: { status: 'PUBLISHED' } })
  })

  it('knows nothing of posts without a time', async () => {
    const { test, bare } = await aScene()
    const { body } = await call(test, '/posts/publish', jsonRequest('POST', bare))
    for (const id of [body['postId'], crypto.randomUUID()]) {
      expect(await show(test, id)).toMatchObject(refused(404, 'NOT_FOUND'))
      expect(await edit(test, id, {})).toMatchObject(refused(404, 'NOT_FOUND'))
      expect(await cancel(test, id)).toMatchObject(refused(404, 'NOT_FOUND'))
    }
  })
})

describe('changing a scheduled post', () => {
  it('changes every field of the contract, clears with null, and keeps what is absent', async () => {
    const { test, scheduled, at } = await aScene()
    const account = await test.anAccount({ loginMethod: 'partner' })
    const { postId } = await scheduled({ accountId: account.id, caption: 'before', locationName: 'kept' })
    const sent = {
      caption: 'after',
      userTags: [{ username: 'owl', x: 0, y: 1 }],
      locationId: '110843418940484',
      collaborators: ['bat'],
      crossPostToPartner: true,
      timezone: 'Asia/Kolkata',
      ...at(2 * HOUR),
    }
    const { status, body } = await edit(test, postId, sent)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...sent,
      userTags: JSON.stringify(sent.userTags),
      collaborators: '["bat"]',
      locationName: 'kept',
      status: 'SCHEDULED',
    })
    expect([...test.data.jobs.values()]).toMatchObject([
      { runAt: START + 2 * HOUR, wakeAt: START + 2 * HOUR - 90 * SECOND, status: 'PENDING' },
    ])
    const cleared = {
      caption: null,
      userTags: null,
      locationName: null,
      timezone: null,
      crossPostToPartner: null,
    }
    expect((await edit(test, postId, cleared)).body).toMatchObject({
      caption: null,
      userTags: null,
      locationName: null,
      timezone: 'UTC',
      crossPostToPartner: false,
      scheduledFor: sent.scheduledFor,
      collaborators: '["bat"]',
    })
  })

  it('checks what results as a whole, and keeps nothing of what it refuses', async () => {
    const { test, at, scheduled } = await aScene()
    const { postId } = await scheduled({ caption: 'before' })
    const broken: [string, Body][] = [
      ['INVALID_SCHEDULE', at(0)],
      ['INVALID_MENTIONS', { storyMentions: [{ username: 'owl' }] }],
      ['INVALID_CROSS_POST', { crossPostToPartner: true }],
      ['VALIDATION_ERROR', { scheduledFor: null }],
      ['VALIDATION_ERROR', { scheduledFor: '2027-01-01T00:00:00' }],
      ['VALIDATION_ERROR', { timezone: 'Nowhere' }],
      ['VALIDATION_ERROR', { caption: 'x'.repeat(2_201) }],
    ]
    for (const [code, change] of broken)
      expect(await edit(test, postId, { caption: 'after', ...change })).toMatchObject(refused(400, code))
    expect((await show(test, postId)).body).toMatchObject({ caption: 'before' })
    const story = await scheduled({ mediaType: 'STORIES' })
    const tag = { username: 'owl', x: 0, y: 0 }
    expect(await edit(test, story['postId'], { userTags: [tag] })).toMatchObject(refused(400, 'INVALID_TAGS'))
    expect(await edit(test, story['postId'], { collaborators: ['bat'] })).toMatchObject(
      refused(400, 'INVALID_COLLABORATORS'),
    )
  })

  it('refuses a post whose file was deleted meanwhile', async () => {
    const { test, scheduled, image } = await aScene()
    const { postId } = await scheduled()
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect((await edit(test, postId, { caption: 'x' })).body['error']).toMatch(/Make the post a draft/)
  })

  it('never publishes what was prepared for the old version', async () => {
    const { test, scheduled } = await aScene()
    const { postId } = await scheduled({ caption: 'old' })
    test.clock.advance(HOUR - MINUTE)
    const prepared = await preparing(test)
    expect((await edit(test, postId, { caption: 'new' })).status).toBe(200)
    expect(await test.ports.ledger.commit({ ...prepared, version: 2, step: 'created' })).toBe(false)
    expect((await preparing(test)).version).toBe(1)
  })

  it('leaves an overdue time alone when it is given no new one', async () => {
    const { test, scheduled } = await aScene()
    const { postId, scheduledFor } = await scheduled()
    test.clock.advance(2 * HOUR)
    expect((await edit(test, postId, { caption: 'late' })).body).toMatchObject({
      scheduledFor,
      caption: 'late',
    })
  })

  it('is too late once publishing has begun, and after it', async () => {
    const { test, scheduled } = await aScene()
    const { postId } = await scheduled()
    test.clock.advance(HOUR)
    const claimed = await mustClaim(test.ports, test.clock.now())
    expect(await edit(test, postId, {})).toMatchObject(refused(400, 'INVALID_STATUS'))
    await mustCommit(test.ports, claimed, PUBLISHED)
    expect(await edit(test, postId, {})).toMatchObject(refused(400, 'INVALID_STATUS'))
  })

  it('says again whether the access lasts until the new time', async () => {
    const { test, scheduled, at } = await aScene()
    const account = await test.anAccount({ tokenExpiresAt: START + 2 * HOUR })
    const { postId } = await scheduled({ accountId: account.id })
    expect((await edit(test, postId, at(3 * HOUR))).body['warnings']).toHaveLength(1)
    expect((await call(test, `/posts/${String(postId)}`)).body['warnings']).toEqual([])
    expect((await edit(test, postId, at(HOUR))).body['warnings']).toEqual([])
  })
})

describe('cancelling a scheduled post', () => {
  it('makes it a draft with all of its content and no job', async () => {
    const { test, scheduled } = await aScene()
    const { postId } = await scheduled({ caption: 'kept', timezone: 'Asia/Tokyo' })
    expect(await cancel(test, postId)).toMatchObject({ status: 200, body: { success: true } })
    expect((await call(test, `/posts/${String(postId)}`)).body).toMatchObject({
      status: 'DRAFT',
      sourceType: 'MANUAL',
      isScheduled: false,
      scheduledFor: null,
      timezone: 'Asia/Tokyo',
      caption: 'kept',
      mediaFiles: [{}],
    })
    expect([...test.data.jobs.values()]).toMatchObject([{ status: 'CANCELLED' }])
    test.clock.advance(DAY)
    expect(await test.ports.ledger.nextDue(inDueLane([], test.clock.now()))).toBeNull()
    expect(await show(test, postId)).toMatchObject(refused(404, 'NOT_FOUND'))
    expect(await cancel(test, postId)).toMatchObject(refused(404, 'NOT_FOUND'))
  })

  it('is possible until the publish call is announced, and no longer', async () => {
    const { test, scheduled } = await aScene()
    const first = await scheduled()
    const second = await scheduled({ accountId: (await test.anAccount()).id })
    test.clock.advance(HOUR)
    await mustClaim(test.ports, test.clock.now())
    expect(await cancel(test, first['postId'])).toMatchObject({ status: 200 })
    const claimed = await mustClaim(test.ports, test.clock.now())
    await mustCommit(test.ports, claimed, { step: 'publishing', intent: INTENT })
    expect(await cancel(test, second['postId'])).toMatchObject(refused(400, 'INVALID_STATUS'))
  })

  it('is refused for the retry of a post that may be live already', async () => {
    const { test, scheduled } = await aScene()
    const { postId } = await scheduled()
    test.clock.advance(HOUR)
    const failure = {
      code: 'UNKNOWN_ERROR',
      detail: aFailureDetail(''),
      recovery: 'check_platform',
      transient: false,
    } as const
    const unknown = { step: 'failed', intent: INTENT, failure: { ...failure, unconfirmed: true } } as const
    await mustCommit(test.ports, await mustClaim(test.ports, test.clock.now()), unknown)
    expect(await cancel(test, postId)).toMatchObject(refused(400, 'INVALID_STATUS'))
    await call(test, `/posts/${String(postId)}/retry`, { method: 'POST' })
    expect(await cancel(test, postId)).toMatchObject(refused(400, 'INVALID_STATUS'))
  })
})

describe('scheduling a draft', () => {
  const when = (test: TestApp, id: unknown, body: Body) =>
    call(test, `/posts/draft/${String(id)}/schedule`, jsonRequest('POST', body))

  it('makes the draft itself the scheduled post, and back again', async () => {
    const { test, bare, at, woken } = await aScene()
    const { body: draft } = await call(
      test,
      '/posts/draft',
      jsonRequest('POST', { ...bare, caption: 'kept' }),
    )
    const { status, body } = await when(test, draft['id'], { ...at(HOUR), timezone: 'Asia/Tokyo' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      postId: draft['id'],
      status: 'SCHEDULED',
      timezone: 'Asia/Tokyo',
      isCloud: false,
    })
    expect(woken()).toBe(1)
    expect((await show(test, draft['id'])).body).toMatchObject({ caption: 'kept', sourceType: 'SCHEDULED' })
    expect(await when(test, draft['id'], at(HOUR))).toMatchObject(refused(400, 'INVALID_STATUS'))
    await cancel(test, draft['id'])
    expect(await when(test, draft['id'], at(HOUR))).toMatchObject({ status: 201 })
  })

  it('refuses a draft that is not whole, a time that has passed, and what is no draft', async () => {
    const { test, bare, at } = await aScene()
    const { body: draft } = await call(
      test,
      '/posts/draft',
      jsonRequest('POST', { ...bare, mediaFileId: null }),
    )
    expect(await when(test, draft['id'], at(HOUR))).toMatchObject(refused(400, 'VALIDATION_ERROR'))
    await call(test, `/posts/draft/${String(draft['id'])}`, jsonRequest('PUT', bare))
    expect(await when(test, draft['id'], at(0))).toMatchObject(refused(400, 'INVALID_SCHEDULE'))
    expect(await when(test, crypto.randomUUID(), at(HOUR))).toMatchObject(refused(404, 'NOT_FOUND'))
    expect((await call(test, `/posts/${String(draft['id'])}`)).body).toMatchObject({ status: 'DRAFT' })
  })
})

describe('the queue of this computer', () => {
  it('counts what waits, what runs, and what is still to come', async () => {
    const { test, at, scheduled } = await aScene()
    const counts = async () => (await call(test, '/schedule/queue/status')).body
    expect(await counts()).toEqual({
      queue: 'publishing',
      counts: { waiting: 0, active: 0, delayed: 0, total: 0 },
    })
    for (const time of [1, 1, 2]) await scheduled(at(time * HOUR))
    test.clock.advance(HOUR)
    await mustClaim(test.ports, test.clock.now())
    expect(await counts()).toMatchObject({ counts: { waiting: 1, active: 1, delayed: 1, total: 3 } })
    const check = { type: 'STORY_REPOST_CHECK', repeatIntervalMs: HOUR, runAt: test.clock.now() + 1 } as const
    await test.ports.repeatingJobs.upsert({ ...check, repeatKey: 'x' }, test.clock.now())
    expect(await counts()).toMatchObject({ counts: { waiting: 1, active: 1, delayed: 2, total: 4 } })
  })
})

describe('with a cloud', () => {
  const JOB = '6a0f0c52-6e0b-4c55-9a0e-3f1f7f1f2a10'
  /** Takes every post, answers every change. */
  async function aCloudScene(change: Partial<CloudRunner> = {}) {
    const asked: string[] = []
    const cloud: CloudRunner = {
      ...NO_CLOUD,
      async handOver(post) {
        asked.push('take')
        const theirs = {
          ...post,
          handover: 'cloud',
          cloudJobId: JOB,
          bucketMediaKey: 'media/key.jpg',
        } as const
        await scene.test.ports.ledger.saveDraft(theirs)
        return { owner: 'worker', post: theirs, jobId: JOB }
      },
      async edit(before: PostRecord, after: PostRecord) {
        asked.push(`edit ${before.caption} ${after.caption}`)
        return after
      },
      async cancel(_post, then) {
        asked.push(`cancel ${then}`)
      },
      ...change,
    }
    const scene = await aScene({ cloud })
    return { ...scene, asked }
  }

  it('hands a new post over, and gives it no job here', async () => {
    const { test, scheduled, woken } = await aCloudScene()
    const body = await scheduled()
    expect(body).toMatchObject({ jobId: JOB, cloudJobId: JOB, isCloud: true, handover: 'cloud' })
    expect(test.data.jobs.size).toBe(0)
    expect(woken()).toBe(0)
    expect((await call(test, '/schedule')).body).toMatchObject({ posts: [{ cloudJobId: JOB }] })
    expect((await call(test, '/schedule/queue/status')).body).toMatchObject({ counts: { total: 0 } })
  })

  it('runs here what it does not take, and says why', async () => {
    const text = 'The Worker could not be reached; this computer publishes the post.'
    const warning = aWarning(text)
    const { test, scheduled } = await aCloudScene({ handOver: async () => ({ owner: 'local', warning }) })
    expect(await scheduled()).toMatchObject({
      isCloud: false,
      handover: null,
      warnings: [text],
      warningDetails: [warning],
    })
    expect(test.data.jobs.size).toBe(1)
  })

  it('changes and cancels what it has through it', async () => {
    const { test, scheduled, asked } = await aCloudScene()
    const { postId } = await scheduled({ caption: 'before' })
    expect(await edit(test, postId, { caption: 'after' })).toMatchObject({
      status: 200,
      body: { caption: 'after' },
    })
    expect(await edit(test, postId, { timezone: 'Mars' })).toMatchObject(refused(400, 'VALIDATION_ERROR'))
    expect(await cancel(test, postId)).toMatchObject({ status: 200 })
    expect(asked).toEqual(['take', 'edit before after', 'cancel draft'])
  })

  it.each(['INVALID_STATUS', 'WORKER_UNREACHABLE'] as const)('hands its refusal on: %s', async (code) => {
    const refuse = async () => Promise.reject(new CodedError(code))
    const { test, scheduled } = await aCloudScene({ edit: refuse, cancel: refuse })
    const { postId } = await scheduled()
    expect((await edit(test, postId, {})).body).toMatchObject({ code })
    expect((await cancel(test, postId)).body).toMatchObject({ code })
  })

  it('is not asked for what runs here', async () => {
    const { test, scheduled, asked } = await aCloudScene({ handOver: NO_CLOUD.handOver })
    const { postId } = await scheduled()
    await edit(test, postId, {})
    await cancel(test, postId)
    expect(asked).toEqual([])
  })
})
