// A look at a pasted token over HTTP, with the real logins and hosts that answer as scripted.
import { beforeEach, describe, expect, it } from 'vitest'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'
import { graphError, scriptedLogins, type Script } from '../engine/platform/logins/scripted-hosts.ts'

const TOKEN = 'IGAAlongTokenOfTheLogin'
const RENEWED = 'IGAArenewedTokenOfTheLogin'
const USER_TOKEN = 'EAAtokenOfAPerson'
const REFRESH = 'GET graph.example/refresh_access_token'
const PARTNER = 'GET graph.partner.example/v27.0'
const ME = { user_id: '17841460012345678', username: 'demo.kitchen', name: 'Demo', account_type: 'BUSINESS' }
const granting = (...scopes: string[]) => ({
  data: scopes.map((permission) => ({ permission, status: 'granted' })),
})
const NEEDED = ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement']
const GOOD: Script = {
  [REFRESH]: { access_token: RENEWED, expires_in: 5_184_000 },
  'GET graph.example/v27.0/me': { data: [ME] },
  [`${PARTNER}/me/permissions`]: granting(...NEEDED, 'pages_manage_posts'),
  [`${PARTNER}/me/accounts`]: {
    data: [{ id: '104', name: 'Harbour', access_token: 'EAAP', instagram_business_account: { id: '178' } }],
  },
  [`${PARTNER}/me/businesses`]: { data: [] },
  [`${PARTNER}/178`]: { id: '178', username: 'harbour.bakery' },
}

let test: TestApp
let page: Record<string, string>
let asked: ReturnType<typeof scriptedLogins>['asked']

async function start(script: Script = {}) {
  const scripted = scriptedLogins({ ...GOOD, ...script })
  ;({ asked } = scripted)
  test = createTestApp({ logins: { login: (method) => scripted[method], isSandboxToken: () => false } })
  page = fromPage(await test.signIn())
}
beforeEach(() => start())

const send = (path: string, body: unknown, headers: Record<string, string> = page) =>
  test.call(`/api/auth/accounts/token${path}`, jsonRequest('POST', body, headers))
const check = (body: unknown, headers?: Record<string, string>) => send('/check', body, headers)
const pasted = { loginMethod: 'platform', accessToken: TOKEN }
const renewals = () => asked.filter(({ url }) => url.pathname === '/refresh_access_token').length

describe('a look at a pasted token', () => {
  it('tells whom it belongs to and how long it lives, and stores nothing', async () => {
    const response = await check({ ...pasted, accessToken: ` ${TOKEN}\n` })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain(RENEWED)
    expect(JSON.parse(text)).toEqual({
      accounts: [
        {
          username: 'demo.kitchen',
          name: 'Demo',
          accountType: 'BUSINESS',
          partnerPageName: null,
          profilePictureUrl: null,
          alreadyConnected: false,
        },
      ],
      expiresAt: '2027-01-19T12:00:00.000Z',
      scopes: null,
      missingScopes: [],
    })
    expect(await test.ports.accounts.list()).toEqual([])
  })

  it('names what the person did not allow', async () => {
    const response = await check({ loginMethod: 'partner', accessToken: USER_TOKEN })
    expect(await response.json()).toMatchObject({
      accounts: [{ username: 'harbour.bakery', partnerPageName: 'Harbour' }],
      expiresAt: null,
      missingScopes: ['instagram_manage_contents', 'instagram_manage_messages'],
    })
  })

  it('says that the account is connected already, with the picture that we have', async () => {
    await test.anAccount({ igUserId: ME.user_id, avatarKey: 'avatars/1.jpg' })
    expect(await (await check(pasted)).json()).toMatchObject({
      accounts: [{ alreadyConnected: true, profilePictureUrl: '/uploads/avatars/1.jpg' }],
    })
  })

  it('renews the token once, for the look and for the connection after it', async () => {
    await check(pasted)
    await check(pasted)
    expect((await send('', pasted)).status).toBe(201)
    expect(renewals()).toBe(1)
    await send('', pasted)
    expect(renewals()).toBe(2)
  })

  it('keeps what the platform gave for the token when its account cannot be read', async () => {
    let isDown = true
    await start({ 'GET graph.example/v27.0/me': () => (isDown ? new Error('fetch failed') : { data: [ME] }) })
    for (const path of ['/check', '']) expect((await send(path, pasted)).status).toBe(502)
    isDown = false
    expect((await send('', pasted)).status).toBe(201)
    expect(renewals()).toBe(1)
    const [account] = await test.ports.accounts.list()
    expect(asked.at(-1)?.authorization).toContain(RENEWED)
    expect(account?.username).toBe(ME.username)
  })

  it('asks again with another app in the set-up', async () => {
    await check(pasted)
    const app = { platformAppId: '990100000000001', platformAppSecret: 'sandboxplatformappnosecret' }
    await test.call('/api/setup', jsonRequest('PUT', app, page))
    await check(pasted)
    expect(renewals()).toBe(2)
  })

  it.each<[refusal: unknown, status: number, code: string]>([
    [[graphError({ code: 190, error_subcode: 463 }), 400], 401, 'TOKEN_EXPIRED'],
    [[graphError({ code: 190, message: `Cannot parse ${TOKEN}` }), 401], 400, 'VALIDATION_ERROR'],
    [{ ...ME, account_type: 'PERSONAL' }, 400, 'VALIDATION_ERROR'],
  ])('refuses what connecting would refuse: %j', async (me, status, code) => {
    await start({ 'GET graph.example/v27.0/me': me, [REFRESH]: [graphError({ code: 10 }), 400] })
    const looked = await check(pasted)
    const text = await looked.text()
    expect([looked.status, text]).toEqual([status, expect.stringContaining(code)])
    expect(text).toBe(await (await send('', pasted)).text())
    expect(text).not.toContain(TOKEN)
  })

  it('is the page’s only', async () => {
    expect((await check(pasted, {})).status).toBe(401)
    expect((await check(pasted, bearer(await test.newKey()))).status).toBe(403)
    expect((await check({ ...pasted, accessToken: 'short' })).status).toBe(400)
  })
})

describe('what the connected accounts were allowed', () => {
  it('is told with what cannot be done for it', async () => {
    const [all, some] = [
      await test.anAccount({ loginMethod: 'partner', grantedScopes: null }),
      await test.anAccount({ loginMethod: 'platform', grantedScopes: ['instagram_business_basic'] }),
    ]
    const response = await test.call('/api/auth/accounts/permissions', { headers: page })
    expect(await response.json()).toEqual({
      accounts: [
        { accountId: all.id, grantedScopes: null, missingScopes: [], cannot: [] },
        {
          accountId: some.id,
          grantedScopes: ['instagram_business_basic'],
          missingScopes: ['instagram_business_content_publish', 'instagram_business_manage_messages'],
          cannot: ['publish', 'mentions'],
        },
      ],
    })
    expect((await test.call('/api/auth/accounts/permissions')).status).toBe(401)
  })
})
