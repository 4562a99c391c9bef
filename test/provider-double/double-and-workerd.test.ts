// The double's key-value and bucket parts beside workerd's own look-alike of the provider's API, which is generated from the
// provider's description: the same calls, answered in the same shapes.
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_ID, createProviderDouble, TOKEN } from './provider-double.ts'

const BASE = '/client/v4'
const double = createProviderDouble(BASE, () => Date.UTC(2026, 10, 20))
const NAMESPACE = 'the-namespace'
const BUCKET = 'the-bucket'
let miniflare: Miniflare
let explorer: string

beforeAll(async () => {
  miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    enableDevRegistry: false,
    telemetry: { enabled: false },
    logRequests: false,
    unsafeLocalExplorer: true,
    workers: [
      {
        config: {
          name: 'w',
          compatibilityDate: '2026-10-23',
          manifest: {
            mainModule: 'w.js',
            modules: {
              'w.js': { type: 'esm', contents: 'export default { fetch: () => new Response("ok") }' },
            },
          },
          env: { KV: { type: 'kv', id: NAMESPACE }, BUCKET: { type: 'r2', name: BUCKET } },
        },
      },
    ],
  })
  explorer = `${(await miniflare.ready).origin}/cdn-cgi/local/explorer/api`
  double.account.namespaces.set(NAMESPACE, { title: NAMESPACE, values: new Map() })
  double.account.buckets.set(BUCKET, { rules: [], createdOn: '2026-11-20T00:00:00.000Z' })
})
afterAll(() => miniflare.dispose())

/** Where the look-alike leaves out the account, and says `storage` of it. */
async function ask(method: string, path: string, body?: string) {
  const init = { method, ...(body !== undefined && { body }) }
  const headers = { authorization: `Bearer ${TOKEN}` }
  const here = new Request(`https://api.example${BASE}/accounts/${ACCOUNT_ID}${path}`, { ...init, headers })
  return { ours: await double.fetch(here), theirs: await fetch(explorer + path, init) }
}

/** The fields, with the kind of each value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
}

describe('double and look-alike', () => {
  it.each([
    ['namespaces', '/storage/kv/namespaces?page=1&per_page=100'],
    ['keys', `/storage/kv/namespaces/${NAMESPACE}/keys?prefix=a`],
    ['buckets', '/r2/buckets'],
  ])('answer alike about %s', async (_what, path) => {
    for (const key of ['a1', 'a2']) await ask('PUT', `/storage/kv/namespaces/${NAMESPACE}/values/${key}`, 'x')
    const { ours, theirs } = await ask('GET', path)
    expect([ours.status, theirs.status]).toEqual([200, 200])
    const [our, their] = [shapeOf(await ours.json()), shapeOf(await theirs.json())] as [object, object]
    // Each may say more than the other, but what both say is of one kind.
    expect(our).toMatchObject({
      success: 'boolean',
      errors: [],
      messages: [],
      result: expect.anything() as unknown,
    })
    expect(pick(our, their)).toEqual(pick(their, our))
  })

  it('answer alike about a value that is there and one that is not', async () => {
    const value = (key: string) => `/storage/kv/namespaces/${NAMESPACE}/values/${key}`
    const put = await ask('PUT', value('b'), 'hello')
    expect([put.ours.status, put.theirs.status]).toEqual([200, 200])
    const got = await ask('GET', value('b'))
    expect([await got.ours.text(), await got.theirs.text()]).toEqual(['hello', 'hello'])
    const missed = await ask('GET', value('nothing'))
    expect([missed.ours.status, missed.theirs.status]).toEqual([404, 404])
    expect(await codesOf(missed.ours)).toEqual(await codesOf(missed.theirs))
  })
})

async function codesOf(response: Response): Promise<number[]> {
  const { errors } = (await response.json()) as { errors: { code: number }[] }
  return errors.map(({ code }) => code)
}

/** Of `value`, what `other` has as well. */
function pick(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((each, at) => pick(each, other[at] ?? each))
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null) return value
  const known = Object.entries(value).filter(([name]) => name in other)
  return Object.fromEntries(
    known
      .map(([name, each]) => [name, pick(each, (other as Record<string, unknown>)[name])] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
