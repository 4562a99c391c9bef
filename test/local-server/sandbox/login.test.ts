// From the consent dialog to a token, for both logins.
import { describe, expect, it } from 'vitest'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../../local-server/sandbox/oauth/apps.ts'
import { answerOf, type Kitchen, openKitchen, ORIGIN, refusalOf } from './kitchen.ts'

const BACK = 'http://127.0.0.1:4100/api/auth/callback/platform'
const HOUR = 3_600_000
const PLATFORM_DIALOG = `${ORIGIN}/sandbox/www.instagram.com/oauth/authorize`
const PARTNER_DIALOG = `${ORIGIN}/sandbox/www.facebook.com/v25.0/dialog/oauth`
const asked = {
  client_id: SANDBOX_PLATFORM_APP.id,
  redirect_uri: BACK,
  response_type: 'code',
  scope: 'instagram_business_basic,instagram_business_content_publish',
  state: 'st&te',
}
const askedPartner = {
  client_id: SANDBOX_PARTNER_APP.id,
  redirect_uri: BACK,
  scope: 'instagram_basic,pages_show_list,business_management',
  state: '1',
}

const dialog = (kitchen: Kitchen, fields: Record<string, string>, address = PLATFORM_DIALOG) =>
  kitchen.sandbox.app.request(`${address}?${new URLSearchParams(fields)}`)

async function titleOf(response: Response): Promise<string> {
  return `${response.status} ${/<h1>([^<]*)</.exec(await response.text())?.[1]?.trim()}`
}

const returned = (response: Response) => new URL(response.headers.get('location') ?? '')

async function codeFor(kitchen: Kitchen, key = 'harbour', fields: Record<string, string> = {}) {
  const response = await dialog(kitchen, { ...asked, sandbox_as: key, sandbox_allow: '1', ...fields })
  return returned(response).searchParams.get('code') ?? ''
}

function exchange(kitchen: Kitchen, fields: Record<string, string>) {
  return kitchen.sandbox.app.request(`${ORIGIN}/sandbox/api.instagram.com/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: SANDBOX_PLATFORM_APP.id,
      client_secret: SANDBOX_PLATFORM_APP.secret,
      grant_type: 'authorization_code',
      redirect_uri: BACK,
      ...fields,
    }),
  })
}

const get = (kitchen: Kitchen, path: string, fields: Record<string, string>) =>
  kitchen.sandbox.app.request(`${ORIGIN}/sandbox/${path}?${new URLSearchParams(fields)}`)

async function shortToken(kitchen: Kitchen) {
  const body = await answerOf<{ access_token: string }>(
    await exchange(kitchen, { code: await codeFor(kitchen) }),
  )
  return body.access_token
}

const toLong = (kitchen: Kitchen, access_token: string, client_secret = SANDBOX_PLATFORM_APP.secret) =>
  get(kitchen, 'graph.instagram.com/access_token', {
    grant_type: 'ig_exchange_token',
    client_secret,
    access_token,
  })

const refresh = (kitchen: Kitchen, access_token: string) =>
  get(kitchen, 'graph.instagram.com/refresh_access_token', { grant_type: 'ig_refresh_token', access_token })

const me = (kitchen: Kitchen, access_token: string) =>
  get(kitchen, 'graph.instagram.com/v25.0/me', { access_token, fields: 'username' })

async function partnerToken(kitchen: Kitchen, key: string, fields: Record<string, string> = {}) {
  const consent = { ...askedPartner, sandbox_as: key, sandbox_allow: '1', ...fields }
  const code = returned(await dialog(kitchen, consent, PARTNER_DIALOG)).searchParams.get('code') ?? ''
  const short = await answerOf<{ access_token: string }>(await partnerExchange(kitchen, { code }))
  const long = await partnerExchange(kitchen, {
    grant_type: 'fb_exchange_token',
    fb_exchange_token: short.access_token,
  })
  return (await answerOf<{ access_token: string }>(long)).access_token
}

const partnerExchange = (kitchen: Kitchen, fields: Record<string, string>) =>
  get(kitchen, 'graph.facebook.com/v25.0/oauth/access_token', {
    client_id: SANDBOX_PARTNER_APP.id,
    client_secret: SANDBOX_PARTNER_APP.secret,
    redirect_uri: BACK,
    ...fields,
  })

const byPartner = (kitchen: Kitchen, token: string, path: string, fields: Record<string, string> = {}) =>
  kitchen.callAs({ host: 'graph.facebook.com', token })('GET', path, fields)

interface Pages {
  data: {
    id: string
    access_token: string
    instagram_business_account?: { id: string; username: string }
  }[]
}
const pagesOf = async (kitchen: Kitchen, token: string, path = '/me/accounts') =>
  answerOf<Pages>(
    await byPartner(kitchen, token, path, {
      fields: 'id,name,access_token,tasks,instagram_business_account{id,username}',
    }),
  )

describe('the app’s own token', () => {
  const own = (kitchen: Kitchen, fields: Record<string, string> = {}) =>
    partnerExchange(kitchen, { grant_type: 'client_credentials', ...fields })

  it('is given for id and secret, and opens nobody’s account', async () => {
    const kitchen = openKitchen()
    const body = await answerOf<{ access_token: string; token_type: string }>(await own(kitchen))
    expect(body).toEqual({
      access_token: expect.stringMatching(new RegExp(`^${SANDBOX_PARTNER_APP.id}\\|`)),
      token_type: 'bearer',
    })
    expect(await refusalOf(await byPartner(kitchen, body.access_token, '/me/accounts'))).toBe('400 190')
  })

  it('is given by the version that answers, and by none that does not exist', async () => {
    const at = (version: string) =>
      get(openKitchen(), `graph.facebook.com/${version}/oauth/access_token`, {
        grant_type: 'client_credentials',
        client_id: SANDBOX_PARTNER_APP.id,
        client_secret: SANDBOX_PARTNER_APP.secret,
      })
    expect((await at('v25.0')).headers.get('facebook-api-version')).toBe('v25.0')
    expect((await at('v18.0')).headers.get('facebook-api-version')).toBe('v21.0')
    expect(await refusalOf(await at('v99.0'))).toBe('400 2500')
  })

  it('is refused for another id and for another secret', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await own(kitchen, { client_id: '1' }))).toBe('400 101')
    expect(await refusalOf(await own(kitchen, { client_secret: 'x' }))).toBe('400 1')
  })
})

describe('the consent dialog', () => {
  it('lets a browser choose a person, tick permissions and allow', async () => {
    const kitchen = openKitchen()
    const first = await (await dialog(kitchen, asked)).text()
    const href = /href="(\?[^"]*sandbox_as=harbour)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await kitchen.sandbox.app.request(PLATFORM_DIALOG + href)
    expect(second.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:4100",
    )
    // A hidden referrer would turn the form's Origin into null, and the form would be refused.
    expect(second.headers.get('referrer-policy')).toBe('same-origin')
    expect(await second.text()).toContain('value="instagram_business_basic"')
    const sent = await kitchen.sandbox.app.request(PLATFORM_DIALOG + href, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: new URLSearchParams([
        ['scope', 'instagram_business_basic'],
        ['decision', 'allow'],
      ]),
    })
    expect(sent.status).toBe(303)
    const location = sent.headers.get('location') ?? ''
    expect(location).toMatch(/#_$/)
    expect(returned(sent).searchParams.get('state')).toBe('st&te')
    const answer = await exchange(kitchen, { code: returned(sent).searchParams.get('code') ?? '' })
    expect(await answerOf(answer)).toMatchObject({ permissions: ['instagram_business_basic'] })
  })

  it('tells the app that somebody refused', async () => {
    const kitchen = openKitchen()
    const refused = await dialog(kitchen, { ...asked, sandbox_as: 'harbour', sandbox_allow: '0' })
    expect(Object.fromEntries(returned(refused).searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request.',
      state: 'st&te',
    })
  })

  it('refuses the id of another app, the partner’s included', async () => {
    const kitchen = openKitchen()
    const client_id = SANDBOX_PARTNER_APP.id
    expect(await titleOf(await dialog(kitchen, { ...asked, client_id }))).toBe('400 Invalid platform app')
    const asPartner = { ...askedPartner, client_id: SANDBOX_PLATFORM_APP.id }
    expect(await titleOf(await dialog(kitchen, asPartner, PARTNER_DIALOG))).toBe('400 Invalid App ID')
  })

  it('refuses a request that lacks a part or has a wrong one', async () => {
    const kitchen = openKitchen()
    const wrong = async (fields: Record<string, string>) =>
      titleOf(await dialog(kitchen, { ...asked, ...fields }))
    expect(await wrong({ redirect_uri: '' })).toBe('400 Invalid request')
    expect(await wrong({ redirect_uri: 'http://evil.example/back' })).toBe('400 Invalid request')
    expect(await wrong({ redirect_uri: 'javascript:alert(1)' })).toBe('400 Invalid request')
    expect(await wrong({ response_type: 'token' })).toBe('400 Invalid request')
    expect(await wrong({ scope: '' })).toBe('400 Invalid request')
    expect(await wrong({ scope: 'instagram_business_basic,instagram_basic' })).toBe('400 Invalid scopes')
  })

  it('connects professional accounts only', async () => {
    const kitchen = openKitchen()
    const personal = await dialog(kitchen, { ...asked, sandbox_as: 'personal', sandbox_allow: '1' })
    expect(await titleOf(personal)).toBe('400 This account cannot be connected')
    expect(await codeFor(kitchen, 'creator')).not.toBe('')
  })

  it('leads no browser away without a click, whatever its address says', async () => {
    const kitchen = openKitchen()
    for (const sandbox_allow of ['0', '1']) {
      const fields = { ...asked, redirect_uri: 'https://evil.example/', sandbox_as: 'harbour', sandbox_allow }
      const address = `${PLATFORM_DIALOG}?${new URLSearchParams(fields)}`
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      const response = await kitchen.sandbox.app.request(address, { headers })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('value="allow"')
    }
  })

  it('takes no forms from other pages', async () => {
    const kitchen = openKitchen()
    const response = await kitchen.sandbox.app.request(PLATFORM_DIALOG, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: 'decision=allow',
    })
    expect(response.status).toBe(403)
  })
})

describe('a code of the platform’s login', () => {
  it('gives a short token, with an id that is a bare number beyond 2^53', async () => {
    const kitchen = openKitchen()
    const text = await (await exchange(kitchen, { code: await codeFor(kitchen) })).text()
    expect(text).toMatch(/"user_id":26310470987654322,/)
    const { access_token } = JSON.parse(text) as { access_token: string }
    expect(await answerOf(await me(kitchen, access_token))).toMatchObject({ username: 'harbour.bakery' })
    kitchen.advance(HOUR)
    expect(await refusalOf(await me(kitchen, access_token))).toBe('401 190/463')
  })

  it('can be answered wrapped, with permissions as text', async () => {
    const kitchen = openKitchen({ behaviour: { wrappedAnswers: true, permissionsAsText: true } })
    const answer = await answerOf<{ data: [{ access_token: string }] }>(
      await exchange(kitchen, { code: await codeFor(kitchen) }),
    )
    expect(answer.data[0]).toMatchObject({
      permissions: 'instagram_business_basic,instagram_business_content_publish',
    })
    expect(await answerOf(await me(kitchen, answer.data[0].access_token))).toMatchObject({
      data: [{ username: 'harbour.bakery' }],
    })
  })

  it('works once, for an hour, with the same return address', async () => {
    const kitchen = openKitchen()
    const message = async (fields: Record<string, string>) => {
      const response = await exchange(kitchen, fields)
      const body = (await response.json()) as { error_message: string }
      expect(body).toEqual({ error_type: 'OAuthException', code: 400, error_message: expect.any(String) })
      return body.error_message
    }
    const code = await codeFor(kitchen)
    expect(await message({ code, redirect_uri: `${BACK}/` })).toContain('redirect_uri')
    expect((await exchange(kitchen, { code })).status).toBe(200)
    expect(await message({ code })).toContain('has been used')
    expect(await message({ code: 'AQmadeup' })).toContain('Invalid')
    const late = await codeFor(kitchen)
    kitchen.advance(HOUR)
    expect(await message({ code: late })).toContain('has expired')
    const fresh = await codeFor(kitchen)
    expect(await message({ code: fresh, client_secret: SANDBOX_PARTNER_APP.secret })).toContain('secret')
    expect(await message({ code: fresh, client_id: SANDBOX_PARTNER_APP.id })).toContain(
      'Invalid platform app',
    )
    expect(await message({ code: fresh, grant_type: 'code' })).toContain('grant_type')
  })
})

describe('a token of the platform’s login', () => {
  it('is exchanged for one of sixty days with the app’s secret', async () => {
    const kitchen = openKitchen()
    const short = await shortToken(kitchen)
    expect(await refusalOf(await toLong(kitchen, short, 'wrong'))).toBe('400 1')
    const long = await answerOf<{ access_token: string }>(await toLong(kitchen, short))
    expect(long).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    expect(await refusalOf(await toLong(kitchen, long.access_token))).toBe('400 452')
    kitchen.advance(60 * 24 * HOUR - 1)
    expect((await me(kitchen, long.access_token)).status).toBe(200)
    kitchen.advance(1)
    expect(await refusalOf(await me(kitchen, long.access_token))).toBe('401 190/463')
  })

  it('is refreshed from its second day to its end, and the old one goes on working', async () => {
    const kitchen = openKitchen()
    const short = await shortToken(kitchen)
    const { access_token } = await answerOf<{ access_token: string }>(await toLong(kitchen, short))
    expect(await refusalOf(await refresh(kitchen, short))).toBe('400 100')
    kitchen.advance(24 * HOUR - 1)
    expect(await refusalOf(await refresh(kitchen, access_token))).toBe('400 100')
    kitchen.advance(1)
    const next = await answerOf<{ access_token: string; expires_in: number }>(
      await refresh(kitchen, access_token),
    )
    expect(next.expires_in).toBe(5_184_000)
    expect(next.access_token).not.toBe(access_token)
    expect((await me(kitchen, access_token)).status).toBe(200)
    kitchen.advance(59 * 24 * HOUR)
    expect(await refusalOf(await refresh(kitchen, access_token))).toBe('401 190/463')
    expect((await me(kitchen, next.access_token)).status).toBe(200)
  })

  it('needs the permissions of what it is used for', async () => {
    const kitchen = openKitchen()
    const code = await codeFor(kitchen, 'harbour', { sandbox_decline: 'instagram_business_content_publish' })
    const { access_token } = await answerOf<{ access_token: string }>(await exchange(kitchen, { code }))
    const call = kitchen.callAs({ host: 'graph.instagram.com', token: access_token })
    expect((await call('GET', '/me/media')).status).toBe(200)
    expect(await refusalOf(await call('POST', '/me/media', { image_url: 'http://x' }))).toBe('400 10')
  })

  it('opens nothing on the partner’s host, nor the other way round', async () => {
    const kitchen = openKitchen()
    const short = await shortToken(kitchen)
    expect(await refusalOf(await byPartner(kitchen, short, '/me'))).toBe('400 190')
    const partner = await partnerToken(kitchen, 'harbour')
    expect(await refusalOf(await me(kitchen, partner))).toBe('400 190')
  })
})

describe('the partner’s login', () => {
  it('leads to the linked account by its Page, whose token has no end', async () => {
    const kitchen = openKitchen()
    const token = await partnerToken(kitchen, 'harbour')
    const { data } = await pagesOf(kitchen, token)
    expect(data.map(({ instagram_business_account: account }) => account?.username)).toEqual([
      'harbour.bakery',
      undefined,
    ])
    expect((await pagesOf(kitchen, token)).data[0]?.access_token).toBe(data[0]?.access_token)
    kitchen.advance(61 * 24 * HOUR)
    expect(await refusalOf(await byPartner(kitchen, token, '/me'))).toBe('401 190/463')
    const page = await byPartner(kitchen, data[0]?.access_token ?? '', '/me', { fields: 'name' })
    expect(await answerOf(page)).toMatchObject({ name: 'Harbour Bakery' })
  })

  it('shows the Pages that were ticked only', async () => {
    const kitchen = openKitchen()
    const token = await partnerToken(kitchen, 'harbour', { sandbox_pages: '104000000023456' })
    expect((await pagesOf(kitchen, token)).data.map(({ id }) => id)).toEqual(['104000000023456'])
    expect(await refusalOf(await byPartner(kitchen, token, '/17841460023456789'))).toBe('400 100/33')
  })

  it('shows Pages without an account, and people without a Page', async () => {
    const kitchen = openKitchen()
    const personal = await pagesOf(kitchen, await partnerToken(kitchen, 'personal'))
    expect(personal.data).toMatchObject([{ name: 'Tomas Repairs Bicycles' }])
    expect(personal.data[0]).not.toHaveProperty('instagram_business_account')
    expect((await pagesOf(kitchen, await partnerToken(kitchen, 'newcomer'))).data).toEqual([])
  })

  it('finds Pages of a portfolio by way of the portfolio only', async () => {
    const kitchen = openKitchen()
    const token = await partnerToken(kitchen, 'agency')
    expect((await pagesOf(kitchen, token)).data).toEqual([])
    const businesses = await answerOf<Pages>(await byPartner(kitchen, token, '/me/businesses'))
    const id = businesses.data[0]?.id
    const owned = await pagesOf(kitchen, token, `/${id}/owned_pages`)
    const client = await pagesOf(kitchen, token, `/${id}/client_pages`)
    expect([...owned.data, ...client.data].map((page) => page.instagram_business_account?.username)).toEqual([
      'studio.verde',
      'cafe.miro',
    ])
    // Without a permission for advertising their accounts stay closed.
    expect(await refusalOf(await byPartner(kitchen, token, '/17841460056789012'))).toBe('400 10')
    const scope = `${askedPartner.scope},ads_read`
    const allowed = await partnerToken(kitchen, 'agency', { scope })
    expect((await byPartner(kitchen, allowed, '/17841460056789012')).status).toBe(200)
    const without = await partnerToken(kitchen, 'agency', { sandbox_decline: 'business_management' })
    expect(await refusalOf(await byPartner(kitchen, without, '/me/businesses'))).toBe('403 200')
  })

  it('tells what was granted and what was declined', async () => {
    const kitchen = openKitchen()
    const token = await partnerToken(kitchen, 'harbour', { sandbox_decline: 'instagram_basic' })
    expect(await answerOf(await byPartner(kitchen, token, '/me/permissions'))).toEqual({
      data: [
        { permission: 'public_profile', status: 'granted' },
        { permission: 'pages_show_list', status: 'granted' },
        { permission: 'business_management', status: 'granted' },
        { permission: 'instagram_basic', status: 'declined' },
      ],
    })
    const about = await byPartner(kitchen, token, '/debug_token', { input_token: token })
    expect(await answerOf(about)).toMatchObject({ data: { is_valid: true, type: 'USER' } })
  })

  it('refuses codes and secrets in the envelope of its host', async () => {
    const kitchen = openKitchen()
    const consent = { ...askedPartner, sandbox_as: 'harbour', sandbox_allow: '1' }
    const response = await dialog(kitchen, consent, PARTNER_DIALOG)
    expect(response.headers.get('location')).toMatch(/#_=_$/)
    const code = returned(response).searchParams.get('code') ?? ''
    const refusal = async (fields: Record<string, string>) =>
      refusalOf(await partnerExchange(kitchen, fields))
    expect(await refusal({ code, client_secret: SANDBOX_PLATFORM_APP.secret })).toBe('400 1')
    expect(await refusal({ code, redirect_uri: `${BACK}/` })).toBe('400 100/36008')
    expect((await partnerExchange(kitchen, { code })).status).toBe(200)
    expect(await refusal({ code })).toBe('400 100/36009')
    expect(await refusal({ code: 'AQmadeup' })).toBe('400 100')
  })

  it('tells no account type, and one id of an account', async () => {
    const kitchen = openKitchen()
    const token = await partnerToken(kitchen, 'harbour')
    const account = await byPartner(kitchen, token, '/17841460023456789', { fields: 'username' })
    expect(await answerOf(account)).toEqual({ id: '17841460023456789', username: 'harbour.bakery' })
    const type = await byPartner(kitchen, token, '/17841460023456789', { fields: 'account_type' })
    expect(await refusalOf(type)).toBe('400 100')
  })
})

describe('faults on the way to a token', () => {
  it('speak the dialect of each host', async () => {
    const kitchen = openKitchen()
    const { faults } = kitchen.sandbox
    faults.add({ on: 'token', mode: 'server-error' })
    const refused = await exchange(kitchen, { code: await codeFor(kitchen) })
    expect(await refused.json()).toMatchObject({ error_type: 'OAuthException', code: 500 })
    const short = await shortToken(kitchen)
    faults.add({ on: 'exchange', mode: 'unknown-failure' })
    expect(await refusalOf(await toLong(kitchen, short))).toBe('500 1')
    faults.add({ on: 'refresh', mode: 'empty', effect: 'after' })
    expect(await (await refresh(kitchen, short)).text()).toBe('')
    faults.add({ on: 'accounts', mode: 'object-missing' })
    const token = await partnerToken(kitchen, 'harbour')
    expect(await refusalOf(await byPartner(kitchen, token, '/me/accounts'))).toBe('400 100/33')
  })
})
