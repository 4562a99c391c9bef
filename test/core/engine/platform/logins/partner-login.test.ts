import { describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../../../core/time.ts'
import { START } from '../../../../factories.ts'
import {
  APP,
  graphError,
  HTML,
  REDEMPTION,
  scriptedLogins,
  type Asked,
  type Script,
} from './scripted-hosts.ts'

const GRAPH = 'GET graph.partner.example/v27.0'
const TOKENS = `${GRAPH}/oauth/access_token`
const PERMISSIONS = `${GRAPH}/me/permissions`
const PAGES = `${GRAPH}/me/accounts`
const BUSINESSES = `${GRAPH}/me/businesses`
const DEBUG = `${GRAPH}/debug_token`
const SHORT = 'EAAshortTokenOfAPerson'
const TOKEN = 'EAAlongTokenOfAPerson'

const NEEDED = ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement']
const granting = (...scopes: string[]) => ({
  data: scopes.map((permission) => ({ permission, status: 'granted' })),
})
const account = (id: string, username: string) => ({
  id,
  username,
  name: `${username} of course`,
  profile_picture_url: 'https://scontent.fbcdn.net/1.jpg',
  followers_count: 5310,
  media_count: 7,
})
const page = (id: string, igUserId: string | null, token: string | null = `EAAPage${id}`) => ({
  id,
  name: `Page ${id}`,
  ...(token !== null && { access_token: token }),
  ...(igUserId !== null && { instagram_business_account: { id: igUserId } }),
})
const exchanging = ({ fields }: Asked) =>
  fields['grant_type'] === 'fb_exchange_token'
    ? { access_token: TOKEN, token_type: 'bearer', expires_in: 5_183_944 }
    : { access_token: SHORT, token_type: 'bearer', expires_in: 7_200 }

const GOOD: Script = {
  [TOKENS]: exchanging,
  [PERMISSIONS]: granting(...NEEDED, 'business_management'),
  [PAGES]: { data: [page('104', '17841460023456789')] },
  [BUSINESSES]: { data: [] },
  [`${GRAPH}/17841460023456789`]: account('17841460023456789', 'harbour.bakery'),
}

const loginWith = (script: Script) => scriptedLogins({ ...GOOD, ...script })
const accountsWith = (script: Script) =>
  loginWith(script).partner.accounts({ token: TOKEN, issuedAt: null, expiresAt: null, scopes: null })

describe('the consent page of the partner login', () => {
  it('is asked for what publishing, deleting, cross-posting and reading messages need', () => {
    const { partner } = loginWith({})
    const url = new URL(
      partner.authorizeUrl({ appId: '17', redirectUri: 'http://localhost:1/x', state: 's' }),
    )
    expect(url.origin + url.pathname).toBe('https://www.partner.example/v27.0/dialog/oauth')
    expect(url.searchParams.get('scope')?.split(',')).toEqual(
      expect.arrayContaining([
        ...NEEDED,
        'instagram_manage_contents',
        'pages_manage_posts',
        'instagram_manage_messages',
        'pages_manage_metadata',
        'business_management',
      ]),
    )
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: '17',
      redirect_uri: 'http://localhost:1/x',
      response_type: 'code',
      state: 's',
    })
  })

  it('is asked for the permission for comments only when the user wants it', () => {
    const { partner } = loginWith({})
    const asked = { appId: '17', redirectUri: 'http://localhost:1/x', state: 's' }
    const scopesOf = (url: string) => new URL(url).searchParams.get('scope')?.split(',')
    const wanted = partner.authorizeUrl({ ...asked, also: ['comments'] })
    expect(scopesOf(wanted)).toContain('instagram_manage_comments')
    expect(scopesOf(partner.authorizeUrl(asked))).not.toContain('instagram_manage_comments')
  })
})

describe('redeeming a code', () => {
  it('ends in a long token and what was granted', async () => {
    const { partner, asked } = loginWith({})
    expect(await partner.redeem(REDEMPTION)).toEqual({
      token: TOKEN,
      issuedAt: START,
      expiresAt: START + 5_183_944 * SECOND,
      scopes: [...NEEDED, 'business_management'],
    })
    expect(asked.map(({ fields }) => fields)).toEqual([
      {
        client_id: APP.id,
        client_secret: APP.secret,
        redirect_uri: REDEMPTION.redirectUri,
        code: REDEMPTION.code,
      },
      {
        grant_type: 'fb_exchange_token',
        client_id: APP.id,
        client_secret: APP.secret,
        fb_exchange_token: SHORT,
      },
      {},
    ])
    expect(asked.map(({ authorization }) => authorization)).toEqual([null, null, `Bearer ${TOKEN}`])
  })

  it('counts the life of the token from the platform’s time', async () => {
    const truly = START - 365 * DAY
    const headers = { date: new Date(truly).toUTCString() }
    const given = ({ fields }: Asked) =>
      Response.json({ access_token: fields['code'] ? SHORT : TOKEN, expires_in: 100 }, { headers })
    expect(await loginWith({ [TOKENS]: given }).partner.redeem(REDEMPTION)).toMatchObject({
      issuedAt: truly,
      expiresAt: truly + 100 * SECOND,
    })
  })

  it('takes the end from the token when the exchange does not say it', async () => {
    const facts = { [TOKENS]: { access_token: TOKEN }, [DEBUG]: { data: { expires_at: 1_799_000_000 } } }
    const { partner } = loginWith(facts)
    expect(await partner.redeem(REDEMPTION)).toMatchObject({ expiresAt: 1_799_000_000_000 })
    expect(await partner.adopt(SHORT, APP)).toMatchObject({ token: TOKEN, expiresAt: 1_799_000_000_000 })
  })

  it('names the permissions that were declined', async () => {
    const permissions = {
      data: [
        ...granting('instagram_basic', 'pages_show_list').data,
        { permission: 'instagram_content_publish', status: 'declined' },
        { permission: 'pages_read_engagement', status: 'expired' },
      ],
    }
    await expect(loginWith({ [PERMISSIONS]: permissions }).partner.redeem(REDEMPTION)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/instagram_content_publish, pages_read_engagement/),
    })
  })

  it.each([
    [{ code: 1, message: 'Error validating client secret.' }, /app ID and secret/],
    [
      { code: 101, message: 'Error validating application. Cannot get application info.' },
      /app ID and secret/,
    ],
    [{ code: 100, error_subcode: 36_008, message: 'Error validating verification code.' }, /redirect URI/],
    [{ code: 100, error_subcode: 36_007, message: 'Dieser Code ist abgelaufen.' }, /took too long/],
    [
      { code: 100, error_subcode: 36_009, message: 'This authorization code has been used.' },
      /already completed/,
    ],
  ])('explains %j', async (error, sentence) => {
    await expect(
      loginWith({ [TOKENS]: [graphError(error), 400] }).partner.redeem(REDEMPTION),
    ).rejects.toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringMatching(sentence),
      refusal: { params: expect.any(Object) },
    })
  })
})

describe('a pasted token', () => {
  const debug = (facts: object) => ({ [DEBUG]: { data: { type: 'USER', is_valid: true, ...facts } } })

  it('is made a long one when the app is known', async () => {
    expect(await loginWith({}).partner.adopt(SHORT, APP)).toMatchObject({
      token: TOKEN,
      expiresAt: START + 5_183_944 * SECOND,
      scopes: expect.arrayContaining(NEEDED),
    })
  })

  it('stays as it is without an app, with the end that it tells of itself', async () => {
    const { partner } = loginWith(debug({ issued_at: 1_795_000_000, expires_at: 1_799_000_000 }))
    expect(await partner.adopt(SHORT, null)).toMatchObject({
      token: SHORT,
      issuedAt: 1_795_000_000_000,
      expiresAt: 1_799_000_000_000,
    })
  })

  it.each<[why: string, script: Script]>([
    ['it never ends', debug({ expires_at: 0 })],
    ['it does not tell', { [DEBUG]: [graphError({ code: 100 }), 400] }],
    ['the answer is nonsense', { [DEBUG]: HTML }],
  ])('has no end when %s', async (_why, script) => {
    expect(await loginWith(script).partner.adopt(SHORT, null)).toMatchObject({
      token: SHORT,
      expiresAt: null,
    })
  })

  it('stays as it is when it belongs to another app', async () => {
    const { partner } = loginWith({ [TOKENS]: [graphError({ code: 190, message: 'other app' }), 400] })
    expect(await partner.adopt(SHORT, APP)).toMatchObject({ token: SHORT })
  })

  it.each<[how: string, script: Script]>([
    ['by what it tells of itself', debug({ type: 'PAGE' })],
    [
      'by having no permissions',
      { [PERMISSIONS]: [graphError({ code: 100, message: 'nonexisting field' }), 400] },
    ],
  ])('of a Page is recognised %s', async (_how, script) => {
    await expect(loginWith(script).partner.adopt('EAAPagetoken', null)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/User token/),
    })
  })

  it('that is dead is said to be', async () => {
    const dead = [graphError({ code: 190, error_subcode: 463 }), 400] as const
    await expect(loginWith({ [PERMISSIONS]: dead }).partner.adopt(SHORT, null)).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
  })
})

describe('the accounts of a person', () => {
  it('are found through their Pages, with the Page’s own token', async () => {
    expect(await accountsWith({})).toEqual([
      {
        igUserId: '17841460023456789',
        username: 'harbour.bakery',
        name: 'harbour.bakery of course',
        accountType: null,
        followersCount: 5310,
        mediaCount: 7,
        pictureUrl: 'https://scontent.fbcdn.net/1.jpg',
        page: { id: '104', name: 'Page 104', token: 'EAAPage104' },
      },
    ])
  })

  it('are found on Pages that only a portfolio knows', async () => {
    const found = await accountsWith({
      [PAGES]: { data: [] },
      [BUSINESSES]: { data: [{ id: '204' }] },
      [`${GRAPH}/204/owned_pages`]: { data: [page('105', '17')] },
      [`${GRAPH}/204/client_pages`]: { data: [page('106', '18', null), page('107', null)] },
      [`${GRAPH}/17`]: account('17', 'studio.verde'),
      [`${GRAPH}/18`]: account('18', 'cafe.miro'),
    })
    expect(found.map(({ username, page: linked }) => [username, linked?.token])).toEqual([
      ['studio.verde', 'EAAPage105'],
      ['cafe.miro', null],
    ])
  })

  it('keep every digit of their ids, in quotes or not', async () => {
    const id = '17841460023456789'
    const found = await accountsWith({
      [PAGES]: `{"data":[{"id":9007199254740993,"name":"P","instagram_business_account":{"id":${id}}}]}`,
      [`${GRAPH}/${id}`]: `{"id":${id},"username":"harbour.bakery"}`,
    })
    expect(found).toMatchObject([{ igUserId: id, page: { id: '9007199254740993' } }])
  })

  it('are read to the last step of a long list, by cursor and not by address', async () => {
    const { partner, asked } = loginWith({
      [PAGES]: ({ fields }: Asked) =>
        fields['after'] === 'two'
          ? { data: [page('104', '17841460023456789')], paging: { cursors: { after: 'two' } } }
          : { data: [], paging: { cursors: { after: 'two' }, next: 'http://127.0.0.1:1/steal' } },
    })
    const token = { token: TOKEN, issuedAt: null, expiresAt: null, scopes: null }
    expect(await partner.accounts(token)).toHaveLength(1)
    expect(new Set(asked.map(({ url }) => url.host))).toEqual(new Set(['graph.partner.example']))
  })

  it('are read up to a limit when the list never ends', async () => {
    let step = 0
    const endless = () => {
      step += 1
      return { data: [], paging: { cursors: { after: `c${step}` }, next: 'x' } }
    }
    await expect(accountsWith({ [PAGES]: endless })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(step).toBeLessThan(50)
  })

  it('do not hide behind one that refuses', async () => {
    const found = await accountsWith({
      [PAGES]: { data: [page('104', '17'), page('105', '17841460023456789'), { nonsense: true }] },
      [`${GRAPH}/17`]: [graphError({ code: 10 }), 400],
    })
    expect(found.map(({ username }) => username)).toEqual(['harbour.bakery'])
  })

  it.each<[why: string, script: Script, code: string, sentence: RegExp]>([
    ['there is no Page', { [PAGES]: { data: [] } }, 'VALIDATION_ERROR', /no Page/],
    [
      'no Page has an account',
      { [PAGES]: { data: [page('104', null)] } },
      'VALIDATION_ERROR',
      /No Instagram account is linked to Page 104/,
    ],
    [
      'the only account refuses',
      {
        [`${GRAPH}/17841460023456789`]: [
          graphError({ code: 10, message: '(#10) Application does not have permission for this action' }),
          400,
        ],
      },
      'VALIDATION_ERROR',
      /^Connect again and grant every permission\. One is missing: \(#10\) Application .* for this action$/,
    ],
    [
      'the app is blocked',
      { [PAGES]: [graphError({ code: 200, message: 'API access blocked.' }), 400] },
      'PLATFORM_ERROR',
      /blocked/,
    ],
    ['nobody answers', { [PAGES]: new TypeError('fetch failed') }, 'PLATFORM_ERROR', /Try again/],
    ['the list is nonsense', { [PAGES]: HTML }, 'PLATFORM_ERROR', /Try again/],
    [
      'an account is nonsense',
      { [`${GRAPH}/17841460023456789`]: { id: '17' } },
      'PLATFORM_ERROR',
      /Try again/,
    ],
  ])('are reported missing in a sentence when %s', async (_why, script, code, sentence) => {
    await expect(accountsWith(script)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(sentence),
    })
  })
})
