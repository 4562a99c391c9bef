// Which adapter stands behind which name, and which module gets it. Secrets reach the modules that need them, and no others.
import type { AccountUpkeepDeps } from '../../core/engine/access/upkeep.ts'
import { createApp } from '../../core/http/app.ts'
import { limitRate } from '../../core/http/key-gates.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { learnTallRefused } from '../../core/features/media/tall-refused.ts'
import { STORAGE_TROUBLES } from '../../core/ports/data-storage.ts'
import { createPublishing, type Publishing } from '../../core/engine/publishing/publishing.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { createRateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { composeBackups } from './backups.ts'
import { openFolder, type Folder } from './data-folder.ts'
import { mcpRoutes } from '../http/mcp/routes.ts'
import { createModules } from './modules.ts'
import { composeNeighbours } from './neighbours.ts'
import { composeSessions, type SigningIn } from './sessions.ts'
import { connectOutside, type RunState } from './outside.ts'
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'

export interface Server {
  readonly app: { fetch(request: Request): Response | Promise<Response> }
  readonly modules: AppModules
  readonly publishing: Publishing
  readonly signingIn: SigningIn
  readonly folder: Folder
  readonly accountUpkeep: AccountUpkeepDeps
  readonly cloudExchange: DelegationDeps
  readonly backups: ScheduledBackups | null
  close(): Promise<void>
}

export async function compose(config: Config, database: OpenDatabase, late: RunState): Promise<Server> {
  const { folder, login } = await openFolder(config, database)
  const { blobs, ledger, log, media, settings, storage } = folder
  const outside = connectOutside(config, folder, late)
  const { accessTo, addresses, delegation, partnerPages, platform, publicUrl } = outside
  const publishing = createPublishing({
    engine: 'local',
    ledger,
    platform,
    stories: outside.stories,
    partnerPages,
    accessTo,
    publicUrl,
    openMedia: (blobKey) => blobs.open(blobKey),
    shapeRefused: (publication) => learnTallRefused({ settings, media, clock }, publication),
    earlierRuns: folder.earlierRuns,
    clock,
    random,
    log,
  })
  const signingIn = composeSessions(folder, login, addresses.own)
  const limiter = createRateLimiter(config.limits)
  const backups = composeBackups(config, folder)
  const modules = createModules(config, folder, outside, { sessions: signingIn.sessions, limiter, backups })
  const neighbours = composeNeighbours(config, addresses.own, outside.outgoing)
  const agents = mcpRoutes({
    apiKeys: modules.apiKeys,
    sessions: modules.sessions,
    ownOrigins: addresses.ownOrigins,
    ask: async (path, init) => app.request(path, init),
    folders: config.agentFolders,
    limited: limitRate(createRateLimiter(config.limits), clock),
  })
  const app: ReturnType<typeof createApp> = createApp(modules, {
    clock,
    random,
    limiter,
    log,
    requests: folder.requests,
    running: folder.running,
    storage,
    ownOrigins: addresses.ownOrigins,
    development: config.development,
    neighbours: [...neighbours.apps, agents],
  })
  return {
    app: examining(app, folder),
    modules,
    publishing,
    signingIn,
    folder,
    accountUpkeep: { ...folder, ...outside.upkeep, clock, random },
    cloudExchange: delegation.exchange,
    backups,
    async close() {
      await outside.close()
      neighbours.close()
    },
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Before each request: rows that somebody else has written meanwhile, and whether the database still has its name, because writes
 * without it are lost. After a request that writes: whether the database had its name throughout.
 */
function examining(
  app: ReturnType<typeof createApp>,
  { examineRows, isInPlace }: Pick<Folder, 'examineRows' | 'isInPlace'>,
): Server['app'] {
  return {
    async fetch(request) {
      examineRows()
      // A login ends with a GET that writes.
      isInPlace()
      if (READS.has(request.method)) return app.fetch(request)
      const response = await app.fetch(request)
      return isInPlace() || !response.ok ? response : refuseLost()
    },
  }
}

function refuseLost(): Response {
  const { message: error } = STORAGE_TROUBLES.replaced
  return Response.json({ error, code: 'INTERNAL_ERROR', status: 500 }, { status: 500 })
}
