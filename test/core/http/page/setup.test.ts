// The apps of the two logins, as the page's set-up form sees them.
import { beforeEach, describe, expect, it } from 'vitest'
import { readApp } from '../../../../core/features/setup/login-apps.ts'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

const ID = '990100000000001'
const SECRET = 'sandboxplatformappnosecret'

let test: TestApp
let page: Record<string, string>
beforeEach(async () => {
  test = createTestApp()
  page = fromPage(await test.signIn())
})

const read = async () => (await test.call('/api/setup', { headers: page })).json()
const change = (body: unknown) => test.call('/api/setup', jsonRequest('PUT', body, page))
const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { code: string }).code}`
const nothingYet = { appId: null, appIdFrom: null, hasSecret: false, secretFrom: null }

describe('the set-up of apps', () => {
  it('says what is missing, and which address to enter in the dashboard', async () => {
    expect(await read()).toEqual({
      complete: false,
      platform: { ...nothingYet, redirectUri: 'http://localhost:4100/api/auth/callback/platform' },
      partner: { ...nothingYet, redirectUri: 'http://localhost:4100/api/auth/callback/partner' },
    })
  })

  it('is changed piece by piece, and never shows a secret', async () => {
    const first = await change({ platformAppId: ` ${ID} ` })
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({ platform: { appId: ID, appIdFrom: 'page', hasSecret: false } })
    expect(await readApp(test.ports, 'platform')).toBeNull()
    const second = await change({ platformAppSecret: SECRET, partnerAppId: '880200000000002' })
    const text = await second.text()
    expect(text).not.toContain(SECRET)
    expect(JSON.parse(text)).toMatchObject({
      platform: { appId: ID, hasSecret: true, secretFrom: 'page' },
      partner: { appId: '880200000000002', hasSecret: false },
    })
    expect(await readApp(test.ports, 'platform')).toEqual({ id: ID, secret: SECRET })
    expect(await test.ports.settings.get('platformAppSecret')).not.toContain(SECRET)
  })

  it.each([null, '', '  '])('forgets what is set to %j', async (nothing) => {
    await change({ platformAppId: ID, platformAppSecret: SECRET })
    await change({ platformAppSecret: nothing })
    expect(await read()).toMatchObject({ platform: { appId: ID, hasSecret: false } })
  })

  it.each<unknown>([
    { platformAppId: 'abc' },
    { platformAppId: '12' },
    { platformAppId: 5 },
    { partnerAppId: '1'.repeat(40) },
    { platformAppSecret: 'too short' },
    { partnerAppSecret: 'with a space in the middle of it' },
    { partnerAppSecret: 'x'.repeat(300) },
    { partnerAppSecret: ['x'] },
    [],
    null,
  ])('refuses %j and changes nothing', async (body) => {
    expect(await codeOf(await change(body))).toBe('400 VALIDATION_ERROR')
    expect(await read()).toMatchObject({ platform: nothingYet, partner: nothingYet })
  })

  it('lets variables win, and says so', async () => {
    test = createTestApp({
      fixedApps: { platform: { id: ID, secret: null }, partner: { id: null, secret: SECRET } },
    })
    page = fromPage(await test.signIn())
    await change({ platformAppId: '990100000000009', platformAppSecret: SECRET })
    expect(await read()).toMatchObject({
      platform: { appId: ID, appIdFrom: 'variable', secretFrom: 'page' },
      partner: { appId: null, hasSecret: true, secretFrom: 'variable' },
    })
    expect(await readApp(test.ports, 'platform')).toEqual({ id: ID, secret: SECRET })
  })

  it('counts a secret that cannot be opened as none', async () => {
    await change({ platformAppId: ID, platformAppSecret: SECRET })
    await test.ports.settings.put({ platformAppSecret: 'v1.other.key' })
    expect(await read()).toMatchObject({ platform: { hasSecret: false } })
    await test.ports.settings.put({ platformAppSecret: { of: 'another shape' }, platformAppId: 7 })
    expect(await read()).toMatchObject({ platform: nothingYet })
  })

  it('opens no secret under the other login', async () => {
    await change({ platformAppId: ID, platformAppSecret: SECRET, partnerAppId: '880200000000002' })
    await test.ports.settings.put({ partnerAppSecret: await test.ports.settings.get('platformAppSecret') })
    expect(await readApp(test.ports, 'partner')).toBeNull()
  })
})

describe('a set-up that is complete', () => {
  const complete = () => test.call('/api/setup/complete', { method: 'POST', headers: page })

  it('is locked for every body, and still readable', async () => {
    await change({ platformAppId: ID })
    const completed = await complete()
    expect(completed.status).toBe(200)
    expect(await completed.json()).toMatchObject({ complete: true })
    expect(await codeOf(await change({ platformAppId: null }))).toBe('403 SETUP_LOCKED')
    expect(await codeOf(await change('nonsense'))).toBe('403 SETUP_LOCKED')
    expect(await read()).toMatchObject({ complete: true, platform: { appId: ID } })
    expect((await complete()).status).toBe(200)
  })

  it('stays open for variables', async () => {
    await complete()
    const restarted = createTestApp({
      settings: test.ports.settings,
      fixedApps: { platform: { id: ID, secret: SECRET }, partner: { id: null, secret: null } },
    })
    expect(await readApp(restarted.ports, 'platform')).toEqual({ id: ID, secret: SECRET })
  })
})

describe('the set-up', () => {
  it.each([
    ['GET', '/api/setup'],
    ['PUT', '/api/setup'],
    ['POST', '/api/setup/complete'],
  ])('is not for strangers and keys: %s %s', async (method, path) => {
    expect(await codeOf(await test.call(path, jsonRequest(method === 'GET' ? 'POST' : method, {})))).toMatch(
      /^401|^404/,
    )
    const key = { authorization: `Bearer ${await test.newKey()}` }
    const init = method === 'GET' ? { headers: key } : jsonRequest(method, {}, key)
    expect(await codeOf(await test.call(path, init))).toBe('403 COOKIE_AUTH_REQUIRED')
  })
})
