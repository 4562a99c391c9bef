// The built server as a real process, over real sockets.
//
//   const server = await startServer()                     a folder of its own, any free port, no first post
//   const server = await startServer({ dataDir, env: { RATE_LIMIT_RPM: '5' }, args: ['--no-sandbox'], demo: true })
//
//   server.origin  .port  .link  .dataDir  .pid            what it said and where it is
//   server.stdout()  .stderr()  .ended                     what it printed; how it ended
//   await server.stop('SIGTERM')                           → { code, signal, stdout, stderr }
//   await server.kill9()                                   as a power cut to the process
//   await server.again(changes?)                           a new process on the same folder with the same options
//   await server.signIn()                                  → a new session's `session=…` for a Cookie header
//   await server.newKey('name')                            → 'app_live_…'
//   await server.api('/posts', { json })                   a request below /api/v1 as the page sends it (not rate-limited)
//   await server.api('/posts', { key })                    … as a script sends it
//   await server.request('/uploads/x', init)               any request, without a login
//
// For starts that are meant to fail: `await runServer({ … })` → how it ended. Posts and uploads: client.ts. The sandbox
// alone: sandbox-process.ts. Processes and folders are gone when the test file ends; nothing needs to be cleaned up.
import { join } from 'node:path'
import { askForLaunchToken, readRunning } from '../../local-server/data-folder/running.ts'
import { PATIENCE } from '../patience.ts'
import { noteExchange } from '../held-to-the-document/exchanges.ts'
import { newFolder } from './own-folders.ts'
import { processExists, startProgram, type Ended, type RunningProgram } from './running-program.ts'

export interface ServerOptions {
  /** Flags besides --port, --data-dir, --no-open and --no-demo. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Default: a new folder. */
  readonly dataDir?: string
  readonly nodeArgs?: readonly string[]
  /** Default 0, any free one; null leaves the flag out. */
  readonly port?: number | null
  /** Whether a new folder gets its first post. Default false. */
  readonly demo?: boolean
  readonly withFile?: boolean
}

export interface ApiInit extends RequestInit {
  /** Sent as the body. */
  readonly json?: unknown
  /** An API key to send instead of the session. */
  readonly key?: string
}

export interface ServerProcess {
  readonly origin: string
  readonly port: number
  /** The launch link, good once. `signIn` leaves it alone. */
  readonly link: string
  readonly dataDir: string
  readonly pid: number
  readonly ended: Promise<Ended>
  stdout(): string
  stderr(): string
  stop(signal?: NodeJS.Signals): Promise<Ended>
  kill9(): Promise<void>
  again(changes?: ServerOptions): Promise<ServerProcess>
  signIn(): Promise<string>
  newKey(name?: string): Promise<string>
  api(path: string, init?: ApiInit): Promise<Response>
  request(path: string, init?: RequestInit): Promise<Response>
}

/** Resolves when the server says that it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? newDataDir()
  const program = launch({ ...options, dataDir })
  const [, link = '', origin = ''] = await program.printed(/Open {3}((http:\/\/\S+)\/#t=\S+)/)
  await program.printed(/Ready in /)
  return describeServer({ ...options, dataDir }, program, { origin, link })
}

/** A start that is meant to end by itself. */
export function runServer(options: ServerOptions = {}): Promise<Ended> {
  return launch({ ...options, dataDir: options.dataDir ?? newDataDir() }).ended
}

/** A start of which the test wants to see the middle. */
export function launch(options: ServerOptions & { readonly dataDir: string }): RunningProgram {
  const { args = [], port = 0, demo = false, dataDir } = options
  const flags = [...(port === null ? [] : ['--port', String(port)]), ...(demo ? [] : ['--no-demo'])]
  return startProgram('main', ['--data-dir', dataDir, '--no-open', ...flags, ...args], {
    nodeArgs: options.nodeArgs ?? [],
    withFile: options.withFile ?? false,
    // Without it a mistake in a test would find the data of the person who runs it.
    env: { HOME: dataDir, ...options.env },
  })
}

/** Not there yet: the server makes it. */
export function newDataDir(): string {
  return join(newFolder(), 'data')
}

interface Whereabouts {
  readonly origin: string
  readonly link: string
}

function describeServer(
  options: ServerOptions & { readonly dataDir: string },
  program: RunningProgram,
  { origin, link }: Whereabouts,
): ServerProcess {
  const { dataDir } = options
  const { pid, ended, stdout, stderr, withFile } = program
  let session: Promise<string> | undefined
  const asPage = async () => ({ cookie: await (session ??= signInWith(origin, dataDir)), origin })
  const api = async (path: string, { json, key, ...init }: ApiInit = {}) => {
    const login = key === undefined ? await asPage() : { authorization: `Bearer ${key}` }
    const request = { ...withJson(init, json), headers: headersOf(init, login, json) }
    const response = await fetch(`${origin}/api/v1${path}`, request)
    await noteExchange(request.method ?? 'GET', response.url, response)
    return response
  }
  return {
    origin,
    link,
    dataDir,
    pid,
    ended,
    stdout,
    stderr,
    port: Number(new URL(origin).port),
    async stop(signal = 'SIGTERM') {
      program.signal(signal)
      return ended
    },
    async kill9() {
      program.signal('SIGKILL')
      await ended
    },
    again: (changes = {}) => startServer({ ...options, withFile, ...changes }),
    signIn: () => signInWith(origin, dataDir),
    async newKey(name = 'a test') {
      const response = await api('/settings/api-keys', { method: 'POST', json: { name } })
      const { fullKey } = (await response.json()) as { fullKey: string }
      return fullKey
    },
    api,
    request: (path, init) => fetch(origin + path, init),
  }
}

function withJson(init: RequestInit, json: unknown): RequestInit {
  return json === undefined ? init : { method: 'POST', ...init, body: JSON.stringify(json) }
}

function headersOf(init: RequestInit, login: Record<string, string>, json: unknown): Headers {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(login)) headers.set(name, value)
  if (json !== undefined) headers.set('content-type', 'application/json')
  return headers
}

/** As `npm run key` does it: being able to read the folder is the proof. */
async function signInWith(origin: string, dataDir: string): Promise<string> {
  const t = await launchToken(origin, dataDir)
  const response = await redeem(origin, t)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`signing in was answered with ${response.status}`)
  return cookie
}

/** Asks again while that very server lives: on a busy machine it may not answer in time. */
export async function launchToken(origin: string, dataDir: string): Promise<string> {
  const deadline = performance.now() + PATIENCE
  const running = readRunning(dataDir)
  while (running && processExists(running.pid) && performance.now() < deadline) {
    const token = await askForLaunchToken(dataDir, { ...running, origin })
    if (token) return token
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the server gave no launch token')
}

/** Trades a launch token for a cookie, as the page does. */
export function redeem(origin: string, token: string): Promise<Response> {
  return postJson(`${origin}/api/auth/session`, { t: token }, { origin })
}

function postJson(url: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
