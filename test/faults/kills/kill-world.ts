// The real server process and, in the test's own process, the platform it publishes to: a sandbox that survives the
// server's deaths, can end it at any call, and tells in the end what is really live.
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { webCryptoRandom } from '../../../core/random.ts'
import { repositoryRoot } from '../../../local-server/paths.ts'
import type { ContainerScript } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import type { CallName, SandboxCall } from '../../../local-server/sandbox/calls.ts'
import { cuttingDroppedConnections } from '../../../local-server/sandbox/sandbox-server.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import { createSandbox, type Sandbox } from '../../../local-server/sandbox/sandbox.ts'
import type { ServerOptions, ServerProcess } from '../../process-harness/server-process.ts'

/** Proof that a publish had no effect takes a minute of platform time; nobody wants to wait for it fifty times. */
const SPEED = 30
const EPOCH = Date.now()

export type KillPoint =
  | { readonly on: CallName; readonly when: 'unacted' | 'acted' | 'unheard' }
  | { readonly on: 'fetch of the picture'; readonly when: 'before' | 'after' }
  /** Half of them have arrived at the platform, of an account without a bucket. */
  | { readonly on: 'bytes of the video'; readonly when: 'amid' }
  | { readonly on: 'commit'; readonly when: 'before' | 'after'; readonly nth: number }

export interface KillWorld {
  readonly sandbox: Sandbox
  /** For a server that may be ended at the point. */
  readonly mortal: ServerOptions
  /** For the server that finishes the work. */
  readonly lasting: ServerOptions
  /** The point is in force for the process when this resolves. */
  arm(victim: ServerProcess): Promise<void>
  close(): Promise<void>
}

/** `kill` ends the process for good; `freeze` stops it for longer than its calls may last, and lets it go on. */
export type Blow = 'kill' | 'freeze'

/** In the process' own, faster time this is two minutes. */
const FROZEN_MS = (120_000 / SPEED) | 0

export async function openKillWorld(
  point: KillPoint,
  containers: Partial<ContainerScript>,
  blow: Blow = 'kill',
): Promise<KillWorld> {
  let victim: number | undefined
  const kill = () => {
    if (victim !== undefined) strikeDown(victim, blow)
    victim = undefined
  }
  const sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock: {
      now: () => Math.floor(EPOCH + (Date.now() - EPOCH) * SPEED),
      monotonic: () => performance.now() * SPEED,
    },
    random: webCryptoRandom,
    origin: () => origin,
    accessToken: SANDBOX_ACCESS_TOKEN,
    containers,
    onCall: (call) => strike(point, call, () => victim !== undefined, kill),
    fetch: async (input, init) => {
      const aimed = point.on === 'fetch of the picture' && victim !== undefined
      if (aimed && point.when === 'before') kill()
      const response = await fetch(input, init)
      if (aimed && point.when === 'after') kill()
      return response
    },
  })
  const answer = cuttingDroppedConnections((request) => sandbox.app.fetch(request))
  const halfOf = (request: Request) => {
    const aimed = point.on === 'bytes of the video' && victim !== undefined
    return aimed && request.url.includes('/rupload.') ? upToHalf(request, kill) : request
  }
  const respond = getRequestListener((request, env) => answer(halfOf(request), env as HttpBindings))
  const listener = createServer((request, response) => void respond(request, response))
  const origin = await listening(listener)
  const env = { NIGHTPOST_SANDBOX_URL: origin, FAULT_SPEED: String(SPEED), FAULT_EPOCH: String(EPOCH) }
  const nodeArgs = [
    '--import',
    pathToFileURL(join(repositoryRoot, 'test', 'faults', 'fast-and-mortal.ts')).href,
  ]
  const { args, hosts } = point.on === 'bytes of the video' ? realAccount(origin) : PRACTICE
  const commit = point.on === 'commit' ? { FAULT_COMMIT: `${point.when} ${point.nth}`, FAULT_BLOW: blow } : {}
  return {
    sandbox,
    mortal: { nodeArgs, args, env: { ...env, ...hosts, ...commit } },
    lasting: { nodeArgs, args, env: { ...env, ...hosts } },
    async arm(server) {
      victim = server.pid
      if (point.on === 'commit' && blow === 'freeze') void thawOnceFrozen(server)
      process.kill(server.pid, 'SIGUSR2')
      while (!server.stderr().includes('armed')) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }
}

const PRACTICE = { args: [], hosts: {} }

/** With the sandbox in the place of Instagram itself: what is here has no public address. */
function realAccount(origin: string) {
  const hosts = {
    PLATFORM_GRAPH_URL: `${origin}/sandbox/graph.instagram.com`,
    UPLOAD_URL: `${origin}/sandbox/rupload.facebook.com`,
    NODE_ENV: 'development',
  }
  return { args: ['--no-sandbox'], hosts }
}

/** The server is struck when half of the bytes have arrived; the others are lost. */
function upToHalf(request: Request, strikeServer: () => void): Request {
  const half = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      controller.enqueue(piece.slice(0, piece.length >> 1))
      strikeServer()
      throw new Error('the other bytes never arrived')
    },
  })
  const body = request.body?.pipeThrough(half) ?? null
  const streamed: RequestInit & { duplex: 'half' } = { body, duplex: 'half' }
  return new Request(request, streamed)
}

function strikeDown(pid: number, blow: Blow): void {
  process.kill(pid, blow === 'kill' ? 'SIGKILL' : 'SIGSTOP')
  if (blow === 'freeze') setTimeout(() => process.kill(pid, 'SIGCONT'), FROZEN_MS)
}

/** A process that stops itself at a commit says so just before. */
async function thawOnceFrozen(server: ServerProcess): Promise<void> {
  while (!server.stderr().includes('freezing')) await new Promise((resolve) => setTimeout(resolve, 20))
  setTimeout(() => process.kill(server.pid, 'SIGCONT'), FROZEN_MS)
}

/** Ends the server at the call: before the platform acts, while it acts, or when only the answer is missing. */
function strike(point: KillPoint, call: SandboxCall, armed: () => boolean, kill: () => void): void {
  if (point.on !== call.on || !armed()) return
  if (call.phase === 'after' && point.when === 'unheard') kill()
  if (call.phase === 'before' && point.when === 'acted') kill()
  if (call.phase === 'before' && point.when === 'unacted') {
    kill()
    throw new Error('the request never arrived')
  }
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
