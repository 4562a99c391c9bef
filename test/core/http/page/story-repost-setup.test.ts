import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { checkAccount } from '../../../../core/engine/reposts/check-account.ts'
import { DAY, HOUR, toIso } from '../../../../core/time.ts'
import { aFailureDetail, START } from '../../../factories.ts'
import { aMention, aRepostRecord } from '../../../fakes/reposts/repost-records.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'
import { safeText } from '../../../../core/redact.ts'

let app: TestApp
let cookie: string
let accountId: string

beforeEach(async () => {
  app = createTestApp()
  cookie = await app.signIn()
  accountId = (await app.anAccount({ isSandbox: true })).id
})

async function ask(method: string, path: string, body?: unknown) {
  const headers = fromPage(cookie)
  const init = body === undefined ? { method, headers } : jsonRequest(method, body, headers)
  const response = await app.call(`/api/story-repost${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function aFoundMention(change: Parameters<typeof aMention>[0] = {}): Promise<string> {
  await ask('POST', '/config', { accountId, pollIntervalHours: 6, autoTagOriginalPoster: true })
  await ask('POST', '/enable', { accountId })
  app.strangers.mentions = [aMention(change)]
  const { body } = await ask('POST', '/scan', { accountId })
  return (body['items'] as { id: string }[])[0]?.id ?? ''
}

const record = async (id: string) => app.ports.reposts.record(id)
const postOf = async (id: string) => app.ports.posts.get((await record(id))?.postId ?? '')
const failPostOf = async (id: string, how: Partial<PostRecord>) => {
  const post = (await postOf(id)) ?? expect.unreachable()
  app.data.posts.set(post.id, { ...post, status: 'FAILED', completedAt: START, ...how })
  return post
}

describe('one click on a mention', () => {
  it('makes an ordinary post of the story, with its author tagged', async () => {
    const id = await aFoundMention()
    const { status, body } = await ask('POST', `/${id}/repost`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'REPOSTING', postId: expect.any(String), mediaType: 'IMAGE' })
    expect(await postOf(id)).toMatchObject({
      status: 'QUEUED',
      mediaType: 'STORIES',
      sourceType: 'STORY_REPOST',
      remoteMedia: { kind: 'image' },
    })
    expect(JSON.stringify(await postOf(id))).toContain('ana.reads')
  })

  it('works in the first two days and at night, and counts', async () => {
    const id = await aFoundMention()
    await ask('PUT', '/settings', { accountId, sleepWindowStart: 0, sleepWindowEnd: 23 })
    expect((await ask('POST', `/${id}/repost`)).status).toBe(200)
    expect((await ask('GET', '/status')).body['config']).toMatchObject({
      warmUpComplete: false,
      repostsToday: 1,
    })
  })

  it('is answered with REPOST_IN_PROGRESS while its post is under way, and with ALREADY_REPOSTED when it is live', async () => {
    const id = await aFoundMention()
    const both = await Promise.all([ask('POST', `/${id}/repost`), ask('POST', `/${id}/repost`)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await ask('POST', `/${id}/repost`)).body['code']).toBe('REPOST_IN_PROGRESS')
    const post = await postOf(id)
    if (post)
      app.data.posts.set(post.id, {
        ...post,
        status: 'PUBLISHED',
        igPermalink: 'https://p/1',
        publishedAt: START,
      })
    const again = await ask('POST', `/${id}/repost`)
    expect([again.status, again.body['code']]).toEqual([400, 'ALREADY_REPOSTED'])
    expect(await record(id)).toMatchObject({ status: 'PUBLISHED', igPermalink: 'https://p/1' })
    expect([...app.data.posts.values()]).toHaveLength(1)
  })

  it.each([
    ['gone', { kind: 'gone', gone: 'expired' }, 'EXPIRED'],
    ['private', { kind: 'gone', gone: 'private' }, 'EXPIRED'],
  ] as const)('ends in REPOST_FAILED when the story is %s by now', async (_, look, status) => {
    const id = await aFoundMention()
    app.strangers.look = look
    const answer = await ask('POST', `/${id}/repost`)
    expect([answer.status, answer.body['code']]).toEqual([500, 'REPOST_FAILED'])
    expect((await record(id))?.status).toBe(status)
    expect((await ask('POST', `/${id}/repost`)).body['code']).toBe('INVALID_STATE')
  })

  it('ends in INVALID_STATE at the daily limit, in a pause, and when it was dismissed', async () => {
    const id = await aFoundMention()
    await ask('PUT', '/settings', { accountId, dailyRepostLimit: 1 })
    expect((await ask('POST', `/${id}/repost`)).status).toBe(200)
    const other = aRepostRecord({ accountId })
    await app.ports.reposts.addRecords([other])
    expect((await ask('POST', `/${other.id}/repost`)).body).toMatchObject({
      code: 'INVALID_STATE',
      status: 400,
    })
    await ask('PUT', '/settings', { accountId, dailyRepostLimit: 9 })
    app.strangers.stop = { signal: 'challenge', message: safeText('Confirm who you are.') }
    await ask('POST', '/scan')
    const calls = app.strangers.calls.length
    expect((await ask('POST', `/${other.id}/repost`)).body['code']).toBe('INVALID_STATE')
    expect(app.strangers.calls).toHaveLength(calls)
    expect((await ask('POST', `/${other.id}/dismiss`)).body['status']).toBe('DISMISSED')
    expect((await ask('POST', `/${other.id}/repost`)).body['code']).toBe('INVALID_STATE')
  })

  it('is told of a platform that stops us, and nothing is begun', async () => {
    const id = await aFoundMention()
    app.strangers.look = {
      kind: 'stopped',
      stop: { signal: 'rate-limited', message: safeText('Wait a few minutes.') },
    }
    expect((await ask('POST', `/${id}/repost`)).body['code']).toBe('INVALID_STATE')
    expect(await record(id)).toMatchObject({ status: 'PENDING', postId: null })
    expect((await ask('GET', '/status')).body['config']).toMatchObject({ repostsToday: 0 })
  })

  it('is told why its story cannot be read, whatever an earlier check has met', async () => {
    const id = await aFoundMention()
    app.strangers.stop = { signal: 'failed', message: safeText('Instagram did not answer as expected.') }
    await ask('POST', '/scan')
    app.strangers.look = {
      kind: 'stopped',
      stop: { signal: 'offline', message: safeText('Instagram could not be reached.') },
    }
    const { body } = await ask('POST', `/${id}/repost`)
    expect([body['code'], body['error']]).toEqual(['REPOST_FAILED', 'Instagram could not be reached.'])
  })

  it('ends in REPOST_FAILED, and may be repeated, when the file of the story cannot be loaded', async () => {
    const id = await aFoundMention()
    const { stories } = app.ports
    const { prepare } = stories
    const lost = new CodedError('REPOST_FAILED', 'Try again in a few minutes.')
    Object.assign(stories, { prepare: () => Promise.reject(lost) })
    const { status, body } = await ask('POST', `/${id}/repost`)
    expect([status, body['code'], body['error']]).toEqual([500, 'REPOST_FAILED', lost.message])
    expect(await record(id)).toMatchObject({ status: 'PENDING', postId: null, errorCode: null })
    Object.assign(stories, { prepare })
    expect((await ask('POST', `/${id}/repost`)).body['status']).toBe('REPOSTING')
  })

  it('is NOT_FOUND for an unknown mention', async () => {
    expect((await ask('POST', `/${crypto.randomUUID()}/repost`)).body['code']).toBe('NOT_FOUND')
    expect((await ask('POST', '/7/dismiss')).body['code']).toBe('NOT_FOUND')
  })

  it('tries the same post again after it has failed', async () => {
    const id = await aFoundMention()
    await ask('POST', `/${id}/repost`)
    const post = await failPostOf(id, { errorCode: 'PLATFORM_ERROR', errorDetail: aFailureDetail('no') })
    expect((await ask('GET', '/history')).body['reposts']).toMatchObject([
      { status: 'FAILED', errorCode: 'PLATFORM_ERROR' },
    ])
    expect((await ask('POST', `/${id}/repost`)).body).toMatchObject({ status: 'REPOSTING', postId: post.id })
    expect(await postOf(id)).toMatchObject({ id: post.id, status: 'QUEUED' })
  })

  it('counts nothing for a post that cannot be tried again', async () => {
    const id = await aFoundMention()
    await ask('POST', `/${id}/repost`)
    await failPostOf(id, { mediaFileIds: [null], errorCode: 'MEDIA_INVALID' })
    app.clock.advance(HOUR)
    for (const _click of [1, 2])
      expect((await ask('POST', `/${id}/repost`)).body['code']).toBe('INVALID_STATE')
    expect(await app.ports.reposts.config(accountId)).toMatchObject({ repostsToday: 1, lastRepostAt: START })
  })

  it('counts nothing when the process ends before the post was queued again', async () => {
    const id = await aFoundMention()
    await ask('POST', `/${id}/repost`)
    await failPostOf(id, { errorCode: 'PLATFORM_ERROR' })
    app.clock.advance(HOUR)
    vi.spyOn(app.ports.stories, 'beginAgain').mockRejectedValueOnce(new Error('the process has ended'))
    expect((await ask('POST', `/${id}/repost`)).status).toBe(500)
    expect(await app.ports.reposts.config(accountId)).toMatchObject({ repostsToday: 1, lastRepostAt: START })
    expect((await ask('POST', `/${id}/repost`)).status).toBe(200)
    expect(await app.ports.reposts.config(accountId)).toMatchObject({
      repostsToday: 2,
      lastRepostAt: START + HOUR,
    })
  })

  it('follows its post when that is retried automatically', async () => {
    const id = await aFoundMention()
    await ask('POST', `/${id}/repost`)
    const post = await postOf(id)
    if (!post) throw new Error('there is no post')
    app.data.posts.set(post.id, {
      ...post,
      status: 'FAILED',
      errorCode: 'PLATFORM_ERROR',
      completedAt: START,
    })
    expect((await ask('GET', '/history')).body['reposts']).toMatchObject([{ status: 'FAILED' }])
    const headers = fromPage(cookie)
    expect((await app.call(`/api/posts/${post.id}/retry`, { method: 'POST', headers })).status).toBe(202)
    expect((await ask('GET', '/history')).body['reposts']).toMatchObject([
      { status: 'REPOSTING', postId: post.id },
    ])
  })

  it('belongs to the page: a key may not ask for it', async () => {
    const id = await aFoundMention()
    const key = await app.newKey()
    const answer = await app.call(`/api/story-repost/${id}/repost`, { method: 'POST', headers: bearer(key) })
    expect(answer.status).toBe(403)
  })
})

describe('a mention that the Worker has', () => {
  const inCloud = async () => {
    await aFoundMention()
    const found = aRepostRecord({ accountId, runner: 'cloud' })
    await app.ports.reposts.addRecords([found])
    return found.id
  }

  it('is taken out of its hands first', async () => {
    const id = await inCloud()
    expect((await ask('POST', `/${id}/repost`)).status).toBe(200)
    expect(await record(id)).toMatchObject({ runner: 'here', status: 'REPOSTING' })
  })

  it.each([
    ['too-late', 409, 'REPOST_IN_PROGRESS'],
    ['limit', 400, 'INVALID_STATE'],
    ['unreachable', 502, 'WORKER_UNREACHABLE'],
  ] as const)('is left alone when it answers %s', async (worker, status, code) => {
    const id = await inCloud()
    app.strangers.worker = worker
    const answer = await ask('POST', `/${id}/repost`)
    expect([answer.status, answer.body['code']]).toEqual([status, code])
    expect(await record(id)).toMatchObject({ runner: 'cloud', postId: null })
  })
})

describe('a Worker that cannot be reached', () => {
  it('does not stop this computer from reposting what it has found', async () => {
    const id = await aFoundMention()
    app.strangers.worker = 'unreachable'
    expect((await ask('POST', `/${id}/repost`)).status).toBe(200)
  })
})

describe('automatic reposting', () => {
  it('begins two days after it was configured, one at a time', async () => {
    await aFoundMention()
    await ask('PUT', '/settings', { accountId, autoRepostEnabled: true })
    app.clock.advance(2 * DAY)
    const now = app.clock.now()
    app.strangers.mentions = [1, 2].map((n) => aMention({ mentionedAt: now + n, expiresAt: now + DAY }))
    app.clock.advance(HOUR)
    const at = await checkAccount(app.ports, accountId)
    const posts = () => [...app.data.posts.values()].map(({ sourceType }) => sourceType)
    expect(posts()).toEqual(['AUTO_REPOST'])
    await checkAccount(app.ports, accountId)
    expect(posts()).toHaveLength(1)
    app.clock.advance(20 * 60_000)
    await checkAccount(app.ports, accountId)
    expect(posts()).toHaveLength(2)
    expect(at).toBeLessThan(app.clock.now())
  })

  it('leaves to a click what was found before it was switched on', async () => {
    await aFoundMention({ expiresAt: START + 90 * DAY })
    app.clock.advance(3 * DAY)
    await ask('PUT', '/settings', { accountId, autoRepostEnabled: true })
    await checkAccount(app.ports, accountId)
    expect(app.data.posts.size).toBe(0)
  })
})

describe('PUT /api/story-repost/settings', () => {
  it('changes every setting that it names, and no other', async () => {
    await aFoundMention()
    const change = {
      pollIntervalHours: 24,
      jitterMinutes: 5,
      timezone: 'Asia/Tokyo',
      sleepWindowStart: 1,
      sleepWindowEnd: 6,
      dailyRepostLimit: 2,
      autoRepostEnabled: true,
      autoTagOriginalPoster: false,
      signatureOverlay: '{"text":"via @{username}","x":0.5,"y":0.9,"colour":"#ffcc00"}',
    }
    expect((await ask('PUT', '/settings', { accountId, ...change })).body).toMatchObject(change)
    expect((await ask('PUT', '/settings', { accountId, dailyRepostLimit: 3 })).body).toMatchObject({
      ...change,
      dailyRepostLimit: 3,
    })
    expect(
      (await ask('PUT', '/settings', { accountId, signatureOverlay: null })).body['signatureOverlay'],
    ).toBeNull()
  })

  it.each([
    [{ sleepWindowStart: 24 }],
    [{ dailyRepostLimit: 0 }],
    [{ dailyRepostLimit: 26 }],
    [{ timezone: '+01:00' }],
    [{ jitterMinutes: -1 }],
    [{ signatureOverlay: 'via me' }],
    [{ signatureOverlay: '{"text":""}' }],
    [{ source: 'elsewhere' }],
  ])('refuses %j', async (change) => {
    await aFoundMention()
    expect((await ask('PUT', '/settings', { accountId, ...change })).body['code']).toBe('VALIDATION_ERROR')
  })

  it('accepts only a source that can be read, and then reposts no earlier mention automatically', async () => {
    await aFoundMention()
    expect((await ask('PUT', '/settings', { accountId, source: 'native' })).body['code']).toBe(
      'CREDENTIALS_NOT_CONFIGURED',
    )
    app.strangers.session = 'web'
    expect((await ask('PUT', '/settings', { accountId, source: 'native' })).body['source']).toBe('native')
    expect(await app.ports.reposts.config(accountId)).toMatchObject({
      ignoreBefore: START,
      memory: null,
    })
  })

  it('brings the next check forward where checks become more frequent', async () => {
    await aFoundMention()
    const times = { lastPollAt: START, nextPollAt: START + 48 * HOUR, isEnabled: true, pollIntervalHours: 48 }
    await app.ports.reposts.updateConfig(accountId, (config) => ({ ...config, ...times }))
    const nextPollAt = async (pollIntervalHours: number) =>
      (await ask('PUT', '/settings', { accountId, pollIntervalHours })).body['nextPollAt']
    expect(await nextPollAt(12)).toBe(toIso(START + 12 * HOUR))
    expect(await nextPollAt(24)).toBe(toIso(START + 12 * HOUR))
  })

  it('needs a configuration', async () => {
    expect((await ask('PUT', '/settings', { accountId, jitterMinutes: 1 })).body['code']).toBe('NOT_FOUND')
  })
})

describe('the owner’s own session', () => {
  it('is brought by one login, or by what was copied out of a browser', async () => {
    await ask('POST', '/credentials', { accountId, username: ' owl ', password: ' se cret ' })
    await ask('POST', '/session', { accountId, cookies: 'sessionid=1', userAgent: 'Mozilla/5.0 (X11)' })
    await ask('POST', '/session', { accountId, cookies: { sessionid: '1' }, userAgent: 'Mozilla/5.0 (X11)' })
    await ask('DELETE', `/session?accountId=${accountId}`)
    expect(app.strangers.asked).toEqual([
      { accountId, username: 'owl', password: ' se cret ' },
      { accountId, pasted: 'sessionid=1', userAgent: 'Mozilla/5.0 (X11)' },
      { accountId, pasted: '{"sessionid":"1"}', userAgent: 'Mozilla/5.0 (X11)' },
      { forget: accountId },
    ])
  })

  it.each(['LOGIN_FAILED', 'LOGIN_RATE_LIMITED', 'TWO_FACTOR_REQUIRED'] as const)(
    'is refused with %s',
    async (code) => {
      app.strangers.refusal = new CodedError(code)
      const { status, body } = await ask('POST', '/credentials', {
        accountId,
        username: 'owl',
        password: 'x',
      })
      expect([status, body['code']]).toEqual([new CodedError(code).status, code])
    },
  )

  it('never comes out again', async () => {
    const answers = await Promise.all([
      ask('POST', '/credentials', { accountId, username: 'owl', password: 'canary-password' }),
      ask('POST', '/session', {
        accountId,
        cookies: 'sessionid=canary-cookie',
        userAgent: 'Mozilla/5.0 (X11)',
      }),
      ask('GET', `/sources?accountId=${accountId}`),
    ])
    expect(JSON.stringify([answers, app.log.lines])).not.toContain('canary')
  })
})

describe('a challenge', () => {
  it('is started, and ended by six digits', async () => {
    expect((await ask('POST', '/challenge/start', { accountId })).body).toMatchObject({
      contactPoint: 'n***@g***.com',
    })
    expect((await ask('POST', '/challenge', { accountId, code: '424242' })).status).toBe(200)
    expect(app.strangers.asked).toEqual([{ startChallenge: accountId }, { accountId, code: '424242' }])
  })

  it('takes the digits as Instagram’s message groups them', async () => {
    expect((await ask('POST', '/challenge', { accountId, code: ' 424 242\u00a0' })).status).toBe(200)
    expect(app.strangers.asked).toEqual([{ accountId, code: '424242' }])
  })

  it.each([
    [{}, 'MISSING_ACCOUNT_ID'],
    [{ code: '424242' }, 'MISSING_ACCOUNT_ID'],
    [{ accountId: null, code: 'x' }, 'MISSING_ACCOUNT_ID'],
    [{ accountId: 'me', code: '424242' }, 'VALIDATION_ERROR'],
  ])('%j is answered with %s', async (body, code) => {
    expect((await ask('POST', '/challenge', body)).body['code']).toBe(code)
  })

  it.each([undefined, '', '12345', '1234567', '12345a', '１２３４５６', 424_242, ['424242']])(
    'code %j is INVALID_CODE, and nobody is asked',
    async (code) => {
      expect((await ask('POST', '/challenge', { accountId, code })).body['code']).toBe('INVALID_CODE')
      expect(app.strangers.asked).toEqual([])
    },
  )

  it('that has ended is NO_ACTIVE_SESSION', async () => {
    app.strangers.refusal = new CodedError('NO_ACTIVE_SESSION')
    expect((await ask('POST', '/challenge', { accountId, code: '424242' })).body['code']).toBe(
      'NO_ACTIVE_SESSION',
    )
  })
})

describe('the story behind a mention', () => {
  const look = async (id: string) => app.call(`/api/story-repost/${id}/story`, { headers: fromPage(cookie) })

  it('is shown to its owner and kept nowhere', async () => {
    const response = await look(await aFoundMention())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect((await response.arrayBuffer()).byteLength).toBe(3)
  })

  it.each([
    ['nobody knows', async () => crypto.randomUUID()],
    [
      'is over',
      async () => {
        const id = await aFoundMention()
        app.clock.advance(DAY)
        cookie = await app.signIn()
        return id
      },
    ],
    [
      'the platform does not show any more',
      async () => {
        const id = await aFoundMention()
        app.strangers.story = null
        return id
      },
    ],
    [
      'must not be asked for after a warning',
      async () => {
        const id = await aFoundMention()
        app.strangers.stop = { signal: 'rate-limited', message: safeText('Please wait.') }
        await ask('POST', '/scan', { accountId })
        return id
      },
    ],
  ])('that %s is not there', async (_, prepare) => {
    const response = await look(await prepare())
    expect(response.status).toBe(404)
  })

  it('is not for scripts', async () => {
    const id = await aFoundMention()
    const headers = bearer(await app.newKey())
    expect((await app.call(`/api/story-repost/${id}/story`, { headers })).status).toBe(403)
  })
})
