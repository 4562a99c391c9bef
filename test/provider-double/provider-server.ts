// The double of the provider's API and the Workers deployed through it, at a port: for servers that run as processes.
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createDeployedWorkers, type DeployedWorkers } from './deployed-worker.ts'
import { createProviderDouble, type ProviderDouble } from './provider-double.ts'

export interface ProviderServer {
  readonly provider: ProviderDouble
  readonly workers: DeployedWorkers
  /** What leads a server process here. */
  readonly env: Readonly<Record<string, string>>
  readonly nodeArgs: readonly string[]
  close(): void
}

const BASE = '/client/v4'
const HOOK = join(import.meta.dirname, '../process-harness/workers-dev.ts')

export async function startProviderServer(): Promise<ProviderServer> {
  const provider = createProviderDouble(BASE, Date.now)
  const workers = createDeployedWorkers(provider)
  const answer = async (request: Request) => {
    const { hostname, pathname } = new URL(request.url)
    if (!hostname.endsWith('.workers.dev')) return provider.fetch(request)
    const said = (await workers.answer(request)) ?? new Response('error code: 1042', { status: 523 })
    return said.status === 404 ? (whatAnEmptyOneSays(pathname) ?? said) : said
  }
  const respond = getRequestListener(answer)
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    provider,
    workers,
    env: { CLOUD_API_URL: `http://127.0.0.1:${port}${BASE}`, WORKERS_DEV_PORT: String(port) },
    nodeArgs: [`--import=${HOOK}`],
    close: () => void server.close(),
  }
}

/** A Worker that has no posts and takes every account. */
function whatAnEmptyOneSays(path: string): Response | null {
  if (path.startsWith('/accounts/')) return Response.json({ ok: true })
  if (path === '/changes') return Response.json({ jobs: [], accounts: [], until: 0, hasMore: false })
  if (path === '/jobs') return Response.json({ jobs: [] })
  return path === '/kv' ? Response.json({ keys: [], isComplete: true, metaValues: {} }) : null
}
