// A sandbox with three accounts and a server that publishes there, each a process of its own and warmed up.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import sharp from 'sharp'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import type { LiveMedia } from '../../../local-server/sandbox/live.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { noLimits, startProgram, startServer, stop } from './programs.ts'
import { newKey } from './server-with-posts.ts'

/** So many go out before anything counts: the first of a process are slower. */
export const WARM_UPS = 6

export interface LatenessWorld {
  readonly dataDir: string
  readonly server: ChildProcess
  readonly accounts: readonly string[]
  /** Of a picture with this caption. */
  schedule(post: { accountId: string; caption: string; at: number }): Promise<void>
  /** When each caption went out, by the clock of the sandbox. */
  published(): Promise<Map<string, number>>
  end(): Promise<void>
}

export async function newLatenessWorld(folder: string): Promise<LatenessWorld> {
  const dataDir = mkdtempSync(join(folder, 'world-'))
  const sandbox = await startProgram('sandbox', `${dataDir}-sandbox`)
  const env = { ...noLimits, HOME: folder, NIGHTPOST_SANDBOX_URL: sandbox.printed }
  const { child: server, origin, launchToken } = await startServer(dataDir, env)
  const bearer = { authorization: `Bearer ${newKey(dataDir)}` }
  const accounts = await threeAccounts(origin, launchToken, bearer)
  const mediaFileId = await upload(origin, bearer)
  const witness = { headers: { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` } }
  const post = (path: string, body: object) =>
    json(`${origin}/api/v1${path}`, sent('POST', { mediaType: 'IMAGE', mediaFileId, ...body }, bearer))
  const world: LatenessWorld = {
    dataDir,
    server,
    accounts,
    async schedule({ at, ...rest }) {
      await post('/schedule', { ...rest, scheduledFor: new Date(at).toISOString() })
    },
    async published() {
      const live = (await json(`${sandbox.printed}/sandbox/live`, witness)) as LiveMedia[]
      return new Map(live.map(({ caption, publishedAt }) => [caption ?? '', publishedAt]))
    },
    async end() {
      await Promise.all([stop(server), stop(sandbox.child)])
    },
  }
  // The first account of a scene may have no post to spare.
  const accountId = accounts.at(-1) ?? ''
  const before = (await world.published()).size
  for (let n = 0; n < WARM_UPS; n += 1) await post('/posts/publish', { accountId, caption: `warm-up ${n}` })
  while ((await world.published()).size < before + WARM_UPS) await pause(200)
  return world
}

async function threeAccounts(origin: string, t: string, bearer: Headers): Promise<string[]> {
  const signedIn = await fetch(`${origin}/api/auth/session`, sent('POST', { t }, { origin }))
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const accessToken of [SANDBOX_PLATFORM_TOKEN, SANDBOX_CREATOR_TOKEN]) {
    const body = { loginMethod: 'platform', accessToken }
    await json(`${origin}/api/auth/accounts/token`, sent('POST', body, { cookie, origin }))
  }
  const me = await json(`${origin}/api/v1/auth/me`, { headers: bearer })
  return (me as { accounts: { id: string }[] }).accounts.map(({ id }) => id)
}

async function upload(origin: string, headers: Headers): Promise<string> {
  const grey = { width: 320, height: 320, channels: 3 as const, background: '#888' }
  const form = new FormData()
  const picture = new Uint8Array(await sharp({ create: grey }).jpeg().toBuffer())
  form.set('file', new File([picture], 'picture.jpg', { type: 'image/jpeg' }))
  const media = await json(`${origin}/api/v1/media/upload`, { method: 'POST', headers, body: form })
  return (media as { id: string }).id
}

type Headers = Readonly<Record<string, string>>

function sent(method: string, body: unknown, headers: Headers = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

async function json(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
