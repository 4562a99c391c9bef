// A sandbox on a clock that stands still, with a host for pictures and the calls that a client makes.
import { createMemoryStore } from '../../../local-server/sandbox/memory-store.ts'
import { createSandbox, type SandboxOptions } from '../../../local-server/sandbox/sandbox.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'

export const TOKEN = 'IGSANDBOXtest'
export const ORIGIN = 'http://127.0.0.1:4100'
export const NOON = Date.UTC(2026, 10, 20, 13, 0, 0)
export const PICTURE = 'http://127.0.0.1:4100/media/picture'

export function openKitchen(options: Partial<SandboxOptions> = {}) {
  const clock = createManualClock(NOON)
  const pictures = new Map<string, () => Response | Promise<Response>>([
    [PICTURE, () => picture(jpeg(1080, 1080))],
  ])
  const host = async (input: RequestInfo | URL) => {
    const give = pictures.get(input instanceof Request ? input.url : input.toString())
    return give ? give() : new Response('nothing here', { status: 404 })
  }
  const waits: number[] = []
  const sandbox = createSandbox({
    store: createMemoryStore(),
    clock,
    random: createSeededRandom(),
    origin: () => ORIGIN,
    accessToken: TOKEN,
    fetch: host as typeof fetch,
    wait: async (ms) => void waits.push(ms),
    ...options,
  })
  const call = (method: string, path: string, fields: Record<string, string> = {}) => {
    const query = method === 'GET' && Object.keys(fields).length > 0 ? `?${new URLSearchParams(fields)}` : ''
    return sandbox.app.request(`${ORIGIN}/sandbox/graph.instagram.com/v25.0${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(method === 'POST' && { body: new URLSearchParams(fields) }),
    })
  }
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
    call,
    create,
    publish,
    status,
    advance: (ms: number) => clock.advance(ms),
    /** Creates a container and gives its id. */
    container: async (fields: Record<string, string> = {}) =>
      (await answerOf<{ id: string }>(await create(fields))).id,
    /** Creates and publishes, and gives the media id. */
    post: async (fields: Record<string, string> = {}) => {
      const { id } = await answerOf<{ id: string }>(await create(fields))
      return (await answerOf<{ id: string }>(await publish(id))).id
    },
  }
}

/** The body of an answer that must be a success. */
export async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text}`)
  return JSON.parse(text) as T
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
