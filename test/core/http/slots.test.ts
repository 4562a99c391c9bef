import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { createRecurrences } from '../../../core/features/scheduling/recurrence/recurrences.ts'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import type { CloudRunner } from '../../../core/features/scheduling/cloud-runner.ts'
import { DAY, MINUTE, toIso, toIsoOrNull } from '../../../core/time.ts'
import { NO_CLOUD } from '../../fakes/cloud/no-cloud.ts'
import { aPost, START } from '../../factories.ts'
import { bearer, createTestApp, jsonRequest, type TestPorts } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

/** START is Friday, 20 November 2026, 12:00 UTC: 13:00 in Berlin. */
const FRIDAYS = { timezone: 'Europe/Berlin', weekly: { friday: ['14:00', '18:00'] } }
const TWO = '2026-11-20T13:00:00.000Z'
const SIX = '2026-11-20T17:00:00.000Z'
const NEXT_TWO = '2026-11-27T13:00:00.000Z'
const NEXT_SIX = '2026-11-27T17:00:00.000Z'

async function aScene(overrides: Partial<TestPorts> = {}) {
  const test = createTestApp({
    limiter: createRateLimiter({ perMinute: 100_000, perHour: 100_000 }),
    ...overrides,
  })
  const account = await test.anAccount()
  const headers = bearer(await test.newKey())
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await test.call(`/api/v1${path}`, { headers, ...init })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const send = (method: string, path: string, body: Body = {}) =>
    call(path, jsonRequest(method, body, headers))
  const path = `/accounts/${account.id}/slots`
  const bare = async () => ({
    accountId: account.id,
    mediaType: 'IMAGE',
    mediaFileId: (await test.anImage()).id,
  })
  const next = async (change: Body = {}) =>
    send('POST', '/schedule', { ...(await bare()), nextSlot: true, ...change })
  const timeOf = async (id: unknown) => (await call(`/schedule/${String(id)}`)).body['scheduledFor']
  return {
    test,
    account,
    call,
    send,
    path,
    bare,
    next,
    timeOf,
    save: (plan: Body) => send('PUT', path, plan),
    series: async () => (await createRecurrences(test.ports).list()).series[0],
  }
}

/** A post in each of the first slots. */
async function taken(scene: Awaited<ReturnType<typeof aScene>>, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(String((await scene.next()).body['postId']))
  return ids
}

describe('the posting slots of an account', () => {
  it('are none at first', async () => {
    const { call, path, account } = await aScene()
    const { status, body } = await call(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      accountId: account.id,
      timezone: 'UTC',
      exceptions: [],
      upcoming: [],
      next: null,
    })
    expect(Object.values(body['weekly'] as object)).toEqual(Array.from({ length: 7 }, () => []))
  })

  it('are read as they were saved, in order and without duplicates, with the next ones and who is in them', async () => {
    const { call, save, path, next } = await aScene()
    const saved = await save({
      ...FRIDAYS,
      weekly: { friday: ['18:00', '14:00', '18:00'], monday: [] },
      exceptions: [
        { date: '2026-12-25', times: ['09:00'] },
        { date: '2026-11-27', times: ['12:00', '08:00'] },
        { date: '2026-12-25', times: [] },
      ],
    })
    expect(saved).toMatchObject({ status: 200, body: { moved: [], kept: [] } })
    const { postId } = (await next()).body
    const { body } = await call(path)
    expect(body).toMatchObject({
      timezone: 'Europe/Berlin',
      weekly: { friday: ['14:00', '18:00'], monday: [], sunday: [] },
      exceptions: [
        { date: '2026-11-27', times: ['08:00', '12:00'] },
        { date: '2026-12-25', times: [] },
      ],
    })
    expect((body['upcoming'] as unknown[]).slice(0, 4)).toEqual([
      { at: TWO, postId },
      { at: SIX, postId: null },
      { at: '2026-11-27T07:00:00.000Z', postId: null },
      { at: '2026-11-27T11:00:00.000Z', postId: null },
    ])
  })

  it.each<Body>([
    {},
    { ...FRIDAYS, timezone: 'Mars/Base' },
    { ...FRIDAYS, weekly: { friday: ['24:00'] } },
    { ...FRIDAYS, weekly: { friday: ['9:00'] } },
    { ...FRIDAYS, weekly: { friday: '09:00' } },
    { ...FRIDAYS, exceptions: [{ date: '2026-02-30', times: [] }] },
    { ...FRIDAYS, posts: 'drop' },
  ])('are refused when they are no plan: %j', async (plan) => {
    const { save } = await aScene()
    expect(await save(plan)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  it('are not free less than 20 minutes from a post, as the next one never is', async () => {
    const { send, save, call, path, bare } = await aScene()
    await save(FRIDAYS)
    const near = { scheduledFor: toIso(Date.parse(TWO) - 10 * MINUTE) }
    const { postId } = (await send('POST', '/schedule', { ...(await bare()), ...near })).body
    const { upcoming, next } = (await call(path)).body
    const [first, second] = upcoming as unknown[]
    expect([first, second, next]).toEqual([{ at: TWO, postId }, { at: SIX, postId: null }, SIX])
  })

  it('have at most 366 days of their own, of which each counts', async () => {
    const { save, next } = await aScene()
    const days = Array.from({ length: 367 }, (_, n) => toIso(START + (n + 1) * DAY).slice(0, 10))
    const exceptions = days.map((date) => ({ date, times: ['09:00'] }))
    const plan = { timezone: 'UTC', weekly: {}, exceptions }
    expect(await save(plan)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const { status, body } = await save({ ...plan, exceptions: exceptions.slice(0, 366) })
    expect([status, (body['exceptions'] as unknown[]).length]).toEqual([200, 366])
    expect((await next()).body['scheduledFor']).toBe('2026-11-21T09:00:00.000Z')
  })

  it('keep their wall-clock times when the zone changes, and ask about the posts in them', async () => {
    const { save, next, timeOf } = await aScene()
    await save(FRIDAYS)
    const { postId } = (await next()).body
    const moved = { ...FRIDAYS, timezone: 'Asia/Kathmandu' }
    expect(await save(moved)).toMatchObject({ status: 400, body: { posts: [{ postId }] } })
    expect((await save({ ...moved, posts: 'move' })).status).toBe(200)
    // 18:00 there; 14:00 has passed.
    expect(await timeOf(postId)).toBe('2026-11-20T12:15:00.000Z')
  })

  it('go with their account, which has none when it is reconnected', async () => {
    const { test, account, save, call, path, next } = await aScene()
    await save(FRIDAYS)
    await call(`/auth/accounts/${account.id}`, { method: 'DELETE' })
    expect(await test.ports.slots.get(account.id)).toBeNull()
    expect(await call(path)).toMatchObject({ status: 404 })
    expect(await next()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('are those of an account that is connected', async () => {
    const { call, send } = await aScene()
    const unknown = `/accounts/${crypto.randomUUID()}/slots`
    expect(await call(unknown)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await send('PUT', unknown, FRIDAYS)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('scheduling for the next slot', () => {
  it('takes the next free one and says which', async () => {
    const { save, next, timeOf } = await aScene()
    await save(FRIDAYS)
    const first = await next()
    expect(first).toMatchObject({ status: 201, body: { scheduledFor: TWO, timezone: 'Europe/Berlin' } })
    expect(await timeOf(first.body['postId'])).toBe(TWO)
    expect((await next({ timezone: 'UTC' })).body).toMatchObject({ scheduledFor: SIX, timezone: 'UTC' })
    expect((await next()).body['scheduledFor']).toBe(NEXT_TWO)
  })

  it('takes it for a draft as well', async () => {
    const { save, send, bare } = await aScene()
    await save(FRIDAYS)
    const { id } = (await send('POST', '/posts/draft', await bare())).body
    const scheduled = await send('POST', `/posts/draft/${String(id)}/schedule`, { nextSlot: true })
    expect(scheduled).toMatchObject({ status: 201, body: { postId: id, scheduledFor: TWO } })
  })

  it('passes over what waits for a time that it was given, and comes back to what was left', async () => {
    const { save, next, send, bare, call } = await aScene()
    await save(FRIDAYS)
    const fixed = await send('POST', '/schedule', { ...(await bare()), scheduledFor: TWO })
    const [at6, at2] = [await next(), await next()]
    expect([at6, at2].map(({ body }) => body['scheduledFor'])).toEqual([SIX, NEXT_TWO])
    await call(`/schedule/${String(fixed.body['postId'])}`, { method: 'DELETE' })
    expect((await next()).body['scheduledFor']).toBe(TWO)
    await send('PUT', `/schedule/${String(at6.body['postId'])}`, { scheduledFor: toIso(START + 3 * DAY) })
    expect((await next()).body['scheduledFor']).toBe(SIX)
  })

  it('passes over a slot less than 20 minutes from another post of the account, and of no other one', async () => {
    const { test, save, next, send, bare, call, path } = await aScene()
    await save(FRIDAYS)
    const other = await test.anAccount()
    const at = (iso: string, minutes: number) => toIso(Date.parse(iso) + minutes * MINUTE)
    await send('POST', '/schedule', { ...(await bare()), scheduledFor: at(TWO, -19) })
    await send('POST', '/schedule', { ...(await bare()), scheduledFor: at(SIX, 20) })
    await send('POST', '/schedule', { ...(await bare()), accountId: other.id, scheduledFor: SIX })
    expect((await call(path)).body['next']).toBe(SIX)
    expect((await next()).body['scheduledFor']).toBe(SIX)
    expect((await call(path)).body['next']).toBe(NEXT_TWO)
  })

  it('passes over a slot less than 20 minutes after a post that has just gone out', async () => {
    const { test, account, save, next, call, path } = await aScene()
    await save({ timezone: 'UTC', weekly: { friday: ['12:10', '12:15', '12:20'] } })
    const live = { status: 'PUBLISHED', publishedAt: START - 5 * MINUTE, completedAt: START } as const
    const post = aPost({ ...live, platformAccountId: account.id })
    test.data.posts.set(post.id, post)
    const free = toIso(START + 15 * MINUTE)
    expect((await call(path)).body['next']).toBe(free)
    expect((await next()).body['scheduledFor']).toBe(free)
  })

  it('gives away what a post has left, however it left it', async () => {
    const { save, next, send, call } = await aScene()
    await save(FRIDAYS)
    const idOf = async () => String((await next()).body['postId'])
    const cancelled = await idOf()
    await call(`/schedule/${cancelled}`, { method: 'DELETE' })
    expect((await next()).body['scheduledFor']).toBe(TWO)
    const deleted = await idOf()
    await call(`/posts/${deleted}`, { method: 'DELETE' })
    expect((await next()).body['scheduledFor']).toBe(SIX)
    const edited = await idOf()
    await send('PUT', `/schedule/${edited}`, { caption: 'Another one' })
    expect((await next()).body['scheduledFor']).toBe(NEXT_SIX)
  })

  it('gives each of fifty at once a slot of its own', async () => {
    const { save, next } = await aScene()
    await save(FRIDAYS)
    const replies = await Promise.all(Array.from({ length: 50 }, () => next()))
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    const times = replies.map(({ body }) => String(body['scheduledFor'])).toSorted()
    expect(new Set(times).size).toBe(50)
    expect([times[0], times[49]]).toEqual([TWO, '2027-05-07T16:00:00.000Z'])
  })

  it('asks the Worker while it holds the slot, and takes the next one when a faster request has it', async () => {
    let refusals = 2
    const asked: (string | null)[] = []
    const cloud: CloudRunner = {
      ...NO_CLOUD,
      async handOver(post, _draft, recorded) {
        expect(recorded?.slots).toBe(1)
        asked.push(toIsoOrNull(post.scheduledFor))
        refusals -= 1
        return refusals < 0 ? { owner: 'local', warning: null } : { owner: 'none' }
      },
    }
    const { save, next } = await aScene({ cloud })
    await save(FRIDAYS)
    expect((await next()).body).toMatchObject({ scheduledFor: TWO })
    expect(asked).toEqual([TWO, TWO, TWO])
  })

  it('needs slots, and one that is free', async () => {
    const { save, next } = await aScene()
    const none = await next()
    expect(none).toMatchObject({ status: 400, body: { code: 'INVALID_SCHEDULE' } })
    expect(none.body['error']).toMatch(/has no posting slots/)
    await save({ timezone: 'UTC', weekly: {}, exceptions: [{ date: '2026-11-21', times: ['09:00'] }] })
    expect((await next()).status).toBe(201)
    expect((await next()).body['error']).toMatch(/has no free posting slot in the coming year/)
  })

  it.each<Body>([
    { nextSlot: false },
    { nextSlot: null },
    { nextSlot: 1 },
    { scheduledFor: NEXT_SIX },
    {
      nextSlot: undefined,
    },
  ])('cannot be combined with a time: %j', async (change) => {
    const { save, next } = await aScene()
    await save(FRIDAYS)
    expect(await next(change)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  it('can be validated without being taken', async () => {
    const { save, send, bare, next } = await aScene()
    const attempt = async (change: Body = {}) =>
      (await send('POST', '/posts/validate', { ...(await bare()), nextSlot: true, ...change })).body
    expect(await attempt()).toMatchObject({
      valid: false,
      scheduledFor: null,
      problems: [{ field: 'nextSlot', code: 'INVALID_SCHEDULE' }],
    })
    await save(FRIDAYS)
    expect(await attempt()).toMatchObject({ valid: true, scheduledFor: TWO })
    expect(await attempt()).toMatchObject({ valid: true, scheduledFor: TWO })
    await next()
    expect(await attempt()).toMatchObject({ valid: true, scheduledFor: SIX })
    expect(await attempt({ scheduledFor: NEXT_SIX })).toMatchObject({
      problems: [{ field: 'nextSlot', code: 'VALIDATION_ERROR' }],
    })
  })
})

describe('changing the slots', () => {
  const LATER = { ...FRIDAYS, weekly: { friday: ['15:00', '18:00'] } }
  const THREE = '2026-11-20T14:00:00.000Z'
  const NEXT_THREE = '2026-11-27T14:00:00.000Z'

  it('asks what becomes of the posts in those that go, and changes nothing before it is told', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first, , third] = await taken(scene, 3)
    const refused = await scene.save(LATER)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_SCHEDULE',
        status: 400,
        posts: [
          { postId: first, scheduledFor: TWO },
          { postId: third, scheduledFor: NEXT_TWO },
        ],
      },
    })
    expect(refused.body['error']).toMatch(/^2 posts wait in slots/)
    expect((await scene.call(scene.path)).body).toMatchObject({ weekly: { friday: ['14:00', '18:00'] } })
  })

  it('asks nothing when no post loses its slot, or is outside of any', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    await taken(scene, 1)
    await scene.send('POST', '/schedule', {
      ...(await scene.bare()),
      scheduledFor: toIso(START + 7 * MINUTE),
    })
    const more = { ...FRIDAYS, weekly: { friday: ['14:00'], monday: ['08:00'] } }
    expect(await scene.save(more)).toMatchObject({ status: 200, body: { moved: [], kept: [] } })
  })

  it('leaves the posts at their times when they are to be kept', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first] = await taken(scene, 1)
    const kept = [{ postId: first, scheduledFor: TWO }]
    expect(await scene.save({ ...LATER, posts: 'keep' })).toMatchObject({
      status: 200,
      body: { moved: [], kept },
    })
    expect(await scene.timeOf(first)).toBe(TWO)
    expect((await scene.next()).body['scheduledFor']).toBe(THREE)
  })

  it('moves each to the nearest free slot of its day, when they are to be moved', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first, second, third] = await taken(scene, 3)
    const { status, body } = await scene.save({ ...LATER, posts: 'move' })
    expect(status).toBe(200)
    expect(body['moved']).toEqual([
      { postId: first, from: TWO, to: THREE },
      { postId: third, from: NEXT_TWO, to: NEXT_THREE },
    ])
    expect(body['kept']).toEqual([])
    expect(await Promise.all([first, second, third].map(scene.timeOf))).toEqual([THREE, SIX, NEXT_THREE])
  })

  it('moves those that find no room on their day to the next free one', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first, second] = await taken(scene, 2)
    await scene.save({ ...FRIDAYS, weekly: { friday: ['15:00'] }, posts: 'move' })
    expect(await Promise.all([first, second].map(scene.timeOf))).toEqual([THREE, NEXT_THREE])
  })

  it('moves a post of a series to another day, and its series stays on its own', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first = ''] = await taken(scene, 1)
    await scene.send('PUT', `/posts/${first}/recurrence`, { every: 'weekly' })
    const { coming } = (await scene.series()) ?? {}
    const holiday = { date: '2026-11-20', times: [] }
    const moved = { ...FRIDAYS, exceptions: [holiday, { date: '2026-11-21', times: ['10:00'] }] }
    await scene.save({ ...moved, posts: 'move' })
    expect(await scene.timeOf(first)).toBe('2026-11-21T09:00:00.000Z')
    expect(coming?.[0]).toBe(NEXT_TWO)
    expect((await scene.series())?.coming).toEqual(coming)
  })

  it('is refused before anything has moved when there is not room for all', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first, second] = await taken(scene, 2)
    const none = { timezone: 'UTC', weekly: {} }
    const one = { ...none, exceptions: [{ date: '2026-11-21', times: ['09:00'] }] }
    for (const plan of [none, one])
      expect(await scene.save({ ...plan, posts: 'move' })).toMatchObject({
        status: 400,
        body: {
          code: 'INVALID_SCHEDULE',
          error: expect.stringMatching(/^The new plan has too few free slots/),
        },
      })
    expect(await Promise.all([first, second].map(scene.timeOf))).toEqual([TWO, SIX])
  })

  it('goes on where it was when the Worker could not be asked', async () => {
    let reachable = false
    const scene = await aScene()
    const { posts, handovers } = { posts: scene.test.data.posts, handovers: scene.test.data.handovers }
    expect(handovers.size).toBe(0)
    const cloud: CloudRunner = {
      ...NO_CLOUD,
      async edit(_before, after) {
        if (!reachable) throw new CodedError('WORKER_UNREACHABLE')
        posts.set(after.id, after)
        return after
      },
    }
    const other = createTestApp({ ...scene.test.ports, cloud })
    const save = async () => {
      const headers = bearer(await scene.test.newKey())
      const response = await other.call(
        `/api/v1${scene.path}`,
        jsonRequest('PUT', { ...LATER, posts: 'move' }, headers),
      )
      return { status: response.status, body: (await response.json()) as Body }
    }
    await scene.save(FRIDAYS)
    const [first, , third] = await taken(scene, 3)
    const held = posts.get(third ?? '') ?? expect.unreachable()
    posts.set(held.id, { ...held, handover: 'cloud' })
    expect(await save()).toMatchObject({ status: 502, body: { code: 'WORKER_UNREACHABLE' } })
    expect(await Promise.all([first, third].map(scene.timeOf))).toEqual([THREE, NEXT_TWO])
    expect((await scene.call(scene.path)).body).toMatchObject({ weekly: { friday: ['14:00', '18:00'] } })
    reachable = true
    expect(await save()).toMatchObject({ status: 200, body: { moved: [{ postId: third, to: NEXT_THREE }] } })
    expect((await scene.call(scene.path)).body).toMatchObject({ weekly: { friday: ['15:00', '18:00'] } })
  })

  it('leaves alone what cannot be changed any more, and says so', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    const [first, second] = await taken(scene, 2)
    const [file] = scene.test.data.posts.get(first ?? '')?.mediaFileIds ?? []
    await scene.test.ports.media.remove(file ?? '')
    const { body } = await scene.save({ ...FRIDAYS, weekly: { friday: ['15:00'] }, posts: 'move' })
    expect(body).toMatchObject({
      moved: [{ postId: second, from: SIX, to: NEXT_THREE }],
      kept: [{ postId: first, scheduledFor: TWO }],
    })
  })

  it('moves none to a time that has passed while others were moved', async () => {
    const scene = await aScene()
    const { clock } = scene.test
    const cloud: CloudRunner = {
      ...NO_CLOUD,
      async edit(_before, after) {
        clock.advance(30 * MINUTE)
        scene.test.data.posts.set(after.id, after)
        return after
      },
    }
    const slow = createTestApp({ ...scene.test.ports, cloud })
    await scene.save({ timezone: 'UTC', weekly: { friday: ['12:50', '13:00', '18:00'] } })
    const [first = '', second = ''] = await taken(scene, 2)
    const held = scene.test.data.posts.get(first) ?? expect.unreachable()
    scene.test.data.posts.set(first, { ...held, handover: 'cloud' })
    const plan = { timezone: 'UTC', weekly: { friday: ['12:15', '12:20', '17:00'] }, posts: 'move' }
    const headers = bearer(await scene.test.newKey())
    const saved = await slow.call(`/api/v1${scene.path}`, jsonRequest('PUT', plan, headers))
    expect([saved.status, await saved.json()]).toMatchObject([
      200,
      { moved: [{ postId: first }, { postId: second, to: '2026-11-20T17:00:00.000Z' }], kept: [] },
    ])
  })

  it('never puts two posts into one slot, however many are scheduled meanwhile', async () => {
    const scene = await aScene()
    await scene.save(FRIDAYS)
    await taken(scene, 6)
    const moving = scene.save({ ...LATER, posts: 'move' })
    const scheduling = Promise.all(Array.from({ length: 12 }, () => scene.next()))
    expect((await moving).status).toBe(200)
    await scheduling
    const times = [...scene.test.data.posts.values()].map(({ scheduledFor }) => scheduledFor)
    expect(new Set(times).size).toBe(18)
    const { upcoming } = (await scene.call(scene.path)).body as { upcoming: { postId: string | null }[] }
    expect(upcoming.filter(({ postId }) => postId !== null).length).toBeLessThanOrEqual(18)
  })

  it('keeps the wall time over both clock changes', async () => {
    const { test, save, next } = await aScene()
    await save({ timezone: 'Europe/Berlin', weekly: { sunday: ['02:30'] } })
    test.clock.advance(Date.parse('2027-03-21T12:00:00Z') - START)
    const times: unknown[] = []
    for (let n = 0; n < 3; n += 1) times.push((await next()).body['scheduledFor'])
    // 02:30 does not exist on 28 March: it is 03:30 of summer time.
    expect(times).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
      '2027-04-11T00:30:00.000Z',
    ])
    test.clock.advance(Date.parse('2027-10-24T12:00:00Z') - test.clock.now())
    const autumn = [(await next()).body['scheduledFor'], (await next()).body['scheduledFor']]
    // 02:30 comes twice on 31 October: it is the first one.
    expect(autumn).toEqual(['2027-10-31T00:30:00.000Z', '2027-11-07T01:30:00.000Z'])
  })
})
