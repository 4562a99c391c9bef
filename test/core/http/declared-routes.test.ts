// The document and the router hold the same routes, and the answers that every route has in common are observed.
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, ERRORS, REASONS, type ErrorCode } from '../../../core/errors.ts'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  type TestApp,
  type TestPorts,
} from '../../fakes/test-app.ts'
import { BASE, nameOf, servedDocument, servedOperations, type Operation } from './served-operations.ts'

/** Statuses that a code has for a reason only. */
const reasonedStatuses = (code: ErrorCode) =>
  Object.values(REASONS).flatMap((reason) => (reason.code === code ? [String(reason.status)] : []))

describe('the served document', () => {
  it('is OpenAPI 3.1 and says where the routes are', async () => {
    const { openapi, servers } = await servedDocument(createTestApp())
    expect(openapi).toBe('3.1.0')
    expect(servers).toMatchObject([{ url: BASE }])
  })

  it('is open to everyone', async () => {
    const response = await createTestApp().call(`${BASE}/openapi.json`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('names every route that is there and none that is not', async () => {
    const test = createTestApp()
    await test.app.mountRest()
    const routed = test.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(`${BASE}/`))
      .map(({ method, path }) => `${method} ${path.slice(BASE.length).replaceAll(/:(\w+)/g, '{$1}')}`)
    const declared = (await servedOperations(test)).map(nameOf)
    expect([...new Set(routed)].toSorted()).toEqual([...declared, 'GET /openapi.json'].toSorted())
  })

  it('names each operation once', async () => {
    const ids = (await servedOperations(createTestApp())).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names only codes of the table, each under its own status', async () => {
    const misplaced: string[] = []
    for (const operation of await servedOperations(createTestApp())) {
      for (const [status, { description }] of Object.entries(operation.responses)) {
        const codes = [...description.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code ?? '')
        const wrong = codes.filter((code) => {
          const row = ERROR_CODES.find((known) => known === code)
          return !row || ![String(ERRORS[row].status), '503', ...reasonedStatuses(row)].includes(status)
        })
        misplaced.push(...wrong.map((code) => `${nameOf(operation)}: ${code} under ${status}`))
      }
    }
    expect(misplaced).toEqual([])
  })

  it('names for every route behind the login the errors that any of them can answer', async () => {
    const common = ['AUTH_REQUIRED', 'AUTH_INVALID_KEY', 'RATE_LIMITED', 'VALIDATION_ERROR', 'INTERNAL_ERROR']
    const incomplete: string[] = []
    for (const operation of await servedOperations(createTestApp())) {
      if (operation.access === 'open') continue
      const named = Object.values(operation.responses).map(({ description }) => description)
      const lacking = common.filter((code) => !named.some((text) => text.includes(`\`${code}\``)))
      incomplete.push(...lacking.map((code) => `${nameOf(operation)}: ${code}`))
    }
    expect(incomplete).toEqual([])
  })

  it('forbids no unknown field in a request: those are ignored', async () => {
    const { paths, components } = await servedDocument(createTestApp())
    const bodies = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ requestBody }) => requestBody),
    )
    const sent = JSON.stringify(bodies)
    const named = Object.entries(components.schemas).filter(([name]) => sent.includes(`/schemas/${name}"`))
    expect(named.length).toBeGreaterThan(0)
    expect(`${sent}${JSON.stringify(named)}`).not.toContain('"additionalProperties":false')
  })

  it('holds fifty error codes', () => {
    expect(ERROR_CODES).toHaveLength(50)
  })
})

describe('every declared route', () => {
  it('answers AUTH_REQUIRED when it is behind the login, also where nothing is declared', async () => {
    const test = createTestApp()
    for (const operation of await servedOperations(test)) {
      if (operation.access === 'open') continue
      expect(await codeOf(test, operation, {})).toBe('401 AUTH_REQUIRED')
    }
    expect(await answer(test, 'GET', `${BASE}/no-such-route`, {})).toBe('401 AUTH_REQUIRED')
    expect(await answer(test, 'DELETE', `${BASE}/posts`, {})).toBe('401 AUTH_REQUIRED')
    expect(await answer(test, 'GET', '/api/no-such-route', {})).toBe('401 AUTH_REQUIRED')
    const key = bearer(await test.newKey())
    expect(await answer(test, 'GET', `${BASE}/no-such-route`, key)).toBe('404 NOT_FOUND')
    expect(await answer(test, 'DELETE', `${BASE}/posts`, key)).toBe('404 NOT_FOUND')
    expect(await answer(test, 'GET', BASE, key)).toBe('404 NOT_FOUND')
    const written = await test.app.request(`${BASE}/no-such-route`, jsonRequest('POST', {}, key))
    expect(written.status).toBe(404)
    expect(await answer(test, 'GET', '/no-such-page', {})).toBe('404 NOT_FOUND')
  })

  it('answers RATE_LIMITED to a key that is over its limit, open routes included', async () => {
    const test = createTestApp({ limiter: createRateLimiter({ perMinute: 1, perHour: 1 }) })
    const key = bearer(await test.newKey())
    await test.call(`${BASE}/auth/me`, { headers: key })
    for (const operation of await servedOperations(test)) {
      expect(`${nameOf(operation)} ${await codeOf(test, operation, key)}`).toBe(
        `${nameOf(operation)} 429 RATE_LIMITED`,
      )
    }
  })

  it('answers INTERNAL_ERROR, and nothing of the reason, when a store fails', async () => {
    const test = createTestApp()
    const operations = await servedOperations(test)
    const key = bearer(await test.newKey())
    breakStores(test.ports)
    for (const operation of operations) {
      const response = await test.call(addressOf(operation), { method: operation.method, headers: key })
      const text = await response.text()
      expect(text).not.toMatch(/secret|broken|stack|\.ts/i)
      if (response.status < 400) continue
      const { code } = JSON.parse(text) as { code: string }
      expect(operation.responses[String(response.status)]?.description).toContain(code)
    }
  })

  it.each([
    ['a dot', '/api/v1/health/../posts'],
    ['an encoded slash', '/api/v1/health%2f..%2fposts'],
    ['an encoded letter', '/api/v1/%70osts'],
    ['a doubly encoded letter', '/api/v1/%2570osts'],
    ['a trailing slash', '/api/v1/posts/'],
    ['a doubled slash', '/api/v1//posts'],
    ['a leading doubled slash', '//api/v1/posts'],
    ['capitals', '/API/V1/POSTS'],
    ['a parameter', '/api/v1/posts;/health'],
    ['a question mark and an open path', '/api/v1/posts?/health'],
    ['the open path as a beginning', '/api/v1/health/posts'],
    ['an encoded question mark', '/api/v1/posts%3f/health'],
  ])('is not reached without a login by way of %s', async (_how, path) => {
    const test = createTestApp()
    const response = await test.call(path)
    expect([401, 404]).toContain(response.status)
    expect(await response.json()).toEqual({
      error: expect.any(String),
      code: expect.stringMatching(/^(AUTH_REQUIRED|NOT_FOUND)$/),
      status: response.status,
    })
  })
})

describe('files that were uploaded', () => {
  it('are behind the login', async () => {
    const test = createTestApp()
    expect(await answer(test, 'GET', '/uploads/media/a.jpg', {})).toBe('401 AUTH_REQUIRED')
    const page = fromPage(await test.signIn())
    expect(await answer(test, 'GET', '/uploads/media/a.jpg', page)).toBe('404 NOT_FOUND')
  })
})

function addressOf({ template }: Operation): string {
  return BASE + template.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
}

function codeOf(test: TestApp, operation: Operation, headers: Record<string, string>): Promise<string> {
  return answer(test, operation.method, addressOf(operation), headers)
}

async function answer(
  test: TestApp,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<string> {
  const response = await test.call(path, { method, headers })
  const { code } = (await response.json()) as { code?: string }
  return `${response.status} ${code}`
}

/** Every store but that of the keys, which the login needs. */
function breakStores({ accounts, events, media, posts, ledger }: TestPorts): void {
  for (const store of [accounts, events, media, posts, ledger]) {
    for (const name of Object.keys(store)) {
      Object.assign(store, { [name]: () => Promise.reject(new Error('broken: secret detail')) })
    }
  }
}
