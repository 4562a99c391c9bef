// The whole HTTP surface on a database in memory, all else faked. Nothing sleeps: the clock turns by hand.
import { hash } from 'node:crypto'
import type { KeyRights } from '../../core/api/access.ts'
import { CodedError } from '../../core/coded-error.ts'
import { createCallBudget } from '../../core/engine/access/call-budget.ts'
import { createAccounts, type AccountsDeps } from '../../core/features/accounts/accounts.ts'
import { createApprovals } from '../../core/features/approvals/approvals.ts'
import { createAttention } from '../../core/features/attention/attention.ts'
import { createApiKeys, createKey, type ApiKeysDeps } from '../../core/features/api-keys/keys.ts'
import { createApp } from '../../core/http/app.ts'
import type { RequestDeps } from '../../core/http/request-deps.ts'
import type { AccountRecord } from '../../core/ports/account-store.ts'
import type { MediaRecord, MediaStore } from '../../core/ports/media/media-store.ts'
import type { System } from '../../core/ports/system.ts'
import { createCloud, type CloudDeps } from '../../core/features/cloud/cloud.ts'
import { createEvents, type EventsDeps } from '../../core/features/events/events.ts'
import { createCaptions } from '../../core/features/posts/captions.ts'
import { createPlanner, type PlannerDeps } from '../../core/features/scheduling/planner.ts'
import { createReposts } from '../../core/features/reposts/reposts.ts'
import type { RepostsDeps } from '../../core/features/reposts/reposts-deps.ts'
import type { UploadIntake } from '../../core/ports/media/upload-intake.ts'
import { createPosts, type PostsDeps } from '../../core/features/posts/posts.ts'
import { createRateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import { createPostWarnings } from '../../core/features/scheduling/post-warnings.ts'
import { createScheduling, type SchedulingDeps } from '../../core/features/scheduling/scheduling.ts'
import {
  createRecurrences,
  type RecurrencesDeps,
} from '../../core/features/scheduling/recurrence/recurrences.ts'
import { createSlots } from '../../core/features/scheduling/slots/slots.ts'
import { createFiguresReader } from '../../core/engine/platform/insights/read-figures.ts'
import type { InsightAnswering } from '../../core/features/insights/answers.ts'
import { createInsights } from '../../core/features/insights/insights.ts'
import { createInsightOffers } from '../../core/features/insights/offers.ts'
import { createPlatformClock } from '../../core/features/insights/platform-clock.ts'
import { createMedia, type MediaDeps } from '../../core/features/media/media.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { createSessions, type SessionKind, type SessionsDeps } from '../../core/features/sessions/sessions.ts'
import { createSetup, type SetupDeps } from '../../core/features/setup/setup.ts'
import { createLaunchTokens } from '../../core/features/sessions/launch-tokens.ts'
import { NO_HOLD } from './no-hold.ts'
import { NO_CLOUD } from './cloud/no-cloud.ts'
import { anAccountRecord } from '../factories.ts'
import { openStores, type Stores } from '../memory-database.ts'
import type { ViewedRows } from '../stored-rows.ts'
import { aMediaRecord } from './media/a-media-record.ts'
import { fakeCloudPorts } from './cloud/cloud-ports.ts'
import { fakeConnectPorts } from './platform/connect-ports.ts'
import { noteExchange } from '../held-to-the-document/exchanges.ts'
import { createFakeMedia } from './media/fake-media.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk, type MemoryBlobStore } from './media/memory-blob-store.ts'
import { createMemoryLog, type MemoryLog } from './memory-log.ts'
import { createAudience } from './platform/audience.ts'
import { createMemoryPlatform, memoryAccess } from './platform/memory-platform.ts'
import { createRunningTime, type RunningTime } from '../../core/running-time.ts'
import { createMemorySessionStore } from '../../core/features/sessions/memory-session-store.ts'
import { fakeRepostPorts, newStrangers, type Strangers } from './reposts/repost-ports.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { AttentionDeps } from '../../core/features/attention/attention-deps.ts'

/** The page's own origin; requests of tests come from it only when they say so. */
export const OWN_ORIGIN = 'http://127.0.0.1:4100'
export const USER_ID = '00000000-0000-4000-8000-000000000001'

/** What is behind all modules of one app, together. */
export type TestPorts = RequestDeps &
  PostsDeps &
  SchedulingDeps &
  MediaDeps &
  AccountsDeps &
  SessionsDeps &
  ApiKeysDeps &
  SetupDeps &
  PlannerDeps &
  RecurrencesDeps &
  CloudDeps &
  RepostsDeps &
  AttentionDeps &
  EventsDeps &
  InsightAnswering &
  System & { readonly running: RunningTime }

export interface TestApp {
  readonly app: ReturnType<typeof createApp>
  readonly apiKeys: AppModules['apiKeys']
  readonly attention: AppModules['attention']
  readonly events: AppModules['events']
  readonly ports: TestPorts
  readonly clock: ManualClock
  readonly log: MemoryLog
  readonly data: ViewedRows
  readonly stores: Stores
  /** Strangers who mention the accounts, and the owner's side of the private API. */
  readonly strangers: Strangers
  /** Answers `app.request`, always as a promise. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** A fresh session's cookie, as `session=…`. */
  signIn(as?: SessionKind): Promise<string>
  /** A fresh key's full text. */
  newKey(name?: string, rights?: KeyRights): Promise<string>
  anAccount(change?: Partial<AccountRecord>): Promise<AccountRecord>
  anImage(change?: Partial<MediaRecord>): Promise<MediaRecord>
}

export function createTestApp(overrides: Partial<TestPorts> = {}): TestApp {
  const clock = createManualClock()
  const log = createMemoryLog()
  const stores = openStores(() => clock.now())
  const strangers = newStrangers()
  const ports: TestPorts = { ...fakePorts(clock, log, stores, strangers), ...overrides }
  const modules = modulesOf(ports)
  const app = createApp(modules, ports)
  const call = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    await noteExchange(init?.method ?? 'GET', path, response)
    return response
  }
  return {
    app,
    apiKeys: modules.apiKeys,
    attention: modules.attention,
    events: modules.events,
    ports,
    clock,
    log,
    data: stores.data,
    stores,
    strangers,
    call,
    async signIn(as) {
      const t = await ports.launchTokens.issue()
      const response = await call('/api/auth/session', jsonRequest('POST', { t, as }, { origin: OWN_ORIGIN }))
      if (response.status !== 204) throw new Error(`signing in answered ${response.status}`)
      return response.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
    newKey: async (name = 'a script', rights = 'full') => (await createKey(ports, { name, rights })).fullKey,
    anAccount: (change) => ports.accounts.put(anAccountRecord(change)),
    async anImage(change) {
      const record = aMediaRecord(change)
      await ports.media.add(record)
      return record
    },
  }
}

function modulesOf(ports: TestPorts): AppModules {
  const posts = createPosts(ports, createPostWarnings(ports))
  const scheduling = createScheduling(ports, createPostWarnings(ports))
  return {
    posts,
    scheduling,
    approvals: createApprovals(ports, posts, scheduling),
    insights: createInsights(ports),
    media: createMedia(ports),
    accounts: createAccounts(ports),
    sessions: createSessions(ports),
    apiKeys: createApiKeys(ports),
    setup: createSetup(ports),
    planner: createPlanner(ports),
    captions: createCaptions(ports),
    slots: createSlots(ports),
    recurrences: createRecurrences(ports),
    cloud: createCloud(ports),
    reposts: createReposts(ports),
    attention: createAttention(ports),
    events: createEvents(ports),
    system: ports,
  }
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
/** A cookie as the page sends it. */
export const fromPage = (cookie: string) => ({ cookie, origin: OWN_ORIGIN })

export function jsonRequest(
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function fakePorts(clock: ManualClock, log: MemoryLog, opened: Stores, strangers: Strangers): TestPorts {
  const { db, data: _data, close: _close, ...stores } = opened
  const random = createSeededRandom()
  const blobs = createMemoryBlobStore(newMemoryDisk())
  const media = withBytes(stores.media, blobs)
  let revision = 0
  const connect = fakeConnectPorts(clock, random, stores.settings)
  const world = { ...stores, db, clock, log, random, blobs, userId: USER_ID, vault: connect.vault }
  return {
    ...fakeCloudPorts({ clock, random, log, ...connect }),
    ...fakeRepostPorts(world, strangers),
    ...stores,
    ...createInsightOffers(stores.insights),
    clock,
    log,
    random,
    accessTo: memoryAccess(stores.accounts, clock),
    platform: createMemoryPlatform(),
    figures: createFiguresReader(createAudience(clock).calls),
    platformClock: createPlatformClock(clock),
    media,
    cloud: NO_CLOUD,
    readFacts: async () => ({
      version: '0.0.0',
      backupDir: null,
      dataDir: '/data',
      logDir: '/data/logs',
      maxUploadBytes: 100 * 2 ** 20,
      canTranscode: false,
      sandbox: true,
      proxyOrigin: null,
      sandboxAccountIds: [],
    }),
    readSleepSetting: async () => null,
    makeBackup: async () => ({ size: 3, body: new Blob(['age']).stream() }),
    // Nobody counts what is written to memory: as if it were something each time.
    revision: () => ({ start: 'this one', data: (revision += 1) }),
    startCommand: 'nightpost start',
    stop() {},
    hold: NO_HOLD,
    listLostPlans: async () => [],
    backupOverdueSince: async () => null,
    calls: createCallBudget(clock),
    startPause: clock.startPause,
    running: createRunningTime({ settings: connect.settings, clock }),
    sessions: createMemorySessionStore(),
    blobs,
    intake: createMemoryUploadIntake(blobs),
    ...createFakeMedia({ blobs, media, clock, random, log }),
    sha256: (text) => hash('sha256', text),
    limiter: createRateLimiter({ perMinute: 100, perHour: 1_000 }),
    launchTokens: createLaunchTokens({ clock, random }),
    ...connect,
    platformVersion: async () => ({
      currentVersion: 'v27.0',
      latestVersion: null,
      isOutdated: false,
      lastCheckedAt: clock.now(),
      lastLearnedAt: null,
    }),
    instanceId: '00000000-0000-4000-8000-0000000000ff',
    userId: USER_ID,
    sessionKey: new Uint8Array(32).fill(7),
    folderSecret: 'known to readers of the data folder',
    life: '00000000-0000-4000-8000-00000000000f',
    ownOrigin: () => OWN_ORIGIN,
    neighbours: [],
    development: false,
    ownOrigins: () => [OWN_ORIGIN],
    mediaAddress: async () => (publicKey) => `${OWN_ORIGIN}/media/${publicKey}`,
    sendsStoryFiles: async () => false,
    servesPublicMedia: () => true,
    storage: {
      troubleIn: async () => null,
      probe: async () => ({ database: null, files: null }),
      freeBytes: async () => 2 ** 40,
      note() {},
    },
    timeZone: () => 'Europe/Berlin',
    publicUrl: async ({ publicKey }) => `https://pictures.example/${publicKey}`,
    probe: async () => ({ isHeld: false, needsAttention: false, storage: { database: null, files: null } }),
    pause: async (milliseconds) => clock.advance(milliseconds),
    wake: () => {},
  }
}

/** A record that a test adds has its files; those that were kept already stay. */
function withBytes(media: MediaStore, blobs: MemoryBlobStore): MediaStore {
  return {
    ...media,
    async add(record, request) {
      await media.add(record, request)
      for (const key of [record.storagePath, record.processedPath]) {
        if (key === null || (await blobs.open(key))) continue
        await blobs.keep(blobs.stage(new Uint8Array(record.fileSize > 99 ? 99 : record.fileSize)), key)
      }
    },
  }
}

const MAGIC = { 'image/jpeg': [0xff, 0xd8, 0xff], 'image/png': [0x89, 0x50, 0x4e, 0x47] } as const

/** Reads the form whole: fine for the bytes of tests. Refuses what production refuses. */
function createMemoryUploadIntake(blobs: MemoryBlobStore): UploadIntake {
  return {
    async receive(request, wanted) {
      const form = await request.formData().catch(() => null)
      const [field, ...others] = form ? [...form] : []
      if (!field || others.length > 0 || field[0] !== 'file' || typeof field[1] === 'string')
        throw new CodedError('UPLOAD_ERROR')
      const [, file] = field
      const bytes = new Uint8Array(await file.arrayBuffer())
      return {
        stagingKey: blobs.stage(bytes),
        originalFilename: file.name,
        declaredType: file.type.toLowerCase(),
        sniffedType: sniff(bytes),
        size: bytes.length,
        sha256: wanted?.hash ? hash('sha256', bytes.join()) : undefined,
      }
    },
  }
}

function sniff(bytes: Uint8Array): string | null {
  for (const [type, magic] of Object.entries(MAGIC)) {
    if (magic.every((byte, at) => bytes[at] === byte)) return type
  }
  return String.fromCharCode(...bytes.slice(4, 8)) === 'ftyp' ? 'video/mp4' : null
}
