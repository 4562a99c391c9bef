// Every declared route with every kind of credential: who is let through, and who is told what.
import { describe, expect, it } from 'vitest'
import { revokeKey, mintKey } from '../../../core/features/api-keys/keys.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { startSession } from '../../../core/features/sessions/sessions.ts'
import { HOUR } from '../../../core/time.ts'
import { bearer, createTestApp, fromPage, OWN_ORIGIN, type TestApp } from '../../fakes/test-app.ts'
import { BASE, nameOf, servedOperations, type Operation } from './served-operations.ts'

type Headers = Readonly<Record<string, string>>
/** `through` lets the request reach its route. */
type Outcome = 'through' | `${401 | 403} ${string}`

interface Credential {
  readonly name: string
  headers(test: TestApp): Promise<Headers>
  /** What a route answers that takes keys and cookies. */
  readonly reads: Outcome
  readonly writes: Outcome
  /** What a route answers that takes the cookie only, where it differs. */
  readonly cookieOnly?: Outcome
}

const REQUIRED = '401 AUTH_REQUIRED'
const BAD_KEY = '401 AUTH_INVALID_KEY'
const NO_PAGE = '403 COOKIE_AUTH_REQUIRED'
const both = (outcome: Outcome) => ({ reads: outcome, writes: outcome })

const CREDENTIALS: readonly Credential[] = [
  { name: 'none', headers: async () => ({}), ...both(REQUIRED) },
  {
    name: 'a good key',
    headers: async (test) => bearer(await test.newKey()),
    ...both('through'),
    cookieOnly: NO_PAGE,
  },
  { name: 'a revoked key', headers: async (test) => bearer(await revokedKey(test)), ...both(BAD_KEY) },
  {
    name: 'a mistyped key',
    headers: async (test) => bearer(mistyped(await test.newKey())),
    ...both(BAD_KEY),
  },
  {
    name: 'a well-formed key of nobody',
    headers: async () => bearer(mintKey(webCryptoRandom)),
    ...both(BAD_KEY),
  },
  {
    name: 'a good key under another scheme',
    headers: async (test) => ({ authorization: `Basic ${await test.newKey()}` }),
    ...both(BAD_KEY),
  },
  { name: 'an empty Authorization', headers: async () => ({ authorization: '' }), ...both(BAD_KEY) },
  {
    name: 'two keys in one header',
    headers: async (test) => ({
      authorization: `Bearer ${await test.newKey()}, Bearer ${await test.newKey()}`,
    }),
    ...both(BAD_KEY),
  },
  {
    name: 'a bad Authorization beside a good cookie',
    headers: async (test) => ({ ...fromPage(await test.signIn()), authorization: 'Bearer nonsense' }),
    ...both(BAD_KEY),
  },
  {
    name: 'a good key beside a junk cookie',
    headers: async (test) => ({ ...bearer(await test.newKey()), cookie: 'session=junk' }),
    ...both('through'),
    cookieOnly: NO_PAGE,
  },
  {
    name: 'a good key beside a good cookie',
    headers: async (test) => ({ ...bearer(await test.newKey()), ...fromPage(await test.signIn()) }),
    ...both('through'),
    cookieOnly: NO_PAGE,
  },
  { name: 'the page’s cookie', headers: async (test) => fromPage(await test.signIn()), ...both('through') },
  {
    name: 'the page’s cookie, said by fetch metadata alone',
    headers: async (test) => ({ cookie: await test.signIn(), 'sec-fetch-site': 'same-origin' }),
    ...both('through'),
  },
  {
    name: 'a good cookie from a program that is no browser',
    headers: async (test) => ({ cookie: await test.signIn() }),
    ...both('through'),
  },
  {
    name: 'a good cookie from another site',
    headers: async (test) => ({ cookie: await test.signIn(), origin: 'https://evil.example' }),
    ...both(REQUIRED),
  },
  {
    name: 'a good cookie from another port of this host',
    headers: async (test) => ({
      cookie: await test.signIn(),
      origin: 'http://127.0.0.1:4101',
      'sec-fetch-site': 'same-site',
    }),
    ...both(REQUIRED),
  },
  {
    name: 'a good cookie from an origin that only begins like ours',
    headers: async (test) => ({ cookie: await test.signIn(), origin: `${OWN_ORIGIN}.evil.example` }),
    ...both(REQUIRED),
  },
  {
    name: 'a good cookie from a sandboxed frame',
    headers: async (test) => ({ cookie: await test.signIn(), origin: 'null' }),
    ...both(REQUIRED),
  },
  {
    name: 'a good cookie with cross-site fetch metadata',
    headers: async (test) => ({ cookie: await test.signIn(), 'sec-fetch-site': 'cross-site' }),
    ...both(REQUIRED),
  },
  {
    name: 'an own origin that the fetch metadata contradict',
    headers: async (test) => ({ ...fromPage(await test.signIn()), 'sec-fetch-site': 'cross-site' }),
    ...both(REQUIRED),
  },
  {
    name: 'an expired cookie',
    headers: async (test) => {
      const cookie = await test.signIn()
      test.clock.advance(13 * HOUR)
      return fromPage(cookie)
    },
    ...both('401 TOKEN_EXPIRED'),
  },
  {
    name: 'a cookie of another installation',
    headers: async ({ ports }) =>
      fromPage(`session=${await startSession({ ...ports, sessionKey: new Uint8Array(32).fill(8) })}`),
    ...both('401 TOKEN_INVALID'),
  },
  { name: 'a junk cookie', headers: async () => fromPage('session=junk'), ...both('401 TOKEN_INVALID') },
  { name: 'an empty cookie', headers: async () => fromPage('session='), ...both('401 TOKEN_INVALID') },
  {
    name: 'a logged-out cookie',
    headers: async (test) => {
      const cookie = await test.signIn()
      await test.call(`${BASE}/auth/logout`, { method: 'POST', headers: fromPage(cookie) })
      return fromPage(cookie)
    },
    ...both('401 TOKEN_INVALID'),
  },
]

describe('a request to a route of the contract', () => {
  it.each(CREDENTIALS)('with $name', async (credential) => {
    const answers: Record<string, string> = {}
    const expected: Record<string, string> = {}
    const test = createTestApp()
    for (const operation of await servedOperations(test)) {
      const response = await test.call(aPathOf(operation), {
        method: operation.method,
        headers: await credential.headers(test),
      })
      answers[nameOf(operation)] = await outcomeOf(response)
      expected[nameOf(operation)] = expectedOf(operation, credential)
    }
    expect(answers).toEqual(expected)
  })
})

describe('the refusal of a request', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { origin: OWN_ORIGIN, 'sec-fetch-site': 'cross-site' },
  ])('that came from another page says so, with a good cookie and without: %j', async (said) => {
    const test = createTestApp()
    for (const headers of [said, { ...said, cookie: await test.signIn() }]) {
      const response = await test.call(`${BASE}/posts/draft`, { method: 'POST', headers })
      const { code, error } = (await response.json()) as { code: string; error: string }
      expect({ status: response.status, code }).toEqual({ status: 401, code: 'AUTH_REQUIRED' })
      expect(error).toMatch(/another page sent this request.*does not count/)
    }
  })

  it('without any login says how to sign in', async () => {
    const response = await createTestApp().call(`${BASE}/posts/draft`, { method: 'POST' })
    expect(await response.json()).toMatchObject({
      code: 'AUTH_REQUIRED',
      error: expect.stringContaining('Sign in first'),
    })
  })
})

describe('the page’s own surface', () => {
  it('answers a key with COOKIE_AUTH_REQUIRED on every route behind the login', async () => {
    const test = createTestApp()
    const headers = bearer(await test.newKey())
    for (const operation of await servedOperations(test)) {
      const response = await test.call(aPathOf(operation, '/api'), { method: operation.method, headers })
      const expected = operation.access === 'open' ? 'through' : NO_PAGE
      expect(`${nameOf(operation)}: ${await outcomeOf(response)}`).toBe(`${nameOf(operation)}: ${expected}`)
    }
  })

  it('lets the page through to every route', async () => {
    const test = createTestApp()
    for (const operation of await servedOperations(test)) {
      const headers = fromPage(await test.signIn())
      const response = await test.call(aPathOf(operation, '/api'), { method: operation.method, headers })
      expect(`${nameOf(operation)}: ${await outcomeOf(response)}`).toBe(`${nameOf(operation)}: through`)
    }
  })
})

function expectedOf({ access, method }: Operation, credential: Credential): Outcome {
  if (access === 'open') return 'through'
  const outcome = method === 'GET' ? credential.reads : credential.writes
  return access === 'cookie' && credential.cookieOnly !== undefined ? credential.cookieOnly : outcome
}

async function outcomeOf(response: Response): Promise<string> {
  if (response.status !== 401 && response.status !== 403) return 'through'
  const { code, status } = (await response.json()) as { code: string; status: number }
  expect(status).toBe(response.status)
  return `${response.status} ${code}`
}

function aPathOf({ template }: Operation, base = BASE): string {
  return base + template.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
}

async function revokedKey(test: TestApp): Promise<string> {
  const key = await test.newKey()
  const [record] = await test.ports.keys.list()
  await revokeKey(test.ports, record?.id ?? '')
  return key
}

/** The last random character becomes another one. */
function mistyped(key: string): string {
  return key.slice(0, -7) + (key.at(-7) === 'a' ? 'b' : 'a') + key.slice(-6)
}
