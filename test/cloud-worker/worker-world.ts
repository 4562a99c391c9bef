// The Worker in its own runtime, with the sandbox as the platform in the same process: what the Worker calls outside arrives
// there, and the sandbox fetches media from the Worker's own open route.
import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { JobAnswer, JobEnvelope, JobView } from '../../core/engine/worker/protocol.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { createMemorySandboxStore } from '../fakes/memory-sandbox-store.ts'
import { createSandbox, type Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { createWorkerClock } from '../../cloud-worker/runtime.ts'
import { WORKER_SECRETS } from '../worker-secrets.ts'
import { aJobEnvelope, aMediaKey, anAccountEnvelope, JPEG, type ACCOUNTS } from '../fakes/cloud/cloud-jobs.ts'
import { PATIENCE } from '../patience.ts'

/** How many times more rounds than in a daily run: `npm run faults` sets it. */
export const ROUNDS = Number((env as { ROUNDS?: string }).ROUNDS ?? 1)

const WORKER = 'https://worker.example'
const SANDBOX = 'http://127.0.0.1:4200'
export const WORKER_KEY = WORKER_SECRETS.WORKER_API_KEY
export const ENCRYPTION_KEY = new Uint8Array(32)

/** A request with the worker key. */
export function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${WORKER_KEY}`)
  return exports.default.fetch(WORKER + path, { ...init, headers })
}

export function put(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return call(path, { method: 'PUT', headers, body: JSON.stringify(body) })
}

export async function putJob(envelope: JobEnvelope): Promise<JobAnswer & { readonly status: number }> {
  const response = await put(`/jobs/${envelope.jobId}`, envelope)
  return { ...((await response.json()) as JobAnswer), status: response.status }
}

export async function cancelJob(jobId: string, query = ''): Promise<JobAnswer & { readonly status: number }> {
  const response = await call(`/jobs/${jobId}${query}`, { method: 'DELETE' })
  return { ...((await response.json()) as JobAnswer), status: response.status }
}

export async function readJob(jobId: string): Promise<JobView> {
  return (await call(`/jobs/${jobId}`)).json()
}

export async function putAccount(name: keyof typeof ACCOUNTS): Promise<void> {
  const account = await anAccountEnvelope(name, ENCRYPTION_KEY)
  await put(`/accounts/${account.accountId}`, account)
}

/** An account that the Worker does not know yet, with the name and token of this one: nothing counts in its limit. Its id. */
export async function putNewAccount(name: keyof typeof ACCOUNTS): Promise<string> {
  const accountId = webCryptoRandom.uuid()
  await put(`/accounts/${accountId}`, await anAccountEnvelope(name, ENCRYPTION_KEY, { accountId }))
  return accountId
}

/** The picture of a job, as the server puts it there before the job. */
export async function putMedia(envelope: JobEnvelope): Promise<void> {
  for (const { publicKey } of envelope.payload.items)
    await env.BUCKET.put(publicKey, JPEG, { httpMetadata: { contentType: 'image/jpeg' } })
}

/** A job with its picture, taken by the Worker. */
export async function schedule(change: Parameters<typeof aJobEnvelope>[0]): Promise<JobEnvelope> {
  const envelope = aJobEnvelope(change)
  await putMedia(envelope)
  await putJob(envelope)
  return envelope
}

/** Many at once, all with one picture. */
export async function scheduleAll(
  changes: readonly Parameters<typeof aJobEnvelope>[0][],
): Promise<JobEnvelope[]> {
  const keys = [aMediaKey()]
  const envelopes = changes.map((change) => aJobEnvelope({ ...change, keys }))
  if (envelopes[0]) await putMedia(envelopes[0])
  await Promise.all(envelopes.map(putJob))
  return envelopes
}

export const indexObject = () => env.SCHEDULER.getByName('scheduler')
export const accountObject = (accountId: string) => env.SCHEDULER.getByName(accountId)

export function tick(): Promise<void> {
  return indexObject().tick({ cron: '* * * * *' })
}

/** A statement on the rows of an account's object. */
export function onAccount(accountId: string, query: string, ...bindings: unknown[]) {
  return runInDurableObject(accountObject(accountId), (_object, { storage }) =>
    storage.sql.exec(query, ...bindings).toArray(),
  )
}

/** Puts an account where it would be if its alarm was lost and its time has long passed. */
export function makeOverdue(accountId: string) {
  const query = 'UPDATE owners SET next_at = 1 WHERE account_id = ?'
  return runInDurableObject(indexObject(), (_object, { storage }) => void storage.sql.exec(query, accountId))
}

/** Waits until none of these jobs has anything left to do; polls, because the alarm fires on its own. */
export async function ended(envelopes: readonly JobEnvelope[]): Promise<JobView[]> {
  const ids = new Set(envelopes.map(({ jobId }) => jobId))
  const until = Date.now() + PATIENCE
  for (;;) {
    const { jobs } = (await (await call('/jobs')).json()) as { jobs: JobView[] }
    if (!jobs.some(({ jobId }) => ids.has(jobId)) || Date.now() > until) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Promise.all(envelopes.map(({ jobId }) => readJob(jobId)))
}

export interface Platform {
  readonly sandbox: Sandbox
  /** Every call of the Worker to the outside. */
  readonly calls: {
    readonly method: string
    readonly url: string
    readonly at: number
    /** The parameters of its body; null when that is no form. */
    readonly form: URLSearchParams | null
  }[]
  /** Called before each of them reaches the platform. */
  before(url: string): void | Promise<void>
}

/** The platform behind the Worker's `fetch`. */
export function openPlatform(): Platform {
  const sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock: createWorkerClock(),
    random: webCryptoRandom,
    origin: () => SANDBOX,
    accessToken: SANDBOX_ACCESS_TOKEN,
    containers: { secondPublish: 'duplicate' },
    fetch: (input, init) => exports.default.fetch(new Request(input, init)),
  })
  const platform: Platform = { sandbox, calls: [], before() {} }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    platform.calls.push({ method: request.method, url: request.url, at: Date.now(), form: formOf(init) })
    await platform.before(request.url)
    if (request.url.startsWith(`${SANDBOX}/`)) return sandbox.app.request(request)
    throw new TypeError(`there is nothing at ${request.url}`)
  })
  return platform
}

const formOf = (init: RequestInit | undefined) => (init?.body instanceof URLSearchParams ? init.body : null)

export const liveCaptions = ({ sandbox }: Platform) => sandbox.live().map(({ caption }) => caption ?? '')
