// Which adapter stands behind which name, and which module gets it. Secrets reach the modules that need them, and no others.
import { createCallBudget } from '../../core/engine/access/call-budget.ts'
import { openAccess } from '../../core/engine/access/token-vault.ts'
import type { AccountUpkeepDeps } from '../../core/engine/access/upkeep.ts'
import type { SyncDeps } from '../../core/features/cloud/delegation/changes/sync-round.ts'
import { createApp } from '../../core/http/app.ts'
import { limitRate } from '../../core/http/key-gates.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { learnTallRefused } from '../../core/features/media/tall-refused.ts'
import { STORAGE_TROUBLES } from '../../core/ports/data-storage.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PayloadItem } from '../../core/rules/publication/publication.ts'
import { createPublishing, type Publishing } from '../../core/engine/publishing/publishing.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { createRateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'
import { composeLogins } from './accounts.ts'
import { addressesOf, reachPlatform } from './addresses.ts'
import { composeBackups } from './backups.ts'
import { composeCloud } from './cloud.ts'
import { openFolder, type Folder } from './data-folder.ts'
import { composeDelegation } from './delegation.ts'
import { composeMedia } from './media.ts'
import { mcpRoutes } from '../http/mcp/routes.ts'
import { createModules } from './modules.ts'
import { composeNeighbours } from './neighbours.ts'
import { composeReposts } from './reposts.ts'
import { composeSessions, type SigningIn } from './sessions.ts'

/** What is known only once the socket listens, or once the job loop runs. */
export interface RunState {
  port: number
  hasIPv6: boolean
  wake(): void
  /** There may be a check for mentions to make. */
  wakeChecks(): void
  /** There is something to send to the Worker. */
  wakeSync(): void
  /** Trouble with the cloud that the night check found may be over. */
  wakeNightCheck(): void
}

export interface Server {
  readonly app: { fetch(request: Request): Response | Promise<Response> }
  readonly modules: AppModules
  readonly publishing: Publishing
  readonly signingIn: SigningIn
  readonly folder: Folder
  readonly accountUpkeep: AccountUpkeepDeps
  readonly cloudExchange: SyncDeps
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

/** What lies outside the data folder: the platform, the programs for media, the user's cloud, strangers' stories. */
function connectOutside(config: Config, folder: Folder, late: RunState) {
  const { accounts, vault } = folder
  const wake = () => late.wake()
  const wakeChecks = () => late.wakeChecks()
  const wakeSync = () => late.wakeSync()
  const outgoing = createOutgoing()
  const addresses = addressesOf(config, late)
  const { sandbox, graph: graphUrl } = addresses
  const reached = reachPlatform(outgoing.fetch, addresses)
  const accessTo = (accountId: string) => openAccess({ accounts, vault }, accountId)
  const renderings = composeMedia(config, folder)
  const { images } = renderings
  const logins = composeLogins(config, folder, { fetch: reached.fetch, port: () => late.port, sandbox })
  const cloud = composeCloud(config, folder, {
    fetch: outgoing.fetch,
    changed: () => late.wakeNightCheck(),
  })
  const { cloudSetup } = cloud
  const delegation = composeDelegation(config, folder, { cloudSetup, renderings, wake, wakeSync })
  const { exchange } = delegation
  const reposting = composeReposts(config, folder, {
    renderings,
    exchange,
    outgoing,
    sandbox,
    graphUrl,
    accessTo,
    wake,
    wakeChecks,
    wakeSync,
  })
  return {
    outgoing,
    addresses,
    accessTo,
    platform: reached.platform,
    stories: reposting.storiesOver(reached.platform),
    partnerPages: reached.partnerPages,
    readVersion: reached.readVersion,
    renderings,
    logins,
    upkeep: { images, pictures: logins.pictures, logins: logins.login, calls: createCallBudget(clock) },
    cloud,
    delegation,
    publicUrl: async (item: PayloadItem, access: PlatformAccess) =>
      addresses.publicUrl(item, access) ?? delegation.bucketAddress(item),
    reposts: reposting.deps,
    sendsStoryFiles: reposting.sendsStoryFiles,
    wake,
    wakeChecks,
    async close() {
      await Promise.all([outgoing.close(), logins.close(), reposting.close()])
      await renderings.close()
    },
  }
}

export type Outside = ReturnType<typeof connectOutside>

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
