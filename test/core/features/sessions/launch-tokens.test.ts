import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../../core/time.ts'
import { createTestApp, fromPage, jsonRequest, OWN_ORIGIN, type TestApp } from '../../../fakes/test-app.ts'

const redeem = (test: TestApp, t: unknown, headers: Record<string, string> = { origin: OWN_ORIGIN }) =>
  test.call('/api/auth/session', jsonRequest('POST', { t }, headers))
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code

describe('the token of a launch link', () => {
  it('signs one browser in', async () => {
    const test = createTestApp()
    const response = await redeem(test, await test.ports.launchTokens.issue())
    expect(response.status).toBe(204)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await test.call('/api/v1/auth/me', { headers: fromPage(cookie) })).status).toBe(200)
  })

  it('is 32 unguessable bytes, another one each time', async () => {
    const { launchTokens } = createTestApp().ports
    const [first, second] = [await launchTokens.issue(), await launchTokens.issue()]
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(first).not.toBe(second)
  })

  it('works for one of fifty that come at once', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    const responses = await Promise.all(Array.from({ length: 50 }, () => redeem(test, t)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(49)
    expect(responses.filter(({ headers }) => headers.has('set-cookie'))).toHaveLength(1)
  })

  it('lives ten minutes, by the clock that cannot be set', async () => {
    const test = createTestApp()
    const [early, late] = [await test.ports.launchTokens.issue(), await test.ports.launchTokens.issue()]
    test.clock.jump(-60 * MINUTE)
    test.clock.advance(10 * MINUTE - 1)
    expect((await redeem(test, early)).status).toBe(204)
    test.clock.advance(1)
    expect(await codeOf(await redeem(test, late))).toBe('AUTH_REQUIRED')
  })

  it('is one of several that may be outstanding', async () => {
    const test = createTestApp()
    const [first, second] = [await test.ports.launchTokens.issue(), await test.ports.launchTokens.issue()]
    expect((await redeem(test, second)).status).toBe(204)
    expect((await redeem(test, first)).status).toBe(204)
  })

  it('stays good however many others are made after it and never used', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    for (let i = 0; i < 40; i += 1) await test.ports.launchTokens.issue()
    expect((await redeem(test, t)).status).toBe(204)
  })

  it('stays good however many wrong ones come, whose sender is told to wait', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    const refusals = []
    for (let i = 0; i < 40; i += 1) refusals.push(await redeem(test, `guess ${i}`))
    expect(refusals.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(20).fill(429)])
    expect(await refusals[20]?.json()).toMatchObject({ code: 'LOGIN_RATE_LIMITED', retryAfter: 56 })
    expect((await redeem(test, t)).status).toBe(204)
    test.clock.advance(MINUTE)
    expect((await redeem(test, 'another guess')).status).toBe(401)
  })

  it('survives a few wrong ones, now and then', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    for (let i = 0; i < 60; i += 1) {
      await redeem(test, `an old link ${i}`)
      test.clock.advance(6 * SECOND)
    }
    expect((await redeem(test, t)).status).toBe(204)
  })

  it('is answered slowly when it is wrong, and at once when it is right', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    const before = test.clock.monotonic()
    await redeem(test, 'wrong')
    expect(test.clock.monotonic() - before).toBe(200)
    await redeem(test, t)
    expect(test.clock.monotonic() - before).toBe(200)
  })

  it('is not taken from a page of another origin, nor used up by the attempt', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    for (const origin of ['https://evil.example', 'http://127.0.0.1:4101', 'null']) {
      expect(await codeOf(await redeem(test, t, { origin }))).toBe('AUTH_REQUIRED')
    }
    expect((await redeem(test, t)).status).toBe(204)
  })

  it.each(['cross-site', 'same-site'])('is not taken from a %s page that hides its origin', async (site) => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    expect(await codeOf(await redeem(test, t, { 'sec-fetch-site': site }))).toBe('AUTH_REQUIRED')
    expect((await redeem(test, t, { 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  })

  it.each([[''], [42], [null], [['a']], ['x'.repeat(201)]])('must be a short text, unlike %j', async (t) => {
    expect(await codeOf(await redeem(createTestApp(), t))).toBe('VALIDATION_ERROR')
  })

  it('is never taken from a form', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, origin: OWN_ORIGIN }
      const response = await test.call('/api/auth/session', {
        method: 'POST',
        headers,
        body: JSON.stringify({ t }),
      })
      expect(await codeOf(response)).toBe('VALIDATION_ERROR')
    }
  })
})
