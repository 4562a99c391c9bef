import { describe, expect, it } from 'vitest'
import { logIntoPrivateApi } from '../../../../../core/features/private-api/session/login.ts'
import type { PrivateApiState } from '../../../../../core/ports/reposts/private-api.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../../core/time.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'
import {
  ACCOUNT,
  bareIds,
  createPrivateApiRig,
  DEVICE,
  fail,
  ok,
  OWN_ID,
  signedIn,
  webSession,
} from '../private-api-rig.ts'

const KEY = { 'ig-set-password-encryption-key-id': '41', 'ig-set-password-encryption-pub-key': 'cGVt' }
const beginning = () => ok({}, { ...KEY, 'set-cookie': 'csrftoken=first', 'ig-set-x-mid': 'm-1' })
const BEARER = { 'ig-set-authorization': 'Bearer IGT:2:c2VjcmV0' }
const PASSWORD = 'secret-às'

function welcome(headers: Record<string, string> = BEARER, username = 'harbour.bakery'): Response {
  const body = bareIds({ logged_in_user: { pk: `#${OWN_ID}`, username, full_name: 'Harbour' } })
  for (const [name, value] of Object.entries(headers)) body.headers.set(name, value)
  return body
}

async function rigWith(state: Partial<PrivateApiState> = {}) {
  const rig = await createPrivateApiRig(state)
  const login = (username = ' @Harbour.Bakery ') =>
    logIntoPrivateApi(rig.world, { accountId: ACCOUNT, username, password: PASSWORD })
  return { ...rig, login, stored: () => rig.store.get(ACCOUNT) }
}

describe('a log-in', () => {
  it('asks for the key, sends the password sealed once, and keeps the session', async () => {
    const { login, answer, calls, sealed, stored, clock, paths } = await rigWith()
    answer(beginning(), welcome())
    expect(await login()).toEqual({ username: 'harbour.bakery' })
    expect(paths()).toEqual(['/app/api/v1/qe/sync/', '/app/api/v1/accounts/login/'])
    expect((calls[1]?.at ?? 0) - (calls[0]?.at ?? 0)).toBeGreaterThanOrEqual(3 * SECOND)
    expect(sealed).toEqual([{ password: PASSWORD, publicKey: 'cGVt', keyId: 41 }])
    const state = await stored()
    const { device } = state ?? {}
    expect(signedIn(calls[1])).toEqual({
      username: 'harbour.bakery',
      enc_password: '#PWD_INSTAGRAM:4:1:sealed',
      guid: device?.guid,
      phone_id: device?.phoneId,
      device_id: expect.stringMatching(/^android-[0-9a-f]{16}$/),
      adid: device?.adid,
      google_tokens: '[]',
      login_attempt_count: '0',
      country_codes: '[{"country_code":"1","source":["default"]}]',
      jazoest: expect.stringMatching(/^2\d+$/),
      _csrftoken: 'first',
    })
    expect(state).toMatchObject({
      session: {
        transport: 'mobile',
        userId: OWN_ID,
        authorization: 'Bearer IGT:2:c2VjcmV0',
        mid: 'm-1',
        isDead: false,
      },
      challenge: null,
      loginTries: [expect.any(Number)],
      lastLoginAt: clock.now(),
    })
    expect(JSON.stringify(state)).not.toContain(PASSWORD)
  })

  it('counts among the calls of the day, and is refused by none of them', async () => {
    const calls = { since: createManualClock().now(), made: 60 }
    const { login, answer, stored } = await rigWith({ calls })
    answer(beginning(), welcome())
    await login()
    expect((await stored())?.calls).toEqual({ ...calls, made: 62 })
  })

  it('counts the characters of its phone id', async () => {
    const { login, answer, calls } = await rigWith({ device: DEVICE })
    answer(beginning(), welcome())
    await login()
    // Char codes: 30 times "2" (50), one "4" (52), one "8" (56) and four dashes (45).
    expect(signedIn(calls[1])['jazoest']).toBe(`2${30 * 50 + 52 + 56 + 4 * 45}`)
  })

  it('keeps the device of the account over every log-in', async () => {
    const { login, answer, calls, stored } = await rigWith({ device: DEVICE })
    answer(beginning(), fail(400, { error_type: 'bad_password' }))
    await expect(login()).rejects.toThrow()
    expect(signedIn(calls[1])).toMatchObject({ guid: DEVICE.guid, device_id: DEVICE.deviceId })
    expect((await stored())?.device).toEqual(DEVICE)
  })

  it('goes on although the call before is throttled, when the key has come', async () => {
    const { login, answer } = await rigWith()
    answer(Response.json({ status: 'fail' }, { status: 429, headers: KEY }), welcome())
    expect(await login()).toEqual({ username: 'harbour.bakery' })
  })

  it('takes a session of cookies when the bearer is empty', async () => {
    const { login, answer, stored } = await rigWith()
    answer(beginning(), welcome({ 'ig-set-authorization': 'Bearer IGT:2:', 'set-cookie': 'sessionid=s' }))
    await login()
    expect((await stored())?.session).toMatchObject({ authorization: null, cookies: { sessionid: 's' } })
  })
})

describe('a log-in that does not work out', () => {
  const challenge = (fields: object) => ({ message: 'challenge_required', challenge: fields })
  it.each([
    [
      'bad_password',
      fail(400, { error_type: 'bad_password' }),
      'LOGIN_FAILED',
      'did not accept the password',
    ],
    [
      'an unknown user',
      fail(400, { error_type: 'invalid_user' }),
      'LOGIN_FAILED',
      'no account with this name',
    ],
    [
      'an unknown user by its message',
      fail(400, { message: 'The username you entered doesn’t appear to belong to an account.' }),
      'LOGIN_FAILED',
      'no account with this name',
    ],
    ['no usable password', fail(400, { error_type: 'unusable_password' }), 'LOGIN_FAILED', 'no password'],
    ['a disabled account', fail(400, { error_type: 'inactive user' }), 'LOGIN_FAILED', 'disabled'],
    ['a second factor', fail(400, { two_factor_required: true }), 'TWO_FACTOR_REQUIRED', 'two-factor'],
    [
      'a second factor somewhere inside',
      fail(400, { a: { two_step_verification_context: 'x' } }),
      'TWO_FACTOR_REQUIRED',
      'two-factor',
    ],
    ['a checkpoint', fail(400, { message: 'checkpoint_required' }), 'LOGIN_FAILED', 'Open the Instagram app'],
    [
      'a challenge for the app',
      fail(400, challenge({ api_path: '/auth_platform/?apc=x', native_flow: true })),
      'LOGIN_FAILED',
      'Open the Instagram app',
    ],
    [
      'a suspended account',
      fail(400, challenge({ url: 'https://x/accounts/suspended/' })),
      'LOGIN_FAILED',
      'suspended',
    ],
    [
      'an old version',
      fail(400, challenge({ url: 'https://x/web/unsupported_version/' })),
      'LOGIN_FAILED',
      'this version',
    ],
    ['consent', fail(400, { message: 'consent_required' }), 'LOGIN_FAILED', 'agree'],
    ['429', fail(429, {}), 'LOGIN_RATE_LIMITED', 'wait'],
    ['"wait"', fail(400, { message: 'Please wait a few minutes.' }), 'LOGIN_RATE_LIMITED', 'wait'],
    ['a rate limit', fail(400, { error_type: 'rate_limit_error' }), 'LOGIN_RATE_LIMITED', 'wait'],
    ['a refused network', fail(400, { error_type: 'sentry_block' }), 'LOGIN_RATE_LIMITED', 'network'],
    [
      'a hidden challenge',
      new Response('Not Found', { status: 404 }),
      'LOGIN_FAILED',
      'Open the Instagram app',
    ],
    ['a failure with 200', fail(200, { message: 'Sorry.' }), 'LOGIN_FAILED', 'Sorry.'],
    ['a block', fail(400, { message: 'feedback_required', spam: true }), 'LOGIN_FAILED', 'blocked'],
    ['no answer that can be read', new Response('?'), 'PLATFORM_ERROR', 'no usable answer'],
    ['nobody who is logged in', bareIds({}), 'PLATFORM_ERROR', 'who is logged in'],
    ['no session', welcome({}), 'LOGIN_FAILED', 'returned no session'],
    ['the wrong person', welcome(BEARER, 'studio.verde'), 'LOGIN_FAILED', '@studio.verde'],
  ])('says so for %s, and leaves the session that is there', async (_what, reply, code, why) => {
    const { login, answer, stored, calls, log } = await rigWith({ session: webSession() })
    answer(beginning(), reply)
    await expect(login()).rejects.toMatchObject({ code, message: expect.stringContaining(why) })
    expect(await stored()).toMatchObject({
      session: { transport: 'web' },
      challenge: null,
      lastLoginAt: null,
    })
    expect(calls).toHaveLength(2)
    expect(JSON.stringify([await stored(), log.lines])).not.toContain(PASSWORD)
  })

  it.each(['hunter2-geheim', PASSWORD, 'kurz', 'a+b c%21', 'p"q\\r-langes'])(
    'never repeats the password that the host quotes: %s',
    async (password) => {
      const { answer, world } = await rigWith()
      const spoken = (said: string) =>
        fail(400, { message: `Not ${said} today, ${encodeURIComponent(said)}.` })
      answer(beginning(), spoken(password))
      const tried = logIntoPrivateApi(world, { accountId: ACCOUNT, username: 'harbour.bakery', password })
      const { message } = await tried.then(
        () => expect.unreachable(),
        (error: Error) => error,
      )
      expect(message).toMatch(/^Instagram refused: Not .* today/)
      expect(message).not.toContain(password)
      expect(message).not.toContain(encodeURIComponent(password))
    },
  )

  it('keeps what a code can end, and says that a code is needed', async () => {
    const { login, answer, stored, clock } = await rigWith()
    answer(beginning(), fail(400, challenge({ api_path: '/challenge/1/abc/', challenge_context: '{}' })))
    await expect(login()).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('code'),
    })
    expect((await stored())?.challenge).toMatchObject({
      apiPath: '/challenge/1/abc/',
      context: '{}',
      startedAt: clock.now(),
      session: { transport: 'mobile', cookies: { csrftoken: 'first' } },
    })
  })

  it.each([
    ['a challenge', fail(400, challenge({ api_path: '/challenge/1/abc/' })), DAY],
    ['a blocked action', fail(400, { message: 'feedback_required' }), DAY],
    ['too many calls', new Response('{}', { status: 429 }), 2 * HOUR],
  ])('begins the pause after %s', async (_, refusal, backoff) => {
    const { login, answer, stored, clock } = await rigWith()
    answer(beginning(), refusal)
    await expect(login()).rejects.toThrow()
    expect((await stored())?.restUntil).toBe(clock.now() + backoff)
  })

  it('ends no longer pause, and begins one before the password is sent, too', async () => {
    const restUntil = createManualClock().now() + DAY
    const throttled = () => fail(429, {})
    const { login, answer, stored } = await rigWith({ restUntil })
    answer(throttled())
    await expect(login()).rejects.toMatchObject({ code: 'LOGIN_RATE_LIMITED' })
    expect((await stored())?.restUntil).toBe(restUntil)
    const fresh = await rigWith()
    fresh.answer(throttled())
    await expect(fresh.login()).rejects.toMatchObject({ code: 'LOGIN_RATE_LIMITED' })
    expect((await fresh.stored())?.restUntil).toBe(fresh.clock.now() + 2 * HOUR)
  })

  it('sends no password without a key', async () => {
    const { login, answer, calls, stored } = await rigWith()
    answer(ok())
    await expect(login()).rejects.toMatchObject({ code: 'PLATFORM_ERROR' })
    answer(fail(400, { error_type: 'sentry_block' }))
    await expect(login()).rejects.toMatchObject({ code: 'LOGIN_RATE_LIMITED' })
    expect(calls).toHaveLength(2)
    expect((await stored())?.loginTries).toEqual([])
  })
})

describe('our own guard', () => {
  it('lets two passwords through in a quarter of an hour, and makes no call for the third', async () => {
    const { login, answer, calls, clock } = await rigWith()
    const wrong = () => answer(beginning(), fail(400, { error_type: 'bad_password' }))
    wrong()
    await expect(login()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    wrong()
    await expect(login()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await expect(login()).rejects.toMatchObject({
      code: 'LOGIN_RATE_LIMITED',
      message: expect.stringMatching(/in 15 minutes/),
    })
    expect(calls).toHaveLength(4)
    clock.advance(15 * MINUTE)
    answer(beginning(), welcome())
    expect(await login()).toEqual({ username: 'harbour.bakery' })
  })

  it('counts a try before the password is on its way', async () => {
    const { login, answer, stored } = await rigWith()
    let counted: number | undefined
    answer(beginning(), async () => {
      counted = (await stored())?.loginTries.length
      throw new TypeError('fetch failed')
    })
    await expect(login()).rejects.toMatchObject({ code: 'PLATFORM_ERROR' })
    expect(counted).toBe(1)
    expect((await stored())?.loginTries).toHaveLength(1)
  })

  it('lets one log-in a day succeed', async () => {
    const now = Date.UTC(2026, 10, 20, 12)
    const { login, calls, clock, answer } = await rigWith({ lastLoginAt: now - DAY + 3 * HOUR })
    await expect(login()).rejects.toMatchObject({
      code: 'LOGIN_RATE_LIMITED',
      message: expect.stringContaining('3 hours'),
    })
    expect(calls).toHaveLength(0)
    clock.advance(3 * HOUR)
    answer(beginning(), welcome())
    await login()
  })

  it('does not wait for what was stored by a clock that was ahead', async () => {
    const ahead = createManualClock().now() + 365 * DAY
    const { login, answer } = await rigWith({ lastLoginAt: ahead, loginTries: [ahead, ahead] })
    answer(beginning(), welcome())
    expect(await login()).toEqual({ username: 'harbour.bakery' })
  })

  it('requires a name, a password and a connected account', async () => {
    const { login, world, calls } = await rigWith()
    await expect(login(' @ ')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    const other = logIntoPrivateApi(world, { accountId: 'other', username: 'a', password: 'b' })
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(calls).toHaveLength(0)
  })
})
