import { describe, expect, it } from 'vitest'
import { createFiguresReader } from '../../../core/engine/platform/insights/read-figures.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { aPost, START } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { aShown, createAudience } from '../../fakes/platform/audience.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'
import { servedDocument } from './served-operations.ts'

type Body = Record<string, unknown>

async function aScene(change: Parameters<ReturnType<typeof createTestApp>['anAccount']>[0] = {}) {
  const truth = createManualClock()
  const audience = createAudience(truth)
  const test = createTestApp({ figures: createFiguresReader(audience.calls) })
  const account = await test.anAccount(change)
  const headers = bearer(await test.newKey())
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await test.call(`/api/v1${path}`, { headers, ...init })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const send = (method: string, path: string, body: Body) => call(path, jsonRequest(method, body, headers))
  const pass = (time: number) => {
    truth.advance(time)
    test.clock.advance(time)
  }
  const refresh = () => send('POST', '/insights/refresh', { accountId: account.id })
  /** A post of Nightpost that is live as the platform's media `id`. */
  async function live(id: string, change: Body = {}) {
    const of = { platformAccountId: account.id, status: 'PUBLISHED', igMediaId: id } as const
    const at = test.clock.now()
    const post = aPost({ ...of, publishedAt: at, completedAt: at, caption: 'Bread #sourdough', ...change })
    test.data.posts.set(post.id, post)
    audience.media.push(aShown({ igMediaId: id, publishedAt: at, caption: post.caption }))
    return post
  }
  return { test, audience, account, call, send, pass, refresh, live, headers }
}

describe('insights', () => {
  it('of a post are its rows, the newest of each metric, and the curve', async () => {
    const { call, live, pass, refresh } = await aScene()
    const post = await live('17')
    pass(HOUR + 10 * MINUTE)
    expect((await refresh()).body).toMatchObject({ looks: expect.any(Number), waiting: 0 })
    pass(6 * HOUR)
    await refresh()
    const { status, body } = await call(`/posts/${post.id}/insights`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ post: { postId: post.id, kind: 'IMAGE' }, permission: true, trial: null })
    expect(body['rows']).toHaveLength(6)
    expect(body['latest']).toHaveLength(3)
    expect(body['curve']).toMatchObject([{ metric: 'likes' }, { metric: 'reach' }, { metric: 'views' }])
    expect(body['nextLookAt']).not.toBeNull()
  })

  it('of a post that is not live, or unknown, are refused', async () => {
    const { call, test, account } = await aScene()
    const draft = aPost({ platformAccountId: account.id, status: 'DRAFT' })
    test.data.posts.set(draft.id, draft)
    expect((await call(`/posts/${draft.id}/insights`)).body).toMatchObject({ code: 'INVALID_STATUS' })
    expect((await call(`/posts/${crypto.randomUUID()}/insights`)).body).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('of a post that has just gone out say when they are looked at first', async () => {
    const { test, account, call, live, refresh } = await aScene()
    await refresh()
    const post = await live('17')
    const first = async () => (await call(`/posts/${post.id}/insights`)).body['nextLookAt']
    const foretold = await first()
    expect(foretold).toMatch(toIso(START + HOUR).slice(0, 14))
    await refresh()
    expect(await first()).toBe(foretold)
    await test.stores.accounts.update(account.id, { grantedScopes: ['instagram_business_basic'] })
    const unread = await live('18', { completedAt: START + 1 })
    expect((await call(`/posts/${unread.id}/insights`)).body['nextLookAt']).toBeNull()
  })

  it('are of an account that is named: without one, the parameter is missing', async () => {
    const { call, account } = await aScene()
    const codeOf = async (query: string) => (await call(`/insights?${query}`)).body['code']
    expect(await codeOf('by=kind')).toBe('MISSING_PARAM')
    expect(await codeOf('accountId=')).toBe('INVALID_PARAM')
    expect(await codeOf(`accountId=${account.id}&accountId=${account.id}`)).toBe('VALIDATION_ERROR')
  })

  it('of a post are not looked at in the name of another account', async () => {
    const { send, live, pass, call, test } = await aScene()
    const post = await live('17')
    const other = await test.anAccount({ id: crypto.randomUUID(), igUserId: '17841400000000099' })
    pass(HOUR)
    const refreshed = await send('POST', '/insights/refresh', { accountId: other.id, postId: post.id })
    expect(refreshed.body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await call(`/posts/${post.id}/insights`)).body['rows']).toEqual([])
  })

  it('of a post that nothing has looked at yet are looked at when somebody asks', async () => {
    const { send, live, pass, account, test } = await aScene()
    const post = await live('17')
    pass(HOUR)
    await send('POST', '/insights/refresh', { accountId: account.id, postId: post.id })
    const [row] = await test.stores.insights.exported({ limit: 1 })
    expect(row).toMatchObject({ igMediaId: '17', postId: post.id })
  })

  it('that are refused when somebody asks are among what needs a person', async () => {
    const { send, live, pass, account, audience, call } = await aScene()
    const post = await live('17')
    pass(HOUR)
    audience.isForbidden = true
    await send('POST', '/insights/refresh', { accountId: account.id, postId: post.id })
    expect((await call('/attention')).body['entries']).toMatchObject([{ code: 'INSIGHTS_NOT_ALLOWED' }])
  })

  it.each(['day', 'weekday-hour', 'kind', 'hashtag', 'post'])('are grouped by %s', async (by) => {
    const { call, account, live, pass, refresh } = await aScene()
    await live('17')
    pass(DAY + HOUR)
    await refresh()
    const { status, body } = await call(`/insights?accountId=${account.id}&by=${by}&metric=reach`)
    expect(status).toBe(200)
    const groups = (body['groups'] as Body[]).filter(({ n }) => n !== 0)
    expect(groups).toHaveLength(1)
    const keys = {
      day: toIso(START + DAY).slice(0, 10),
      'weekday-hour': '5-12',
      kind: 'IMAGE',
      hashtag: 'sourdough',
      post: '17',
    }
    expect(groups[0]).toMatchObject({ key: keys[by as keyof typeof keys], n: 1, value: 30, correction: 0 })
  })

  it('are refused by a metric that nothing knows, which a typing error is, and not by a former name', async () => {
    const { call, account, live, pass, refresh } = await aScene()
    const of = (metric: string) => call(`/insights?accountId=${account.id}&metric=${metric}`)
    for (const metric of [
      'navigation',
      'accounts_engaged',
      'saves',
      'impressions',
      'ig_reels_avg_watch_time',
    ])
      expect(await of(metric)).toMatchObject({ status: 200, body: { metric, posts: 0 } })
    await live('17')
    pass(DAY + HOUR)
    await refresh()
    expect(await of('raech')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAM', error: expect.stringMatching(/^metric must be one of reach, views, /) },
    })
  })

  it.each([
    ['are whole in every script', '#नमस्ते #Café', ['café', 'नमस्ते']],
    ['are neither numbers nor parts of an address', '#1 https://example.com/#part #tea', ['tea']],
    ['count at the end of the longest caption, too', `${'🌙'.repeat(2_195)} #tea`, ['tea']],
  ])('by hashtags %s', async (_what, caption, keys) => {
    const { call, account, live, pass, refresh } = await aScene()
    await live('17', { caption })
    pass(DAY + HOUR)
    await refresh()
    const { body } = await call(`/insights?accountId=${account.id}&by=hashtag&metric=reach`)
    expect(new Set((body['groups'] as Body[]).map(({ key }) => key))).toEqual(new Set(keys))
  })

  it('show a fall as a correction, and no day as negative', async () => {
    const { audience, call, account, live, pass, refresh } = await aScene()
    await live('17')
    pass(DAY + 2 * HOUR)
    await refresh()
    audience.viewersOf = () => 3
    pass(DAY)
    await refresh()
    const { body } = await call(`/insights?accountId=${account.id}&by=day&metric=reach`)
    const days = (body['groups'] as Body[]).filter(({ n }) => n !== 0)
    expect(days).toMatchObject([
      { value: 31, correction: 0 },
      { value: 0, correction: -28 },
    ])
  })

  it('count for no day what posts had gathered long before the account was first read', async () => {
    const { call, account, live, pass, refresh } = await aScene()
    await live('17')
    pass(40 * DAY)
    await refresh()
    pass(8 * DAY)
    await refresh()
    const { body } = await call(`/insights?accountId=${account.id}&by=day&metric=reach`)
    const days = (body['groups'] as Body[]).filter(({ n }) => n !== 0)
    expect(days).toMatchObject([{ n: 1, value: (8 * DAY) / HOUR, correction: 0 }])
  })

  it('of an account are its own figures and what its user has chosen', async () => {
    const { call, send, account, refresh } = await aScene()
    await refresh()
    const path = `/accounts/${account.id}/insights`
    const chosen = await send('PATCH', path, { metric: 'saved', bestTimesForNextSlot: true })
    expect(chosen.body).toMatchObject({ metric: 'saved', bestTimesForNextSlot: true })
    const { body } = await call(path)
    expect(body).toEqual(chosen.body)
    const metrics = (body['latest'] as Body[]).map(({ metric }) => metric)
    expect(metrics).toEqual(expect.arrayContaining(['reach', 'views', 'followers_count']))
    expect((await send('PATCH', path, { metric: 'No Metric' })).status).toBe(400)
  })

  it('are not shown by a metric that nothing knows: a typing error is refused, and nothing is chosen', async () => {
    const { call, send, account, refresh } = await aScene()
    await refresh()
    const path = `/accounts/${account.id}/insights`
    for (const metric of ['navigation', 'impressions', 'followers_count'])
      expect((await send('PATCH', path, { metric })).body).toMatchObject({ metric })
    expect(await send('PATCH', path, { metric: 'raech', bestTimesForNextSlot: true })).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_ERROR',
        error: expect.stringMatching(/^metric must be one of reach, views, /),
      },
    })
    expect((await call(path)).body).toMatchObject({ metric: 'followers_count', bestTimesForNextSlot: false })
  })

  it('make nextSlot propose the best free hour of the week, where the user wants it', async () => {
    const { test, account, send, call, live, audience } = await aScene()
    await send('PUT', `/accounts/${account.id}/slots`, {
      timezone: 'UTC',
      weekly: { monday: ['09:00'], tuesday: ['09:00'] },
    })
    await send('PATCH', `/accounts/${account.id}/insights`, {})
    const rows = test.stores.insights
    for (let week = 1; week <= 6; week += 1)
      for (const [day, reach] of [
        [3, 50],
        [4, 150],
      ] as const) {
        const publishedAt = START - week * 7 * DAY + day * DAY - 3 * HOUR
        const media = await live(`${week}${day}`, { publishedAt, completedAt: publishedAt + day })
        const at = publishedAt + DAY
        const of = { accountId: account.id, igMediaId: `${week}${day}` }
        const known = {
          ...of,
          postId: media.id,
          permalink: null,
          caption: null,
          kind: 'IMAGE',
          isTrial: false,
        } as const
        // A trial reel is not shown to those who follow.
        const trial = {
          ...known,
          igMediaId: `${week}${day}0`,
          postId: null,
          kind: 'REELS',
          isTrial: true,
        } as const
        for (const one of [known, trial]) {
          await rows.addMedia([{ ...one, publishedAt, done: 3, nextAt: null }])
          await rows.record(one, () => ({
            rows: [{ metric: 'reach', at, value: reach, reason: null }],
            done: 3,
            nextAt: null,
          }))
        }
      }
    audience.media = []
    const { body } = await call(`/accounts/${account.id}/best-times`)
    expect(body).toMatchObject({
      usedForNextSlot: false,
      kinds: [
        {
          kind: 'IMAGE',
          posts: 12,
          cells: [
            { weekday: 1, hour: 8, n: 6 },
            { weekday: 2, hour: 8, n: 6 },
          ],
        },
      ],
    })
    const schedule = async () => {
      const mediaFileId = (await test.anImage()).id
      const post = { accountId: account.id, mediaType: 'IMAGE', mediaFileId, nextSlot: true }
      return (await send('POST', '/schedule', post)).body['scheduledFor']
    }
    expect(await schedule()).toBe('2026-11-23T09:00:00.000Z')
    await send('PATCH', `/accounts/${account.id}/insights`, { bestTimesForNextSlot: true })
    expect(await schedule()).toBe('2026-11-24T09:00:00.000Z')
  })

  it('are exported as a table and as lines of JSON', async () => {
    const { test, account, live, pass, refresh, headers } = await aScene({ username: '=night.owl' })
    const post = await live('17')
    pass(2 * HOUR)
    await refresh()
    const read = async (format: string) => {
      const response = await test.call(`/api/v1/insights/export?accountId=${account.id}&format=${format}`, {
        headers,
      })
      return { type: response.headers.get('content-type'), text: await response.text() }
    }
    const csv = await read('csv')
    expect(csv.type).toContain('text/csv')
    const [columns = ''] = csv.text.split('\r\n')
    expect(columns).toMatch(/^accountId,username,igMediaId,postId,kind/)
    const described = (await servedDocument(test)).paths['/insights/export']?.['get']?.description
    expect(described).toContain(`: ${columns.replaceAll(',', ', ')}.`)
    // Not a formula to a spreadsheet.
    expect(csv.text).toContain(`,'=night.owl,17,${post.id},IMAGE,`)
    const lines = (await read('jsonl')).text.trim().split('\n')
    expect(lines.length).toBe(csv.text.trim().split('\r\n').length - 1)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ igMediaId: '17', metric: 'views' })
  })

  it('stay when an account is disconnected, unless they are to be deleted', async () => {
    const { test, account, call, live, pass, refresh } = await aScene()
    const post = await live('17')
    pass(2 * HOUR)
    await refresh()
    const ofPost = async () => (await call(`/posts/${post.id}/insights`)).body
    const { latest, nextLookAt } = await ofPost()
    expect(nextLookAt).not.toBeNull()
    await call(`/auth/accounts/${account.id}`, { method: 'DELETE' })
    expect(await test.stores.insights.exported({ limit: 1 })).toHaveLength(1)
    // Nobody looks any more.
    expect(await ofPost()).toMatchObject({ latest, nextLookAt: null })
    const again = await test.anAccount({ igUserId: account.igUserId })
    await call(`/accounts/${again.id}/insights`)
    await test.stores.insights.adopt(account.id, again.id)
    await call(`/auth/accounts/${again.id}?insights=delete`, { method: 'DELETE' })
    expect(await test.stores.insights.exported({ limit: 1 })).toEqual([])
  })

  it('are looked at by a key that may write drafts, and by none that may only read', async () => {
    const { test, account } = await aScene()
    const statusFor = async (rights: 'read' | 'draft') => {
      const key = await test.newKey(rights, rights)
      const body = jsonRequest('POST', { accountId: account.id }, bearer(key))
      return (await test.call('/api/v1/insights/refresh', body)).status
    }
    expect([await statusFor('read'), await statusFor('draft')]).toEqual([403, 200])
  })

  it('that are no longer allowed are among what needs a person', async () => {
    const { test, account, refresh, call } = await aScene()
    await refresh()
    await test.stores.accounts.update(account.id, { grantedScopes: ['instagram_business_basic'] })
    await refresh()
    const { body } = await call('/attention')
    expect(body['entries']).toMatchObject([
      { code: 'INSIGHTS_NOT_ALLOWED', severity: 'notice', nextStep: 'reconnect' },
    ])
  })
})
