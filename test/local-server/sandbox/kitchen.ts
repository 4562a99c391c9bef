// A sandbox on a clock that stands still, with a host for pictures and the calls that a client makes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SANDBOX_PLATFORM_APP } from '../../../local-server/sandbox/oauth/apps.ts'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../local-server/sandbox/sandbox.ts'
import {
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'

export const TOKEN = 'IGSANDBOXtest'
export const ORIGIN = 'http://127.0.0.1:4100'
export const NOON = Date.UTC(2026, 10, 20, 13, 0, 0)
export const PICTURE = 'http://127.0.0.1:4100/media/picture'
/** Where the clips lie: `${CLIPS}/reel.mp4`. */
export const CLIPS = 'http://127.0.0.1:4100/clips'
export const REEL = `${CLIPS}/reel.mp4`

export function openKitchen(options: Partial<SandboxOptions> = {}) {
  const clock = createManualClock(NOON)
  const pictures = new Map<string, () => Response | Promise<Response>>([
    [PICTURE, () => picture(jpeg(1080, 1080))],
  ])
  const host = async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : input.toString()
    const give = pictures.get(url)
    if (give) return give()
    if (url.startsWith(CLIPS)) return new Response(clip(url.slice(CLIPS.length + 1)), { headers: VIDEO })
    return new Response('nothing here', { status: 404 })
  }
  const waits: number[] = []
  const sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: createSeededRandom(),
    origin: () => ORIGIN,
    accessToken: TOKEN,
    fetch: host as typeof fetch,
    wait: async (ms) => void waits.push(ms),
    waitsForMedia: true,
    ...options,
  })
  const callAs =
    ({ host, token }: Login) =>
    (method: string, path: string, fields: Record<string, string> = {}) => {
      const query =
        method === 'GET' && Object.keys(fields).length > 0 ? `?${new URLSearchParams(fields)}` : ''
      return sandbox.app.request(`${ORIGIN}/sandbox/${host}/v25.0${path}${query}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { body: new URLSearchParams(fields) }),
      })
    }
  const call = callAs({ host: 'graph.instagram.com', token: TOKEN })
  const create = (fields: Record<string, string> = {}) =>
    call('POST', '/me/media', { image_url: PICTURE, ...fields })
  const publish = (id: string) => call('POST', '/me/media_publish', { creation_id: id })
  const status = async (id: string) =>
    answerOf<{ status_code?: string; status?: string; id: string }>(
      await call('GET', `/${id}`, { fields: 'status_code,status' }),
    )
  return {
    sandbox,
    pictures,
    waits,
    callAs,
    call,
    create,
    publish,
    status,
    advance: (ms: number) => clock.advance(ms),
    /** Creates a container and gives its id. */
    container: async (fields: Record<string, string> = {}) => idOf(await create(fields)),
    /** Creates and publishes, and gives the media id. */
    post: async (fields: Record<string, string> = {}) =>
      idOf(await publish(await idOf(await create(fields)))),
    /** The same for a picture of harbour.bakery. */
    postAs: async (login: Login, fields: Record<string, string> = {}) => {
      const harbour = callAs(login)
      const created = await harbour('POST', `/${HARBOUR}/media`, { image_url: PICTURE, ...fields })
      const creation_id = await idOf(created)
      return idOf(await harbour('POST', `/${HARBOUR}/media_publish`, { creation_id }))
    },
  }
}

export type Kitchen = ReturnType<typeof openKitchen>

export interface Login {
  readonly host: 'graph.instagram.com' | 'graph.facebook.com'
  readonly token: string
}

/** harbour.bakery, each way. */
export const BY_PLATFORM: Login = { host: 'graph.instagram.com', token: SANDBOX_PLATFORM_TOKEN }
export const BY_PARTNER: Login = { host: 'graph.facebook.com', token: SANDBOX_PARTNER_TOKEN }
export const AS_PAGE: Login = { host: 'graph.facebook.com', token: SANDBOX_PAGE_TOKEN }
export const HARBOUR = '17841460023456789'
export const HARBOUR_PAGE = '104000000012345'

/** harbour.bakery by the partner's login, with these permissions only. */
export async function partnerLoginWith(sandbox: Sandbox, scope: string): Promise<Login> {
  const app = { client_id: '880200000000002', redirect_uri: 'http://127.0.0.1/back' }
  const asked = { ...app, scope, sandbox_as: 'harbour', sandbox_allow: '1' }
  const consent = await sandbox.app.request(
    `/sandbox/www.facebook.com/v25.0/dialog/oauth?${new URLSearchParams(asked)}`,
  )
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const query = new URLSearchParams({ ...app, client_secret: 'sandboxpartnerappnosecret', code })
  const { access_token: token } = await answerOf<{ access_token: string }>(
    await sandbox.app.request(`/sandbox/graph.facebook.com/v25.0/oauth/access_token?${query}`),
  )
  return { host: 'graph.facebook.com', token }
}

/** harbour.bakery by the platform's own login, with these permissions only. */
export async function platformLoginWith(sandbox: Sandbox, scope: string): Promise<Login> {
  const app = { client_id: SANDBOX_PLATFORM_APP.id, redirect_uri: 'http://127.0.0.1/back' }
  const asked = { ...app, scope, response_type: 'code', sandbox_as: 'harbour', sandbox_allow: '1' }
  const consent = await sandbox.app.request(
    `/sandbox/www.instagram.com/oauth/authorize?${new URLSearchParams(asked)}`,
  )
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const client_secret = SANDBOX_PLATFORM_APP.secret
  const body = new URLSearchParams({ ...app, client_secret, grant_type: 'authorization_code', code })
  const { access_token: token } = await answerOf<{ access_token: string }>(
    await sandbox.app.request('/sandbox/api.instagram.com/oauth/access_token', { method: 'POST', body }),
  )
  return { host: 'graph.instagram.com', token }
}

const VIDEO = { 'content-type': 'video/mp4' }

/** A small video of this folder, or of the fixtures of all tests. */
export function clip(name: string): Uint8Array<ArrayBuffer> {
  const own = join(import.meta.dirname, 'clips', name)
  return new Uint8Array(
    readFileSync(existsSync(own) ? own : join(import.meta.dirname, '../../fixtures', name)),
  )
}

/** The body of an answer that must be a success. */
export async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

/** The id in an answer that must be a success. */
export async function idOf(response: Response): Promise<string> {
  return (await answerOf<{ id: string }>(response)).id
}

/** `httpStatus code/subcode` of an answer that must be a refusal. */
export async function refusalOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: number; error_subcode?: number } }
  return `${response.status} ${error.code}${error.error_subcode === undefined ? '' : `/${error.error_subcode}`}`
}

export function picture(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Response {
  return new Response(bytes, { headers: { 'content-type': 'image/jpeg', ...headers } })
}

/** The header of a JPEG, which is all that is looked at; `extra` goes in front of the frame, `size` fills it up. */
export function jpeg(
  width: number,
  height: number,
  { extra = [] as number[], size = 0 } = {},
): Uint8Array<ArrayBuffer> {
  const frame = [
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    ...Array(9).fill(0),
  ]
  const header = [0xff, 0xd8, ...extra, ...frame]
  const bytes = new Uint8Array(Math.max(header.length, size))
  bytes.set(header)
  return bytes
}
