// What an answer means to the page: one of Nightpost, or one of a proxy in front of it that has found nobody.
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  apiError,
  parseFile,
  parseResponse,
  ServerGone,
} from '../../../local-server/ui/src/api-client.ts'
import { sendConnection } from '../../../local-server/ui/src/cloud/cloud-queries.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'

vi.mock('../../../local-server/ui/src/strings/language.tsx', async (original) => ({
  ...(await original<object>()),
  spokenStrings: () => english,
}))

afterEach(() => vi.unstubAllGlobals())

const HTML = { headers: { 'content-type': 'text/html' } }

/** As Tailscale Serve, Caddy and cloudflared answer while nobody listens, or once who listened has gone away. */
const OF_A_PROXY: readonly (readonly [what: string, answer: () => Response])[] = [
  ['502 without a body', () => new Response(null, { status: 502 })],
  ['503 in plain text', () => new Response('no healthy upstream', { status: 503 })],
  ['504 as a page', () => new Response('<h1>504 Gateway Time-out</h1>', { ...HTML, status: 504 })],
  ['530 as a page', () => new Response('<h1>Error 1033</h1>', { ...HTML, status: 530 })],
]

describe.each(OF_A_PROXY)('a proxy that answers %s', (_what, answer) => {
  it('has had no answer itself, so nobody knows what became of the request', async () => {
    await expect(parseResponse(Promise.resolve(answer()))).rejects.toThrow(ServerGone)
    await expect(parseFile(Promise.resolve(answer()))).rejects.toThrow(ServerGone)
  })
})

it('a file that breaks off does not say that Nightpost is not running', async () => {
  const body = new ReadableStream({ pull: (file) => file.error(new TypeError('network error')) })
  await expect(parseFile(Promise.resolve(new Response(body)))).rejects.toThrow(english.app.brokenOff)
})

it('a refusal of Nightpost stays one, whatever its status', async () => {
  const body = { code: 'WORKER_UNREACHABLE', error: 'The cloud Worker cannot be reached.', status: 502 }
  await expect(parseResponse(Promise.resolve(Response.json(body, { status: 502 })))).rejects.toThrow(ApiError)
})

it('a refusal without words that is no proxy’s stays one, too', () => {
  expect(apiError(500, null)).toBeInstanceOf(ApiError)
  expect(apiError(413, null)).toBeInstanceOf(ApiError)
})

it('a Worker that does not know all accounts yet is connected all the same, and another refusal is none', async () => {
  const worker = { workerUrl: 'https://nightpost.ada.workers.dev', workerKey: 'key', encryptionKey: 'key' }
  const answer = (code: string) =>
    vi.stubGlobal('fetch', async () => {
      const body = { code: 'SYNC_FAILED', error: 'Not yet.', status: 500, refusal: { code, params: {} } }
      return Response.json(body, { status: 500 })
    })
  answer('NOT_REGISTERED')
  expect((await sendConnection(worker))?.refusal?.code).toBe('NOT_REGISTERED')
  answer('POSTS_NOT_RELEASED')
  await expect(sendConnection(worker)).rejects.toThrow('Not yet.')
})

it('says on this computer that Nightpost is not running, and from a phone only that it is out of reach', () => {
  vi.stubGlobal('window', { location: { protocol: 'http:' } })
  expect(new ServerGone().message).toBe(english.app.notRunning)
  vi.stubGlobal('window', { location: { protocol: 'https:' } })
  expect(new ServerGone().message).toBe(english.app.outOfReach)
})
