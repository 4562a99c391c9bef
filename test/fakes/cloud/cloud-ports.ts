// What the cloud's set-up asks of the world, in memory. Nothing answers until a test brings a `fetch` at whose other end
// something is.
import type { TokenVault } from '../../../core/engine/access/token-vault.ts'
import type { CloudDeps } from '../../../core/features/cloud/cloud.ts'
import type { CloudMoves } from '../../../core/features/cloud/connection/connect.ts'
import { createDeployer } from '../../../core/features/cloud/deploy/deployer.ts'
import type { WorkerScript } from '../../../core/features/cloud/deploy/provider/upload-form.ts'
import {
  createCloudSetup,
  type CloudSetupDeps,
  type FixedCloud,
} from '../../../core/features/cloud/connection/settings.ts'
import { createWorkerLink } from '../../../core/features/cloud/worker-link/worker-client.ts'
import type { Bucket } from '../../../core/ports/cloud/bucket.ts'
import type { Log } from '../../../core/ports/log.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { SettingsStore } from '../../../core/ports/settings-store.ts'
import type { ManualClock } from '../manual-clock.ts'

export const API_URL = 'https://api.provider.example/client/v4'

export const WORKER_SCRIPT: WorkerScript = {
  name: 'worker.js',
  source: 'export class Scheduler {}\nexport default { fetch: () => new Response("ok"), scheduled() {} }\n',
  version: '1.0.0',
  compatibilityDate: '2026-10-23',
  migrations: [{ tag: 'v1', new_sqlite_classes: ['Scheduler'] }],
}

const NOTHING_HANDED_OVER: CloudMoves = {
  recallAll: async () => ({ posts: 0, accounts: 0 }),
  abandonAll: async () => {},
  unregisterAccounts: async () => {},
  registerAllAccounts: async () => ({ left: 0 }),
}

interface CloudFakes {
  readonly clock: ManualClock
  readonly random: Random
  readonly log: Log
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly fetch?: typeof fetch
  readonly fixedCloud?: FixedCloud
  readonly moves?: Partial<CloudMoves>
  readonly createBucket?: CloudSetupDeps['createBucket']
  changed?(): void
  readonly workerScript?: () => Promise<WorkerScript>
  readonly workerVars?: Readonly<Record<string, string>>
  readonly pause?: (milliseconds: number) => Promise<void>
  /** Else every object of the bucket is public. */
  readonly fetchPublic?: typeof fetch
}

export function fakeCloudPorts(fakes: CloudFakes): CloudDeps {
  const { clock, random, settings, vault, log, fetch = nobodyThere } = fakes
  const shelf = publicShelf()
  const world: CloudSetupDeps = {
    clock,
    random,
    settings,
    vault,
    fixedCloud: fakes.fixedCloud ?? { worker: null, bucket: null },
    createLink: ({ url, key }) => createWorkerLink({ fetch, workerUrl: url, workerKey: key }),
    createBucket: fakes.createBucket ?? (() => ({ ...shelf.bucket })),
    changed: () => fakes.changed?.(),
  }
  const { createLink, createBucket } = world
  const moves = { ...NOTHING_HANDED_OVER, ...fakes.moves }
  const provider = {
    fetch,
    apiUrl: API_URL,
    pause: fakes.pause ?? (async (time: number) => clock.advance(time)),
  }
  const parts = {
    ...moves,
    clock,
    random,
    createLink,
    createBucket,
    fetchPublic: fakes.fetchPublic ?? shelf.fetch,
    provider,
    cloudSetup: createCloudSetup(world),
  }
  const deployer = createDeployer({
    ...parts,
    settings,
    vault,
    log,
    workerScript: fakes.workerScript ?? (async () => WORKER_SCRIPT),
    workerVars: fakes.workerVars ?? { PLATFORM_GRAPH_URL: 'https://graph.instagram.com' },
  })
  return { ...parts, deployer, patience: () => new Promise(() => {}) }
}

/** A bucket all of which is public. */
function publicShelf(): { readonly bucket: Bucket; readonly fetch: typeof fetch } {
  const texts = new Map<string, string>()
  const bucket: Bucket = {
    put: async (key, bytes) => void texts.set(key, await new Response(bytes.stream()).text()),
    open: async () => null,
    remove: async (key) => void texts.delete(key),
  }
  return {
    bucket,
    async fetch(input) {
      const found = [...texts].find(([key]) => new Request(input).url.endsWith(`/${key}`))
      return found ? new Response(found[1]) : new Response(null, { status: 404 })
    },
  }
}

/** As a connection that is refused. */
const nobodyThere: typeof fetch = async () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })
}
