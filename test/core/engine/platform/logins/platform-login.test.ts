import { describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../../../core/time.ts'
import { START } from '../../../../factories.ts'
import {
  APP,
  graphError,
  hostError,
  HTML,
  REDEMPTION,
  scriptedLogins,
  type Script,
} from './scripted-hosts.ts'

const CODE = 'POST api.example/oauth/access_token'
const EXCHANGE = 'GET graph.example/access_token'
const REFRESH = 'GET graph.example/refresh_access_token'
const ME = 'GET graph.example/v27.0/me'
const TOKEN = 'IGAAlongTokenOfTheLogin'

const SCOPES = 'instagram_business_basic,instagram_business_content_publish'
const SHORT = { access_token: 'IGAAshort', user_id: 1, permissions: SCOPES }
const LONG = { access_token: TOKEN, token_type: 'bearer', expires_in: 5_183_944 }
const PROFILE = {
  id: '26310470987654321',
  user_id: '17841460012345678',
  username: 'demo.kitchen',
  name: 'Demo Kitchen',
  account_type: 'BUSINESS',
  profile_picture_url: 'https://scontent.cdninstagram.com/v/t51/1.jpg?oh=1',
  followers_count: 1284,
  media_count: 12,
}
const GOOD: Script = { [CODE]: SHORT, [EXCHANGE]: LONG, [ME]: PROFILE }

const loginWith = (script: Script) => scriptedLogins({ ...GOOD, ...script })
const redeem = (script: Script) => loginWith(script).platform.redeem(REDEMPTION)
const accountsOf = (me: unknown) =>
  loginWith({ [ME]: me }).platform.accounts({ token: TOKEN, issuedAt: null, expiresAt: null, scopes: null })

describe('the consent page of the platform login', () => {
  it('is asked for everything that publishing and its reads need', () => {
    const { platform } = loginWith({})
    const url = new URL(
      platform.authorizeUrl({ appId: '17', redirectUri: 'http://localhost:1/x', state: 's' }),
    )
    expect(url.origin + url.pathname).toBe('https://www.example/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '17',
      redirect_uri: 'http://localhost:1/x',
      response_type: 'code',
      scope: 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_messages',
      state: 's',
    })
  })

  it.each([
    ['comments', 'instagram_business_manage_comments'],
    ['insights', 'instagram_business_manage_insights'],
  ] as const)('is asked for the permission for %s only when the user wants it', (purpose, permission) => {
    const { platform } = loginWith({})
    const asked = { appId: '17', redirectUri: 'http://localhost:1/x', state: 's' }
    const scopesOf = (url: string) => new URL(url).searchParams.get('scope')?.split(',')
    const wanted = platform.authorizeUrl({ ...asked, also: [purpose] })
    expect(scopesOf(wanted)).toContain(permission)
    expect(scopesOf(platform.authorizeUrl(asked))).not.toContain(permission)
  })
})

describe('redeeming a code', () => {
  it('ends in a token of sixty days, and sends the secret to the two token hosts only', async () => {
    const { platform, asked } = loginWith({})
    expect(await platform.redeem(REDEMPTION)).toEqual({
      token: TOKEN,
      issuedAt: START,
      expiresAt: START + 5_183_944 * SECOND,
      scopes: SCOPES.split(','),
    })
    expect(asked.map(({ method, url, fields }) => [method, url.host + url.pathname, fields])).toEqual([
      [
        'POST',
        'api.example/oauth/access_token',
        {
          client_id: APP.id,
          client_secret: APP.secret,
          grant_type: 'authorization_code',
          redirect_uri: REDEMPTION.redirectUri,
          code: REDEMPTION.code,
        },
      ],
      [
        'GET',
        'graph.example/access_token',
        { grant_type: 'ig_exchange_token', client_secret: APP.secret, access_token: 'IGAAshort' },
      ],
    ])
    expect(asked.every(({ redirect, hasTimeLimit }) => redirect === 'manual' && hasTimeLimit)).toBe(true)
  })

  it.each<[how: string, code: unknown]>([
    ['wrapped', { data: [SHORT] }],
    [
      'with a user id beyond 2^53 as a bare number',
      '{"access_token":"IGAAshort","user_id":17841460012345678,"permissions":""}'.replace(
        '""',
        `"${SCOPES}"`,
      ),
    ],
    ['with permissions as a list', { ...SHORT, permissions: SCOPES.split(',') }],
    ['wrapped, with permissions as a list', { data: [{ ...SHORT, permissions: SCOPES.split(',') }] }],
    ['with spaces between permissions', { ...SHORT, permissions: SCOPES.replace(',', ', ') }],
  ])('reads an answer that comes %s', async (_how, code) => {
    expect(await redeem({ [CODE]: code })).toMatchObject({ token: TOKEN, scopes: SCOPES.split(',') })
  })

  it('does without what is not said', async () => {
    const bare = { [CODE]: { access_token: 'IGAAshort' }, [EXCHANGE]: { access_token: TOKEN } }
    expect(await redeem(bare)).toMatchObject({ expiresAt: START + 60 * DAY, scopes: null })
  })

  it.each([['0'], [-5], ['soon'], [1e15], [null]])('reads %j as an unknown life', async (expires_in) => {
    expect(await redeem({ [EXCHANGE]: { ...LONG, expires_in } })).toMatchObject({
      expiresAt: START + 60 * DAY,
    })
  })

  it('takes a life in digits', async () => {
    expect(await redeem({ [EXCHANGE]: { ...LONG, expires_in: '60' } })).toMatchObject({
      expiresAt: START + 60_000,
    })
  })

  it('names the permission that was not granted', async () => {
    const declined = redeem({ [CODE]: { ...SHORT, permissions: 'instagram_business_basic' } })
    await expect(declined).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('instagram_business_content_publish'),
    })
  })

  it.each([
    ['Error validating client secret.', 'AUTH_FAILED', /app ID and secret/],
    ['Invalid platform app', 'AUTH_FAILED', /app ID and secret/],
    [
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      'AUTH_FAILED',
      /redirect URI/,
    ],
    ['This authorization code has been used', 'AUTH_FAILED', /already completed/],
    ['This authorization code has expired', 'AUTH_FAILED', /took too long/],
    ['Matching code was not found or was already used.', 'AUTH_FAILED', /already completed/],
    ['Insufficient Developer Role', 'VALIDATION_ERROR', /tester invitation/],
    ['API access blocked.', 'PLATFORM_ERROR', /dashboard/],
    ['Something new', 'AUTH_FAILED', /Something new/],
  ])('explains %j', async (message, code, sentence) => {
    for (const path of [CODE, EXCHANGE]) {
      for (const refusal of [hostError(message), graphError({ code: 100, message })]) {
        await expect(redeem({ [path]: [refusal, 400] })).rejects.toMatchObject({
          code,
          message: expect.stringMatching(sentence),
        })
      }
    }
  })

  it('repeats nothing secret that a message holds', async () => {
    const leak = `Secret ${APP.secret}, code ${REDEMPTION.code}, token IGAAshort ${'x'.repeat(5_000)}`
    for (const path of [CODE, EXCHANGE]) {
      const error: unknown = await redeem({ [path]: [hostError(leak), 400] }).catch(
        (caught: unknown) => caught,
      )
      const message = (error as Error).message
      expect(message).not.toContain(APP.secret)
      if (path === CODE) expect(message).not.toContain(REDEMPTION.code)
      else expect(message).not.toContain('IGAAshort')
      expect(message.length).toBeLessThan(500)
    }
  })
})

describe('the account of a token', () => {
  it('is told with what it shows of itself', async () => {
    expect(await accountsOf(PROFILE)).toEqual([
      {
        igUserId: '17841460012345678',
        username: 'demo.kitchen',
        name: 'Demo Kitchen',
        accountType: 'BUSINESS',
        followersCount: 1284,
        mediaCount: 12,
        pictureUrl: PROFILE.profile_picture_url,
        page: null,
      },
    ])
  })

  it.each<[how: string, me: unknown]>([
    ['wrapped', { data: [PROFILE] }],
    [
      'with its id as a bare number',
      JSON.stringify(PROFILE).replace('"17841460012345678"', '17841460012345678'),
    ],
    ['with counts as text', { ...PROFILE, followers_count: '1284', media_count: '12' }],
  ])('is read when it comes %s', async (_how, me) => {
    expect(await accountsOf(me)).toMatchObject([
      { igUserId: '17841460012345678', followersCount: 1284, mediaCount: 12 },
    ])
  })

  it('may leave out all but its id and name', async () => {
    expect(await accountsOf({ user_id: '17841460012345678', username: 'x' })).toEqual([
      {
        igUserId: '17841460012345678',
        username: 'x',
        name: null,
        accountType: null,
        followersCount: null,
        mediaCount: null,
        pictureUrl: null,
        page: null,
      },
    ])
  })

  it.each([
    ['Business', 'BUSINESS'],
    ['MEDIA_CREATOR', 'CREATOR'],
    ['Media_Creator', 'CREATOR'],
    ['creator', 'CREATOR'],
    ['SOMETHING_NEW', null],
  ])('of type %s counts as %s', async (account_type, accountType) => {
    expect(await accountsOf({ ...PROFILE, account_type })).toMatchObject([{ accountType }])
  })

  it('must be professional', async () => {
    await expect(accountsOf({ ...PROFILE, account_type: 'PERSONAL' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('professional'),
    })
  })

  it.each([
    [458, /removed/],
    [459, /check/],
    [460, /password/],
    [464, /not confirmed/],
    [463, /expired.*new one/],
  ])('whose token was refused under 190/%i is told the cause and the cure', async (error_subcode, said) => {
    await expect(accountsOf([graphError({ code: 190, error_subcode }), 400])).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
      message: expect.stringMatching(said),
    })
  })

  it.each<[what: string, refusal: unknown, code: string]>([
    ['a dead token', graphError({ code: 190, error_subcode: 463 }), 'TOKEN_EXPIRED'],
    ['an expired token', graphError({ code: 190, message: 'Error: Session has expired' }), 'TOKEN_EXPIRED'],
    [
      'a text that is no token',
      graphError({ code: 190, message: 'Cannot parse access token' }),
      'VALIDATION_ERROR',
    ],
    ['a missing permission', graphError({ code: 10, message: 'needs x.' }), 'VALIDATION_ERROR'],
    ['a blocked app', graphError({ code: 200, message: 'API access blocked.' }), 'PLATFORM_ERROR'],
    [
      'a pending tester',
      graphError({ code: 100, message: 'Insufficient developer role' }),
      'VALIDATION_ERROR',
    ],
    ['too many calls', graphError({ code: 4 }), 'PLATFORM_ERROR'],
    ['a failure of its own', graphError({ code: 2 }), 'PLATFORM_ERROR'],
    ['anything else', graphError({ code: 31_415 }), 'PLATFORM_ERROR'],
  ])('is refused for %s', async (_what, refusal, code) => {
    await expect(accountsOf([refusal, 400])).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/\.$|no$/),
      refusal: { params: expect.any(Object) },
    })
  })
})

describe('hostile answers', () => {
  const hostile: [what: string, answer: () => unknown][] = [
    ['HTML', HTML],
    ['nothing', () => ''],
    ['half of its JSON', () => '{"access_token":"IG'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['an empty wrap', () => ({ data: [] })],
    ['no token', () => ({ expires_in: 5 })],
    ['a token that is a number', () => ({ access_token: 5 })],
    ['a token with a line break', () => ({ access_token: 'a\nb' })],
    ['an endless token', () => ({ access_token: 'x'.repeat(100_000) })],
    ['a name that is a path', () => ({ access_token: TOKEN, user_id: '17', username: '../../etc' })],
    ['an id that is a path', () => ({ access_token: TOKEN, user_id: '17/me', username: 'x' })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } })],
    ['no answer', () => new TypeError('fetch failed')],
    ['a server error', () => [{ oops: true }, 500]],
    ['deep nesting', () => '['.repeat(100_000)],
    ['megabytes', () => `{"x":"${'x'.repeat(6_000_000)}"}`],
    ['no UTF-8', () => new Response(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))],
  ]

  it.each(hostile)('end in a sentence, whichever call they come to: %s', async (_what, answer) => {
    for (const path of [CODE, EXCHANGE, ME]) {
      const { platform } = loginWith({ [path]: answer })
      const done = platform.redeem(REDEMPTION).then((token) => platform.accounts(token))
      const settled = await done.then(
        () => 'fine',
        (error: { code?: string }) => error.code,
      )
      // A token answer is also a usable answer of the other token host, and its extra fields mean nothing.
      expect(['AUTH_FAILED', 'PLATFORM_ERROR', 'fine']).toContain(settled)
      if (path === ME) expect(settled).toBe('PLATFORM_ERROR')
    }
  })
})

describe('a pasted token', () => {
  it('tells its true end by being renewed', async () => {
    const { platform } = loginWith({ [REFRESH]: { ...LONG, access_token: 'IGAArenewed', expires_in: 100 } })
    expect(await platform.adopt(TOKEN, null)).toEqual({
      token: 'IGAArenewed',
      issuedAt: START,
      expiresAt: START + 100 * SECOND,
      scopes: null,
    })
  })

  it.each<[why: string, answer: unknown]>([
    ['it is too young', [graphError({ code: 10, message: 'too young' }), 400]],
    ['nobody answers', new TypeError('fetch failed')],
    ['the answer is nonsense', HTML],
  ])('is taken as fresh when %s', async (_why, answer) => {
    expect(await loginWith({ [REFRESH]: answer }).platform.adopt(TOKEN, null)).toEqual({
      token: TOKEN,
      issuedAt: null,
      expiresAt: START + 60 * DAY,
      scopes: null,
    })
  })
})

describe('the life of a token, while the clock of this computer is a year ahead', () => {
  const truly = START - 365 * DAY
  const headers = { date: new Date(truly).toUTCString() }
  const given = () => Response.json(LONG, { headers })
  const refused = () =>
    Response.json(graphError({ code: 10, message: 'too young' }), { status: 400, headers })
  const life = { issuedAt: truly, expiresAt: truly + 5_183_944 * SECOND }

  it('is counted from the platform’s time, for a new token and a renewed one', async () => {
    expect(await redeem({ [EXCHANGE]: given })).toMatchObject(life)
    expect(await loginWith({ [REFRESH]: given }).platform.refresh?.(TOKEN)).toMatchObject({ value: life })
  })

  it('is counted from the platform’s time for a pasted token that is too young to be renewed', async () => {
    const adopted = await loginWith({ [REFRESH]: refused }).platform.adopt(TOKEN, null)
    expect(adopted).toMatchObject({ issuedAt: null, expiresAt: truly + 60 * DAY })
  })
})

describe('renewing', () => {
  it('tells a refusal from silence', async () => {
    const refused = loginWith({ [REFRESH]: [graphError({ code: 190, error_subcode: 463 }), 400] })
    expect(await refused.platform.refresh?.(TOKEN)).toMatchObject({
      kind: 'refused',
      refusal: { code: 190, subcode: 463, httpStatus: 400 },
    })
    const silent = loginWith({ [REFRESH]: new TypeError(`GET ?access_token=${TOKEN} failed`) })
    const reply = await silent.platform.refresh?.(TOKEN)
    expect(reply).toMatchObject({ kind: 'unknown' })
    expect(JSON.stringify(reply)).not.toContain(TOKEN)
  })

  it('needs no secret', async () => {
    const { platform, asked } = loginWith({ [REFRESH]: LONG })
    await platform.refresh?.(TOKEN)
    expect(asked.map(({ fields }) => fields)).toEqual([
      { grant_type: 'ig_refresh_token', access_token: TOKEN },
    ])
  })
})
