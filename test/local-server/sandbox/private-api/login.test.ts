import { describe, expect, it } from 'vitest'
import { createMemorySandboxStore } from '../../../fakes/memory-sandbox-store.ts'
import type { PrivateApiScenario } from '../../../../local-server/sandbox/private-api/scenarios.ts'
import {
  bodyOf,
  DEVICE,
  INBOX,
  loginBody,
  logIn,
  openPrivateApi,
  personNamed,
  saying,
} from './private-api-client.ts'

const DEMO = personNamed('demo.kitchen')

interface Step {
  step_name: string
  step_data: { contact_point?: string; email?: string; phone_number?: string }
  nonce_code: string
  user_id: string
}
interface Challenged {
  challenge: { api_path: string; url: string; native_flow: boolean; challenge_context?: string }
}

describe('a password login', () => {
  it('opens the password, and answers with a session that the next call takes', async () => {
    const app = openPrivateApi().app()
    const answer = await logIn(app)
    expect(await bodyOf(answer)).toMatchObject({
      logged_in_user: { pk: DEMO.pk, username: 'demo.kitchen' },
      status: 'ok',
    })
    expect(answer.headers.get('ig-set-ig-u-ds-user-id')).toBe(DEMO.pk)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['sessionid', 'csrftoken', 'ds_user_id', 'mid', 'rur']),
    )
    const user = await app.api('GET', 'accounts/current_user/')
    expect(await bodyOf(user)).toMatchObject({ user: { username: 'demo.kitchen' } })
  })

  it('is remembered by a sandbox that starts again', async () => {
    const store = createMemorySandboxStore()
    const before = openPrivateApi({ store }).app()
    await logIn(before)
    const after = openPrivateApi({ store }).app(before.state)
    expect((await after.api('GET', 'accounts/current_user/')).status).toBe(200)
  })

  it('refuses a wrong password and a name that nobody has', async () => {
    const app = openPrivateApi().app()
    expect(await bodyOf(await logIn(app, { password: 'nosecret' }))).toMatchObject({
      error_type: 'bad_password',
      exception_name: 'UserInvalidCredentials',
      status: 'fail',
    })
    const nobody = await logIn(app, { username: 'no.body', password: 'x' })
    expect(await bodyOf(nobody)).toMatchObject({ error_type: 'invalid_user' })
  })

  it('takes no password that was not sealed for it', async () => {
    const app = openPrivateApi().app()
    for (const enc_password of [
      `#PWD_INSTAGRAM:0:1795179600:${DEMO.password}`,
      '#PWD_INSTAGRAM:4:1795179600:AZMAAA==',
    ]) {
      const signed = loginBody({ username: 'demo.kitchen', enc_password })
      expect(await saying(await app.api('POST', 'accounts/login/', { signed }))).toBe(
        '400 Invalid Parameters',
      )
    }
  })

  it.each([
    ['jazoest', '2100'],
    ['device_id', 'android-xyz'],
    ['phone_id', 'no uuid'],
    ['country_codes', '[]'],
  ])('is not understood with a wrong %s', async (field, value) => {
    const signed = loginBody({ username: 'demo.kitchen', enc_password: 'x', [field]: value })
    const answer = await openPrivateApi().app().api('POST', 'accounts/login/', { signed })
    expect(await saying(answer)).toBe('400 Invalid Parameters')
  })

  it.each<[PrivateApiScenario, number, object]>([
    ['bad_password', 400, { error_type: 'bad_password' }],
    ['bad_password_but_right', 400, { error_type: 'bad_password', message: expect.stringMatching(/email/) }],
    ['two_factor', 400, { two_factor_required: true, two_factor_info: { username: 'demo.kitchen' } }],
    [
      'two_step_context_only',
      400,
      { layout: { data: { two_step_verification_context: expect.any(String) } } },
    ],
    ['checkpoint_required', 400, { message: 'checkpoint_required' }],
    ['suspended', 400, { challenge: { url: expect.stringContaining('/suspended/') } }],
    [
      'unsupported_version',
      400,
      { challenge: { url: expect.stringMatching(/web\/unsupported_version\/$/), api_path: '/challenge/' } },
    ],
    ['challenge_native_flow', 400, { challenge: { native_flow: true } }],
    [
      'challenge_manual_auth_platform',
      400,
      { challenge: { api_path: expect.stringMatching(/^\/auth_platform\//) } },
    ],
    ['login_429', 429, { message: expect.stringMatching(/wait a few minutes/) }],
    ['wait_few_minutes_400', 400, { message: expect.stringMatching(/wait a few minutes/) }],
    ['sentry_block', 400, { error_type: 'sentry_block' }],
    ['inactive_user', 400, { error_type: 'inactive user' }],
    ['unusable_password', 400, { error_type: 'unusable_password' }],
    ['needs_upgrade', 400, { error_type: 'needs_upgrade' }],
    ['consent_required', 400, { message: 'consent_required' }],
    ['rate_limit_error', 400, { error_type: 'rate_limit_error' }],
    ['status_fail_200', 200, { status: 'fail' }],
  ])('meets %s', async (scenario, status, body) => {
    const app = openPrivateApi({ privateApiScenario: scenario }).app()
    const answer = await logIn(app)
    expect(answer.status).toBe(status)
    expect(await bodyOf(answer)).toMatchObject(body)
  })

  it('is answered by bare text where a challenge is hidden', async () => {
    const answer = await logIn(openPrivateApi({ privateApiScenario: 'masked_404' }).app())
    expect([answer.status, await answer.text()]).toEqual([404, 'Not Found'])
  })

  it('can tell an authorization that is empty, while the cookies hold', async () => {
    const { app } = openPrivateApi({ privateApiScenario: 'empty_authorization_header' })
    const answer = await logIn(app())
    expect(answer.headers.get('ig-set-authorization')).toBe('Bearer IGT:2:')
    const cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const withCookies = await app().api('GET', 'accounts/current_user/', { headers: { cookie } })
    expect(withCookies.status).toBe(200)
    const stored = app({ bearer: 'Bearer IGT:2:' })
    expect(await saying(await stored.api('GET', 'accounts/current_user/'))).toBe('403 login_required')
  })

  it('refuses every second factor', async () => {
    const answer = await openPrivateApi()
      .app()
      .api('POST', 'accounts/two_factor_login/', { signed: { verification_code: '1' } })
    expect(await bodyOf(answer)).toMatchObject({ error_type: 'sms_code_validation_code_invalid' })
  })
})

describe('a challenge', () => {
  async function challenged(scenario: PrivateApiScenario) {
    const opened = openPrivateApi()
    opened.sandbox.privateApi.scenario('demo.kitchen', scenario)
    const app = opened.app()
    const { challenge } = await bodyOf<Challenged>(await logIn(app))
    const device = { guid: DEVICE.guid, device_id: DEVICE.device_id }
    const path = (part = '') => challenge.api_path.replace('/challenge/', `challenge/${part}`)
    const read = (challenge_context: string) =>
      app.api('GET', path(), { query: { ...device, challenge_context } })
    const post = (fields: object, part = '') =>
      app.api('POST', path(part), { signed: { ...device, _csrftoken: 'token', ...fields } })
    return { opened, app, challenge, read, post, advance: opened.advance }
  }

  it('sends a code by mail, and ends with a session', async () => {
    const { app, challenge, read, post } = await challenged('challenge_email')
    const select = await bodyOf<Step>(await read(challenge.challenge_context ?? ''))
    expect(select).toMatchObject({
      step_name: 'select_verify_method',
      step_data: { phone_number: 'None', email: DEMO.maskedEmail },
      user_id: DEMO.pk,
    })
    const verify = await bodyOf<Step>(await post({ choice: '1' }))
    expect(verify).toMatchObject({
      step_name: 'verify_email',
      step_data: { contact_point: DEMO.maskedEmail, form_type: 'email' },
    })
    expect(await saying(await post({ security_code: '000000' }))).toMatch(/^400 Please check the code/)
    const closed = await post({ security_code: '424242' })
    expect(await bodyOf(closed)).toMatchObject({ action: 'close', status: 'ok' })
    expect((await app.api('GET', 'accounts/current_user/')).status).toBe(200)
    expect((await logIn(app)).status).toBe(200)
  })

  it('sends it by phone, with a context that the client builds', async () => {
    const { challenge, read, post } = await challenged('challenge_phone')
    expect(challenge.challenge_context).toBeUndefined()
    const [, user_id, nonce_code] = challenge.api_path.split('/').slice(1)
    const context = JSON.stringify({ step_name: '', nonce_code, user_id, is_stateless: false })
    expect((await read(context)).status).toBe(200)
    expect(await saying(await read('{}'))).toBe('400 Invalid Parameters')
    expect(await saying(await post({ choice: '1' }))).toMatch(/^400 Select a valid choice/)
    expect(await bodyOf(await post({ choice: '0' }))).toMatchObject({ step_name: 'verify_phone' })
  })

  it('takes a right code only after one was sent', async () => {
    const { post } = await challenged('challenge_email')
    expect((await post({ security_code: '424242' })).status).toBe(400)
  })

  it('sends the code again, and starts over', async () => {
    const { post } = await challenged('challenge_email')
    expect((await post({ choice: '1' }, 'replay/')).status).toBe(400)
    await post({ choice: '1' })
    expect(await bodyOf(await post({ choice: '1' }, 'replay/'))).toMatchObject({ step_name: 'verify_email' })
    expect(await bodyOf(await post({}, 'reset/'))).toMatchObject({ step_name: 'select_verify_method' })
  })

  it('can call the first right code wrong', async () => {
    const { post } = await challenged('code_wrong_then_ok')
    await post({ choice: '1' })
    expect((await post({ security_code: '424242' })).status).toBe(400)
    expect((await post({ security_code: '424242' })).status).toBe(200)
  })

  it('can be over when the code comes, and is over after ten minutes', async () => {
    const expired = await challenged('challenge_expired')
    await expired.post({ choice: '1' })
    expect(await saying(await expired.post({ security_code: '424242' }))).toMatch(/no longer available/)
    const late = await challenged('challenge_email')
    await late.post({ choice: '1' })
    late.advance(10 * 60 * 1000)
    expect(await saying(await late.post({ security_code: '424242' }))).toMatch(/no longer available/)
  })

  it('can be a warning that no code answers', async () => {
    const { challenge, read, post } = await challenged('scraping_warning')
    expect(await bodyOf(await read(challenge.challenge_context ?? ''))).toMatchObject({
      step_name: 'scraping_warning',
    })
    expect((await post({ choice: '1' })).status).toBe(400)
  })
})

describe('a session', () => {
  const user = 'accounts/current_user/'

  it('of a browser is at home on the web host only', async () => {
    const { browser } = openPrivateApi()
    expect((await browser().api('GET', user)).status).toBe(200)
    const asApp = browser('demo.kitchen', 'i.instagram.com')
    expect((await asApp.api('GET', user)).status).toBe(400)
    const appAgent = {
      'user-agent': 'Instagram 446.0.0.49.77 Android (34/14)',
      'x-ig-app-id': '567067343352427',
    }
    expect(await saying(await asApp.api('GET', user, { headers: appAgent }))).toBe('403 login_required')
  })

  it('of the app is not accepted at the web host', async () => {
    const { app, browser } = openPrivateApi()
    const { state } = app()
    await logIn(app(state))
    const headers = { authorization: state.bearer ?? '', cookie: '' }
    expect(await saying(await browser().api('GET', user, { headers }))).toBe('403 login_required')
  })

  it('is refused with the app id of the other kind', async () => {
    const headers = { 'x-ig-app-id': '567067343352427' }
    const answer = await openPrivateApi().browser().api('GET', user, { headers })
    expect(await saying(answer)).toBe('400 useragent mismatch')
  })

  it('proves each write of a browser', async () => {
    const headers = { 'x-csrftoken': 'another' }
    const browser = openPrivateApi().browser()
    expect(await saying(await browser.api('POST', 'media/seen/', { headers }))).toMatch(/^403 CSRF/)
    expect((await browser.api('POST', 'media/seen/')).status).toBe(200)
  })

  it('that is invalid leads a browser to a page, and the app to an error', async () => {
    const { browser, app } = openPrivateApi()
    const redirect = await browser().api('GET', user, { headers: { cookie: '' } })
    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('location')).toMatch(/\/accounts\/login\/\?next=%2Fapi%2Fv1/)
    const page = await browser().call('GET', '/accounts/login/')
    expect(page.headers.get('content-type')).toMatch(/html/)
    expect(await saying(await app().api('GET', user))).toBe('403 login_required')
  })

  it.each<[PrivateApiScenario, number, object]>([
    ['session_expired_403', 403, { message: 'login_required', logout_reason: expect.any(Number) }],
    [
      'require_login_401_throttle',
      401,
      { require_login: true, message: expect.stringMatching(/few minutes/) },
    ],
    ['logged_out_200', 200, { message: 'user_has_logged_out', status: 'fail' }],
    ['read_429', 429, { message: expect.stringMatching(/few minutes/) }],
    ['challenge_email', 400, { message: 'challenge_required', challenge: { native_flow: false } }],
    ['checkpoint_required', 400, { message: 'checkpoint_required' }],
    [
      'scraping_warning',
      400,
      { challenge: { challenge_context: expect.stringContaining('"step_name": "scraping_warning"') } },
    ],
    ['status_fail_200', 200, { status: 'fail' }],
  ])('meets %s', async (scenario, status, body) => {
    const answer = await openPrivateApi({ privateApiScenario: scenario }).browser().api('GET', user)
    expect(answer.status).toBe(status)
    expect(await bodyOf(answer)).toMatchObject(body)
  })

  it('can end in a page for people', async () => {
    const answer = await openPrivateApi({ privateApiScenario: 'session_expired_302_html' })
      .browser()
      .api('GET', user)
    expect(answer.status).toBe(302)
  })

  it('rotates, and the old one is over at once', async () => {
    const browser = openPrivateApi({ privateApiScenario: 'sessionid_rotates' }).browser()
    const before = { ...browser.cookies }
    await browser.api('GET', user)
    expect(browser.cookies['sessionid']).not.toBe(before['sessionid'])
    expect((await browser.api('GET', user)).status).toBe(200)
    Object.assign(browser.cookies, before)
    expect((await browser.api('GET', user)).status).toBe(302)
  })

  it('rotates in the app as well', async () => {
    const { sandbox, app } = openPrivateApi()
    const client = app()
    await logIn(client)
    const old = { ...client.state }
    sandbox.privateApi.scenario('demo.kitchen', 'sessionid_rotates')
    await client.api('GET', user)
    expect((await client.api('GET', user)).status).toBe(200)
    expect((await app(old).api('GET', user)).status).toBe(403)
  })

  it('of a browser is refused the inbox as a malformed call, and still works elsewhere', async () => {
    const browser = openPrivateApi({ privateApiScenario: 'inbox_403_1404006' }).browser()
    const answer = await browser.api('GET', 'direct_v2/inbox/', { query: INBOX })
    expect(await bodyOf(answer)).toMatchObject({ payload: { error_code: 1_404_006 } })
    expect((await browser.api('GET', user)).status).toBe(200)
  })
})
