import { describe, expect, it, vi } from 'vitest'
import { startSession } from '../../../../core/features/sessions/sessions.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  OWN_ORIGIN,
  type TestApp,
} from '../../../fakes/test-app.ts'

const me = (test: TestApp, cookie: string) => test.call('/api/v1/auth/me', { headers: fromPage(cookie) })
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
/** What a browser keeps after this answer. */
const kept = (response: Response, cookie: string) =>
  response.headers.get('set-cookie')?.split(';')[0] ?? cookie

describe('the session cookie', () => {
  it('is for this host only, out of reach of scripts and of other sites, for twelve hours', async () => {
    const test = createTestApp()
    const t = await test.ports.launchTokens.issue()
    const response = await test.call('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ t }),
    })
    const [first = '', ...more] = response.headers.getSetCookie()
    const [value, ...attributes] = first.split('; ')
    expect(value).toMatch(/^session=[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict'])
    expect(more).toEqual([`nightpost_${first}`])
    expect(await response.text()).toBe('')
  })

  it('counts among cookies of the same name that other programs of this host have set', async () => {
    const test = createTestApp()
    const good = await test.signIn()
    const strangers = 'session=s%3Aabc.def; theme=dark; session=eyJhbGciOiJub25lIn0.e30.'
    for (const cookie of [`${strangers}; ${good}`, `${good}; ${strangers}`, `session=; ${good};session=x`]) {
      expect((await me(test, cookie)).status).toBe(200)
    }
    expect(await codeOf(await me(test, strangers))).toBe('TOKEN_INVALID')
  })

  it('survives a program at another port that puts a cookie of this name in its place', async () => {
    const test = createTestApp()
    const here = { host: '127.0.0.1:4100' }
    const t = await test.ports.launchTokens.issue()
    const request = jsonRequest('POST', { t }, { ...here, origin: OWN_ORIGIN })
    const set = (await test.call('/api/auth/session', request)).headers.getSetCookie()
    const [, own = ''] = set.map((one) => one.split(';')[0] ?? '')
    const asked = async (host: { host: string }) => {
      const headers = { ...fromPage(`session=of-a-stranger; ${own}`), ...host }
      return codeOf(await test.call('/api/v1/auth/me', { headers }))
    }
    expect(await asked(here)).toBeUndefined()
    expect(await asked({ host: '127.0.0.1:4101' })).toBe('TOKEN_INVALID')

    const headers = { ...fromPage(own), ...here }
    const out = await test.call('/api/v1/auth/logout', { method: 'POST', headers })
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; Max-Age=0/),
      expect.stringMatching(/^nightpost_session_4100=; Max-Age=0/),
    ])
  })

  it('is not mistaken for a cookie whose name only ends or begins like it', async () => {
    const test = createTestApp()
    const [, token = ''] = (await test.signIn()).split('session=')
    for (const cookie of [`xsession=${token}`, `session2=${token}`, `SESSION=${token}`]) {
      expect(await codeOf(await me(test, cookie))).toBe('AUTH_REQUIRED')
    }
  })

  it('says that it has expired, even beside strangers’ cookies', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.advance(12 * HOUR)
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
    expect(await codeOf(await me(test, `session=stranger; ${cookie}`))).toBe('TOKEN_EXPIRED')
  })
})

describe('a session in use', () => {
  it('is left alone in its first half and prolonged in its second', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.advance(6 * HOUR - MINUTE)
    expect((await me(test, cookie)).headers.get('set-cookie')).toBeNull()
    test.clock.advance(2 * MINUTE)
    const renewed = kept(await me(test, cookie), cookie)
    expect(renewed).not.toBe(cookie)
    test.clock.advance(11 * HOUR)
    expect((await me(test, renewed)).status).toBe(200)
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
  })

  it('is prolonged by asking whether one is signed in, too', async () => {
    const test = createTestApp()
    let cookie = await test.signIn()
    for (let hour = 0; hour < 48; hour += 4) {
      test.clock.advance(4 * HOUR)
      const response = await test.call('/api/auth/check', { headers: fromPage(cookie) })
      expect(await response.json()).toMatchObject({ authenticated: true })
      cookie = kept(response, cookie)
    }
    expect((await me(test, cookie)).status).toBe(200)
  })

  it('is prolonged again when the answer with the new cookie got lost', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.advance(7 * HOUR)
    await me(test, cookie)
    test.clock.advance(MINUTE)
    const renewed = kept(await me(test, cookie), cookie)
    test.clock.advance(6 * HOUR)
    expect((await me(test, renewed)).status).toBe(200)
  })

  it('ends after thirty days, however much it was used', async () => {
    const test = createTestApp()
    let cookie = await test.signIn()
    let lived = 0
    let response = await me(test, cookie)
    while (response.status === 200 && lived < 40 * DAY) {
      cookie = kept(response, cookie)
      test.clock.advance(HOUR)
      lived += HOUR
      response = await me(test, cookie)
    }
    expect(await codeOf(response)).toBe('TOKEN_EXPIRED')
    expect(lived).toBe(30 * DAY)
  })

  it('is over when its row says so, whatever its token says', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    const payload = (cookie.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { jti } = JSON.parse(atob(payload)) as { jti: string }
    await test.ports.sessions.extend(jti, test.clock.now())
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
  })

  it('that began, or was prolonged, while the clock was ahead does not outlive its twelve hours', async () => {
    const test = createTestApp()
    test.clock.jump(5 * DAY)
    const begun = await test.signIn()
    test.clock.jump(-5 * DAY)
    const cookie = await test.signIn()
    test.clock.jump(10 * HOUR)
    const prolonged = kept(await me(test, cookie), cookie)
    expect(prolonged).not.toBe(cookie)
    test.clock.jump(-10 * HOUR)
    for (const one of [begun, cookie, prolonged]) expect((await me(test, one)).status).toBe(200)
    test.clock.advance(12 * HOUR)
    for (const one of [begun, cookie, prolonged])
      expect(await codeOf(await me(test, one))).toBe('TOKEN_EXPIRED')
  })

  it('ends while the computer sleeps for longer than it lives', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.jump(12 * HOUR)
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
  })

  it('is renewed when it is used after the computer has slept for some hours', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.jump(7 * HOUR)
    const renewed = kept(await me(test, cookie), cookie)
    test.clock.jump(7 * HOUR)
    expect((await me(test, renewed)).status).toBe(200)
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
  })

  it('ends after thirty days in which it was used, also of a computer that mostly sleeps', async () => {
    const test = createTestApp()
    let cookie = await test.signIn()
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      test.clock.jump(10 * HOUR)
      cookie = kept(await me(test, cookie), cookie)
    }
    test.clock.jump(10 * HOUR)
    expect(await codeOf(await me(test, cookie))).toBe('TOKEN_EXPIRED')
  })

  it('ends when the twenty-fifth after it begins', async () => {
    const test = createTestApp()
    const first = await test.signIn()
    for (let i = 0; i < 24; i += 1) await startSession(test.ports)
    expect((await me(test, first)).status).toBe(200)
    await startSession(test.ports)
    expect(await codeOf(await me(test, first))).toBe('TOKEN_INVALID')
  })

  it('in use is not ended by links that another browser opens, one each day', async () => {
    const test = createTestApp()
    let phone = await test.signIn()
    for (let day = 0; day < 29; day += 1) {
      await test.signIn()
      for (const _ of ['noon', 'midnight', 'morning']) {
        test.clock.advance(8 * HOUR)
        phone = kept(await me(test, phone), phone)
      }
    }
    expect((await me(test, phone)).status).toBe(200)
  })

  it('is not ended by any number of commands, whose sessions end when they say so', async () => {
    const test = createTestApp()
    const browser = await test.signIn()
    const commands: string[] = []
    for (let i = 0; i < 30; i += 1) commands.push(await test.signIn('command'))
    for (const cookie of [browser, ...commands]) expect((await me(test, cookie)).status).toBe(200)
    const [one = '', other = ''] = commands
    await test.call('/api/v1/auth/logout', { method: 'POST', headers: fromPage(one) })
    expect(await codeOf(await me(test, one))).toBe('TOKEN_INVALID')
    expect((await me(test, other)).status).toBe(200)
  })

  it('is renewed once more after a clock was put back by seconds', async () => {
    const test = createTestApp()
    const cookie = await test.signIn()
    test.clock.advance(7 * HOUR)
    await me(test, cookie)
    test.clock.jump(-30_000)
    const renewed = kept(await me(test, cookie), cookie)
    expect(renewed).not.toBe(cookie)
    expect((await me(test, renewed)).status).toBe(200)
  })

  it('writes its row seldom, however often a stream asks for it', async () => {
    const test = createTestApp()
    const extend = vi.spyOn(test.ports.sessions, 'extend')
    const cookie = await test.signIn()
    test.clock.advance(7 * HOUR)
    const renewed = kept(await me(test, cookie), cookie)
    for (let i = 0; i < 40; i += 1) {
      test.clock.advance(MINUTE)
      expect((await me(test, cookie)).status).toBe(200)
    }
    expect(extend).toHaveBeenCalledOnce()
    test.clock.advance(11 * HOUR)
    expect((await me(test, renewed)).status).toBe(200)
  })
})

describe('signing out', () => {
  it('makes the cookie worthless, not only forgotten', async () => {
    const test = createTestApp()
    const [mine, other] = [await test.signIn(), await test.signIn()]
    const response = await test.call('/api/v1/auth/logout', { method: 'POST', headers: fromPage(mine) })
    expect(await response.json()).toEqual({ success: true })
    expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\//)
    expect(await codeOf(await me(test, mine))).toBe('TOKEN_INVALID')
    expect((await me(test, other)).status).toBe(200)
  })

  it('does nothing for a key, nor for the cookie beside it', async () => {
    const test = createTestApp()
    const [key, cookie] = [await test.newKey(), await test.signIn()]
    const headers = { ...bearer(key), ...fromPage(cookie) }
    const response = await test.call('/api/v1/auth/logout', { method: 'POST', headers })
    expect(await response.json()).toEqual({ success: true })
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await test.call('/api/v1/auth/me', { headers: bearer(key) })).status).toBe(200)
    expect((await me(test, cookie)).status).toBe(200)
  })
})

describe('asking whether one is signed in', () => {
  it('is never refused, names the user only to who is, and tells everybody what starts the server', async () => {
    const test = createTestApp()
    const { startCommand } = test.ports
    await test.anAccount({ username: 'night.owl' })
    const check = async (headers: Record<string, string>) =>
      (await test.call('/api/v1/auth/check', { headers })).json()
    expect(await check({})).toEqual({ authenticated: false, startCommand })
    expect(await check({ authorization: 'Bearer nonsense' })).toEqual({ authenticated: false, startCommand })
    expect(await check(fromPage('session=junk'))).toEqual({ authenticated: false, startCommand })
    const stolen = { cookie: await test.signIn(), origin: 'http://127.0.0.1:4101' }
    expect(await check(stolen)).toEqual({ authenticated: false, startCommand })
    expect(await check(fromPage(await test.signIn()))).toEqual({
      authenticated: true,
      username: 'night.owl',
      startCommand,
    })
    expect(await check(bearer(await test.newKey()))).toEqual({
      authenticated: true,
      username: 'night.owl',
      startCommand,
    })
  })

  it('names nobody while no account is connected', async () => {
    const test = createTestApp()
    const response = await test.call('/api/v1/auth/check', { headers: bearer(await test.newKey()) })
    expect(await response.json()).toEqual({ authenticated: true, startCommand: test.ports.startCommand })
  })
})
