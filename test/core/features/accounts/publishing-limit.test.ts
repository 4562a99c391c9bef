import { describe, expect, it } from 'vitest'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import type { Failure } from '../../../../core/rules/publication/publication.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import { accept, mustClaim, mustCommit, PUBLISHED } from '../../../contracts/publishing-stores.ts'
import { START } from '../../../factories.ts'
import { createMemoryPlatform } from '../../../fakes/platform/memory-platform.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

async function aScene() {
  const platform = createMemoryPlatform()
  const test = createTestApp({ platform })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const call = async (path: string, init: RequestInit = {}) => {
    const sent = new Headers(init.headers)
    sent.set('authorization', headers.authorization)
    const response = await test.call(`/api/v1${path}`, { ...init, headers: sent })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { test, platform, account, image, call, ask: () => call(`/accounts/${account.id}/publishing-limit`) }
}

async function publishes({ ports }: TestApp, post: { platformAccountId: string; mediaFileIds: string[] }) {
  await accept(ports, post)
  await mustCommit(ports, await mustClaim(ports), { ...PUBLISHED, publishedAt: ports.clock.now() })
}

describe('the publishing limit of an account', () => {
  it('is what the platform counts, and when our oldest post leaves the 24 hours', async () => {
    const { test, account, image, platform, ask } = await aScene()
    await publishes(test, { platformAccountId: account.id, mediaFileIds: [image.id] })
    const at = test.clock.now()
    test.clock.advance(HOUR)
    platform.quota = { used: 7, allowed: 50 }
    expect(await ask()).toEqual({
      status: 200,
      body: {
        accountId: account.id,
        used: 7,
        allowed: 50,
        since: toIso(at + HOUR - DAY),
        nextRoomAt: toIso(at + DAY),
        readAt: toIso(at + HOUR),
      },
    })
  })

  it('is asked for once in ten minutes, and counts what went out meanwhile', async () => {
    const { test, account, image, platform, ask } = await aScene()
    platform.quota = { used: 7, allowed: 50 }
    await ask()
    test.clock.advance(9 * MINUTE)
    await publishes(test, { platformAccountId: account.id, mediaFileIds: [image.id] })
    expect((await ask()).body).toMatchObject({ used: 8, readAt: toIso(START) })
    expect(platform.calls.filter((call) => call === 'quota')).toHaveLength(1)
    test.clock.advance(MINUTE)
    await ask()
    expect(platform.calls.filter((call) => call === 'quota')).toHaveLength(2)
  })

  it('is not asked for while the account backs off, as long as the last answer is of the same 24 hours', async () => {
    const { test, account, platform, ask } = await aScene()
    platform.quota = { used: 7, allowed: 50 }
    await ask()
    await test.ports.accounts.update(account.id, { pausedUntil: START + 3 * DAY })
    test.clock.advance(DAY - 1)
    expect((await ask()).body).toMatchObject({ used: 7, readAt: toIso(START) })
    test.clock.advance(1)
    expect((await ask()).body).toMatchObject({ readAt: toIso(START + DAY) })
    expect(platform.calls.filter((call) => call === 'quota')).toHaveLength(2)
  })

  it('is read again after the clock was put back', async () => {
    const { test, platform, ask } = await aScene()
    platform.quota = { used: 7, allowed: 50 }
    test.clock.advance(HOUR)
    await ask()
    test.clock.jump(-HOUR)
    platform.quota = { used: 8, allowed: 50 }
    expect((await ask()).body).toMatchObject({ used: 8, readAt: toIso(START) })
  })

  it('leaves out what is 24 hours old, to the millisecond as the window is told', async () => {
    const { test, account, image, platform, ask } = await aScene()
    await publishes(test, { platformAccountId: account.id, mediaFileIds: [image.id] })
    platform.quota = { used: 1, allowed: 50 }
    test.clock.advance(DAY - 1)
    expect((await ask()).body).toMatchObject({ used: 1, nextRoomAt: toIso(START + DAY) })
    test.clock.advance(1)
    expect((await ask()).body).toMatchObject({ since: toIso(START), nextRoomAt: null })
  })

  it('is each account’s own', async () => {
    const { test, platform, ask, call } = await aScene()
    const other = await test.anAccount()
    platform.quota = { used: 7, allowed: 50 }
    await ask()
    platform.quota = { used: 1, allowed: 100 }
    expect((await call(`/accounts/${other.id}/publishing-limit`)).body).toMatchObject({
      used: 1,
      allowed: 100,
    })
    expect((await ask()).body).toMatchObject({ used: 7, allowed: 50 })
  })

  it('is told as unknown by a platform that does not answer, and not found without the account', async () => {
    const { platform, call, ask } = await aScene()
    platform.quota = null
    expect(await ask()).toMatchObject({ status: 502, body: { code: 'PLATFORM_ERROR' } })
    const missing = await call(`/accounts/${crypto.randomUUID()}/publishing-limit`)
    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('what becomes of posts while the limit is full', () => {
  it('is that they fail, until it is chosen that they wait', async () => {
    const { test, account, call } = await aScene()
    const readAccounts = async () => (await call('/auth/me')).body['accounts']
    expect(await readAccounts()).toMatchObject([{ whenLimitIsFull: 'fail' }])
    const chosen = await call(`/accounts/${account.id}`, jsonRequest('PATCH', { whenLimitIsFull: 'wait' }))
    expect(chosen).toMatchObject({ status: 200, body: { id: account.id, whenLimitIsFull: 'wait' } })
    expect(await readAccounts()).toMatchObject([{ whenLimitIsFull: 'wait' }])
    expect((await test.ports.ledger.limitOf(account.id)).waits).toBe(true)
  })

  it('is one of the two choices, for an account that exists', async () => {
    const { account, call } = await aScene()
    const choose = (id: string, body: object) => call(`/accounts/${id}`, jsonRequest('PATCH', body))
    for (const odd of [{}, { whenLimitIsFull: 'queue' }])
      expect(await choose(account.id, odd)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const withUnknown = { whenLimitIsFull: 'wait', username: 'owl' }
    expect(await choose(account.id, withUnknown)).toMatchObject({
      status: 200,
      body: { whenLimitIsFull: 'wait', username: account.username },
    })
    expect(await choose(crypto.randomUUID(), { whenLimitIsFull: 'wait' })).toMatchObject({ status: 404 })
  })
})

const FULL: Failure = {
  code: 'PLATFORM_ERROR',
  detail: failureDetail('PUBLISHING_LIMIT'),
  recovery: 'wait',
  transient: false,
}

describe('a post that met the full limit', () => {
  const roomAt = START + 5 * HOUR

  it('says when there is room, and waits for that once it is retried', async () => {
    const { test, account, image, call } = await aScene()
    const { post } = await accept(test.ports, { platformAccountId: account.id, mediaFileIds: [image.id] })
    const failure = { ...FULL, unconfirmed: false }
    await mustCommit(test.ports, await mustClaim(test.ports), { step: 'failed', failure, roomAt })
    expect((await call(`/posts/${post.id}`)).body).toMatchObject({
      status: 'FAILED',
      errorCode: 'PLATFORM_ERROR',
      recovery: 'wait',
      nextAttemptAt: toIso(roomAt),
    })
    const entries = (await call('/attention')).body['entries']
    expect(entries).toMatchObject([{ code: 'POST_FAILED', nextStep: 'retry' }])
    expect(await call(`/posts/${post.id}/retry`, { method: 'POST' })).toMatchObject({
      body: { status: 'QUEUED', nextAttemptAt: toIso(roomAt) },
    })
  })

  it('tells at once that it waits, and can be edited, moved and cancelled', async () => {
    const { test, account, image, call } = await aScene()
    const scheduledFor = START - HOUR
    const isScheduled = { status: 'SCHEDULED', isScheduled: true, scheduledFor } as const
    const content = { platformAccountId: account.id, mediaFileIds: [image.id], ...isScheduled }
    const { post } = await accept(test.ports, content)
    const claimed = await mustClaim(test.ports)
    await mustCommit(test.ports, claimed, { publishAt: scheduledFor, roomAt, nextAt: START + HOUR })
    const waiting = { status: 'SCHEDULED', nextAttemptAt: toIso(roomAt), warningDetails: [WAITS] }
    expect((await call(`/schedule/${post.id}`)).body).toMatchObject(waiting)
    expect((await call('/attention')).body['entries']).toMatchObject([
      { code: 'POST_WILL_BE_LATE', postId: post.id, detail: { code: 'NO_ROOM' }, nextStep: 'wait' },
    ])
    const edit = (patch: object) => call(`/schedule/${post.id}`, jsonRequest('PUT', patch))
    expect(await edit({ caption: 'Another one' })).toMatchObject({ status: 200 })
    const moved = await edit({ scheduledFor: toIso(START + DAY) })
    expect(moved.body).toMatchObject({ scheduledFor: toIso(START + DAY), nextAttemptAt: null, warnings: [] })
    expect(await call(`/schedule/${post.id}`, { method: 'DELETE' })).toMatchObject({ status: 200 })
  })
})

const WAITS = { code: 'WAITS_FOR_ROOM', params: {} }

describe('scheduling near the publishing limit', () => {
  it('says when 24 hours of the plan hold more than the platform takes, and says nothing once they do not', async () => {
    const { test, account, platform, call, ask } = await aScene()
    platform.quota = { used: 0, allowed: 3 }
    await ask()
    const bare = { accountId: account.id, mediaType: 'IMAGE' }
    const schedule = async (hours: number) => {
      const { id: mediaFileId } = await test.anImage()
      const post = { ...bare, mediaFileId, scheduledFor: toIso(START + hours * HOUR) }
      return (await call('/schedule', jsonRequest('POST', post))).body
    }
    for (const hours of [10, 20, 30]) expect((await schedule(hours))['warnings']).toEqual([])
    const fourth = await schedule(33)
    expect(fourth['warnings']).toEqual([expect.stringContaining('at most 3 posts')])
    const moved = await call(
      `/schedule/${String(fourth['postId'])}`,
      jsonRequest('PUT', { scheduledFor: toIso(START + 34 * HOUR) }),
    )
    expect(moved.body['warnings']).toEqual([])
  })
})
