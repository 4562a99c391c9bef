import { describe, expect, it } from 'vitest'
import { readPasted } from '../../../../../core/features/private-api/session/pasted-session.ts'
import { importSession } from '../../../../../core/features/private-api/session/session-import.ts'
import { DAY } from '../../../../../core/time.ts'
import {
  ACCOUNT,
  BROWSER,
  createPrivateApiRig,
  fail,
  bareIds,
  mobileSession,
  OWN_ID,
} from '../private-api-rig.ts'

const SESSION = `${OWN_ID}%3AsecretSession%3A12%3AAYe`
const COOKIES = {
  sessionid: SESSION,
  ds_user_id: OWN_ID,
  csrftoken: 'secretcsrf',
  mid: 'aMid',
  ig_did: 'aDid',
}
const PAIRS = Object.entries(COOKIES).map(([name, value]) => `${name}=${value}`)
const TOOL = Object.entries(COOKIES).map(([name, value]) => ({
  name,
  value,
  domain: '.instagram.com',
  path: '/',
}))

describe('a pasted session', () => {
  it.each([
    ['the text of a Cookie header', PAIRS.join('; ')],
    ['the header with its name', `Cookie: ${PAIRS.join('; ')}; other=1`],
    ['lines', PAIRS.join('\n')],
    [
      'lines of a table',
      Object.entries(COOKIES)
        .map(([name, value]) => `${name}\t${value}`)
        .join('\r\n'),
    ],
    [
      'the list of a cookie tool',
      JSON.stringify([...TOOL, { name: 'sessionid', value: 'x', domain: '.other.example' }]),
    ],
    ['the object of a cookie tool', JSON.stringify({ url: 'https://www.instagram.com', cookies: TOOL })],
    ['single fields', JSON.stringify(COOKIES)],
    [
      'a cookies.txt',
      [
        '# Netscape HTTP Cookie File',
        ...Object.entries(COOKIES).map(
          ([name, value]) => `#HttpOnly_.instagram.com\tTRUE\t/\tTRUE\t1800000000\t${name}\t${value}`,
        ),
      ].join('\n'),
    ],
  ])('is read from %s', (_what, pasted) => {
    expect(readPasted(pasted, BROWSER)).toEqual({ userId: OWN_ID, cookies: COOKIES, userAgent: BROWSER })
  })

  it('names its user in front of the session', () => {
    const { ds_user_id: _, ...rest } = COOKIES
    expect(readPasted(JSON.stringify(rest), BROWSER).userId).toBe(OWN_ID)
  })

  it('may bring the browser’s name along', () => {
    expect(readPasted(JSON.stringify({ ...COOKIES, userAgent: BROWSER }), '').userAgent).toBe(BROWSER)
    expect(readPasted(JSON.stringify({ cookies: TOOL, userAgent: BROWSER }), '').userAgent).toBe(BROWSER)
  })

  it.each([
    ['nothing', '', 'no Instagram session'],
    ['a sentence', 'my password is hunter2', 'no Instagram session'],
    ['other cookies', 'a=b; c=d', 'no Instagram session'],
    ['half of JSON', '[{"name":"sessionid"', 'cannot be read'],
    ['no csrftoken', `sessionid=${SESSION}`, 'csrftoken is missing'],
    ['no sessionid', `ds_user_id=${OWN_ID}; csrftoken=x`, 'sessionid is missing'],
    ['two logins', `sessionid=1%3Aabc; ds_user_id=2; csrftoken=x`, 'different logins'],
    ['a name for a number', `sessionid=abc; ds_user_id=me; csrftoken=x`, 'ds_user_id must be a number'],
    ['far too much', 'x'.repeat(200_000), 'too long to be the cookies'],
  ])('is refused when it is %s', (_what, pasted, why) => {
    expect(() => readPasted(pasted, BROWSER)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(why) }),
    )
  })

  it.each([[''], ['curl/8'], ['Mozilla/5.0 (Linux; Android 14) Instagram 428.0.0.47.67 Android']])(
    'is refused with the user agent "%s"',
    (userAgent) => {
      expect(() => readPasted(PAIRS.join(';'), userAgent)).toThrow(/user agent/)
    },
  )
})

describe('the import of a session', () => {
  const me = (change: object = {}) =>
    bareIds({ user: { pk: `#${OWN_ID}`, username: 'harbour.bakery', ...change } })
  const importing = async (answer: Response) => {
    const rig = await createPrivateApiRig({ session: mobileSession() })
    rig.answer(answer)
    const done = importSession(rig.world, ACCOUNT, PAIRS.join('; '), BROWSER)
    return { ...rig, done, session: async () => (await rig.store.get(ACCOUNT))?.session }
  }

  it('tries it with one call, and keeps it when it is the account’s', async () => {
    const { done, calls, session, clock, store } = await importing(me())
    expect(await done).toEqual({ username: 'harbour.bakery' })
    expect(calls.map(({ url }) => url.pathname)).toEqual(['/web/api/v1/accounts/current_user/'])
    expect(calls[0]?.headers.get('user-agent')).toBe(BROWSER)
    expect((await store.get(ACCOUNT))?.calls).toMatchObject({ made: 1 })
    expect(await session()).toMatchObject({
      transport: 'web',
      userId: OWN_ID,
      username: 'harbour.bakery',
      cookies: COOKIES,
      authorization: null,
      isDead: false,
      lastOkAt: clock.now(),
    })
  })

  it.each([
    ['somebody else is logged in', me({ username: 'studio.verde' }), 'LOGIN_FAILED', '@studio.verde'],
    ['the number is another one', me({ pk: '5' }), 'LOGIN_FAILED', 'not to'],
    ['it has ended', fail(403, { message: 'login_required' }), 'LOGIN_FAILED', 'ended'],
    ['it is throttled', fail(429, {}), 'LOGIN_RATE_LIMITED', 'wait'],
    ['it is challenged', fail(400, { message: 'checkpoint_required' }), 'LOGIN_FAILED', 'app'],
    ['nobody can read the answer', new Response('?'), 'PLATFORM_ERROR', 'no usable answer'],
    ['the answer is about nobody', bareIds({}), 'PLATFORM_ERROR', 'no usable answer'],
  ])('changes nothing when %s', async (_what, answer, code, why) => {
    const { done, session, calls } = await importing(answer)
    await expect(done).rejects.toMatchObject({ code, message: expect.stringContaining(why) })
    expect(await session()).toMatchObject({ transport: 'mobile' })
    expect(calls).toHaveLength(1)
  })

  it('begins the pause after a warning', async () => {
    const { done, store, clock } = await importing(fail(400, { message: 'checkpoint_required' }))
    await expect(done).rejects.toThrow()
    expect((await store.get(ACCOUNT))?.restUntil).toBe(clock.now() + DAY)
  })

  it('makes no call for what is no session, or no account', async () => {
    const rig = await createPrivateApiRig()
    await expect(importSession(rig.world, ACCOUNT, 'nonsense', BROWSER)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(importSession(rig.world, 'other', PAIRS.join(';'), BROWSER)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(rig.calls).toHaveLength(0)
  })

  it('keeps nothing for an account that is disconnected meanwhile', async () => {
    const rig = await createPrivateApiRig()
    rig.answer(() => {
      rig.disconnect()
      return me()
    })
    const done = importSession(rig.world, ACCOUNT, PAIRS.join(';'), BROWSER)
    await expect(done).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await rig.store.get(ACCOUNT))?.session).toBeNull()
  })
})
