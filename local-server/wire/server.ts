// The whole server: data folder, edges and the outside are put together, and every feature takes what it names of them.
import { createApp } from '../../core/http/app.ts'
import { limitRate } from '../../core/http/key-gates.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { learnTallRefused } from '../../core/features/media/tall-refused.ts'
import { STORAGE_TROUBLES } from '../../core/ports/data-storage.ts'
import { createPublishing, type Publishing } from '../../core/engine/publishing/publishing.ts'
import { createRateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { composeBackups } from './backups.ts'
import { openFolder, type Folder } from './data-folder.ts'
import { mcpRoutes } from '../http/mcp/routes.ts'
import { createModules } from './modules.ts'
import { composeNeighbours } from './neighbours.ts'
import { composeSessions, type SigningIn } from './sessions.ts'
import { connectOutside, type Parts } from './outside.ts'
import { baseOf, type RunState } from './base.ts'
import { REAL_EDGES, type Edges } from './edges.ts'

export interface Server {
  readonly app: { fetch(request: Request): Response | Promise<Response> }
  /** Mounts what the app would otherwise mount with the first request to it. */
  mountRest(): Promise<void>
  readonly modules: AppModules
  readonly publishing: Publishing
  readonly signingIn: SigningIn
  readonly parts: Parts
  readonly backups: ScheduledBackups | null
  close(): Promise<void>
}

export async function compose(
  config: Config,
  database: OpenDatabase,
  late: RunState,
  edges: Edges = REAL_EDGES,
): Promise<Server> {
  const { folder, login } = await openFolder(config, database, edges)
  const parts = connectOutside(config, baseOf(folder, edges, late), late)
  const { clock, ownOrigins } = parts
  const publishing = createPublishing({
    ...parts,
    engine: 'local',
    stories: parts.storyPlatform,
    shapeRefused: (publication) => learnTallRefused(parts, publication),
  })
  const signingIn = composeSessions(parts, login)
  const { sessions } = signingIn
  const limiter = createRateLimiter(config.limits)
  const backups = composeBackups(config, parts)
  const modules = createModules(config, parts, { sessions, limiter, backups })
  const neighbours = composeNeighbours(config, parts)
  const agents = mcpRoutes({
    ...modules,
    ownOrigins,
    ask: async (path, init) => app.request(path, init),
    folders: config.agentFolders,
    limited: limitRate(createRateLimiter(config.limits), clock),
  })
  const app: ReturnType<typeof createApp> = createApp(modules, {
    ...parts,
    limiter,
    development: config.development,
    neighbours: [...neighbours.apps, agents],
  })
  return {
    app: examining(app, folder),
    mountRest: app.mountRest,
    modules,
    publishing,
    signingIn,
    parts,
    backups,
    async close() {
      await parts.close()
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
