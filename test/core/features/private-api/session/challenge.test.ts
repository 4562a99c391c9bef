import { describe, expect, it } from 'vitest'
import {
  startChallenge,
  submitChallenge,
} from '../../../../../core/features/private-api/session/challenge.ts'
import { newMobileSession } from '../../../../../core/features/private-api/session/session-state.ts'
import type { PendingChallenge } from '../../../../../core/ports/reposts/private-api.ts'
import { DAY, MINUTE } from '../../../../../core/time.ts'
import {
  ACCOUNT,
  bareIds,
  createPrivateApiRig,
  DEVICE,
  fail,
  mobileSession,
  ok,
  OWN_ID,
  signedIn,
} from '../private-api-rig.ts'

const START = Date.UTC(2026, 10, 20, 12)
const CONTEXT = '{"nonce_code": "abc", "user_id": 91000000000012341}'
const NOBODY_YET = { ...newMobileSession(DEVICE, 'harbour.bakery', 1), cookies: { csrftoken: 'first' } }

function pending(change: Partial<PendingChallenge> = {}): PendingChallenge {
  const step = { stepName: '', contactPoint: null, tries: 0, startedAt: START }
  return { apiPath: `/challenge/${OWN_ID}/abc/`, context: CONTEXT, session: NOBODY_YET, ...step, ...change }
}

async function rigWith(challenge: PendingChallenge | null = pending()) {
  const rig = await createPrivateApiRig({ challenge, device: DEVICE })
  return {
    ...rig,
    start: () => startChallenge(rig.world, ACCOUNT),
    submit: (code = '424242') => submitChallenge(rig.world, ACCOUNT, code),
    stored: () => rig.store.get(ACCOUNT),
  }
}

const select = (offered: object) =>
  ok({ step_name: 'select_verify_method', step_data: offered, nonce_code: 'abc' })
const sent = (stepName = 'verify_email') =>
  ok({ step_name: stepName, step_data: { contact_point: 'h***@s***.example', resend_delay: 60 } })
const WAITING = pending({ stepName: 'verify_email', contactPoint: 'h***@s***.example' })

describe('asking for a code', () => {
  it('chooses the mail where it is offered', async () => {
    const { start, answer, calls, clock, stored } = await rigWith()
    answer(select({ email: 'h***@s***.example', phone_number: '+351 ** 01' }), sent())
    expect(await start()).toEqual({
      stepName: 'verify_email',
      contactPoint: 'h***@s***.example',
      expiresAt: clock.now() + 10 * MINUTE,
    })
    const [read, choose] = calls
    expect(read?.url.pathname).toBe(`/app/api/v1/challenge/${OWN_ID}/abc/`)
    expect(Object.fromEntries(read?.url.searchParams ?? [])).toEqual({
      guid: DEVICE.guid,
      device_id: DEVICE.deviceId,
      challenge_context: CONTEXT,
    })
    expect(signedIn(choose)).toEqual({
      choice: '1',
      guid: DEVICE.guid,
      device_id: DEVICE.deviceId,
      _csrftoken: 'first',
    })
    expect((await stored())?.challenge).toMatchObject({
      stepName: 'verify_email',
      contactPoint: 'h***@s***.example',
    })
  })

  it('counts its calls among those of the day', async () => {
    const { start, submit, answer, stored } = await rigWith()
    answer(sent(), fail(400, { message: 'Please check the code.' }))
    await start()
    expect((await stored())?.calls).toMatchObject({ made: 1 })
    await expect(submit()).rejects.toThrow()
    expect((await stored())?.calls).toMatchObject({ made: 2 })
  })

  it('chooses the phone where there is no mail', async () => {
    const { start, answer, calls } = await rigWith()
    answer(select({ email: 'None', phone_number: '+351 ** 01' }), sent('verify_phone'))
    expect(await start()).toMatchObject({ stepName: 'verify_phone' })
    expect(signedIn(calls[1])['choice']).toBe('0')
  })

  it('chooses nothing when the code is on its way', async () => {
    const { start, answer, calls } = await rigWith()
    answer(sent('verify_sms_code'))
    expect(await start()).toMatchObject({ stepName: 'verify_sms_code' })
    expect(calls).toHaveLength(1)
  })

  it('builds the context that was not given, without losing a digit', async () => {
    const { start, answer, calls } = await rigWith(pending({ context: null }))
    answer(sent())
    await start()
    expect(calls[0]?.url.searchParams.get('challenge_context')).toBe(
      `{"step_name":"","nonce_code":"abc","user_id":"${OWN_ID}","is_stateless":false}`,
    )
  })

  it.each([
    ['nothing to choose from', select({ email: 'None', phone_number: 'None' })],
    ['a birthday', ok({ step_name: 'add_birthday' })],
    ['"was it you"', ok({ step_name: 'delta_login_review' })],
    ['a selfie', ok({ step_name: 'selfie_captcha' })],
    ['another password', ok({ step_name: 'change_password' })],
    [
      'a page of the app',
      ok({ step_name: 'verify_email', bloks_action: 'com.bloks.www.ig.challenge.redirect.async' }),
    ],
    ['a step without a name', ok({ step_name: '' })],
    ['a refusal', fail(400, { message: 'This challenge is no longer available.' })],
    [
      'another challenge',
      fail(400, { message: 'challenge_required', challenge: { api_path: '/challenge/1/x/' } }),
    ],
    ['a warning about automation', ok({ step_name: 'scraping_warning' })],
  ])('leaves %s to a person in the app', async (_what, reply) => {
    const { start, answer, calls, stored } = await rigWith()
    answer(reply)
    await expect(start()).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('Instagram app'),
    })
    expect((await stored())?.challenge).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('keeps what waits while nobody is reached', async () => {
    const { start, answer, stored } = await rigWith()
    answer(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }))
    await expect(start()).rejects.toMatchObject({ code: 'PLATFORM_ERROR' })
    expect((await stored())?.challenge).not.toBeNull()
  })
})

describe('handing in a code', () => {
  const done = (headers: Record<string, string> = {}) => {
    const answer = bareIds({
      action: 'close',
      logged_in_user: { pk: `#${OWN_ID}`, username: 'harbour.bakery' },
    })
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    return answer
  }

  it('keeps the session that comes with it', async () => {
    const { submit, answer, calls, stored, clock } = await rigWith(WAITING)
    answer(done({ 'ig-set-authorization': 'Bearer IGT:2:c2VjcmV0' }))
    expect(await submit()).toEqual({ username: 'harbour.bakery' })
    expect(signedIn(calls[0])).toMatchObject({
      security_code: '424242',
      guid: DEVICE.guid,
      _csrftoken: 'first',
    })
    expect(await stored()).toMatchObject({
      challenge: null,
      session: { userId: OWN_ID, authorization: 'Bearer IGT:2:c2VjcmV0', isDead: false },
      lastLoginAt: clock.now(),
    })
  })

  it('goes on with the session that was challenged', async () => {
    const { submit, answer, stored } = await rigWith({ ...WAITING, session: mobileSession() })
    answer(ok({ action: 'close' }))
    await submit()
    expect((await stored())?.session).toMatchObject({ userId: OWN_ID, isDead: false })
  })

  it('asks to sign in again when no session comes with it: no password is kept', async () => {
    const { submit, answer, calls, stored } = await rigWith(WAITING)
    answer(ok({ action: 'close' }))
    await expect(submit()).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('Sign in again'),
    })
    expect(await stored()).toMatchObject({ challenge: null, session: null })
    expect(calls).toHaveLength(1)
  })

  it('can be wrong three times', async () => {
    const { submit, answer, calls, stored } = await rigWith(WAITING)
    for (const left of [2, 1, 0]) {
      answer(fail(400, { message: 'Please check the code we sent you and try again.' }))
      await expect(submit()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
      const { challenge } = (await stored()) ?? {}
      expect(challenge?.tries ?? 3).toBe(3 - left)
    }
    await expect(submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    expect(calls).toHaveLength(3)
  })

  it('counts a try before the code is on its way', async () => {
    const { submit, answer, stored } = await rigWith(WAITING)
    let counted: number | undefined
    answer(async () => {
      counted = (await stored())?.challenge?.tries
      throw new TypeError('fetch failed')
    })
    await expect(submit()).rejects.toMatchObject({ code: 'PLATFORM_ERROR' })
    expect(counted).toBe(1)
    expect((await stored())?.challenge?.tries).toBe(1)
  })

  it('has ten minutes', async () => {
    const { submit, start, clock, calls, stored } = await rigWith(WAITING)
    clock.advance(10 * MINUTE)
    await expect(submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    expect((await stored())?.challenge).toBeNull()
    await expect(start()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    expect(calls).toHaveLength(0)
  })

  it('has them from when the code was sent, not from when it was offered', async () => {
    const { start, submit, answer, clock, stored } = await rigWith()
    clock.advance(9 * MINUTE)
    answer(sent(), fail(400, { message: 'Please check the code.' }))
    expect(await start()).toMatchObject({ expiresAt: clock.now() + 10 * MINUTE })
    clock.advance(5 * MINUTE)
    await expect(submit()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await stored())?.challenge).toMatchObject({ tries: 1 })
  })

  it('makes no call when no code was sent, or nothing waits for one', async () => {
    const early = await rigWith()
    await expect(early.submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    const none = await rigWith(null)
    await expect(none.submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    expect([...early.calls, ...none.calls]).toHaveLength(0)
  })

  it('has ended when the platform says that its time is over', async () => {
    const { submit, answer, stored } = await rigWith(WAITING)
    answer(fail(400, { message: 'This challenge is no longer available. Please log in again.' }))
    await expect(submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    expect((await stored())?.challenge).toBeNull()
  })

  it('begins the pause after a warning', async () => {
    const { submit, answer, stored, clock } = await rigWith(WAITING)
    answer(fail(400, { message: 'feedback_required' }))
    await expect(submit()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await stored())?.restUntil).toBe(clock.now() + DAY)
  })

  it('does not go round in circles when the next challenge follows', async () => {
    const { submit, answer, stored, calls } = await rigWith(WAITING)
    answer(fail(400, { message: 'challenge_required', challenge: { api_path: '/challenge/1/x/' } }))
    await expect(submit()).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('app'),
    })
    expect((await stored())?.challenge).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('keeps the session of nobody else', async () => {
    const { submit, answer, stored } = await rigWith(WAITING)
    const other = bareIds({ action: 'close', logged_in_user: { pk: '5', username: 'studio.verde' } })
    other.headers.set('ig-set-authorization', 'Bearer IGT:2:c2VjcmV0')
    answer(other)
    await expect(submit()).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('@studio.verde'),
    })
    expect((await stored())?.session).toBeNull()
  })
})
