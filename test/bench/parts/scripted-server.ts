// The built server as a script sees it: an API key, and posts to schedule that differ in their picture, caption and time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR } from '../../../core/time.ts'
import sharp from 'sharp'
import { keepFirstProcessor } from './processors.ts'
import { noLimits, startServer, type Started } from './programs.ts'
import { newKey } from './server-with-posts.ts'

export interface ScriptedServer extends Started {
  readonly key: string
  ask<Body>(request: string, body?: object): Promise<Body>
}

/** In a folder of its own, until `measure` is done. */
export async function withScriptedServer(measure: (server: ScriptedServer) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
  keepFirstProcessor()
  let server: ScriptedServer | undefined
  try {
    server = await startScripted(dataDir)
    await measure(server)
  } finally {
    server?.child.kill()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** `request` as the contract names it: `POST /schedule`. */
async function startScripted(dataDir: string): Promise<ScriptedServer> {
  const started = await startServer(dataDir, noLimits)
  const key = newKey(dataDir)
  return {
    ...started,
    key,
    async ask<Body>(request: string, body?: object) {
      const [method = '', path = ''] = request.split(' ')
      const isForm = body instanceof FormData
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      }
      const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
      const response = await fetch(`${started.origin}/api/v1${path}`, init)
      const text = await response.text()
      if (!response.ok) throw new Error(`${request} answered ${response.status}: ${text}`)
      return JSON.parse(text) as Body
    },
  }
}

interface NewPost {
  readonly accountId: string
  readonly mediaType: 'IMAGE'
  readonly mediaFileId: string
  readonly caption: string
  readonly scheduledFor: string
}

/** One every four hours, of the practice account. */
export async function newPosts({ ask }: ScriptedServer, count: number): Promise<NewPost[]> {
  const { accounts } = await ask<{ accounts: { id: string }[] }>('GET /auth/me')
  const [account] = accounts
  if (account === undefined) throw new Error('there is no account')
  const firstAt = Date.now() + 100 * HOUR
  const posts: NewPost[] = []
  for (let n = 0; n < count; n += 1) {
    const background = { r: n % 256, g: (n * 7) % 256, b: (n * 31) % 256 }
    const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(picture)], `${n}.jpg`, { type: 'image/jpeg' }))
    const { id: mediaFileId } = await ask<{ id: string }>('POST /media/upload', form)
    const scheduledFor = new Date(firstAt + n * 4 * HOUR).toISOString()
    posts.push({ accountId: account.id, mediaType: 'IMAGE', mediaFileId, caption: `Post ${n}`, scheduledFor })
  }
  return posts
}
