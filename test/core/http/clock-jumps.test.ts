// The clock of this computer is wrong and is put right, here or over a restart. What `core/wall-clock.md` promises of each thing
// that ages.
import { describe, expect, it } from 'vitest'
import { createRunningTime } from '../../../core/running-time.ts'
import { DAY, HOUR, MINUTE, toIso, type Duration } from '../../../core/time.ts'
import { aPost } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

const WRONG: readonly (readonly [string, Duration])[] = [
  ['two days ahead', 2 * DAY],
  ['two days behind', -2 * DAY],
  ['an hour ahead', HOUR],
  ['an hour behind', -HOUR],
]

/** The same stores under another process, whose clock shows that much more than the time at the start of the test. */
function restarted({ ports }: TestApp, wrongBy: Duration): TestApp {
  const clock = createManualClock(createManualClock().now() + wrongBy)
  const { settings, requests, sessions, keys, posts, media, accounts, ledger } = ports
  const running = createRunningTime({ settings, clock })
  const stores = { settings, requests, sessions, keys, posts, media, accounts, ledger }
  return { ...createTestApp({ ...stores, clock, running }), clock }
}

describe.each(WRONG)('a clock that was %s and is put right', (_wrong, by) => {
  it('forgets no keyed request, nor over a restart: it acts once', async () => {
    const first = createTestApp()
    first.clock.jump(by)
    const auth = bearer(await first.newKey())
    const image = await first.anImage()
    const body = { accountId: (await first.anAccount()).id, mediaType: 'IMAGE', mediaFileId: image.id }
    const headers = { ...auth, 'idempotency-key': 'once' }
    const send = async (test: TestApp) => {
      const answer = await test.call('/api/v1/posts/draft', jsonRequest('POST', body, headers))
      return { status: answer.status, body: await answer.json() }
    }
    const made = await send(first)
    expect(made.status).toBe(201)
    first.clock.jump(-by)
    expect(await send(first)).toEqual(made)
    first.clock.advance(11 * HOUR)
    await first.ports.running.store()
    const second = restarted(first, 0)
    expect(await send(second)).toEqual(made)
    second.clock.jump(by)
    second.clock.advance(12 * HOUR)
    expect(await send(second)).toEqual(made)
    second.clock.advance(2 * HOUR)
    expect(await send(second)).not.toEqual(made)
  })

  it('signs nobody out, nor over a restart, and no session outlives its twelve hours', async () => {
    const first = createTestApp()
    first.clock.jump(by)
    const cookie = await first.signIn()
    const status = async (test: TestApp) =>
      (await test.call('/api/v1/posts', { headers: fromPage(cookie) })).status
    expect(await status(first)).toBe(200)
    first.clock.jump(-by)
    // What a clock that is set forward ends, as a sleep does, a new sign-in begins again.
    const isOver = by < -12 * HOUR
    expect(await status(first)).toBe(isOver ? 401 : 200)
    const second = restarted(first, 0)
    expect(await status(second)).toBe(isOver ? 401 : 200)
    second.clock.advance(12 * HOUR)
    expect(await status(second)).toBe(401)
  })

  it('signs nobody out who signed in while it was right', async () => {
    const first = createTestApp()
    const cookie = await first.signIn()
    const status = async (test: TestApp) =>
      (await test.call('/api/v1/posts', { headers: fromPage(cookie) })).status
    first.clock.jump(by)
    expect(await status(first)).toBe(by > 12 * HOUR ? 401 : 200)
    expect(await status(restarted(first, by))).toBe(by > 12 * HOUR ? 401 : 200)
    first.clock.jump(-by)
    expect(await status(first)).toBe(200)
    expect(await status(restarted(first, 0))).toBe(200)
  })
})

describe.each(WRONG)('a clock that turns %s and is put right', (_wrong, by) => {
  const jumps = [by, -by]

  it('ends no request for approval', async () => {
    const test = createTestApp()
    const agent = bearer(await test.newKey('an agent', 'approval'))
    const account = await test.anAccount()
    const ask = async (caption: string) => {
      const mediaFileId = (await test.anImage()).id
      const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId, caption }
      const drafted = await test.call('/api/v1/posts/draft', jsonRequest('POST', content, agent))
      const { id: postId } = (await drafted.json()) as { id: string }
      expect((await test.call('/api/v1/approvals', jsonRequest('POST', { postId }, agent))).status).toBe(201)
    }
    const waiting = async () => {
      const answer = await test.call('/api/v1/approvals', { headers: agent })
      return ((await answer.json()) as { approvals: unknown[] }).approvals.length
    }
    await ask('asked while it was right')
    test.clock.jump(by)
    expect(await waiting()).toBe(1)
    await ask('asked while it was wrong')
    test.clock.jump(-by)
    expect(await waiting()).toBe(2)
  })

  it('ends no link that signs in', async () => {
    const { ports, clock } = createTestApp()
    for (const jump of jumps) {
      const token = await ports.launchTokens.issue()
      clock.jump(jump)
      await ports.launchTokens.redeem(token)
    }
  })

  it('neither lifts nor prolongs a limit on requests', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    const status = async () => (await test.call('/api/v1/attention', { headers: auth })).status
    for (let count = 0; count < 100; count += 1) await status()
    for (const jump of jumps) {
      expect(await status()).toBe(429)
      test.clock.jump(jump)
    }
    test.clock.advance(MINUTE)
    expect(await status()).toBe(200)
  })

  it('is not what a key’s last use stays at', async () => {
    const test = createTestApp()
    const auth = bearer(await test.newKey())
    for (const jump of jumps) {
      test.clock.jump(jump)
      await test.call('/api/v1/attention', { headers: auth })
      expect((await test.ports.keys.list())[0]?.lastUsedAt).toBe(test.clock.now())
    }
  })

  it('leaves each event to its listener', async () => {
    const { ports, clock, events } = createTestApp()
    const written: number[] = []
    for (const jump of [0, ...jumps]) {
      clock.jump(jump)
      await ports.ledger.saveDraft(aPost({ status: 'DRAFT' }))
      written.push(await ports.events.latest())
      await events.trim()
    }
    const found = await ports.events.after(0, 10)
    expect(found?.map(({ id }) => id)).toEqual(written)
  })
})

describe('running time', () => {
  it('goes on where it was stored, whatever the clock of the next start shows', async () => {
    const { settings } = createTestApp().ports
    const first = createManualClock()
    const running = createRunningTime({ settings, clock: first })
    const begun = await running.now()
    first.advance(HOUR)
    await running.store()
    first.jump(5 * DAY)
    first.advance(9 * MINUTE)
    await running.store()
    expect(await running.now()).toBe(begun + HOUR + 9 * MINUTE)
    for (const wrongBy of [-9 * DAY, 0, 9 * DAY]) {
      const next = createRunningTime({ settings, clock: createManualClock(first.now() + wrongBy) })
      expect(toIso(await next.now())).toBe(toIso(begun + HOUR))
    }
  })

  it('begins at one time although the first process was killed before it stored any', async () => {
    const { settings } = createTestApp().ports
    const clock = createManualClock()
    const begun = await createRunningTime({ settings, clock }).now()
    clock.jump(2 * DAY)
    expect(await createRunningTime({ settings, clock: createManualClock(clock.now()) }).now()).toBe(begun)
  })
})
