// A computer with Nightpost on it: the shipped server on a data folder, its loops, and the files that outlive it. It may be killed
// at any commit and any call, and is started again by its owner.
import { join } from 'node:path'
import { sweepMedia } from '../../core/features/media/sweep.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { SweepableBlobStore } from '../../core/ports/media/blob-store.ts'
import type { Log, LogFields } from '../../core/ports/log.ts'
import { SECOND, type Duration } from '../../core/time.ts'
import { readConfig } from '../../local-server/config.ts'
import { takeDataFolder } from '../../local-server/data-folder/data-folder.ts'
import { ensureSandboxAccount } from '../../local-server/demo/sandbox-account.ts'
import { startLoops } from '../../local-server/loops/start-loops.ts'
import { nodeClock as clock } from '../../local-server/node-clock.ts'
import { notRunning } from '../../local-server/wire/base.ts'
import { REAL_EDGES, type Edges } from '../../local-server/wire/edges.ts'
import { compose, type Server } from '../../local-server/wire/server.ts'
import { bytesOf, FILES, PICTURE } from '../faults/kinds/post-kinds.ts'
import { openMigrated } from '../migrated-database.ts'
import { openBytes, variablesOf, type Cloud } from './cloud.ts'
import type { Faults } from './faults.ts'
import { after, isAwake, kill, newMachine, noteActivity, runOn, unlessDead, type Machine } from './machine.ts'
import type { Host, Network } from './network.ts'

interface ComputerOptions {
  readonly name: string
  readonly port: number
  readonly dataDir: string
  readonly stateDir: string
  readonly sandboxUrl: string
  /** That is connected when it starts. */
  cloud(): Cloud | null
  readonly faults: Faults
  readonly network: Network
  /** By how much its clock is ahead when it starts now. */
  clockAhead(): Duration
  started(): void
  /** It did not start, although nothing ended it, or answered that an error of its own kept it from answering. */
  failed(what: string): void
  trace(line: string): void
}

export interface Computer extends Host {
  /** The server that runs now. */
  running(): RunningServer | null
  start(): Promise<void>
  /** Ends it for good. */
  off(): void
  /** Asks as the page does. Null: no answer ever reached anybody. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer | null>
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

export interface RunningServer {
  readonly machine: Machine
  readonly server: Server
  readonly database: ReturnType<typeof openMigrated>
  cookie: string
  /** Empty once it was disconnected. */
  accountId: string
}

const RESTART: Duration = 3 * SECOND

export function createComputer(options: ComputerOptions): Computer {
  const { name, port, faults, trace, network } = options
  const origin = `http://127.0.0.1:${port}`
  const { failed } = options
  let running: RunningServer | null = null
  let isOff = false
  /** What a process holds, and its end releases. */
  let open: (() => void)[] = []
  const release = () => {
    for (const close of open) close()
    open = []
  }

  async function start(): Promise<void> {
    if (isOff) return
    const machine = newMachine(name, options.clockAhead())
    machine.onDeath.add(() => {
      running = null
      // Not amid the statement that it died in.
      after(0, () => {
        release()
        trace(`x ${name}`)
        const later = faults.strike('server stays off', name)?.between(5 * SECOND, 240 * SECOND) ?? RESTART
        after(later, () => void start())
      })
    })
    trace(`${name} starts`)
    options.started()
    const started = runOn(machine, () => startServer(options, machine, open))
    running = await unlessDead(machine, started).catch((error: unknown) => {
      failed(`the server did not start: ${String(error)}`)
      kill(machine)
      return null
    })
    const hold = running?.server.parts.hold.current()
    if (running) trace(`${name} runs${hold ? `, held: ${hold.reason}` : ''}`)
  }

  const computer: Computer = {
    machine: () => running?.machine ?? null,
    answer: async (request) => (running as RunningServer).server.app.fetch(request),
    running: () => running,
    start: () => runOn(undefined, start),
    off() {
      isOff = true
      if (running) kill(running.machine)
      release()
    },
    async ask(method, path, body, headers = {}) {
      const here = running
      if (!here || !isAwake(here.machine)) return null
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const send = () =>
        new Request(`${origin}${path}`, {
          method,
          headers: { cookie: here.cookie, origin, ...json, ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      const answered = runOn(here.machine, async () => {
        let response = await here.server.app.fetch(send())
        if (response.status === 401) {
          here.cookie = await signIn(here.server, origin)
          response = await here.server.app.fetch(send())
        }
        return { status: response.status, body: bodyOf(await response.text()) }
      })
      const answer = await unlessDead(here.machine, answered)
      // That a story could not be loaded is told by this status, too.
      if (answer?.status === 500 && answer.body['code'] !== 'REPOST_FAILED')
        failed(`${method} ${path} is answered with 500`)
      return answer
    },
  }
  network.hosts.set(origin, computer)
  return computer
}

/** Of JSON, also as the one event of a stream. */
function bodyOf(text: string): Answer['body'] {
  try {
    return JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answer['body']
  } catch {
    return {}
  }
}

async function startServer(
  options: ComputerOptions,
  machine: Machine,
  open: (() => void)[],
): Promise<RunningServer> {
  const { dataDir, port } = options
  const cloud = options.cloud()
  const config = readConfig(
    ['--port', String(port), '--data-dir', dataDir, '--no-open', '--no-demo'],
    variables(options, cloud),
  )
  const folder = await takeDataFolder(dataDir)
  if ('runningAt' in folder) throw new Error('a server runs on this folder')
  open.push(folder.release)
  const database = openMigrated(join(dataDir, 'nightpost.db'), folder.holds)
  open.unshift(() => database.close())
  const late = notRunning(port)
  const server = await compose(config, database, late, edgesOf(options, machine, cloud))
  const { accounts, media, settings, vault } = server.parts
  if (!database.isNew) await sweepMedia(server.parts)
  await startLoops(config, server, late)
  const account = await ensureSandboxAccount({ accounts, settings, vault, clock, random })
  if ((await media.getMany([PICTURE.id])).length === 0) for (const file of FILES) await media.add(file)
  database.endStart()
  const cookie = await signIn(server, `http://127.0.0.1:${port}`)
  return { machine, server, database, cookie, accountId: account?.id ?? '' }
}

function variables({ stateDir, sandboxUrl }: ComputerOptions, cloud: Cloud | null): Record<string, string> {
  return {
    HOME: stateDir,
    PATH: '',
    NIGHTPOST_STATE_DIR: stateDir,
    NIGHTPOST_SANDBOX_URL: sandboxUrl,
    ...(cloud && variablesOf(cloud.line)),
  }
}

async function signIn({ app, signingIn }: Server, origin: string): Promise<string> {
  const t = (await signingIn.newLink(origin)).split('#t=')[1]
  const headers = { origin, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ t }) }
  const response = await app.fetch(new Request(`${origin}/api/auth/session`, init))
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function edgesOf({ network, trace }: ComputerOptions, machine: Machine, cloud: Cloud | null): Edges {
  const fetch = network.fetchOf(machine)
  const log: Log = { debug() {}, info() {}, warn: noted, error: noted }
  function noted(message: string, fields?: LogFields) {
    const error = fields?.['error']
    trace(`# ${message}${error instanceof Error ? `: ${error.message}` : ''}`)
  }
  return {
    ...REAL_EDGES,
    createOutgoing: () => ({ fetch, fetchExactly: fetch, close: async () => {} }),
    createBucket: (settings) => cloud?.bucketOf(machine) ?? REAL_EDGES.createBucket(settings),
    createBlobStore: (dataDir) => fixedFiles(dataDir),
    createMediaProcess: () => NO_MEDIA_PROCESS,
    openLog: () => log,
  }
}

/** The library has the same three files from its first start on, which nothing removes. */
function fixedFiles(dataDir: string): ReturnType<Edges['createBlobStore']> {
  const store: SweepableBlobStore = {
    keep: async () => {},
    stageKept: async () => null,
    discard: async () => {},
    async open(key) {
      noteActivity()
      return openBytes(new Uint8Array(bytesOf(key).bytes))
    },
    remove: async () => {},
    async *keys() {},
    sweepStaging: async () => {},
  }
  return { ...store, stagingDir: join(dataDir, 'staging') }
}

const NO_MEDIA_PROCESS = new Proxy({} as ReturnType<Edges['createMediaProcess']>, {
  get: () => () => Promise.reject(new Error('this world makes no pictures')),
})
