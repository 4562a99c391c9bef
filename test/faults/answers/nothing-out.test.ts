// Everybody whom we call repeats the secrets that it was given, in a megabyte of words, wherever an answer has room for some: the
// platform, the Worker, the bucket and the provider. Nothing of that stands afterwards in the data folder, its log, an answer
// or KV: of each only a short beginning, without the secrets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toBase64Url } from '../../../core/base64url.ts'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { keyIdOf } from '../../../core/engine/worker/protocol.ts'
import { createWorkerModules } from '../../../core/engine/worker/worker-modules.ts'
import { createWorkerApp } from '../../../core/http/worker/worker-app.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { START } from '../../factories.ts'
import { LISTS } from '../../local-server/wire/damaged-rows.ts'
import { wireServer, type WiredServer } from '../../local-server/wire/wired-server.ts'
import { filesBelow } from '../../process-harness/own-folders.ts'
import { createProviderDouble, TOKEN } from '../../provider-double/provider-double.ts'
import { createCloudWorld, type CloudWorld } from '../cloud/cloud-world.ts'
import { CLOUD_KEY } from '../cloud/worker-ground.ts'

const WORKER_KEY = 'the-key-of-the-worker-of-this-test'
const BUCKET = { accessKeyId: 'the-bucket-key-of-this-test', secretAccessKey: 'the-secret-of-the-bucket' }
/** All but the bucket's key id, which the settings show. */
const SECRETS = [SANDBOX_ACCESS_TOKEN, WORKER_KEY, BUCKET.secretAccessKey, TOKEN]
const SPELLINGS = SECRETS.flatMap((secret) => [
  secret,
  btoa(secret).replace(/=+$/, ''),
  encodeURIComponent(secret),
])
const FILLER = 'so much to say '

/**
 * kind     As the doubles answer.
 * talks    Their answers, with words in each field that is free to have some, and in headers.
 * refuses  A refusal in the neighbour's dialect, all of it words.
 */
type Mood = 'kind' | 'talks' | 'refuses'
let mood: Mood = 'kind'
/** How often each neighbour spoke in each mood. */
const spoken: Record<string, number> = {}

/** A caption is its user's. */
const FREE = /message|msg$|title|trace|reason|permalink|text$/i
/** Of a megabyte each: an answer of more than five is not read at all. */
const MOST_FIELDS = 4

/** The answer of a neighbour that knows these secrets. */
async function spoil(name: string, secrets: readonly string[], answer: Response): Promise<Response> {
  spoken[`${name} ${mood}`] = (spoken[`${name} ${mood}`] ?? 0) + 1
  if (mood === 'kind') return answer
  const repeated = secrets.map((secret) => `${secret} ${btoa(secret)} `).join('')
  const words = repeated + FILLER.repeat(65_000)
  const headers = new Headers(answer.headers)
  for (const header of ['x-fb-trace-id', 'www-authenticate', 'server'])
    headers.set(header, words.slice(0, 2_000))
  headers.delete('content-length')
  if (mood === 'refuses') return new Response(refusal(name, words), { status: 400, headers })
  if (!headers.get('content-type')?.includes('json'))
    return new Response(answer.body, { status: answer.status, headers })
  let fields = 0
  const talk = (key: string, value: unknown) => {
    if (key === 'status_code') return 'ERROR'
    const isFree = FREE.test(key) || (key === 'status' && name === 'platform')
    if (typeof value !== 'string' || !isFree) return value
    fields += 1
    return fields > MOST_FIELDS ? repeated : words
  }
  return new Response(JSON.stringify(await answer.json(), talk), { status: answer.status, headers })
}

function refusal(name: string, words: string): string {
  const refusals = {
    bucket: `<?xml version="1.0"?><Error><Code>${words}</Code><Message>${words}</Message><Resource>${words}</Resource></Error>`,
    worker: { error: words, code: 'CLOUD_ERROR', status: 400, details: words },
    provider: { success: false, result: null, errors: [{ code: 1, message: words }], messages: [words] },
    platform: {
      error: { message: words, error_user_msg: words, error_user_title: words, fbtrace_id: words, code: 100 },
    },
  }
  const said = refusals[name as keyof typeof refusals]
  return typeof said === 'string' ? said : JSON.stringify(said)
}

let cloud: CloudWorld
let front: Server
let server: WiredServer
const kv = new Map<string, string>()
const objects = new Map<string, ArrayBuffer>()
const workerLog = createMemoryLog()
/** Each answer of the server, head and body. */
const answers: string[] = []

/** Keeps what is put. */
async function store(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method === 'PUT') objects.set(pathname, await request.arrayBuffer())
  if (request.method === 'DELETE') objects.delete(pathname)
  const found = objects.get(pathname)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { headers: { etag: '"1"' } })
  return found
    ? new Response(found, { headers: { 'content-type': 'image/jpeg' } })
    : new Response(null, { status: 404 })
}

async function startNeighbours(): Promise<string> {
  cloud = await createCloudWorld({
    isOfFile: true,
    log: workerLog,
    kv: {
      put: async (key, text) => void kv.set(key, text),
      get: async (key) => kv.get(key) ?? null,
      remove: async (key) => void kv.delete(key),
      list: async () => ({ names: [...kv.keys()], isComplete: true }),
    },
    answers: (response) => spoil('platform', [SANDBOX_ACCESS_TOKEN], response),
  })
  const [engine, keyId] = [cloud.engine(), await keyIdOf(CLOUD_KEY)]
  const modules = createWorkerModules({
    scheduler: { ...engine, status: async () => ({ ...(await engine.status()), keyId }) },
    kv: {
      put: async () => {},
      remove: async () => {},
      get: async (key) => kv.get(key) ?? null,
      list: async () => ({ names: [...kv.keys()], isComplete: true }),
    },
    media: { facts: async () => null, open: async () => null, remove: async () => {} },
    version: '0.0.0',
    keyId: async () => keyId,
    clock: cloud.clock,
    log: workerLog,
  })
  const worker = createWorkerApp(modules, { clock: cloud.clock, log: workerLog, workerKey: WORKER_KEY })
  const provider = createProviderDouble('/client/v4', Date.now)
  const neighbours = new Hono()
    .all('/sandbox/*', async ({ req }) =>
      spoil('platform', [SANDBOX_ACCESS_TOKEN], await cloud.sandbox.app.request(req.raw)),
    )
    .all('/client/v4/*', async ({ req }) => spoil('provider', [TOKEN], await provider.fetch(req.raw)))
    .all('/bucket/*', async ({ req }) => spoil('bucket', Object.values(BUCKET), await store(req.raw)))
    .all('/worker/*', async ({ req }) => {
      const path = req.url.slice(req.url.indexOf('/worker') + '/worker'.length)
      const asked = new Request(`http://worker${path}`, req.raw)
      return spoil('worker', [WORKER_KEY], await worker.fetch(asked))
    })
  const respond = getRequestListener(neighbours.fetch)
  front = createServer((incoming, outgoing) => void respond(incoming, outgoing)).listen(0, '127.0.0.1')
  await new Promise((resolve) => front.once('listening', resolve))
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`
}

/** Asks as the page does, and keeps the whole answer. */
async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await (body || method !== 'GET' ? server.send(method, path, body ?? {}) : server.get(path))
  const text = await answer.text()
  answers.push(`${method} ${path} ${answer.status}\n${[...answer.headers].join('\n')}\n${text}`)
  return (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
}

let accountId: string
const posts: string[] = []

async function connect(origin: string): Promise<void> {
  const pasted = { loginMethod: 'platform', accessToken: SANDBOX_ACCESS_TOKEN }
  const { accounts } = await ask('POST', '/api/auth/accounts/token', pasted)
  accountId = (accounts as { id: string }[])[0]?.id ?? expect.unreachable()
  const bucket = {
    endpoint: `${origin}/bucket`,
    name: 'media',
    ...BUCKET,
    publicUrl: `${origin}/bucket/media`,
  }
  const entry = {
    workerUrl: `${origin}/worker`,
    workerKey: WORKER_KEY,
    encryptionKey: toBase64Url(CLOUD_KEY),
  }
  expect(await ask('POST', '/api/cloud/connect', { ...entry, bucket })).toEqual({ success: true })
  await ask('POST', '/api/v1/story-repost/config', {
    accountId,
    pollIntervalHours: 6,
    autoTagOriginalPoster: true,
  })
  await ask('POST', '/api/v1/story-repost/enable', { accountId })
}

async function schedule(hours: number): Promise<void> {
  const { id: mediaFileId } = await server.upload()
  const post = { accountId, mediaType: 'IMAGE', mediaFileId, caption: `in ${hours} hours` }
  const { postId } = await ask('POST', '/api/v1/schedule', {
    ...post,
    scheduledFor: toIso(Date.now() + hours * HOUR),
  })
  posts.push(String(postId))
}

/** Everything that calls an outside service. */
async function callEverybody(): Promise<void> {
  const { id: mediaFileId } = await server.upload()
  const now = await ask('POST', '/api/v1/posts/publish', {
    accountId,
    mediaType: 'IMAGE',
    mediaFileId,
    caption: mood,
  })
  posts.push(String(now['postId']))
  await schedule(2)
  await ask('POST', `/api/v1/accounts/${accountId}/dry-run`)
  await ask('POST', '/api/v1/story-repost/scan', { accountId })
  await ask('POST', '/api/cloud/validate', { apiToken: TOKEN })
  for (const path of [
    'accounts/ID/publishing-limit',
    'cloud/diagnostics',
    'cloud/cron-status',
    'cloud/kv',
    'health/ig-version',
  ])
    await ask('GET', `/api/v1/${path.replace('ID', accountId)}`)
  await server.server.modules.attention.runNightCheck()
  for (let half = 0; half < 6; half += 1) {
    await server.publishDue()
    await cloud.run(HOUR / 2)
    vi.advanceTimersByTime(HOUR / 2)
    await syncRound(server.server.parts.exchange)
  }
}

async function askForEverything(): Promise<void> {
  for (const path of LISTS) await ask('GET', path)
  for (const path of [
    'cloud/diagnostics',
    'cloud/cron-status',
    'cloud/kv',
    `story-repost/history?accountId=${accountId}`,
  ])
    await ask('GET', `/api/v1/${path}`)
  for (const path of ['queue/outlook', `story-repost/sources?accountId=${accountId}`])
    await ask('GET', `/api/${path}`)
  for (const id of posts) {
    await ask('GET', `/api/v1/posts/${id}`)
    await ask('GET', `/api/v1/posts/${id}/attempts`)
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START })
  const origin = await startNeighbours()
  const at = (host: string) => `${origin}/sandbox/${host}`
  server = await wireServer({
    env: {
      NIGHTPOST_SANDBOX: 'off',
      NODE_ENV: 'development',
      PLATFORM_GRAPH_URL: at('graph.instagram.com'),
      PLATFORM_API_URL: at('api.instagram.com'),
      UPLOAD_URL: at('rupload.facebook.com'),
      CLOUD_API_URL: `${origin}/client/v4`,
    },
  })
  await connect(origin)
  await schedule(1)
  await schedule(4)
  await syncRound(server.server.parts.exchange)
  for (const next of ['talks', 'refuses'] as const) {
    cloud.sandbox.mentions.addMention({ username: 'demo.kitchen' })
    mood = next
    await callEverybody()
    await askForEverything()
  }
})
afterAll(async () => {
  await server.close()
  front.close()
  cloud.close()
  vi.useRealTimers()
})

const hits = (text: string) => [
  ...SPELLINGS.filter((secret) => text.includes(secret)),
  ...(text.includes(FILLER.repeat(70)) ? ['a text without an end'] : []),
]

describe('what strangers say at length, secrets included', () => {
  it('was said by everybody, and heard', () => {
    for (const name of ['platform', 'worker', 'bucket', 'provider'])
      for (const how of ['talks', 'refuses'])
        expect([name, how, spoken[`${name} ${how}`] ?? 0]).not.toContain(0)
    expect(answers.filter((answer) => answer.includes(FILLER)).length).toBeGreaterThan(10)
  })

  it('is in no answer of the API or of the page’s own routes', () => {
    expect(answers.flatMap((answer) => hits(answer).map((hit) => `${hit}: ${answer.slice(0, 200)}`))).toEqual(
      [],
    )
  })

  it('is in no file of the data folder', () => {
    const found = filesBelow(server.dataDir).flatMap((file) =>
      hits(readFileSync(join(server.dataDir, file), 'latin1')).map((hit) => `${file}: ${hit}`),
    )
    expect(found).toEqual([])
  })

  it('is not in KV, the rows or the log of the Worker', () => {
    const tables = ['post_jobs', 'accounts', 'reposts', 'repost_configs', 'meta'].map((table) =>
      cloud.sql.exec(`SELECT * FROM ${table}`).toArray(),
    )
    expect(kv.size).toBeGreaterThan(3)
    expect(hits(JSON.stringify([...kv, tables, workerLog]))).toEqual([])
  })
})
