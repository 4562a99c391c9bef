// The clock of this computer is wrong and is put right, here or over a restart. What `core/wall-clock.md` promises of each thing
// that ages.
import { describe, expect, it } from 'vitest'
import { createRunningTime } from '../../core/running-time.ts'
import { DAY, HOUR, MINUTE, toIso, type Duration } from '../../core/time.ts'
import { createManualClock } from '../fakes/manual-clock.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../fakes/test-app.ts'

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
