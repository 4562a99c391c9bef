// Both logins from our page through the sandbox's consent page and back, over the routes and with the real adapters; no
// process, no socket. Scripts answer the consent page through its address.
import { beforeEach, describe, expect, it } from 'vitest'
import { openAccess } from '../../core/engine/access/token-vault.ts'
import { keepUpAccount } from '../../core/engine/access/upkeep.ts'
import type { LoginOutcome } from '../../core/features/accounts/login-attempts.ts'
import type { PlatformAccountBody } from '../../core/api/auth.ts'
import { createPartnerLogin } from '../../core/engine/platform/logins/partner-login.ts'
import { createPlatformLogin } from '../../core/engine/platform/logins/platform-login.ts'
import { DAY } from '../../core/time.ts'
import { createMemorySandboxStore } from '../fakes/memory-sandbox-store.ts'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../local-server/sandbox/oauth/apps.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../local-server/sandbox/sandbox.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../local-server/sandbox/tokens/known-tokens.ts'
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts'
import { createSeededRandom } from '../fakes/seeded-random.ts'
import { createTestApp, fromPage, jsonRequest, OWN_ORIGIN, type TestApp } from '../fakes/test-app.ts'

const SANDBOX = 'http://127.0.0.1:4200'
const APPS = {
  platformAppId: SANDBOX_PLATFORM_APP.id,
  platformAppSecret: SANDBOX_PLATFORM_APP.secret,
  partnerAppId: SANDBOX_PARTNER_APP.id,
  partnerAppSecret: SANDBOX_PARTNER_APP.secret,
}
type Method = 'platform' | 'partner'
const METHODS: readonly Method[] = ['platform', 'partner']

let clock: ManualClock
let sandbox: Sandbox
let test: TestApp
let page: Record<string, string>

async function start(behaviour: SandboxOptions['behaviour'] = {}): Promise<void> {
  clock = createManualClock()
  const random = createSeededRandom(7)
  const store = createMemorySandboxStore()
  sandbox = createSandbox({
    store,
    clock,
    random,
    origin: () => SANDBOX,
    accessToken: 'IGdemo',
    fetch: async () => new Response(null, { status: 404 }),
    behaviour,
  })
  const fetch: typeof globalThis.fetch = async (input, init) => sandbox.app.fetch(new Request(input, init))
  const at = (host: string) => `${SANDBOX}/sandbox/${host}`
  const hosts = {
    platform: () => ({
      authUrl: at('www.instagram.com'),
      apiUrl: at('api.instagram.com'),
      graphUrl: at('graph.instagram.com'),
    }),
    partner: () => ({ authUrl: at('www.facebook.com'), graphUrl: at('graph.facebook.com') }),
  }
  const logins = {
    platform: createPlatformLogin({ fetch, clock, hosts: hosts.platform }),
    partner: createPartnerLogin({ fetch, clock, hosts: hosts.partner }),
  }
  test = createTestApp({ clock, logins: { login: (method) => logins[method], isSandboxToken: () => false } })
  page = fromPage(await test.signIn())
  await test.call('/api/setup', jsonRequest('PUT', APPS, page))
}
beforeEach(() => start())

/** From the button to the page that the browser ends on; `answers` are those of the person at the consent page. */
async function logIn(method: Method, answers: Record<string, string>): Promise<LoginOutcome> {
  const away = await test.call(`/api/auth/connect/${method}`, { headers: page })
  const consent = new URL(away.headers.get('location') ?? '')
  for (const [name, value] of Object.entries(answers)) consent.searchParams.set(name, value)
  const answered = await sandbox.app.request(consent.href)
  const callback = new URL(answered.headers.get('location') ?? '')
  expect(`${callback.origin}${callback.pathname}`).toBe(`http://localhost:4100/api/auth/callback/${method}`)
  const back = await test.call(callback.pathname + callback.search)
  const landed = new URL(back.headers.get('location') ?? '')
  expect(landed.origin + landed.pathname).toBe(`${OWN_ORIGIN}/settings/accounts`)
  const [[result, name] = ['', '']] = [...landed.searchParams]
  const response = await test.call(`/api/auth/outcomes/${name}`, { headers: page })
  const outcome = (await response.json()) as LoginOutcome
  expect(result).toBe(outcome.problem ? 'problem' : 'connected')
  return outcome
}

const accounts = async () => {
  const response = await test.call('/api/auth/me', { headers: page })
  return ((await response.json()) as { accounts: PlatformAccountBody[] }).accounts
}
const paste = (loginMethod: Method, accessToken: string) =>
  test.call('/api/auth/accounts/token', jsonRequest('POST', { loginMethod, accessToken }, page))
const allow = (person: string, more = {}) => ({ sandbox_as: person, sandbox_allow: '1', ...more })

describe('a login in which everything is allowed', () => {
  it.each(METHODS)('by the %s leaves nothing to ask for', async (method) => {
    await logIn(method, allow('harbour'))
    const response = await test.call('/api/auth/accounts/permissions', { headers: page })
    expect(await response.json()).toMatchObject({ accounts: [{ missingScopes: [], cannot: [] }] })
  })
})

describe('the platform login at the sandbox', () => {
  it.each<[how: string, behaviour: SandboxOptions['behaviour']]>([
    ['as real hosts answer', {}],
    ['as the documents have it', { wrappedAnswers: true, permissionsAsText: true }],
  ])('connects the person’s account, %s', async (_how, behaviour) => {
    await start(behaviour)
    expect(await logIn('platform', allow('creator'))).toEqual({ connected: ['noor.draws'], problem: null })
    const [account] = await accounts()
    expect(account).toMatchObject({
      igUserId: '17841460034567890',
      username: 'noor.draws',
      accountType: 'CREATOR',
      loginMethod: 'platform',
      followersCount: 640,
      tokenExpiresAt: '2027-01-19T12:00:00.000Z',
    })
  })

  it('connects nothing when the person cancels', async () => {
    expect(await logIn('platform', { sandbox_as: 'creator', sandbox_allow: '0' })).toMatchObject({
      connected: [],
      problem: { code: 'VALIDATION_ERROR', message: expect.stringContaining('did not allow') },
    })
    expect(await accounts()).toEqual([])
  })

  it('names what was withheld', async () => {
    const declined = allow('creator', { sandbox_decline: 'instagram_business_content_publish' })
    expect(await logIn('platform', declined)).toMatchObject({
      problem: { message: expect.stringContaining('instagram_business_content_publish') },
    })
  })

  it.each([
    ['id', { platformAppId: SANDBOX_PARTNER_APP.id }],
    ['secret', { platformAppSecret: SANDBOX_PARTNER_APP.secret }],
  ])('says that the app’s %s is wrong', async (_half, change) => {
    const consentId = SANDBOX_PLATFORM_APP.id
    await test.call('/api/setup', jsonRequest('PUT', change, page))
    expect(await logIn('platform', allow('creator', { client_id: consentId }))).toMatchObject({
      problem: { code: 'AUTH_FAILED', message: expect.stringContaining('app ID and secret') },
    })
  })

  it('says that the return address differs', async () => {
    const elsewhere = 'http://localhost:4100/api/auth/callback/platform?x=1'
    expect(await logIn('platform', allow('creator', { redirect_uri: elsewhere }))).toMatchObject({
      problem: { code: 'AUTH_FAILED', message: expect.stringContaining('redirect URI') },
    })
  })

  it('renews the token it got from half of its life on', async () => {
    await logIn('platform', allow('creator'))
    const [record] = await test.ports.accounts.list()
    const before = await openAccess(test.ports, record?.id ?? '')
    clock.advance(30 * DAY)
    if (record) await keepUpAccount(test.ports, record)
    const after = await openAccess(test.ports, record?.id ?? '')
    expect(after.token).not.toBe(before.token)
    const now = clock.now()
    const [renewed] = await test.ports.accounts.list()
    expect(renewed).toMatchObject({ tokenIssuedAt: now, tokenExpiresAt: now + 60 * DAY, lastSyncedAt: now })
  })
})

describe('the partner login at the sandbox', () => {
  it('connects the account behind the person’s Page', async () => {
    expect(await logIn('partner', allow('harbour'))).toEqual({ connected: ['harbour.bakery'], problem: null })
    const [account] = await accounts()
    expect(account).toMatchObject({
      username: 'harbour.bakery',
      accountType: null,
      loginMethod: 'partner',
      partnerPageName: 'Harbour Bakery',
    })
    const { page: linked, token } = await openAccess(test.ports, account?.id ?? '')
    expect(linked?.id).toBe(account?.partnerPageId)
    expect(linked?.token).not.toBe(token)
  })

  it('connects the accounts of Pages that a portfolio holds', async () => {
    expect(await logIn('partner', allow('agency'))).toMatchObject({
      connected: ['studio.verde', 'cafe.miro'],
    })
  })

  it.each([
    ['newcomer', /no Page/],
    ['personal', /No Instagram account is linked to Tomas Repairs Bicycles/],
  ])('tells %s what is missing', async (person, sentence) => {
    expect(await logIn('partner', allow(person))).toMatchObject({
      connected: [],
      problem: { code: 'VALIDATION_ERROR', message: expect.stringMatching(sentence) },
    })
  })

  it('tells that no Page was shared', async () => {
    expect(await logIn('partner', allow('harbour', { sandbox_pages: '' }))).toMatchObject({
      problem: { code: 'VALIDATION_ERROR' },
    })
  })

  it('names what was withheld', async () => {
    const declined = allow('harbour', { sandbox_decline: 'pages_show_list,instagram_basic' })
    expect(await logIn('partner', declined)).toMatchObject({
      problem: { message: expect.stringMatching(/instagram_basic, pages_show_list/) },
    })
  })

  it.each([
    ['id', { partnerAppId: '990100000000001' }],
    ['secret', { partnerAppSecret: SANDBOX_PLATFORM_APP.secret }],
  ])('says that the app’s %s is wrong', async (_half, change) => {
    await test.call('/api/setup', jsonRequest('PUT', change, page))
    expect(await logIn('partner', allow('harbour', { client_id: SANDBOX_PARTNER_APP.id }))).toMatchObject({
      problem: { code: 'AUTH_FAILED', message: expect.stringContaining('app ID and secret') },
    })
  })
})

describe('the check of the apps at the sandbox', () => {
  const check = async (loginMethod: Method) =>
    (await test.call('/api/setup/check', jsonRequest('POST', { loginMethod }, page))).json()

  it('is passed by the partner’s app, and left open for the platform’s', async () => {
    expect(await check('partner')).toMatchObject({
      verdict: 'accepted',
      detail: { code: 'APP_ACCEPTED' },
    })
    expect(await check('platform')).toMatchObject({
      verdict: 'unknown',
      detail: { code: 'APP_NOT_CHECKABLE' },
    })
  })

  it.each([
    ['id', { partnerAppId: '123456789' }, /no app with this ID/, 'FACEBOOK_APP_UNKNOWN'],
    [
      'secret',
      { partnerAppSecret: SANDBOX_PLATFORM_APP.secret },
      /the secret does not match/,
      'SECRET_DIFFERS',
    ],
  ])('says which half is wrong: the %s', async (_half, change, message, code) => {
    await test.call('/api/setup', jsonRequest('PUT', change, page))
    expect(await check('partner')).toMatchObject({
      verdict: 'refused',
      message: expect.stringMatching(message),
      detail: { code },
    })
  })
})

describe('a pasted token of the sandbox', () => {
  it.each<[Method, string, string]>([
    ['platform', SANDBOX_PLATFORM_TOKEN, 'harbour.bakery'],
    ['platform', SANDBOX_CREATOR_TOKEN, 'noor.draws'],
    ['partner', SANDBOX_PARTNER_TOKEN, 'harbour.bakery'],
  ])('by the %s login connects its account', async (method, token, username) => {
    const response = await paste(method, token)
    expect(response.status).toBe(201)
    expect(await accounts()).toMatchObject([{ username, loginMethod: method }])
  })

  it('can be looked at first, with everything that it may do', async () => {
    const pasted = { loginMethod: 'partner', accessToken: SANDBOX_PARTNER_TOKEN }
    const response = await test.call('/api/auth/accounts/token/check', jsonRequest('POST', pasted, page))
    expect(await response.json()).toMatchObject({
      accounts: [{ username: 'harbour.bakery', partnerPageName: 'Harbour Bakery', alreadyConnected: false }],
      missingScopes: [],
    })
    expect(await accounts()).toEqual([])
  })

  it.each<[Method, string, number]>([
    ['partner', SANDBOX_PAGE_TOKEN, 400],
    ['partner', SANDBOX_PLATFORM_TOKEN, 400],
    ['platform', SANDBOX_PARTNER_TOKEN, 400],
    ['platform', 'IGAAnobodyEverGotThis', 400],
    ['partner', 'EAAnobodyEverGotThis', 400],
  ])('of the wrong kind is refused by the %s login: %s', async (method, token, status) => {
    const response = await paste(method, token)
    const body = await response.text()
    expect([response.status, body]).toEqual([status, expect.stringContaining('VALIDATION_ERROR')])
    expect(body).not.toContain(token)
    expect(await accounts()).toEqual([])
  })

  it('moves the account to the other login and back, in place', async () => {
    await paste('platform', SANDBOX_PLATFORM_TOKEN)
    const [first] = await accounts()
    await paste('partner', SANDBOX_PARTNER_TOKEN)
    expect(await accounts()).toMatchObject([
      { id: first?.id, loginMethod: 'partner', accountType: 'BUSINESS' },
    ])
    await paste('platform', SANDBOX_PLATFORM_TOKEN)
    expect(await accounts()).toMatchObject([{ id: first?.id, loginMethod: 'platform', partnerPageId: null }])
  })
})
