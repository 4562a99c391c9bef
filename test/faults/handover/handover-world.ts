// A desktop and its Worker: the real hand-over, the real Worker behind its real routes, the sandbox as the platform, one
// clock. A hand decides what becomes of each call of the Worker, and where the desktop's process ends.
import { tokenOwner, createTokenVault } from '../../../core/engine/access/token-vault.ts'
import { disconnectCloud } from '../../../core/features/cloud/connection/connect.ts'
import type { CloudConnection } from '../../../core/features/cloud/connection/connection.ts'
import { createCloudSetup, type CloudSetup } from '../../../core/features/cloud/connection/settings.ts'
import { createCloudRunner } from '../../../core/features/cloud/delegation/cloud-runner.ts'
import {
  createHandoverFiles,
  type HandoverFilesDeps,
} from '../../../core/features/cloud/delegation/files/handover-files.ts'
import {
  createAccountRegistration,
  type RegistrationDeps,
} from '../../../core/features/cloud/delegation/account-registration.ts'
import { abandonAll, recallAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { createHandovers } from '../../../core/features/cloud/delegation/handovers.ts'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { createKeyedMutex } from '../../../core/keyed-mutex.ts'
import { createWorkerLink } from '../../../core/features/cloud/worker-link/worker-client.ts'
import { createWorkerModules } from '../../../core/engine/worker/worker-modules.ts'
import { createWorkerApp } from '../../../core/http/worker/worker-app.ts'
import { CodedError } from '../../../core/coded-error.ts'
import { createGraphPlatform } from '../../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../../core/engine/platform/graph/partner-pages.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { RepostCommands } from '../../../core/ports/reposts/repost-commands.ts'
import type { WorkerLink } from '../../../core/engine/worker/worker-link.ts'
import type { ChangeDeps } from '../../../core/features/posts/change-deps.ts'
import { claimPublication } from '../../../core/engine/publishing/claim.ts'
import { runPublication } from '../../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../../core/engine/publishing/effects.ts'
import { createEarlierRuns } from '../../../core/engine/publishing/restored/already-live.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { createScheduledPost, type ScheduleDeps } from '../../../core/features/scheduling/schedule-post.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../../core/time.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { anAccountRecord } from '../../factories.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { ACCOUNTS, JPEG } from '../../fakes/cloud/cloud-jobs.ts'
import { createMemoryBlobStore } from '../../fakes/media/memory-blob-store.ts'
import { createMemoryLog, type MemoryLog } from '../../fakes/memory-log.ts'
import { createCloudWorld, type CloudWorld, type CloudWorldOptions } from '../cloud/cloud-world.ts'
import { SANDBOX_ORIGIN } from '../cloud/worker-ground.ts'
import { openStores, type Stores } from '../../memory-database.ts'
import { endWithTest } from '../end-with-test.ts'
import { Crash, mortalPort } from '../mortal-ports.ts'
import { PATIENCE } from '../../patience.ts'
import type { ViewedRows } from '../../stored-rows.ts'
import type { DelegationDeps } from '../../../core/features/cloud/delegation/delegation-deps.ts'

/** The same on both sides. */
const SHARED_KEY = new Uint8Array(32).fill(7)
const WORKER_KEY = 'the-worker-key'
const USER_ID = '00000000-0000-4000-8000-000000000001'

/**
 * What becomes of a call of the Worker or the bucket.
 * lost    It acts, and its answer does not come back.
 * never   It does not act, and nobody says so.
 * late    As `never`, but it acts when the test says so.
 */
export type Fate = 'ok' | 'refused' | 'unreachable' | 'lost' | 'never' | 'late'
export type Call = keyof WorkerLink | 'bucket put' | 'bucket remove' | 'bucket open'
export type Fates = (call: Call) => Fate

/** What the desktop's hand-over is made of. */
export type DesktopPorts = DelegationDeps &
  RegistrationDeps &
  HandoverFilesDeps &
  Pick<ChangeDeps, 'posts' | 'wake' | 'ledger'>

/** Called before and after everything that the hand-over waits for; true ends the process there. */
export type Hand = (place: string) => boolean

/** What else the desktop does in each process, through ports that end with it. */
export type Beside = (desktop: {
  readonly ports: DesktopPorts
  readonly ledger: PublishingDeps['ledger'] & ChangeDeps['ledger']
  readonly commands: RepostCommands
}) => () => Promise<void>

export interface HandoverOptions extends CloudWorldOptions {
  readonly beside?: Beside
}

export interface HandoverWorld {
  readonly cloud: CloudWorld
  readonly stores: Stores
  readonly data: ViewedRows
  readonly log: MemoryLog
  readonly bucket: Map<string, string>
  readonly ports: DesktopPorts
  /** What the user does, through the real functions behind the routes. */
  readonly schedule: ScheduleDeps
  readonly clock: CloudWorld['clock']
  readonly accountId: string
  readonly calls: Call[]
  fates(next: Fates): void
  /** The process is gone; another begins where its rows stand. */
  restart(hand?: Hand): void
  /** Turns false: the desktop is closed. */
  open(isOpen: boolean): void
  /** Disconnects as a user does who leaves nothing behind. */
  disconnect(): Promise<void>
  /** The Worker is connected again, under another encryption key. */
  changeKey(keyId: string): void
  /** Another bucket, at this address, with nothing in it. */
  changeBucket(mediaBaseUrl: string): void
  newPost(caption: string, inTime?: Duration): Promise<PostRecord>
  editCaption(id: string, caption: string): Promise<PostRecord>
  cancel(id: string): Promise<void>
  post(id: string): Promise<PostRecord | null>
  /** Both sides live on for this long. */
  run(time: Duration): Promise<void>
  /** Calls that were kept back arrive now. */
  letLateArrive(): Promise<void>
  liveCount(caption: string): number
  close(): void
}

export async function createHandoverWorld(options: HandoverOptions = {}): Promise<HandoverWorld> {
  const cloud = await createCloudWorld(options)
  const { clock } = cloud
  const stores = openStores()
  const { data } = stores
  const publishTimes = stores.db.$client
    .prepare<[], number>(`select record ->> 'publishAt' from handovers`)
    .pluck()
  const log = createMemoryLog()
  const bucket = new Map<string, string>()
  const calls: Call[] = []
  const late: (() => Promise<unknown>)[] = []
  let fates: Fates = () => 'ok'
  const doomed: Doomed = { calls, late, fateOf: (call) => fates(call) }
  const connection = await connectionTo(cloud, bucket, doomed)
  const vault = await createTokenVault(new Uint8Array(32).fill(3), webCryptoRandom)
  const accountId = ACCOUNTS.demo.id
  await stores.accounts.put(
    anAccountRecord({
      id: accountId,
      igUserId: DEMO_ACCOUNT.igUserId,
      username: ACCOUNTS.demo.username,
      isSandbox: true,
      sealedToken: await vault.seal(SANDBOX_ACCESS_TOKEN, tokenOwner(accountId)),
    }),
  )
  const media = aMediaRecord()
  await stores.media.add(media)
  const cloudSetup = createCloudSetup({
    clock,
    vault,
    random: webCryptoRandom,
    settings: stores.settings,
    fixedCloud: { worker: null, bucket: null },
    createLink: () => connection.worker,
    createBucket: () => connection.bucket,
  })
  const ground: Ground = {
    cloud,
    stores,
    log,
    connection,
    isConnected: true,
    cloudSetup,
    vault,
    bucket,
    beside: options.beside,
  }
  let desktop = bear(ground, () => false)
  let isOpen = true
  let nextRound: Instant = clock.now()

  return {
    cloud,
    stores,
    data,
    log,
    bucket,
    clock,
    accountId,
    calls,
    get ports() {
      return desktop.ports
    },
    get schedule() {
      return desktop.schedule
    },
    fates: (next) => void (fates = next),
    restart(hand = () => false) {
      desktop.kill()
      desktop = bear(ground, hand)
      nextRound = clock.now()
    },
    open: (value) => void (isOpen = value),
    async disconnect() {
      const { ports } = desktop
      const { registration } = ports
      await disconnectCloud(
        {
          ...ports,
          cloudSetup: {
            ...ground.cloudSetup,
            changeCloud: async () => void (ground.isConnected = false),
          },
          recallAll: () => recallAll(ports),
          abandonAll: () => abandonAll(ports),
          unregisterAccounts: () => registration.removeAll(ground.connection),
          registerAllAccounts: () => registration.registerAll(ground.connection),
          createLink: () => connection.worker,
          createBucket: () => connection.bucket,
          fetchPublic: fetch,
        },
        { leave: false },
      )
    },
    changeBucket(mediaBaseUrl) {
      bucket.clear()
      ground.connection = { ...ground.connection, mediaBaseUrl }
    },
    changeKey: (keyId) => void (ground.connection = { ...ground.connection, keyId }),
    async newPost(caption, inTime = 10 * MINUTE) {
      const body = { accountId, mediaType: 'IMAGE', mediaFileId: media.id, caption } as const
      const { post } = await createScheduledPost(desktop.schedule, {
        ...body,
        scheduledFor: clock.now() + inTime,
      })
      return post
    },
    editCaption: (id, caption) => editScheduled(desktop.schedule, id, { caption }),
    async cancel(id) {
      await cancelScheduled(desktop.schedule, id)
    },
    post: (id) => stores.posts.get(id),
    async run(time) {
      const until = clock.now() + time
      while (clock.now() < until) {
        await cloud.run(Math.min(sliceAt(publishTimes.all(), clock.now()), until - clock.now()))
        if (!isOpen) continue
        await desktop.publishDue()
        await desktop.beside()
        if (clock.now() < nextRound && !desktop.woken()) continue
        nextRound = clock.now() + (await syncRound(desktop.ports))
        await settled(desktop.ports)
      }
    },
    async letLateArrive() {
      for (const arrive of late.splice(0)) await arrive()
    },
    liveCount: (caption) => cloud.sandbox.live().filter((one) => one.caption === caption).length,
    close: endWithTest(() => stores.close()),
  }
}

/** Short around the time of a post, where seconds count, and long while nothing is near. */
function sliceAt(times: readonly number[], now: Instant): Duration {
  if (times.length === 0) return 20 * SECOND
  const until = Math.min(...times.map((publishAt) => Math.abs(publishAt - now)))
  if (until < 90 * SECOND) return 5 * SECOND
  if (until < 5 * MINUTE) return 20 * SECOND
  return until < 2 * HOUR ? MINUTE : 5 * MINUTE
}

/** Uploads go on while nobody waits for them. */
export async function settled({ underWay }: DelegationDeps): Promise<void> {
  // Sealing is done by other threads, which a busy machine lets wait.
  const until = performance.now() + PATIENCE
  while (underWay.size > 0 && performance.now() < until) await new Promise(setImmediate)
}

interface Ground extends Pick<DesktopPorts, 'vault'> {
  readonly cloud: CloudWorld
  readonly stores: Stores
  readonly log: MemoryLog
  connection: CloudConnection
  isConnected: boolean
  readonly cloudSetup: CloudSetup
  readonly bucket: Map<string, string>
  readonly beside: Beside | undefined
}

/** One life of the desktop's process. */
function bear(ground: Ground, hand: Hand) {
  const { cloud, stores, log, vault, beside } = ground
  const { accounts, settings, registeredAccounts, reposts, media } = stores
  const { clock } = cloud
  const life = { isDead: false, isWoken: true }
  const at = (place: string) => {
    if (!life.isDead && hand(place)) life.isDead = true
    if (life.isDead) throw new Crash(place)
  }
  const mortal = <T extends object>(name: string, port: T): T => mortalPort(port, at, `${name}.`)
  const registering: RegistrationDeps = {
    accounts: mortal('accounts', accounts),
    registeredAccounts: mortal('registered', registeredAccounts),
    vault,
    settings: mortal('settings', settings),
    clock,
    log,
    sandboxFor: () => SANDBOX_ORIGIN,
  }
  const openMedia = async () => ({ size: JPEG.length, stream: () => new Blob([JPEG]).stream() })
  const filing: HandoverFilesDeps = {
    objects: mortal('objects', stores.objects),
    media: mortal('media', media),
    clock,
    log,
    mutex: createKeyedMutex(),
    mediaBucket: async () => ({
      bucket: mortal('bucket', ground.connection.bucket),
      publicUrl: 'https://bucket.example',
    }),
    openMedia,
    async restoreMedia({ id, key }) {
      const record = aMediaRecord({ id, originalFilename: key })
      await media.add(record)
      return record
    },
  }
  const store = mortal('handovers', stores.handovers)
  const posts = mortal('posts', stores.posts)
  const ledger = mortal('ledger', stores.ledger)
  const earlierRuns = createEarlierRuns({ clock, ledger: stores.ledger })
  const wake = () => {}
  const ports: DesktopPorts = {
    ...registering,
    ...filing,
    registration: createAccountRegistration(registering),
    files: createHandoverFiles(filing),
    handovers: createHandovers({ store, posts, clock, jobAdded: earlierRuns.listAnew }),
    posts,
    settings: mortal('settings', settings),
    reposts: mortal('reposts', reposts),
    insights: mortal('insights', stores.insights),
    ledger,
    sentVersions: { compareAt: 0 },
    underWay: new Set(),
    confirmed: new Set(),
    random: webCryptoRandom,
    isHeld: () => false,
    isBeingLeft: ground.cloudSetup.isBeingLeft,
    cloudConnection: async () =>
      ground.isConnected
        ? {
            ...ground.connection,
            worker: mortal('worker', ground.connection.worker),
            bucket: mortal('bucket', ground.connection.bucket),
          }
        : null,
    userId: USER_ID,
    // A request never waits here: what hangs is what `never` and `late` are for.
    pause: () => new Promise(() => {}),
    wake,
    wakeSync: () => void (life.isWoken = true),
  }
  const schedule: ScheduleDeps = {
    ...ports,
    slots: mortal('slots', stores.slots),
    recurrences: mortal('recurrences', stores.recurrences),
    blobs: { ...createMemoryBlobStore(), open: openMedia },
    ledger,
    cloud: createCloudRunner(ports),
    userId: USER_ID,
    proposeSlot: async () => null,
  }
  const run: PublishingDeps = {
    ...localPublishing(cloud),
    earlierRuns,
    ...ports,
    ledger,
    accessTo: async (accountId) => {
      const account = await accounts.get(accountId)
      if (!account) throw new CodedError('NOT_FOUND', 'The account was disconnected.')
      const { igUserId, loginMethod, isSandbox, pausedUntil } = account
      return {
        accountId,
        igUserId,
        loginMethod,
        isSandbox,
        pausedUntil,
        token: SANDBOX_ACCESS_TOKEN,
        page: null,
      }
    },
  }
  return {
    ports,
    schedule,
    beside: beside?.({ ports, ledger, commands: mortal('reposts', reposts) }) ?? (async () => {}),
    kill: () => void (life.isDead = true),
    woken() {
      const { isWoken } = life
      life.isWoken = false
      return isWoken
    },
    async publishDue() {
      if (earlierRuns.mustMark()) await earlierRuns.markWaiting()
      for (const queue of ['publish', 'prepare'] as const) {
        for (
          let claimed = await claimPublication(run, [], queue);
          claimed;
          claimed = await claimPublication(run, [], queue)
        )
          await runPublication(run, claimed, () => false)
      }
    },
  }
}

function localPublishing({ sandbox }: CloudWorld) {
  const fetch: typeof globalThis.fetch = async (input, init) => sandbox.app.request(new Request(input, init))
  const hosts = {
    fetch,
    graphUrl: () => `${SANDBOX_ORIGIN}/sandbox/graph.instagram.com`,
    uploadUrl: () => `${SANDBOX_ORIGIN}/sandbox/rupload.facebook.com`,
  }
  return {
    engine: 'local' as const,
    platform: createGraphPlatform(hosts),
    partnerPages: createPartnerPages(hosts),
    publicUrl: async ({ publicKey }: { readonly publicKey: string }) =>
      `${SANDBOX_ORIGIN}/media/${publicKey}`,
  }
}

interface Doomed {
  readonly calls: Call[]
  readonly late: (() => Promise<unknown>)[]
  fateOf(call: Call): Fate
}

async function connectionTo(
  cloud: CloudWorld,
  bucket: Map<string, string>,
  doomed: Doomed,
): Promise<CloudConnection> {
  const { clock, kv } = cloud
  const log = createMemoryLog()
  const modules = createWorkerModules({
    scheduler: throughLife(cloud),
    kv,
    media: { facts: async () => null, open: async () => null, remove: async () => {} },
    version: '0.0.0',
    keyId: async () => 'key',
    clock,
    log,
  })
  const app = createWorkerApp(modules, { clock, log, workerKey: WORKER_KEY })
  const link = createWorkerLink({
    fetch: async (input, init) => app.request(new Request(input, init)),
    workerUrl: 'http://127.0.0.1:8787',
    workerKey: WORKER_KEY,
  })
  return {
    workerUrl: 'http://127.0.0.1:8787',
    worker: doomedLink(link, doomed),
    vault: await createTokenVault(SHARED_KEY, webCryptoRandom),
    keyId: 'key',
    mediaBaseUrl: 'http://127.0.0.1:8787',
    bucket: {
      async put(key, bytes, contentType) {
        const fate = note(doomed, 'bucket put')
        for await (const _chunk of bytes.stream());
        if (fate === 'ok' || fate === 'lost') bucket.set(key, contentType)
        if (fate !== 'ok') throw new CodedError('CLOUD_ERROR', 'The file could not be stored in the bucket.')
      },
      async open(key) {
        const fate = note(doomed, 'bucket open')
        if (fate !== 'ok') throw new CodedError('CLOUD_ERROR', 'A file could not be read from the bucket.')
        return bucket.has(key) ? new Blob([JPEG]).stream() : null
      },
      async remove(key) {
        const fate = note(doomed, 'bucket remove')
        if (fate === 'ok' || fate === 'lost') bucket.delete(key)
        if (fate !== 'ok') throw new CodedError('CLOUD_ERROR', 'A file could not be removed from the bucket.')
      },
    },
  }
}

function note({ calls, fateOf }: Doomed, call: Call): Fate {
  calls.push(call)
  return fateOf(call)
}

/** The instance that lives when the call comes. */
function throughLife(cloud: CloudWorld): ReturnType<CloudWorld['engine']> {
  return new Proxy({} as ReturnType<CloudWorld['engine']>, {
    get: (_target, name) => {
      const engine = cloud.engine()
      return engine[name as keyof typeof engine]
    },
  })
}

function doomedLink(link: WorkerLink, doomed: Doomed): WorkerLink {
  const entries = (Object.keys(link) as (keyof WorkerLink)[]).map((name) => {
    const act = link[name] as (...args: unknown[]) => Promise<unknown>
    const call = async (...args: unknown[]) => {
      const fate = note(doomed, name)
      if (fate === 'refused')
        return { kind: 'refused', refusal: { httpStatus: 400, message: 'the Worker does not want it' } }
      if (fate === 'unreachable') return { kind: 'unreachable', reason: 'connection refused' }
      if (fate === 'late') doomed.late.push(() => act(...args))
      if (fate === 'late' || fate === 'never')
        return { kind: 'unknown', reason: 'no answer within 10 seconds' }
      const answer = await act(...args)
      return fate === 'lost' ? { kind: 'unknown', reason: 'the connection was lost' } : answer
    }
    return [name, call] as const
  })
  return Object.fromEntries(entries) as unknown as WorkerLink
}
