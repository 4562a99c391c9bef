// The check of an app's id and secret over HTTP, with the real logins and hosts that answer as scripted.
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'
import { graphError, HTML, scriptedLogins, type Answer } from '../../engine/platform/logins/scripted-hosts.ts'

const ID = '880200000000002'
const SECRET = 'sandboxpartnerappnosecret'
const TOKENS = 'GET graph.partner.example/v27.0/oauth/access_token'

let test: TestApp
let page: Record<string, string>
let asked: ReturnType<typeof scriptedLogins>['asked']

async function start(answer?: Answer) {
  const scripted = scriptedLogins({ [TOKENS]: answer })
  ;({ asked } = scripted)
  test = createTestApp({ logins: { login: (method) => scripted[method], isSandboxToken: () => false } })
  page = fromPage(await test.signIn())
  await test.call(
    '/api/setup',
    jsonRequest('PUT', { partnerAppId: ID, partnerAppSecret: SECRET, platformAppSecret: SECRET }, page),
  )
}
beforeEach(() => start())

async function check(loginMethod: unknown, headers = page) {
  const response = await test.call('/api/setup/check', jsonRequest('POST', { loginMethod }, headers))
  const text = await response.text()
  expect(text).not.toContain(SECRET)
  return { status: response.status, ...(JSON.parse(text) as { verdict?: string; code?: string }) }
}

describe('the check of an app', () => {
  it('asks Facebook for the app’s own token', async () => {
    await start({ access_token: `${ID}|text`, token_type: 'bearer' })
    expect(await check('partner')).toMatchObject({ status: 200, verdict: 'accepted' })
    expect(asked.map(({ fields }) => fields)).toEqual([
      { grant_type: 'client_credentials', client_id: ID, client_secret: SECRET },
    ])
  })

  it.each<[what: string, answer: Answer, verdict: string, message: RegExp]>([
    [
      'a wrong secret',
      [graphError({ code: 1, message: 'Error validating client secret.' }), 400],
      'refused',
      /secret/,
    ],
    [
      'an unknown id',
      [graphError({ code: 101, message: 'Error validating application.' }), 400],
      'refused',
      /no app/,
    ],
    [
      'a failure of its own',
      [graphError({ code: 2, message: 'Service down' }), 500],
      'unknown',
      /internal error/,
    ],
    ['too many calls', [graphError({ code: 4, message: 'Limit' }), 400], 'unknown', /takes no more requests/],
    [
      'an unheard-of refusal',
      [graphError({ code: 9999, message: 'Moon phase' }), 400],
      'unknown',
      /Moon phase/,
    ],
    ['a page in between', HTML, 'unknown', /no usable answer/],
    ['silence', new TypeError(`fetch failed ${SECRET}`), 'unknown', /no usable answer/],
  ])('says of %s what it means', async (_what, answer, verdict, message) => {
    await start(answer)
    expect(await check('partner')).toMatchObject({
      status: 200,
      verdict,
      message: expect.stringMatching(message),
    })
  })

  it('admits that Instagram tells nothing before a login', async () => {
    await test.call('/api/setup', jsonRequest('PUT', { platformAppId: '990100000000001' }, page))
    expect(await check('platform')).toMatchObject({
      verdict: 'unknown',
      message: expect.stringContaining('Only a login shows'),
    })
    expect(asked).toEqual([])
  })

  it.each(['platform', 'partner'])('refuses the same id for both logins: %s', async (method) => {
    await test.call('/api/setup', jsonRequest('PUT', { platformAppId: ID }, page))
    expect(await check(method)).toMatchObject({ verdict: 'refused' })
    expect(asked).toEqual([])
  })

  it('needs both halves, a login that exists, and the page', async () => {
    expect(await check('platform')).toMatchObject({ status: 400, code: 'NOT_CONFIGURED' })
    expect(await check('elsewhere')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await check('partner', {})).toMatchObject({ status: 401 })
  })
})
