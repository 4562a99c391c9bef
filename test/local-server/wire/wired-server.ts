// The whole server in this process, as `serve` wires it, without its loops and its terminal: what a loop would do, a test calls.
//
//   const server = await wireServer()                    a folder of its own, the sandbox inside
//   const server = await wireServer({ dataDir, env })    on a folder that another one has left
//
//   await server.get('/api/v1/posts')  .send('POST', '/api/v1/…', body)     as the page asks
//   server.damage('update posts set …')                                     as another program writes
//   await server.publishDue()                                               what the job loop would do now
//   await server.close()                                                    the folder stays
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { QUEUES } from '../../../core/engine/publishing/publishing.ts'
import { webCryptoRandom as random } from '../../../core/random.ts'
import { readConfig } from '../../../local-server/config.ts'
import { takeDataFolder } from '../../../local-server/data-folder/data-folder.ts'
import { ensureSandboxAccount } from '../../../local-server/demo/sandbox-account.ts'
import { listen } from '../../../local-server/listen.ts'
import { watchClock } from '../../../local-server/loops/job-loop.ts'
import { nodeClock as clock } from '../../../local-server/node-clock.ts'
import { openMigrated } from '../../migrated-database.ts'
import { notRunning, type RunState } from '../../../local-server/wire/base.ts'
import { REAL_EDGES, type Edges } from '../../../local-server/wire/edges.ts'
import { compose, type Server } from '../../../local-server/wire/server.ts'
import { fileForm, smallPicture } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

export interface WiredServer {
  readonly server: Server
  /** What `serve` and the loops would connect. */
  readonly late: RunState
  readonly dataDir: string
  readonly origin: string
  /** Signed in, with whatever else the request has. */
  ask(path: string, init?: RequestInit): Promise<Response>
  get(path: string): Promise<Response>
  send(method: string, path: string, body: unknown): Promise<Response>
  /** A small picture that can be published. */
  upload(): Promise<MediaFileBody>
  /** Statements of another program. Returns how many rows they changed. */
  damage(statement: string, ...values: unknown[]): number
  rows<Row>(query: string, ...values: unknown[]): Row[]
  publishDue(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly edges?: Partial<Edges>
}

export async function wireServer({
  dataDir = newDataDir(),
  env = {},
  edges = {},
}: Options = {}): Promise<WiredServer> {
  const config = readConfig(['--port', '0', '--data-dir', dataDir, '--no-open', '--no-demo'], {
    HOME: dataDir,
    PATH: process.env['PATH'],
    ...env,
  })
  const folder = await takeDataFolder(dataDir)
  if ('runningAt' in folder) throw new Error('a server runs on this folder')
  const database = openMigrated(join(dataDir, 'nightpost.db'), folder.holds)
  const other = new Database(join(dataDir, 'nightpost.db'))
  other.pragma('synchronous = OFF')
  other.pragma('foreign_keys = OFF')
  const late = notRunning(0)
  const server = await compose(config, database, late, { ...REAL_EDGES, ...edges })
  const listening = await listen((request) => server.app.fetch(request), {
    ...config,
    newRequestId: random.uuid,
  })
  late.port = listening.port
  const origin = `http://127.0.0.1:${listening.port}`
  const { accounts, ledger, settings, vault } = server.parts
  await ledger.releaseOrphans(clock.now())
  if (config.sandbox) await ensureSandboxAccount({ accounts, settings, vault, clock, random })
  const ask = async (path: string, init: RequestInit) => server.app.fetch(new Request(origin + path, init))
  const cookie = await signIn(server, origin)
  const noticeClock = watchClock({ ...server.parts, clock })
  return {
    server,
    late,
    dataDir,
    origin,
    ask: (path, init = {}) => ask(path, { ...init, headers: { cookie, origin } }),
    get: (path) => ask(path, { headers: { cookie, origin } }),
    send(method, path, body) {
      const headers = { cookie, origin, 'content-type': 'application/json' }
      return ask(path, { method, headers, body: JSON.stringify(body) })
    },
    async upload() {
      const body = fileForm(await smallPicture())
      const response = await ask('/api/v1/media/upload', {
        method: 'POST',
        headers: { cookie, origin },
        body,
      })
      return response.json() as Promise<MediaFileBody>
    },
    damage: (statement, ...values) => other.prepare(statement).run(...values).changes,
    rows: <Row>(query: string, ...values: unknown[]) => other.prepare(query).all(...values) as Row[],
    async publishDue() {
      const { publishing } = server
      await noticeClock()
      for (const queue of QUEUES)
        for (let due = await publishing.claim(queue, []); due; due = await publishing.claim(queue, []))
          await publishing.run(due, () => false)
    },
    async close() {
      await listening.close(0)
      await server.close()
      server.parts.hold.stopped()
      other.close()
      database.close()
      folder.release()
    },
  }
}

/** Not there yet: the server makes it. */
function newDataDir(): string {
  return join(newFolder(), 'data')
}

async function signIn({ app, signingIn }: Server, origin: string): Promise<string> {
  const t = (await signingIn.newLink(origin)).split('#t=')[1]
  const headers = { origin, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ t }) }
  const response = await app.fetch(new Request(`${origin}/api/auth/session`, init))
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
