import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import {
  createPrivateApi,
  forgetPrivateApiSession,
} from '../../../../core/features/private-api/private-api.ts'
import { NO_STATE } from '../../../../core/features/private-api/session/session-state.ts'
import type { PrivateApiRequest } from '../../../../core/ports/reposts/private-api.ts'
import { DAY, HOUR, SECOND } from '../../../../core/time.ts'
import {
  ACCOUNT,
  BROWSER,
  createPrivateApiRig,
  fail,
  mobileSession,
  ok,
  OWN_ID,
  signedIn,
  webSession,
} from './private-api-rig.ts'

const READ: PrivateApiRequest<unknown> = { method: 'GET', path: 'direct_v2/inbox/', answer: z.unknown() }
const WAIT = { message: 'Please wait a few minutes before you try again.', require_login: true }

async function rigWith(session = webSession()) {
  const rig = await createPrivateApiRig({ session })
  return {
    ...rig,
    host: createPrivateApi(rig.world),
    stored: async () => (await rig.store.get(ACCOUNT))?.session,
  }
}

describe('a call with a browser’s session', () => {
  it('goes to the web host as that browser, and proves itself only when it writes', async () => {
    const { host, answer, calls } = await rigWith()
    answer(ok(), ok())
    await host.call(ACCOUNT, { ...READ, query: { cursor: 'a+/=' } })
    await host.call(ACCOUNT, { method: 'POST', path: 'x/', form: { a: 'b' }, answer: z.unknown() })
    const [read, write] = calls
    expect(read?.url.href).toBe('http://sandbox.test/web/api/v1/direct_v2/inbox/?cursor=a%2B%2F%3D')
    expect(Object.fromEntries(read?.headers ?? [])).toMatchObject({
      'user-agent': BROWSER,
      'x-ig-app-id': '936619743392459',
      'x-requested-with': 'XMLHttpRequest',
      referer: 'http://sandbox.test/web/direct/inbox/',
      cookie: `sessionid=${OWN_ID}%3Asecretsession%3A1; ds_user_id=${OWN_ID}; csrftoken=secretcsrf`,
    })
    expect(read?.headers.has('x-csrftoken')).toBe(false)
    expect(write?.headers.get('x-csrftoken')).toBe('secretcsrf')
    expect(write?.form.get('a')).toBe('b')
    for (const name of ['authorization', 'x-ig-device-id', 'x-bloks-version-id', 'x-ig-attest-params'])
      expect(write?.headers.has(name)).toBe(false)
  })
})

describe('a refusal that repeats what it was sent', () => {
  const spellings: readonly (readonly [string, (secret: string) => string])[] = [
    ['as it is', String],
    ['decoded', decodeURIComponent],
    ['encoded once more', encodeURIComponent],
    ['in capitals', (secret) => secret.toUpperCase()],
    ['in base64', btoa],
  ]
  it.each(spellings)('tells no cookie and no bearer: %s', async (_spelling, spell) => {
    const web = webSession()
    const longer = { ...web.cookies, csrftoken: 'secretcsrf'.repeat(3) }
    for (const session of [{ ...web, cookies: longer }, mobileSession()]) {
      const { ds_user_id: _id, ...cookies } = session.cookies as Readonly<Record<string, string>>
      const secrets = [...Object.values(cookies), session.authorization?.slice('Bearer '.length)]
      for (const secret of secrets.filter((one) => one !== undefined)) {
        const message = `${spell(secret)} is not valid`
        for (const body of [
          { message },
          { message: 'feedback_required', feedback_message: message },
          { message, spam: true },
        ]) {
          const { host, answer } = await rigWith(session)
          answer(fail(400, body))
          const reply = await host.call(ACCOUNT, READ)
          expect(JSON.stringify(reply)).toContain('is not valid')
          expect(JSON.stringify(reply)).not.toContain(spell(secret))
        }
      }
    }
  })
})

describe('a call with a session of the app', () => {
  it('goes to the app’s host with everything that the platform has told to send back', async () => {
    const { host, answer, calls } = await rigWith(
      mobileSession({ mid: 'm-1', wwwClaim: 'hmac.x', routing: { 'ig-u-rur': 'CLN,1' } }),
    )
    answer(ok())
    await host.call(ACCOUNT, { method: 'POST', path: 'x/', signed: { a: 1 }, answer: z.unknown() })
    const [call] = calls
    expect(call?.url.href).toBe('http://sandbox.test/app/api/v1/x/')
    expect(signedIn(call)).toEqual({ a: 1 })
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      'user-agent': expect.stringMatching(/^Instagram 428\.0\.0\.47\.67 Android \(.*961145276\)$/),
      'x-ig-app-id': '567067343352427',
      authorization: 'Bearer IGT:2:c2VjcmV0YmVhcmVy',
      'x-ig-www-claim': 'hmac.x',
      'x-mid': 'm-1',
      'ig-u-rur': 'CLN,1',
      'ig-u-ds-user-id': OWN_ID,
      'ig-intended-user-id': OWN_ID,
    })
    expect(call?.headers.has('x-ig-attest-params')).toBe(false)
    expect(call?.headers.has('x-meta-usdid')).toBe(false)
  })

  it('sends bytes as they are, from the root of the host', async () => {
    const { host, answer, calls } = await rigWith(mobileSession())
    let sent: Uint8Array | undefined
    answer((call) => {
      sent = new TextEncoder().encode(call.form.toString())
      return ok()
    })
    const bytes = new TextEncoder().encode('jpeg')
    await host.call(ACCOUNT, {
      method: 'POST',
      path: '/rupload_igphoto/1_0_2',
      bytes,
      headers: { offset: '0' },
      answer: z.unknown(),
    })
    expect(calls[0]?.url.pathname).toBe('/app/rupload_igphoto/1_0_2')
    expect(calls[0]?.headers.get('content-type')).toBe('application/octet-stream')
    expect(calls[0]?.headers.get('offset')).toBe('0')
    expect(new TextDecoder().decode(sent)).toBe('jpeg=')
  })
})

describe('what an answer changes of the session', () => {
  it('is stored before the answer is handed on', async () => {
    const { host, answer, stored, clock } = await rigWith(mobileSession())
    const headers = new Headers({
      'ig-set-authorization': 'Bearer IGT:2:bmV3',
      'x-ig-set-www-claim': 'hmac.new',
      'ig-set-x-mid': 'm-2',
      'ig-set-ig-u-rur': 'CLN,2',
      'ig-set-ig-u-ig-direct-region-hint': 'LLA',
    })
    headers.append('set-cookie', 'sessionid=new%3Aone; Domain=.instagram.com; Max-Age=31449600; HttpOnly')
    headers.append('set-cookie', String.raw`rur="CLN\0541:01f7"; HttpOnly`)
    headers.append('set-cookie', 'shbid=""; expires=Thu, 01-Jan-1970 00:00:00 GMT; Max-Age=0')
    answer(Response.json({ status: 'ok' }, { headers }))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'ok' })
    expect(await stored()).toMatchObject({
      authorization: 'Bearer IGT:2:bmV3',
      wwwClaim: 'hmac.new',
      mid: 'm-2',
      routing: { 'ig-u-rur': 'CLN,2', 'ig-u-ig-direct-region-hint': 'LLA' },
      cookies: { sessionid: 'new%3Aone', rur: String.raw`"CLN\0541:01f7"` },
      lastOkAt: clock.now(),
    })
  })

  it('is kept of a refusal, too, and of an answer that nobody can read', async () => {
    const { host, answer, stored } = await rigWith()
    const cookie = (value: string) => ({ 'set-cookie': `sessionid=${value}` })
    answer(Response.json({ status: 'fail' }, { status: 400, headers: cookie('second') }))
    answer(new Response('?', { headers: cookie('third') }))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'refused' })
    expect((await stored())?.cookies['sessionid']).toBe('second')
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'unknown' })
    expect((await stored())?.cookies['sessionid']).toBe('third')
  })

  it('leaves the bearer as it is when an empty one comes', async () => {
    const { host, answer, stored } = await rigWith(mobileSession())
    answer(ok({}, { 'ig-set-authorization': 'Bearer IGT:2:' }))
    await host.call(ACCOUNT, READ)
    expect((await stored())?.authorization).toBe('Bearer IGT:2:c2VjcmV0YmVhcmVy')
  })

  it('goes with the next call', async () => {
    const { host, answer, calls } = await rigWith()
    answer(ok({}, { 'set-cookie': 'sessionid=rotated' }), ok())
    await host.call(ACCOUNT, READ)
    await host.call(ACCOUNT, READ)
    expect(calls[1]?.headers.get('cookie')).toContain('sessionid=rotated;')
  })
})

describe('the throttle', () => {
  it('is one call at a time, three to six seconds apart', async () => {
    const { host, answer, calls } = await rigWith()
    answer(ok(), ok(), ok(), ok())
    await Promise.all([1, 2, 3, 4].map(() => host.call(ACCOUNT, READ)))
    const gaps = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0))
    expect(gaps).toHaveLength(3)
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(3 * SECOND)
      expect(gap).toBeLessThanOrEqual(6 * SECOND)
    }
    expect(new Set(gaps).size).toBe(3)
  })

  it('does not wait when the last call was long ago', async () => {
    const { host, answer, clock } = await rigWith()
    answer(ok(), ok())
    await host.call(ACCOUNT, READ)
    clock.advance(HOUR)
    const before = clock.now()
    await host.call(ACCOUNT, READ)
    expect(clock.now()).toBe(before)
  })
})

describe('a session that has ended', () => {
  it('is marked, and no call is made with it any more', async () => {
    const { host, answer, calls, stored } = await rigWith()
    answer(fail(403, { message: 'login_required' }))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(await stored()).toMatchObject({ isDead: true })
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(calls).toHaveLength(1)
    expect(await host.transportOf(ACCOUNT)).toBeNull()
  })

  it('is not followed to the page to log in', async () => {
    const { host, answer, calls } = await rigWith()
    answer(
      new Response(null, { status: 302, headers: { location: 'https://www.instagram.com/accounts/login/' } }),
    )
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(calls.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  it('is doubted first when a log-in is asked for, works again after one answer, and has ended when it is asked again later', async () => {
    const { host, answer, clock, stored } = await rigWith()
    const again = async (reply: Response) => {
      answer(reply)
      clock.advance(2 * HOUR)
      return host.call(ACCOUNT, READ)
    }
    expect(await again(fail(401, WAIT))).toMatchObject({ stop: { signal: 'rate-limited' } })
    expect(await again(ok())).toMatchObject({ kind: 'ok' })
    expect(await again(fail(401, WAIT))).toMatchObject({ stop: { signal: 'rate-limited' } })
    expect(await stored()).toMatchObject({ isDead: false })
    expect(await again(fail(401, WAIT))).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(await stored()).toMatchObject({ isDead: true })
  })

  it('is assumed where nothing authorises the account: no call is made', async () => {
    const { host, calls } = await rigWith(mobileSession({ authorization: null }))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(await host.call('somebody else', READ)).toMatchObject({ stop: { signal: 'session-dead' } })
    expect(calls).toHaveLength(0)
  })
})

describe('a warning', () => {
  it.each([
    ['too many calls', 429, {}, 2 * HOUR],
    ['a blocked action', 400, { message: 'feedback_required', spam: true }, DAY],
    ['a checkpoint', 400, { message: 'checkpoint_required', checkpoint_url: '/x/' }, DAY],
  ] as const)('of %s lets nobody make a call for a while', async (_what, status, body, rest) => {
    const { host, answer, clock, calls } = await rigWith(mobileSession())
    answer(fail(status, body), ok())
    await host.call(ACCOUNT, READ)
    clock.advance(rest - SECOND)
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'stopped', stop: { signal: 'offline' } })
    expect([await host.mayBeginStory(ACCOUNT), calls.length]).toEqual([false, 1])
    clock.advance(SECOND)
    expect([(await host.call(ACCOUNT, READ)).kind, calls.length]).toEqual(['ok', 2])
  })
})

describe('the calls of a day', () => {
  it('are sixty, whatever they are for and however often the process starts; what has begun still ends', async () => {
    const { host, answer, clock, calls, world } = await rigWith(mobileSession())
    answer(...Array.from({ length: 62 }, () => ok()))
    for (let made = 0; made < 45; made += 1) {
      expect([made, await host.mayBeginStory(ACCOUNT)]).toEqual([made, true])
      await host.call(ACCOUNT, READ)
    }
    const begin = calls[0]?.at ?? 0
    const again = createPrivateApi(world)
    expect(await again.mayBeginStory(ACCOUNT)).toBe(false)
    for (let made = 45; made < 70; made += 1) await again.call(ACCOUNT, READ)
    expect(calls).toHaveLength(60)
    const waitFor = begin + DAY - clock.now()
    expect(await again.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'offline', waitFor } })
    expect((await again.call(ACCOUNT, { ...READ, isClosing: true })).kind).toBe('ok')
    clock.advance(waitFor)
    expect([await again.mayBeginStory(ACCOUNT), (await again.call(ACCOUNT, READ)).kind]).toEqual([true, 'ok'])
  })
})

describe('a challenge in the middle of a scan', () => {
  const asked = () =>
    fail(400, {
      message: 'challenge_required',
      challenge: { api_path: '/challenge/1/abc/', url: 'https://i.instagram.com/challenge/1/abc/' },
    })

  it('is kept with the app’s session, so that a code can end it', async () => {
    const { host, answer, store, clock } = await rigWith(mobileSession())
    answer(asked())
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'challenge' } })
    expect((await store.get(ACCOUNT))?.challenge).toMatchObject({
      apiPath: '/challenge/1/abc/',
      startedAt: clock.now(),
      tries: 0,
      session: { authorization: 'Bearer IGT:2:c2VjcmV0YmVhcmVy' },
    })
  })

  it('is for the browser when the session is the browser’s', async () => {
    const { host, answer, store } = await rigWith()
    answer(asked())
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'challenge' } })
    expect((await store.get(ACCOUNT))?.challenge).toBeNull()
  })
})

describe('a session that is removed', () => {
  it('leaves no other way around a pause, the calls of the day and the limits of logging in', async () => {
    const { host, answer, store, world, clock } = await rigWith(mobileSession())
    answer(fail(429, {}))
    await host.call(ACCOUNT, READ)
    const before = await store.get(ACCOUNT)
    await store.put(ACCOUNT, { ...NO_STATE, ...before, lastLoginAt: clock.now(), loginTries: [clock.now()] })
    await forgetPrivateApiSession(world, ACCOUNT)
    const after = await store.get(ACCOUNT)
    expect(after).toMatchObject({ session: null, challenge: null, restUntil: before?.restUntil })
    expect(after).toMatchObject({ calls: before?.calls, lastLoginAt: clock.now(), loginTries: [clock.now()] })
    expect(JSON.stringify(after)).not.toContain('secret')
  })

  it('is removed even if what is stored cannot be read', async () => {
    const { store, world } = await rigWith()
    const unreadable = { ...store, get: () => Promise.reject(new Error('another key')) }
    await forgetPrivateApiSession({ ...world, store: unreadable }, ACCOUNT)
    expect(await store.get(ACCOUNT)).toBeNull()
  })

  it('is not brought back by the answer to a call under way', async () => {
    const { host, answer, store, world } = await rigWith()
    const removed = Promise.withResolvers<unknown>()
    answer(() => {
      removed.resolve(forgetPrivateApiSession(world, ACCOUNT))
      return ok({}, { 'set-cookie': 'sessionid=rotated' })
    })
    await host.call(ACCOUNT, READ)
    await removed.promise
    expect((await store.get(ACCOUNT))?.session).toBeNull()
    answer(async () => {
      await store.remove(ACCOUNT)
      return ok()
    })
    await store.put(ACCOUNT, {
      session: webSession(),
      challenge: null,
      device: null,
      loginTries: [],
      lastLoginAt: null,
    })
    await host.call(ACCOUNT, READ)
    expect(await store.get(ACCOUNT)).toBeNull()
  })
})

describe('a call that meets no answer', () => {
  const broken = (code: string, syscall?: string) =>
    new TypeError('fetch failed', {
      cause: Object.assign(new Error(`secretcsrf ${code}`), { code, syscall }),
    })

  it('was surely not made when nobody was reached, and is none of the calls of the day', async () => {
    const { host, answer, store } = await rigWith()
    answer(ok(), broken('ENOTFOUND'), broken('ETIMEDOUT', 'connect'))
    await host.call(ACCOUNT, READ)
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'offline', neverArrived: true } })
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ stop: { signal: 'offline', neverArrived: true } })
    expect((await store.get(ACCOUNT))?.calls?.made).toBe(1)
  })

  it('may have acted when the connection broke', async () => {
    const { host, answer } = await rigWith()
    answer(broken('ECONNRESET'), broken('ETIMEDOUT', 'read'), new DOMException('late', 'TimeoutError'))
    for (let call = 0; call < 3; call += 1)
      expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'unknown' })
  })

  it('is not read without end', async () => {
    const { host, answer } = await rigWith()
    answer(new Response('x'.repeat(6 * 1024 * 1024)))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'unknown' })
  })

  it('does not reject when the store does', async () => {
    const { host, answer, world } = await rigWith()
    answer(ok())
    Object.assign(world.store, { put: async () => Promise.reject(new Error('disk full')) })
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'unknown' })
    Object.assign(world.store, { get: async () => Promise.reject(new Error('disk full')) })
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ kind: 'unknown' })
    expect(await host.transportOf(ACCOUNT)).toBeNull()
  })
})

describe('an answer of another form', () => {
  it('proves nothing', async () => {
    const { host, answer } = await rigWith()
    answer(ok({ a: 1 }))
    const request = { ...READ, answer: z.object({ a: z.string() }) }
    expect(await host.call(ACCOUNT, request)).toEqual({
      kind: 'unknown',
      reason: 'an answer of another shape',
    })
  })

  it('keeps the digits of long ids', async () => {
    const { host, answer } = await rigWith()
    answer(new Response('{"pk": 91000000000012341, "status": "ok"}'))
    expect(await host.call(ACCOUNT, READ)).toMatchObject({ value: { pk: '91000000000012341' } })
  })
})

describe('secrets', () => {
  it('stand in no log and in no reply', async () => {
    const { host, answer, log, clock } = await rigWith(
      mobileSession({ cookies: { sessionid: 'secretsession' } }),
    )
    answer(fail(400, { message: 'challenge_required', challenge: { api_path: '/challenge/1/secretnonce/' } }))
    answer(new TypeError('fetch failed secretsession'), fail(429, {}))
    const replies = []
    for (let n = 0; n < 3; n += 1) {
      replies.push(await host.call(ACCOUNT, READ))
      clock.advance(DAY)
    }
    expect(JSON.stringify([log.lines, replies])).not.toMatch(/secret|c2VjcmV0/)
    expect(log.lines).toHaveLength(2)
  })
})
