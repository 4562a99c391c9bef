// Cookies that we did not make, or did not make like this. None of them opens anything.
import { sign } from 'hono/jwt'
import { describe, expect, it } from 'vitest'
import { toBase64Url } from '../../../../core/base64url.ts'
import { startSession } from '../../../../core/features/sessions/sessions.ts'
import { HOUR, SECOND } from '../../../../core/time.ts'
import { createTestApp, fromPage, type TestApp } from '../../../fakes/test-app.ts'

type Claims = Record<string, unknown>

/** What a forger knows: everything but, unless the case says so, the secret. */
interface Scene {
  readonly test: TestApp
  /** The secret as the signer takes it. */
  readonly secret: string
  /** A token of ours, in force. */
  readonly token: string
  readonly claims: Claims
}

const encoder = new TextEncoder()
const textPart = (value: unknown) => toBase64Url(encoder.encode(JSON.stringify(value)))

async function hmac(hash: string, secret: string | Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['sign'])
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))))
}

/** Signs with HMAC-SHA-256, whatever the header claims. */
async function signed(header: Claims, claims: unknown, secret: string): Promise<string> {
  const text = `${textPart(header)}.${typeof claims === 'string' ? claims : textPart(claims)}`
  return `${text}.${await hmac('SHA-256', secret, text)}`
}

const HS256 = { alg: 'HS256', typ: 'JWT' }
const unsigned =
  (alg: string) =>
  async ({ claims }: Scene) =>
    `${textPart({ alg, typ: 'JWT' })}.${textPart(claims)}.`
/** Signed by us with claims that we never make. */
const withClaims =
  (change: Claims) =>
  ({ claims, secret }: Scene) =>
    signed(HS256, { ...claims, ...change }, secret)
const without =
  (name: string) =>
  ({ claims, secret }: Scene) =>
    signed(HS256, { ...claims, [name]: undefined }, secret)

const FORGERIES: readonly (readonly [name: string, forge: (scene: Scene) => Promise<string>])[] = [
  ['alg none without a signature', unsigned('none')],
  ['alg None', unsigned('None')],
  ['alg nOnE', unsigned('nOnE')],
  ['an empty alg', unsigned('')],
  ['alg none with a signature', ({ claims, secret }) => signed({ alg: 'none' }, claims, secret)],
  ['HS512 with the right secret', ({ claims, secret }) => sign(claims, secret, 'HS512')],
  ['HS384 with the right secret', ({ claims, secret }) => sign(claims, secret, 'HS384')],
  ['HS512 in the header, HS256 in truth', ({ claims, secret }) => signed({ alg: 'HS512' }, claims, secret)],
  ['RS256 signed with the secret as HMAC', ({ claims, secret }) => signed({ alg: 'RS256' }, claims, secret)],
  ['another secret', ({ claims }) => signed(HS256, claims, 'guess')],
  ['an empty payload part', ({ secret }) => signed(HS256, '', secret)],
  [
    'a key of the forger’s in the header',
    async ({ claims }) => {
      const jwk = { kty: 'oct', k: toBase64Url(encoder.encode('mine')), alg: 'HS256' }
      return signed({ ...HS256, jwk, kid: '../../dev/null' }, claims, 'mine')
    },
  ],
  ['no signature', async ({ token }) => token.slice(0, token.lastIndexOf('.') + 1)],
  ['two parts', async ({ token }) => token.slice(0, token.lastIndexOf('.'))],
  ['four parts', async ({ token }) => `${token}.${token.split('.')[2] ?? ''}`],
  [
    'claims changed after signing',
    async ({ token, claims }) => {
      const [header = '', , signature = ''] = token.split('.')
      return [header, textPart({ ...claims, exp: 9_999_999_999 }), signature].join('.')
    },
  ],
  ['a signature cut short', async ({ token }) => token.slice(0, -4)],
  ['no exp', without('exp')],
  ['exp as text', withClaims({ exp: '9999999999' })],
  ['exp null', withClaims({ exp: null })],
  ['exp as a list', withClaims({ exp: [9_999_999_999] })],
  ['exp before 1970', withClaims({ exp: -1 })],
  [
    'exp that is no whole number',
    ({ claims, secret }) => signed(HS256, { ...claims, exp: Number(claims['exp']) - 0.5 }, secret),
  ],
  [
    'exp beyond all numbers',
    ({ claims, secret }) => {
      const text = JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999')
      return signed(HS256, toBase64Url(encoder.encode(text)), secret)
    },
  ],
  ['exp later than a session lives', withClaims({ exp: 9_999_999_999 })],
  ['exp before iat', ({ claims, secret }) => signed(HS256, { ...claims, exp: claims['iat'] }, secret)],
  [
    'iat in the future',
    ({ claims, secret }) => signed(HS256, { ...claims, iat: Number(claims['iat']) + 3_600 }, secret),
  ],
  [
    'iat before the session was',
    ({ claims, secret }) => signed(HS256, { ...claims, iat: Number(claims['iat']) - 1 }, secret),
  ],
  ['iat before 1970', withClaims({ iat: -1 })],
  ['nbf in the future', withClaims({ nbf: 9_999_999_999 })],
  ['nbf as text', withClaims({ nbf: 'never' })],
  [
    'the jti of another session',
    async ({ test, claims, secret }) => {
      test.clock.advance(SECOND)
      const other = claimsOf(await startSession(test.ports))
      return signed(HS256, { ...claims, jti: other['jti'] }, secret)
    },
  ],
  ['no aud', without('aud')],
  ['another aud', withClaims({ aud: 'api' })],
  ['a list of auds', withClaims({ aud: ['ui'] })],
  ['another iss', withClaims({ iss: '00000000-0000-4000-8000-0000000000fe' })],
  ['no iss', without('iss')],
  ['another sub', withClaims({ sub: crypto.randomUUID() })],
  ['no sub', without('sub')],
  ['no iat', without('iat')],
  ['iat as text', withClaims({ iat: 'now' })],
  ['no jti', without('jti')],
  ['an unknown jti', withClaims({ jti: crypto.randomUUID() })],
  ['jti as a number', withClaims({ jti: 1 })],
  ['jti as an object', withClaims({ jti: { toString: 'x' } })],
  ['claims as a list', ({ secret }) => signed(HS256, [], secret)],
  ['claims as text', ({ secret }) => signed(HS256, textPart('admin'), secret)],
  ['claims null', ({ secret }) => signed(HS256, textPart(null), secret)],
  [
    'a session that was ended',
    async ({ test, token, claims }) => {
      await test.ports.sessions.remove(String(claims['jti']))
      return token
    },
  ],
  ['100 KB of padding, well signed', withClaims({ padding: 'x'.repeat(100_000) })],
  ['100 KB of nonsense', async () => 'x'.repeat(100_000)],
  ['a whole API key', ({ test }) => test.newKey()],
]

const REFUSED = expect.stringMatching(/^401 TOKEN_(INVALID|EXPIRED)$/)

describe('a forged session', () => {
  it('is told from a real one by the same means', async () => {
    const scene = await aScene()
    expect(await answerTo(scene.test, scene.token)).toBe('200')
    expect(await answerTo(scene.test, await signed(HS256, scene.claims, scene.secret))).toBe('200')
  })

  it.each(FORGERIES)('is refused: %s', async (_name, forge) => {
    const scene = await aScene()
    expect(await answerTo(scene.test, await forge(scene))).toEqual(REFUSED)
  })

  it('is refused when the key is taken for its own text', async () => {
    const { test, claims } = await aScene()
    const text = `${textPart(HS256)}.${textPart(claims)}`
    const token = `${text}.${await hmac('SHA-256', new Uint8Array(32).fill(7), text)}`
    expect(await answerTo(test, token)).toBe('401 TOKEN_INVALID')
  })

  it('is refused when any one character of a real one differs', async () => {
    const { test, token } = await aScene()
    const accepted: number[] = []
    // The last character of a base64 part holds spare bits that decode to the same bytes.
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      if ((await answerTo(test, changed)).startsWith('200')) accepted.push(at)
    }
    expect(accepted).toEqual([])
  })
})

function claimsOf(token: string): Claims {
  return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Claims
}

async function aScene(): Promise<Scene> {
  const test = createTestApp()
  const token = await startSession(test.ports)
  const { instanceId, userId, sessionKey, clock } = test.ports
  const seconds = Math.floor(clock.now() / SECOND)
  const { jti } = claimsOf(token)
  const claims = {
    iss: instanceId,
    aud: 'ui',
    sub: userId,
    iat: seconds,
    exp: seconds + (12 * HOUR) / SECOND,
    jti,
    born: clock.now(),
    wall: { begun: seconds, until: seconds + (12 * HOUR) / SECOND },
  }
  return { test, token, claims, secret: toBase64Url(sessionKey) }
}

async function answerTo(test: TestApp, token: string): Promise<string> {
  const response = await test.call('/api/v1/auth/me', { headers: fromPage(`session=${token}`) })
  if (response.status === 200) return '200'
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}
