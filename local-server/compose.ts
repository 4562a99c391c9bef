// The only place that names concrete adapters: configuration in, a server that can be started out.
import { Hono } from 'hono'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accessTo } from '../core/accounts/access.ts'
import { createTokenVault, type TokenVault } from '../core/accounts/token-vault.ts'
import { createApp, type AppPorts } from '../core/http/app.ts'
import { createGraphPlatform } from '../core/platform/graph-platform.ts'
import { createVersionCheck, notingVersion } from '../core/platform/latest-version.ts'
import { createPartnerPages } from '../core/platform/partner-pages.ts'
import type { PlatformAccess } from '../core/ports/platform.ts'
import type { RunPorts } from '../core/publishing/run-due.ts'
import { webCryptoRandom as random } from '../core/random.ts'
import { createRateLimiter } from '../core/rate-limits/sliding-log.ts'
import { createLaunchTokens } from '../core/sessions/launch-tokens.ts'
import { composeAccounts } from './compose-accounts.ts'
import { composeMedia } from './compose-media.ts'
import type { Config } from './config.ts'
import { createDiskBlobStore, type DiskBlobStore } from './disk/disk-blob-store.ts'
import { createUploadIntake } from './disk/multipart-upload-intake.ts'
import { loadIdentity } from './identity.ts'
import { nodeStreamOf } from './listen.ts'
import { openLog } from './log.ts'
import { nodeClock as clock } from './node-clock.ts'
import { ownOrigins } from './own-host.ts'
import { pageRoutes } from './pages.ts'
import { pageDir } from './paths.ts'
import { withoutSandboxAccounts } from './sandbox-account.ts'
import { SANDBOX_ACCESS_TOKEN } from './sandbox/demo-account.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import type { Db, OpenDatabase } from './sqlite/open-database.ts'
import { createSandboxJournal } from './sqlite/sandbox-journal.ts'
import { createSqliteAccountStore } from './sqlite/sqlite-account-store.ts'
import { createSqliteKeyStore } from './sqlite/sqlite-key-store.ts'
import { createSqliteMediaStore } from './sqlite/sqlite-media-store.ts'
import { createSqlitePostStore } from './sqlite/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from './sqlite/sqlite-publication-ledger.ts'
import { createSqliteSessionStore } from './sqlite/sqlite-session-store.ts'
import { createSqliteSettingsStore } from './sqlite/sqlite-settings-store.ts'
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

/** The sandbox tells the platform's hosts apart by the first part of the path. */
const SANDBOX_GRAPH = {
  platform: '/sandbox/graph.instagram.com',
  partner: '/sandbox/graph.facebook.com',
} as const
const SANDBOX_UPLOAD = '/sandbox/rupload.facebook.com'

export async function compose(config: Config, database: OpenDatabase, late: Late): Promise<Server> {
  const { db } = database
  const world = { clock, random, log: openLog(config.dataDir) }
  const secrets = loadSecrets(config.dataDir, random)
  const vault = await createTokenVault(secrets.tokenKey, random)
  const { settings, ...stores } = openStores(db, config)
  const { accounts, ledger, media } = stores
  const blobs = createDiskBlobStore(config.dataDir)
  const { close: closeMedia, ...renderings } = composeMedia(config.searchPath, blobs, { media, ...world })
  const outgoing = createOutgoing()
  const addresses = addressesOf(config, late)
  const { fetch, ...platform } = reachPlatform(outgoing.fetch, addresses)
  const { close: closeAccounts, ...connecting } = composeAccounts({
    config,
    settings,
    vault,
    clock,
    random,
    fetch,
    stagingDir: blobs.stagingDir,
    port: () => late.port,
    sandbox: addresses.sandbox,
  })
  const neighbours = neighboursOf(config, addresses.own, outgoing)
  const ports: AppPorts & RunPorts = {
    ...world,
    ...stores,
    blobs,
    ...renderings,
    intake: createUploadIntake({
      stagingDir: blobs.stagingDir,
      maxBytes: config.maxUploadBytes,
      nodeStreamOf,
    }),
    sha256: (text) => hash('sha256', text),
    ...signingIn(config, secrets),
    engine: 'local',
    ...platform,
    openMedia: (blobKey) => blobs.open(blobKey),
    ...connecting,
    ...loadIdentity(db, random),
    neighbours: neighbours.apps,
    development: config.development,
    accessTo: (accountId) => accessTo({ accounts, vault, clock }, accountId),
    ...addresses.ports,
    probe: async () => ({ needsAttention: await ledger.hasUnconfirmed() }),
    pause: (milliseconds) => pause(milliseconds),
    wake: () => late.wake(),
  }
  const close = async () => {
    await Promise.all([outgoing.close(), closeAccounts()])
    await closeMedia()
    neighbours.close()
  }
  return { ports, vault, blobs, app: createApp(ports), close }
}

function signingIn({ limits }: Config, { sessionKey, folderSecret }: Secrets) {
  const launchTokens = createLaunchTokens({ clock, random })
  return { sessionKey, folderSecret, launchTokens, limiter: createRateLimiter(limits) }
}

/** Every answer of the platform also tells which version gave it. */
function reachPlatform(outgoing: typeof fetch, { graph, upload }: ReturnType<typeof addressesOf>) {
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

/** What is kept in rows. */
function openStores(db: Db, config: Config) {
  const accounts = createSqliteAccountStore(db)
  return {
    accounts: config.sandbox ? accounts : withoutSandboxAccounts(accounts),
    ledger: createSqlitePublicationLedger(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    keys: createSqliteKeyStore(db),
    sessions: createSqliteSessionStore(db),
    settings: createSqliteSettingsStore(db),
  }
}

/** Where things are found, from here and from the platform's side. */
function addressesOf(config: Config, late: Late) {
  const own = () => `http://127.0.0.1:${late.port}`
  const sandbox = () => config.sandboxUrl ?? own()
  const forPracticeAccounts = () => config.mediaPublicBaseUrl ?? own()
  const publicMediaBase = () => config.mediaPublicBaseUrl ?? (config.sandbox ? own() : null)
  return {
    own,
    sandbox,
    graph({ isSandbox, loginMethod }: PlatformAccess) {
      if (isSandbox) return sandbox() + SANDBOX_GRAPH[loginMethod]
      return loginMethod === 'partner' ? config.partnerGraphUrl : config.platformGraphUrl
    },
    upload: ({ isSandbox }: PlatformAccess) => (isSandbox ? sandbox() + SANDBOX_UPLOAD : config.uploadUrl),
    ports: {
      ownOrigins: () => ownOrigins(late.port),
      publicMediaBase,
      servesPublicMedia: () => publicMediaBase() !== null,
      publicUrl(publicKey: string, { isSandbox }: PlatformAccess) {
        const base = isSandbox ? forPracticeAccounts() : config.mediaPublicBaseUrl
        return base && `${base}/media/${publicKey}`
      },
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
