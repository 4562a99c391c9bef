// The only place that names concrete adapters: configuration in, a server that can be started out.
import { Hono } from 'hono'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { openAccess } from '../../core/accounts/access.ts'
import type { TokenVault } from '../../core/accounts/token-vault.ts'
import type { HandoverPorts } from '../../core/cloud/delegation/handover-ports.ts'
import { learnTallRefused } from '../../core/media/fit/tall-refused.ts'
import { createCloud } from '../../core/cloud/cloud.ts'
import { createApp, type RequestDeps } from '../../core/http/app.ts'
import type { AppModules } from '../../core/http/modules.ts'
import type { Probed, System, SystemFacts } from '../../core/ports/system.ts'
import { createReposts } from '../../core/reposts/reposts.ts'
import { readMediaAddress } from '../../core/media/media-address.ts'
import { createGraphPlatform } from '../../core/platform/graph/graph-platform.ts'
import { createVersionCheck, notingVersion } from '../../core/platform/graph/latest-version.ts'
import { createPartnerPages } from '../../core/platform/graph/partner-pages.ts'
import type { JobLoopPorts } from '../loops/job-loop.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { createRateLimiter } from '../../core/rate-limits/sliding-log.ts'
import { composeAccounts } from './accounts.ts'
import { composeCloud, composeDeploy } from './cloud.ts'
import { composeHandover, type HandoverWorld } from './delegation.ts'
import { createModules, createSigningIn, type ModuleParts, type SigningIn } from './modules.ts'
import { composeStoryRepost } from './reposts.ts'
import type { Config } from '../config.ts'
import type { DiskBlobStore } from '../disk/disk-blob-store.ts'
import { createUploadIntake } from '../disk/multipart-upload-intake.ts'
import { nodeStreamOf } from '../listen.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { pageRoutes } from '../http/pages.ts'
import { pageDir } from '../paths.ts'
import type { FolderHold } from '../data-folder/queue-hold.ts'
import type { RepeatingLoopPorts } from '../loops/repeating-loop.ts'
import { SANDBOX_ACCESS_TOKEN } from '../sandbox/demo-account.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { createSandboxJournal } from '../sqlite/sandbox-journal.ts'
import { createOutgoing, type Outgoing } from '../undici/undici-fetch.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import manifest from '../../package.json' with { type: 'json' }
import { addressesOf } from './addresses.ts'
import { openFolder, type Kept } from './data-folder.ts'

/** What is known only once the socket listens, or once the job loop runs. */
export interface Late {
  port: number
  hasIPv6: boolean
  wake(): void
  /** There is something to send to the Worker. */
  wakeSync(): void
}

export interface Server {
  readonly modules: AppModules
  readonly signingIn: SigningIn
  readonly ports: ModuleParts & JobLoopPorts & RepeatingLoopPorts
  readonly vault: TokenVault
  readonly blobs: DiskBlobStore
  readonly hold: FolderHold
  readonly cloudSync: HandoverPorts
  readonly app: { fetch(request: Request): Response | Promise<Response> }
  close(): Promise<void>
}

export async function compose(config: Config, database: OpenDatabase, late: Late): Promise<Server> {
  const { kept, secrets, sessionRows, identity, media } = await openFolder(config, database)
  const { close: closeMedia, ...renderings } = media
  const { accounts, vault, hold, blobs } = kept
  const outgoing = createOutgoing()
  const addresses = addressesOf(config, late)
  const { fetch, platformVersion, ...platform } = reachPlatform(outgoing.fetch, addresses)
  const { close: closeAccounts, ...connecting } = composeAccounts({
    config,
    ...kept,
    fetch,
    stagingDir: blobs.stagingDir,
    port: () => late.port,
    sandbox: addresses.sandbox,
  })
  const wakes = { wake: () => late.wake(), wakeSync: () => late.wakeSync() }
  const access = (accountId: string) => openAccess({ accounts, vault }, accountId)
  const inCloud = { config, ...kept, ...wakes, ...identity, renderings, fetch: outgoing.fetch }
  const { bucketAddress, sync, cloud, cloudDeps } = cloudSide(inCloud)
  const reaching = { outgoing, sandbox: addresses.sandbox, graphUrl: addresses.graph, accessTo: access }
  const reposting = composeStoryRepost({ ...inCloud, ...reaching }, sync)
  const neighbours = neighboursOf(config, addresses.own, outgoing)
  const ports: Server['ports'] = {
    ...kept,
    ...renderings,
    intake: intakeOf(config, blobs),
    sha256: (text) => hash('sha256', text),
    limiter: createRateLimiter(config.limits),
    engine: 'local',
    ...platform,
    platform: reposting.publishing(platform.platform),
    openMedia: (blobKey) => blobs.open(blobKey),
    shapeRefused: (publication) => learnTallRefused(kept, publication),
    ...connecting,
    ...identity,
    accessTo: access,
    ...addresses.ports,
    mediaAddress: () => readMediaAddress({ ...addresses.mediaBases(), ...sync }),
    publicUrl: async (item, speaker) => addresses.publicUrl(item, speaker) ?? bucketAddress(item),
    cloud,
    wake: wakes.wake,
  }
  const signingIn = createSigningIn(secrets, sessionRows, identity, addresses.own)
  const modules = createModules(ports, {
    sessions: signingIn.sessions,
    cloud: createCloud(cloudDeps),
    reposts: createReposts(reposting.deps),
    system: systemOf(config, kept, platformVersion),
  })
  const close = async () => {
    await Promise.all([outgoing.close(), closeAccounts(), reposting.close()])
    await closeMedia()
    neighbours.close()
  }
  const ofRequests = { limiter: ports.limiter, ownOrigins: addresses.ownOrigins, neighbours: neighbours.apps }
  const app = examining(createApp(modules, requestDeps(config, kept, ofRequests)), kept.examineRows)
  return { modules, signingIn, ports, vault, blobs, hold, cloudSync: sync, app, close }
}

/** Before each request: rows that somebody else has written meanwhile. */
function examining(app: ReturnType<typeof createApp>, examineRows: () => void): Server['app'] {
  return {
    fetch(request) {
      examineRows()
      return app.fetch(request)
    },
  }
}

function requestDeps(
  { development }: Config,
  { log, storage }: Kept,
  { limiter, ownOrigins, neighbours }: Pick<RequestDeps, 'limiter' | 'ownOrigins' | 'neighbours'>,
): RequestDeps {
  return { clock, random, limiter, log, storage, ownOrigins, development, neighbours }
}

function systemOf(config: Config, kept: Kept, platformVersion: System['platformVersion']): System {
  return {
    probe: () => probe(kept),
    platformVersion,
    readFacts: () => systemFacts(config),
    revision: kept.revision,
  }
}

function systemFacts({ dataDir, maxUploadBytes, searchPath, sandbox }: Config): SystemFacts {
  const canTranscode = findOnPath('ffmpeg', searchPath) !== null
  return {
    version: manifest.version,
    dataDir,
    logDir: join(dataDir, 'logs'),
    maxUploadBytes,
    canTranscode,
    sandbox,
  }
}

async function probe({ hold, ledger, storage }: Kept): Promise<Probed> {
  const needsAttention = await ledger.needsAttention(clock.now())
  return { isHeld: hold.current() !== null, needsAttention, storage: await storage.probe() }
}

/** The user's own cloud: its set-up, and what is handed over to it. */
function cloudSide(world: HandoverWorld & { readonly fetch: typeof globalThis.fetch }) {
  const parts = composeCloud(world)
  const { moves, ...handover } = composeHandover(world, parts.cloudSetup)
  return { ...handover, cloudDeps: composeDeploy(world, parts, moves) }
}

function intakeOf({ maxUploadBytes }: Config, { stagingDir }: DiskBlobStore) {
  return createUploadIntake({ stagingDir, maxBytes: maxUploadBytes, nodeStreamOf })
}

/** Every answer of the platform also tells which version gave it. */
function reachPlatform(outgoing: typeof globalThis.fetch, { graph, upload }: ReturnType<typeof addressesOf>) {
  const check = createVersionCheck({ fetch: outgoing, clock })
  const noting = notingVersion(outgoing, check)
  const hosts = { fetch: noting, graphUrl: graph, uploadUrl: upload }
  return {
    fetch: noting,
    platform: createGraphPlatform(hosts),
    partnerPages: createPartnerPages(hosts),
    platformVersion: check.report,
  }
}

function neighboursOf(config: Config, origin: () => string, outgoing: Outgoing) {
  const pages = pageRoutes(pageDir)
  if (!config.sandbox) return { apps: [pages], close() {} }
  if (config.sandboxUrl !== null) {
    const { sandboxUrl } = config
    const feed = new Hono().get('/sandbox/*', (c) => c.redirect(sandboxUrl + c.req.path, 302))
    return { apps: [pages, feed], close() {} }
  }
  const store = createSandboxJournal(join(config.dataDir, 'sandbox.db'))
  const sandbox = createSandbox({
    store,
    clock,
    random,
    origin,
    accessToken: SANDBOX_ACCESS_TOKEN,
    fetch: outgoing.fetch,
  })
  return { apps: [pages, sandbox.app], close: () => store.close() }
}
