// One https origin beside loopback, at which a proxy of the user's leads to us.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  OWN_ORIGIN,
  type TestApp,
} from '../../fakes/test-app.ts'

const HOST = 'night.example.ts.net'
const PROXY = `https://${HOST}`

let test: TestApp
beforeEach(() => {
  test = createTestApp({ ownOrigins: () => [OWN_ORIGIN, PROXY] })
})

const signIn = async (headers: Record<string, string>) => {
  const t = await test.ports.launchTokens.issue()
  return test.call('/api/auth/session', jsonRequest('POST', { t }, headers))
}
const createKey = (headers: Record<string, string>) =>
  test.call('/api/v1/settings/api-keys', jsonRequest('POST', { name: 'a script' }, headers))

describe('behind the proxy', () => {
  it('a browser signs in with a cookie that travels over https only', async () => {
    const answer = await signIn({ origin: PROXY, host: HOST, 'sec-fetch-site': 'same-origin' })
    expect(answer.headers.get('set-cookie')).toContain('; Secure')
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await createKey({ cookie, origin: PROXY, host: HOST })).status).toBe(201)
  })

  it('headers of the proxy change nothing', async () => {
    const forwarded = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': HOST,
      forwarded: `host=${HOST};proto=https`,
    }
    const answer = await signIn({ origin: OWN_ORIGIN, host: '127.0.0.1:4100', ...forwarded })
    expect(answer.headers.get('set-cookie')).not.toContain('Secure')
    const identity = {
      'tailscale-user-login': 'me@example.com',
      'x-remote-user': 'me',
      'cf-access-jwt-assertion': 'x',
    }
    expect((await test.call('/api/v1/posts', { headers: { host: HOST, ...identity } })).status).toBe(401)
  })

  it.each([
    'http://night.example.ts.net',
    'https://night.example.ts.net:8443',
    'https://evil.example',
    'https://x.night.example.ts.net',
    'https://example.ts.net',
    'https://night.example.ts.net.evil.example',
    'null',
  ])('a cookie of a page of %s does not count', async (origin) => {
    const cookie = await test.signIn()
    expect((await createKey({ cookie, origin, host: HOST })).status).toBe(401)
    expect((await signIn({ origin, host: HOST })).status).toBe(401)
  })

  it('what another site sends from a page of ours does not count', async () => {
    const cookie = await test.signIn()
    const headers = { cookie, origin: PROXY, host: HOST, 'sec-fetch-site': 'cross-site' }
    expect((await createKey(headers)).status).toBe(401)
  })
})

describe('the link for a phone', () => {
  const ask = (headers: Record<string, string>) =>
    test.call('/api/auth/phone-link', { method: 'POST', headers })

  it('signs one browser in at the proxy, within ten minutes', async () => {
    const page = fromPage(await test.signIn())
    const { link } = (await (await ask(page)).json()) as { link: string }
    const [origin, t] = link.split('/#t=')
    expect(origin).toBe(PROXY)
    const redeem = () =>
      test.call('/api/auth/session', jsonRequest('POST', { t }, { origin: PROXY, host: HOST }))
    expect((await redeem()).status).toBe(204)
    expect((await redeem()).status).toBe(401)
  })

  it('is for the page only, and needs an address', async () => {
    expect((await ask({})).status).toBe(401)
    expect((await ask(bearer(await test.newKey()))).status).toBe(403)
    const loopback = createTestApp()
    const page = fromPage(await loopback.signIn())
    const answer = await loopback.call('/api/auth/phone-link', { method: 'POST', headers: page })
    expect(await answer.json()).toMatchObject({ code: 'NOT_CONFIGURED' })
  })
})
