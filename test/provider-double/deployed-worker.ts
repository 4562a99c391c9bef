// What answers at a deployed Worker's address: only what a deployment asks of it, from the bindings that the upload brought.
import { fromBase64Url } from '../../core/base64url.ts'
import { ENVELOPE_VERSION, keyIdOf, type WorkerStatus } from '../../core/engine/worker/protocol.ts'
import type { ProviderDouble } from './provider-double.ts'

export interface DeployedWorkers {
  /** Null when the address is none of a deployed Worker. */
  answer(request: Request): Promise<Response | null>
  /** So many requests find nobody yet, as with a new name. */
  silentFor(requests: number): void
  /** So many times it still tells the status of the version before. */
  oldFor(requests: number, version: string): void
  /** What it says of itself beside what the deployment made. */
  readonly status: { lastCronRun: number | null; cron: string | null; clockAhead: number; storeId?: string }
}

export function createDeployedWorkers({ account, state }: ProviderDouble): DeployedWorkers {
  let [silent, old, oldVersion] = [0, 0, '']
  const status = { lastCronRun: null, cron: null, clockAhead: 0 } as DeployedWorkers['status']
  return {
    status,
    silentFor: (requests) => void (silent = requests),
    oldFor(requests, version) {
      old = requests
      oldVersion = version
    },
    async answer(request) {
      const { hostname, pathname } = new URL(request.url)
      const [name = '', subdomain, ...rest] = hostname.split('.')
      const script = account.scripts.get(name)
      if (rest.join('.') !== 'workers.dev' || subdomain !== account.subdomain || !script) return null
      if (!account.opened.has(name) || silent > 0) {
        silent -= 1
        return new Response('error code: 1042', { status: 523 })
      }
      const text = (binding: string) => script.bindings.find((each) => each.name === binding)?.text ?? ''
      if (pathname === '/health')
        return Response.json({ status: 'healthy', timestamp: new Date(state.now()).toISOString() })
      if (request.headers.get('authorization') !== `Bearer ${text('WORKER_API_KEY')}`)
        return Response.json({ error: 'no', code: 'AUTH_INVALID_KEY', status: 401 }, { status: 401 })
      if (pathname !== '/status') return Response.json({ error: 'no', code: 'NOT_FOUND' }, { status: 404 })
      old -= 1
      const version = old >= 0 ? oldVersion : text('WORKER_VERSION')
      const key = text('ENCRYPTION_KEY')
      const body: WorkerStatus = {
        ...aWorkerStatus(state.now() + status.clockAhead),
        ...status,
        version,
        keyId: key === '' ? null : await keyIdOf(fromBase64Url(key)),
      }
      return Response.json(body)
    },
  }
}

export function aWorkerStatus(timestamp: number): WorkerStatus {
  return {
    version: '1.0.0',
    envelopeVersion: ENVELOPE_VERSION,
    keyId: null,
    lastCronRun: timestamp,
    cron: '* * * * *',
    counts: {
      scheduled: 0,
      completed: 0,
      failed: 0,
      unknownVersion: 0,
      repostConfigs: 0,
      pendingReposts: 0,
    },
    recentJobs: [],
    timestamp,
  }
}
