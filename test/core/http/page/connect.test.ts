// Connecting and disconnecting over HTTP, with the real logins and hosts that answer as scripted.
import { beforeEach, describe, expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { accept } from '../../../contracts/publishing-stores.ts'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  OWN_ORIGIN,
  type TestApp,
} from '../../../fakes/test-app.ts'
import {
  graphError,
  hostError,
  scriptedLogins,
  type Script,
} from '../../engine/platform/logins/scripted-hosts.ts'

const TOKEN = 'IGAAlongTokenOfTheLogin'
const CODE = 'AQBcodeOfThisLogin'
const APP = { platformAppId: '990100000000001', platformAppSecret: 'sandboxplatformappnosecret' }
const LOCALHOST = 'http://localhost:4100'
const ME = { user_id: '17841460012345678', username: 'demo.kitchen', account_type: 'BUSINESS' }
const GOOD: Script = {
  'POST api.example/oauth/access_token': { data: [{ access_token: 'IGAAshort', user_id: 17 }] },
  'GET graph.example/access_token': { access_token: TOKEN, expires_in: 5_183_944 },
  'GET graph.example/refresh_access_token': [graphError({ code: 10 }), 400],
  'GET graph.example/v27.0/me': { data: [ME] },
}

let test: TestApp
let page: Record<string, string>

async function start(script: Script = {}) {
  const scripted = scriptedLogins({ ...GOOD, ...script })
  const logins = { login: (method: 'platform' | 'partner') => scripted[method], isSandboxToken: () => false }
  test = createTestApp({ logins, ownOrigins: () => [OWN_ORIGIN, LOCALHOST] })
  page = fromPage(await test.signIn())
  return scripted
}
beforeEach(() => start())

const paste = (body: unknown, headers = page) =>
  test.call('/api/auth/accounts/token', jsonRequest('POST', body, headers))
const pasted = { loginMethod: 'platform', accessToken: TOKEN }
const accounts = async () => {
  const me = await test.call('/api/auth/me', { headers: page })
  return ((await me.json()) as { accounts: PlatformAccountBody[] }).accounts
}
const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { code: string }).code}`

describe('a pasted token', () => {
  it('is answered with the accounts it connected, as the contract shows them', async () => {
    const response = await paste(pasted)
    expect(response.status).toBe(201)
    const text = await response.text()
    expect(text).not.toContain(TOKEN)
    const body = JSON.parse(text) as { accounts: PlatformAccountBody[] }
    expect(body.accounts).toMatchObject([
      {
        igUserId: '17841460012345678',
        username: 'demo.kitchen',
        accountType: 'BUSINESS',
        loginMethod: 'platform',
        tokenExpiresAt: '2027-01-19T12:00:00.000Z',
        isSandbox: false,
      },
    ])
    expect(await accounts()).toEqual(body.accounts)
  })

  it.each<unknown>([
    {},
    { loginMethod: 'platform' },
    { loginMethod: 'elsewhere', accessToken: TOKEN },
    { loginMethod: 'platform', accessToken: '' },
    { loginMethod: 'platform', accessToken: 5 },
    { loginMethod: 'platform', accessToken: 'x'.repeat(6_000) },
    { loginMethod: 'platform', accessToken: 'two words and more' + 'ä' },
    null,
    'text',
  ])('is refused when the request is %j', async (body) => {
    expect(await codeOf(await paste(body))).toBe('400 VALIDATION_ERROR')
  })

  it.each<[refusal: unknown, status: string]>([
    [[graphError({ code: 190, error_subcode: 463 }), 400], '401 TOKEN_EXPIRED'],
    [[graphError({ code: 190, message: `Cannot parse ${TOKEN}` }), 401], '400 VALIDATION_ERROR'],
    [[graphError({ code: 200, message: 'API access blocked.' }), 400], '502 PLATFORM_ERROR'],
    [new TypeError(`fetch failed ${TOKEN}`), '502 PLATFORM_ERROR'],
    [{ ...ME, account_type: 'PERSONAL' }, '400 VALIDATION_ERROR'],
  ])('that is answered with %j gives its code, and never the token', async (me, expected) => {
    await start({ 'GET graph.example/v27.0/me': me })
    const response = await paste(pasted)
    const text = await response.text()
    expect(`${response.status} ${(JSON.parse(text) as { code: string }).code}`).toBe(expected)
    expect(text).not.toContain(TOKEN)
    expect(JSON.stringify(test.log.lines)).not.toContain(TOKEN)
    expect(await accounts()).toEqual([])
  })

  it('is taken from the page only', async () => {
    expect(await codeOf(await paste(pasted, {}))).toBe('401 AUTH_REQUIRED')
    expect(await codeOf(await paste(pasted, bearer(await test.newKey())))).toBe('403 COOKIE_AUTH_REQUIRED')
    expect(await codeOf(await paste(pasted, { ...page, origin: 'http://127.0.0.1:4101' }))).toBe(
      '401 AUTH_REQUIRED',
    )
  })
})

describe('the way to the consent page', () => {
  const go = (method: string, headers: Record<string, string> = page) =>
    test.call(`/api/auth/connect/${method}`, { headers })

  it('leads there with a fresh state and our return address', async () => {
    await test.call('/api/setup', jsonRequest('PUT', APP, page))
    const response = await go('platform')
    expect(response.status).toBe(302)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.host).toBe('www.example')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: APP.platformAppId,
      redirect_uri: 'http://localhost:4100/api/auth/callback/platform',
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(url.href).not.toContain(APP.platformAppSecret)
  })

  it('is closed without an app, to strangers, to keys and to other pages', async () => {
    expect(await codeOf(await go('platform'))).toBe('400 NOT_CONFIGURED')
    await test.call('/api/setup', jsonRequest('PUT', APP, page))
    expect(await codeOf(await go('partner'))).toBe('400 NOT_CONFIGURED')
    expect(await codeOf(await go('elsewhere'))).toBe('404 NOT_FOUND')
    expect(await codeOf(await go('platform', {}))).toBe('401 AUTH_REQUIRED')
    expect(await codeOf(await go('platform', bearer(await test.newKey())))).toBe('403 COOKIE_AUTH_REQUIRED')
    expect(await codeOf(await go('platform', { ...page, 'sec-fetch-site': 'cross-site' }))).toBe(
      '401 AUTH_REQUIRED',
    )
  })
})

describe('the way back', () => {
  async function state(host = '127.0.0.1:4100'): Promise<string> {
    await test.call('/api/setup', jsonRequest('PUT', APP, page))
    const response = await test.call('/api/auth/connect/platform', { headers: { ...page, host } })
    return new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? ''
  }
  /** A browser that comes from another site brings no cookie of ours. */
  const back = (query: Record<string, string>, method = 'platform') =>
    test.call(`/api/auth/callback/${method}?${new URLSearchParams(query)}`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', host: 'localhost:4100' },
    })
  async function outcomeAt(location: string | null) {
    const url = new URL(location ?? '')
    const [[result, name] = ['', '']] = [...url.searchParams]
    const response = await test.call(`/api/auth/outcomes/${name}`, { headers: page })
    return { origin: url.origin, path: url.pathname, result, body: (await response.json()) as unknown }
  }

  it.each(['127.0.0.1:4100', 'localhost:4100'])('ends on the page that it began at: %s', async (host) => {
    const response = await back({ code: `${CODE}#_`, state: await state(host) })
    expect(response.status).toBe(302)
    const location = response.headers.get('location')
    expect(location).not.toContain(CODE)
    expect(await outcomeAt(location)).toEqual({
      origin: `http://${host}`,
      path: '/settings/accounts',
      result: 'connected',
      body: { connected: ['demo.kitchen'], problem: null },
    })
    expect(await accounts()).toMatchObject([{ username: 'demo.kitchen', loginMethod: 'platform' }])
  })

  it('ends in the guide when it began there', async () => {
    await test.call('/api/setup', jsonRequest('PUT', APP, page))
    const away = await test.call('/api/auth/connect/platform?from=guide', { headers: page })
    const begun = new URL(away.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const response = await back({ code: CODE, state: begun })
    expect(await outcomeAt(response.headers.get('location'))).toMatchObject({
      path: '/settings/accounts/guide',
      result: 'connected',
    })
  })

  it('never leads to a host that a request names', async () => {
    const response = await back({ code: CODE, state: await state('evil.example') })
    expect(response.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:4100\//)
  })

  it('works once, and ends alike when the browser is reloaded', async () => {
    const { asked } = await start()
    const query = { code: CODE, state: await state() }
    const first = await outcomeAt((await back(query)).headers.get('location'))
    expect(first).toMatchObject({ result: 'connected', body: { connected: ['demo.kitchen'] } })
    const { length } = asked
    expect(await outcomeAt((await back(query)).headers.get('location'))).toEqual(first)
    expect(asked).toHaveLength(length)
  })

  it('leads a login that is no longer known to where the links sign in', async () => {
    const response = await back({ code: CODE, state: 'x'.repeat(43) })
    expect(await outcomeAt(response.headers.get('location'))).toMatchObject({
      origin: OWN_ORIGIN,
      result: 'problem',
      body: { connected: [], problem: { code: 'AUTH_FAILED' } },
    })
  })

  it('without a state of ours asks the platform nothing', async () => {
    const scripted = await start()
    for (const query of [{}, { code: CODE }, { code: CODE, state: 'x' }, { error: 'access_denied' }]) {
      expect((await back(query)).status).toBe(302)
    }
    expect(scripted.asked).toEqual([])
    expect(await accounts()).toEqual([])
  })

  it('tells that the user declined, in our own words', async () => {
    const response = await back({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: '<script>alert(1)</script>',
      state: await state(),
    })
    expect(await outcomeAt(response.headers.get('location'))).toMatchObject({
      result: 'problem',
      body: { problem: { code: 'VALIDATION_ERROR', message: expect.stringContaining('did not allow') } },
    })
  })

  it('puts nothing that the platform says into an address', async () => {
    await start({ 'POST api.example/oauth/access_token': [hostError('"><script>new</script>'), 400] })
    const response = await back({ code: CODE, state: await state() })
    expect(response.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1:4100\/settings\/accounts\?problem=[\w-]{22}$/,
    )
    expect(await response.text()).toBe('')
  })

  it('refuses the state of another login', async () => {
    const response = await back({ code: CODE, state: await state() }, 'partner')
    expect(await outcomeAt(response.headers.get('location'))).toMatchObject({ result: 'problem' })
  })

  it('lets only the page read what became of it', async () => {
    const response = await back({ code: CODE, state: await state() })
    const name = new URL(response.headers.get('location') ?? '').searchParams.get('connected')
    expect(await codeOf(await test.call(`/api/auth/outcomes/${name}`))).toBe('401 AUTH_REQUIRED')
    expect(await codeOf(await test.call('/api/auth/outcomes/unknown', { headers: page }))).toBe(
      '404 NOT_FOUND',
    )
  })
})

describe('DELETE /auth/accounts/{id}', () => {
  const remove = (id: string, headers: Record<string, string> = page) =>
    test.call(`/api/v1/auth/accounts/${id}`, { method: 'DELETE', headers })

  it('disconnects, for the page and for keys', async () => {
    for (const headers of [page, bearer(await test.newKey())]) {
      const account = await test.anAccount()
      const response = await remove(account.id, headers)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ success: true })
      expect(await codeOf(await remove(account.id, headers))).toBe('404 NOT_FOUND')
    }
    expect(await accounts()).toEqual([])
  })

  it('fails the posts that wait for the account, and leaves those of others', async () => {
    const [account, other] = [await test.anAccount(), await test.anAccount()]
    const waiting = await accept(test.ports, { platformAccountId: account.id })
    const kept = await accept(test.ports, { platformAccountId: other.id })
    await remove(account.id)
    expect(await test.ports.posts.get(waiting.post.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'NOT_FOUND',
    })
    expect(await test.ports.posts.get(kept.post.id)).toMatchObject({ status: 'QUEUED' })
  })

  it('refuses a malformed id', async () => {
    expect(await codeOf(await remove('me'))).toBe('400 VALIDATION_ERROR')
    expect(await codeOf(await remove(crypto.randomUUID(), {}))).toBe('401 AUTH_REQUIRED')
  })
})
