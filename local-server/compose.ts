// The only place that names concrete adapters: configuration in, a server that can be started out.
import { Hono } from 'hono'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accessTo } from '../core/accounts/access.ts'
import { createTokenVault, type TokenVault } from '../core/accounts/token-vault.ts'
import { createApp, type AppPorts } from '../core/http/app.ts'
import { createGraphPlatform } from '../core/platform/graph-platform.ts'
import { createVersionCheck } from '../core/platform/latest-version.ts'
import type { PlatformAccess } from '../core/ports/platform.ts'
import type { RunPorts } from '../core/publishing/run-due.ts'
import { webCryptoRandom as random } from '../core/random.ts'
import { createRateLimiter } from '../core/rate-limits/sliding-log.ts'
import { createLaunchTokens } from '../core/sessions/launch-tokens.ts'
import type { Config } from './config.ts'
import { createDiskBlobStore, type DiskBlobStore } from './disk/disk-blob-store.ts'
import { createUploadIntake } from './disk/multipart-upload-intake.ts'
import { loadIdentity } from './identity.ts'
import { nodeStreamOf } from './listen.ts'
import { openLog } from './log.ts'
import { createMediaProcess, type MediaProcess } from './media-process/media-process.ts'
import { findOnPath } from './media-process/poster-frame.ts'
import { nodeClock as clock } from './node-clock.ts'
import { ownOrigins } from './own-host.ts'
import { pageRoutes } from './pages.ts'
import { pageDir, programFile } from './paths.ts'
import { withoutSandboxAccounts } from './sandbox-account.ts'
import { SANDBOX_ACCESS_TOKEN } from './sandbox/demo-account.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { loadSecrets } from './secrets.ts'
import type { OpenDatabase } from './sqlite/open-database.ts'
import { createSandboxJournal } from './sqlite/sandbox-journal.ts'
import { createSqliteAccountStore } from './sqlite/sqlite-account-store.ts'
import { createSqliteKeyStore } from './sqlite/sqlite-key-store.ts'
import { createSqliteMediaStore } from './sqlite/sqlite-media-store.ts'
import { createSqlitePostStore } from './sqlite/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from './sqlite/sqlite-publication-ledger.ts'
import { createSqliteSessionStore } from './sqlite/sqlite-session-store.ts'
import { createOutgoing, type Outgoing } from './undici/undici-fetch.ts'

/** What is known only once the socket listens, or once the job loop runs. */
export interface Late {
  port: number
  wake(): void
}

export interface Server {
  readonly ports: AppPorts & RunPorts
  readonly vault: TokenVault
  readonly blobs: DiskBlobStore
  readonly app: ReturnType<typeof createApp>
  close(): Promise<void>
}

const MEDIA_TIMEOUT = 30_000
const MEDIA_IDLE = 60_000
/** Enough for 100 megapixels in all but one format: a progressive JPEG without subsampling. */
const MEDIA_MEMORY = 600 * 1024 * 1024
/** The sandbox tells the platform's hosts apart by the first part of the path. */
const SANDBOX_GRAPH_PATH = '/sandbox/graph.instagram.com'

export async function compose(config: Config, database: OpenDatabase, late: Late): Promise<Server> {
  const { db } = database
  const log = openLog(config.dataDir)
  const secrets = loadSecrets(config.dataDir, random)
  const vault = await createTokenVault(secrets.tokenKey, random)
  const accountStore = createSqliteAccountStore(db)
  const accounts = config.sandbox ? accountStore : withoutSandboxAccounts(accountStore)
  const ledger = createSqlitePublicationLedger(db)
  const blobs = createDiskBlobStore(config.dataDir)
  const mediaProcess = openMediaProcess(config, blobs)
  const outgoing = createOutgoing()
  const addresses = addressesOf(config, late)
  const neighbours = neighboursOf(config, addresses.own, outgoing)
  const ports: AppPorts & RunPorts = {
    clock,
    random,
    log,
    ledger,
    accounts,
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    keys: createSqliteKeyStore(db),
    sessions: createSqliteSessionStore(db),
    blobs,
    images: mediaProcess,
    videos: mediaProcess,
    intake: createUploadIntake({
      stagingDir: blobs.stagingDir,
      maxBytes: config.maxUploadBytes,
      nodeStreamOf,
    }),
    sha256: (text) => hash('sha256', text),
    limiter: createRateLimiter(config.limits),
    launchTokens: createLaunchTokens({ clock, random }),
    platform: createGraphPlatform({ fetch: outgoing.fetch, graphUrl: addresses.graph }),
    platformVersion: createVersionCheck({ fetch: outgoing.fetch, clock }),
    ...loadIdentity(db, random),
    sessionKey: secrets.sessionKey,
    folderSecret: secrets.folderSecret,
    neighbours: neighbours.apps,
    development: config.development,
    accessTo: (accountId) => accessTo({ accounts, vault, clock }, accountId),
    ownOrigins: () => ownOrigins(late.port),
    publicMediaBase: addresses.publicMedia,
    publicUrl: addresses.publicUrl,
    servesPublicMedia: () => addresses.publicMedia() !== null,
    probe: async () => ({ needsAttention: await ledger.hasUnconfirmed() }),
    pause: (milliseconds) => pause(milliseconds),
    wake: () => late.wake(),
  }
  const close = async () => {
    await outgoing.close()
    await mediaProcess[Symbol.asyncDispose]()
    neighbours.close()
  }
  return { ports, vault, blobs, app: createApp(ports), close }
}

function openMediaProcess(config: Config, blobs: DiskBlobStore): MediaProcess {
  return createMediaProcess({
    entry: programFile('media-process/child'),
    stagingDir: blobs.stagingDir,
    ffmpegPath: findOnPath('ffmpeg', config.searchPath),
    idleMs: MEDIA_IDLE,
    timeoutMs: MEDIA_TIMEOUT,
    maxResidentBytes: MEDIA_MEMORY,
  })
}

/** Where things are found, from here and from the platform's side. */
function addressesOf(config: Config, late: Late) {
  const own = () => `http://127.0.0.1:${late.port}`
  const sandbox = () => config.sandboxUrl ?? own()
  const forPracticeAccounts = () => config.mediaPublicBaseUrl ?? own()
  return {
    own,
    graph: ({ isSandbox }: PlatformAccess) =>
      isSandbox ? sandbox() + SANDBOX_GRAPH_PATH : config.platformGraphUrl,
    publicMedia: () => config.mediaPublicBaseUrl ?? (config.sandbox ? own() : null),
    publicUrl(publicKey: string, { isSandbox }: PlatformAccess) {
      const base = isSandbox ? forPracticeAccounts() : config.mediaPublicBaseUrl
      return base && `${base}/media/${publicKey}`
    },
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
