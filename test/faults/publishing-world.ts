// Everything of publishing but the process: the real steps, the real ledger on SQLite, the sandbox as the platform, one
// clock for all of them that turns only when nothing is left to do, and a hand that can stop a "process" at any point.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PublishablePostBody } from '../../core/api/posts.ts'
import { CodedError } from '../../core/coded-error.ts'
import { foreseeRelease, type ReleaseOutlook } from '../../core/engine/publishing/restored/release-outlook.ts'
import { createEarlierRuns } from '../../core/engine/publishing/restored/already-live.ts'
import { createGraphPlatform } from '../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../core/engine/platform/graph/partner-pages.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { AccountRecord } from '../../core/ports/account-store.ts'
import type { BlobStore, OpenBlob } from '../../core/ports/media/blob-store.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Platform, PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { claimPublication } from '../../core/engine/publishing/claim.ts'
import { runPublication } from '../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../core/engine/publishing/effects.ts'
import { newPost, publishJob } from '../../core/features/posts/new-post.ts'
import { contentOf } from '../../core/features/posts/content/post-content.ts'
import { publishNow } from '../../core/features/posts/posts.ts'
import { learnTallRefused } from '../../core/features/media/tall-refused.ts'
import { payloadOf } from '../../core/engine/publishing/stored.ts'
import { preparationTimeOf } from '../../core/engine/publishing/staging.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import { watchClock } from '../../local-server/loops/job-loop.ts'
import type { AccountBehaviour, ContainerScript } from '../../local-server/sandbox/behaviour/behaviour.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { createMemorySandboxStore } from '../fakes/memory-sandbox-store.ts'
import { personOf } from '../../local-server/sandbox/people/cast.ts'
import { createSandbox, type Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { SANDBOX_PAGE_TOKEN, SANDBOX_PARTNER_TOKEN } from '../../local-server/sandbox/tokens/known-tokens.ts'
import { markReleased } from '../../local-server/sqlite/posts/job-marks.ts'
import { writeTransaction } from '../../local-server/sqlite/open-database.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRecurrenceStore } from '../../local-server/sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { createSqliteSettingsStore } from '../../local-server/sqlite/settings/sqlite-settings-store.ts'
import { NO_CLOUD } from '../fakes/cloud/no-cloud.ts'
import { anAccountRecord } from '../factories.ts'
import { createMemoryBlobStore } from '../fakes/media/memory-blob-store.ts'
import { openMigrated } from '../migrated-database.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { reuseDatabases } from '../reused-databases.ts'
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts'
import { endWithTest } from './end-with-test.ts'
import { Crash, mortal, type Hand } from './mortal-ports.ts'
import { bodyOf, bytesOf, FILES, type PostKind } from './kinds/post-kinds.ts'
import { brokenPromises } from './promises.ts'

const START = Date.UTC(2026, 10, 20, 12)
/** How often the job loop polls for work that nobody woke it for. */
const POLL = 5 * SECOND

/** Seldom while nothing is due for long. */
function pollAfter(wait: Duration | null): Duration {
  if (wait === null) return MINUTE
  return wait > HOUR ? 10 * MINUTE : Math.min(wait, POLL)
}
const ORIGIN = 'http://127.0.0.1:4200'
const ACCOUNT_ID = 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e01'

export interface WorldOptions {
  readonly containers?: Partial<ContainerScript>
  readonly behaviour?: Partial<AccountBehaviour>
  /** By which login the account was connected: demo.kitchen by the platform's, harbour.bakery by the partner's. */
  readonly login?: 'platform' | 'partner'
  /** False: nothing here has a public address, as without a bucket. */
  readonly publicMedia?: boolean
  /** What becomes of the platform's answers on their way to us. */
  readonly answers?: (response: Response, request: Request) => Promise<Response>
  /** While there is no network, nothing arrives at the platform. */
  readonly isOffline?: (at: Instant) => boolean
  /** The same platform and time as in this world, but what we know is what we knew when it was backed up. */
  readonly restored?: { readonly world: World; readonly backup: string }
  /** The folder was held, and the user has released it. */
  readonly released?: boolean
  /** How far off our clock is from the beginning. */
  readonly clockWrongBy?: Duration
  /** The process was restored with its memory, as that of a virtual machine: it does not start, and what waits is not marked. */
  readonly resumed?: boolean
  /** What the user makes of a caption in the app, once the post is live. */
  readonly editedCaption?: (caption: string) => string
  /** False: the folder's posts are not looked for at the platform. */
  readonly looksFirst?: boolean
}

export interface World {
  readonly sandbox: Sandbox
  readonly accountId: string
  /** True time, which is the platform's. */
  readonly clock: ManualClock
  readonly stores: ReturnType<typeof openStores> & { readonly blobs: BlobStore }
  /** Accepts a post; its name is its caption. */
  publish(name: string, kind?: PostKind, extra?: Partial<PublishablePostBody>): Promise<string>
  /** Accepts a post for a time of our clock, so much later than it says now. */
  schedule(name: string, kind: PostKind, delay: Duration): Promise<string>
  /** From now on our clock is off by this much. */
  setClockWrong(by: Duration): void
  post(id: string): Promise<PostRecord>
  /** Lives one process after the other until nothing is due within `limit`; the hand may end each of them. */
  run(hand?: Hand, limit?: Duration): Promise<void>
  /** One process goes on for so long without a new start, and looks at its clock as the job loop does. */
  goOn(time: Duration): Promise<void>
  /** What that process does beside a publication that is under way: it looks at its clock. */
  noticeClock(): Promise<void>
  /** What will not go out once the folder is released. */
  foreseeRelease(): Promise<ReleaseOutlook>
  /** Promises N1 to N4 and N7 over all posts of this world. */
  brokenPromises(): Promise<string[]>
  /** The file of a copy of our database, for `restored`. */
  backUp(): string
  close(): void
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const login = options.login ?? 'platform'
  const { restored } = options
  const opened = restored ? openFile(restored.backup) : files.borrow()
  const { dir, database } = opened
  const clock = restored?.world.clock ?? createManualClock(START)
  let wrongBy = options.clockWrongBy ?? 0
  const ours: Clock = { now: () => clock.now() + wrongBy, monotonic: () => clock.monotonic() }
  const stores = { ...opened.stores, blobs: openBlobs() }
  const sandbox = restored?.world.sandbox ?? openSandbox(options, { clock, blobs: stores.blobs })
  const account = restored ? accountOf(login) : await stores.accounts.put(accountOf(login))
  if (!restored) for (const record of FILES) await stores.media.add(record)
  if (options.released) writeTransaction(database.db, (tx) => markReleased(tx, ours.now()))
  const ids = restored ? (database.raw.prepare('select id from posts').pluck().all() as string[]) : []
  const hosts = {
    fetch: offlineFetch(
      () => options.isOffline?.(clock.now()) ?? false,
      droppingFetch(sandbox, options.answers),
    ),
    graphUrl: () => `${ORIGIN}/sandbox/graph.${login === 'partner' ? 'facebook' : 'instagram'}.com`,
    uploadUrl: () => `${ORIGIN}/sandbox/rupload.facebook.com`,
  }
  const ports: PublishingDeps = {
    ledger: stores.ledger,
    platform: withEditedCaptions(createGraphPlatform(hosts), options.editedCaption),
    partnerPages: createPartnerPages(hosts),
    clock: ours,
    random: webCryptoRandom,
    log: SILENT,
    engine: 'local',
    async accessTo(accountId) {
      const account = await stores.accounts.get(accountId)
      if (account) return { ...accessBy(login), pausedUntil: account.pausedUntil }
      throw new CodedError('NOT_FOUND', 'The account was disconnected.')
    },
    publicUrl: async ({ publicKey }) =>
      options.publicMedia === false ? null : `${ORIGIN}/media/${publicKey}`,
    openMedia: (blobKey) => stores.blobs.open(blobKey),
    shapeRefused: (publication) => learnTallRefused({ ...stores, clock: ours }, publication),
  }
  const marking = { ...stores.ledger }
  const start = () => ({
    ...ports,
    ...(options.looksFirst === false
      ? {}
      : { earlierRuns: createEarlierRuns({ clock: ours, ledger: marking }) }),
  })
  const lasting = start()
  if (options.resumed) {
    marking.markWaiting = async () => {}
    await lasting.earlierRuns?.markWaiting()
    marking.markWaiting = stores.ledger.markWaiting
  }
  const noticeClock = watched(lasting, stores.ledger)
  // What is accepted before the first run was accepted by its process, unless the folder was restored.
  const first = start()
  if (!restored) await first.earlierRuns?.markWaiting()
  const processes = restored ? [] : [first]
  const nextProcess = () => processes.pop() ?? start()
  return {
    sandbox,
    accountId: account.id,
    clock,
    stores,
    async publish(name, kind = 'image', extra = {}) {
      const accept = changing({ stores, clock, accountId: account.id })
      const { id } = await publishNow(accept, { accountId: account.id, ...bodyOf(kind, name), ...extra })
      ids.push(id)
      return id
    },
    async schedule(name, kind, delay) {
      const now = ours.now()
      const content = contentOf({ accountId: account.id, ...bodyOf(kind, name) })
      const id = webCryptoRandom.uuid()
      const born = newPost(content, { id, userId: account.id, status: 'DRAFT', now })
      const publishAt = now + delay
      const post = { ...born, status: 'SCHEDULED', isScheduled: true, scheduledFor: publishAt } as const
      const files = await stores.media.getMany(post.mediaFileIds.filter((file) => file !== null))
      const payload = payloadOf(post, files) ?? expect.unreachable()
      const wakeAt = preparationTimeOf(payload, publishAt, now)
      const job = { ...publishJob(post, webCryptoRandom, now), runAt: publishAt, wakeAt }
      await stores.ledger.accept(post, job)
      ids.push(id)
      return id
    },
    setClockWrong(by) {
      wrongBy = by
    },
    async post(id) {
      const post = await stores.posts.get(id)
      if (!post) throw new Error(`post ${id} is gone`)
      return post
    },
    async run(hand = () => false, limit = 2 * HOUR) {
      const until = clock.now() + limit
      const time = { passes: (by: Duration) => clock.advance(by), isLeft: () => until - clock.now() }
      const live = () => livesUntilCrash({ ports: nextProcess(), ledger: stores.ledger }, time, hand)
      while (await live()) clock.advance(1_000)
    },
    async goOn(time) {
      const until = clock.now() + time
      while (clock.now() < until) {
        await noticeClock()
        const claimed =
          (await claimPublication(lasting, [])) ?? (await claimPublication(lasting, [], 'prepare'))
        if (claimed) await runPublication(lasting, claimed, () => false)
        else clock.advance(Math.max(Math.min(pollAfter(await nextWait(lasting)), until - clock.now()), 1))
      }
    },
    noticeClock,
    foreseeRelease: () =>
      foreseeRelease({ ...ports, ...stores, handovers: { open: async () => [] } }, [account.id]),
    async brokenPromises() {
      const posts = await Promise.all(ids.map((id) => stores.posts.get(id)))
      const live = sandbox.live()
      return posts.flatMap((post) => (post ? brokenPromises(post, live) : ['N1 a post is gone']))
    },
    backUp() {
      const backup = join(dir, `${webCryptoRandom.uuid()}.db`)
      database.raw.prepare('vacuum into ?').run(backup)
      return backup
    },
    close: endWithTest(() => {
      if (!restored) return files.giveBack(opened)
      database.close()
      rmSync(dir, { recursive: true, force: true })
    }),
  }
}

function openFile(copyOf: string | null = null) {
  const dir = newFolder()
  const file = join(dir, 'world.db')
  if (copyOf !== null) copyFileSync(copyOf, file)
  const database = openMigrated(file)
  return { dir, database, stores: openStores(database) }
}

const files = reuseDatabases(
  () => openFile(),
  ({ database }) => [database],
)

function openStores({ db }: ReturnType<typeof openMigrated>) {
  return {
    accounts: createSqliteAccountStore(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    ledger: createSqlitePublicationLedger(db),
    settings: createSqliteSettingsStore(db),
    slots: createSqliteSlotStore(db),
    recurrences: createSqliteRecurrenceStore(db),
  }
}

/** Every file has its bytes until they are removed. */
function openBlobs(): BlobStore {
  const removed = new Set<string>()
  return {
    ...createMemoryBlobStore(),
    open: async (key) => (removed.has(key) ? null : openBlob(key)),
    remove: async (key) => void removed.add(key),
  }
}

function openSandbox(
  { containers = {}, behaviour = {} }: WorldOptions,
  { clock, blobs }: { clock: ManualClock; blobs: BlobStore },
): Sandbox {
  return createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: webCryptoRandom,
    origin: () => ORIGIN,
    accessToken: SANDBOX_ACCESS_TOKEN,
    // The strictest platform: it hides no mistake of ours.
    containers: { secondPublish: 'duplicate', ...containers },
    behaviour,
    waitsForMedia: true,
    fetch: async (input) => {
      const { pathname } = new URL(new Request(input).url)
      const record = FILES.find(({ publicKey }) => pathname.endsWith(`/${publicKey}`))
      if (record && (await blobs.open(record.storagePath)) === null)
        return new Response(null, { status: 404 })
      const { bytes, type } = bytesOf(pathname)
      const headers = { 'content-type': type, 'content-length': String(bytes.length) }
      return new Response(new Uint8Array(bytes), { headers })
    },
    wait: async (time) => clock.advance(time),
  })
}

interface Time {
  passes(by: Duration): void
  isLeft(): Duration
}

interface Process {
  readonly ports: PublishingDeps
  readonly ledger: PostLedger
}

/** True when the hand ended this process. */
async function livesUntilCrash({ ports, ledger }: Process, time: Time, hand: Hand): Promise<boolean> {
  const process = mortal(hand, ports)
  const alive = { ...ports, ...process }
  const { clock } = ports
  const noticeClock = watched(ports, ledger)
  try {
    await ledger.correctTimesTo(clock.now())
    await ledger.releaseOrphans(clock.now())
    for (;;) {
      await noticeClock()
      const claimed = (await claimPublication(alive, [])) ?? (await claimPublication(alive, [], 'prepare'))
      if (claimed) await runPublication(alive, claimed, () => false)
      if (process.isDead()) return true
      if (claimed) continue
      const wait = await nextWait(ports)
      if (wait === null || wait > time.isLeft()) return false
      time.passes(Math.max(wait, 0))
    }
  } catch (error) {
    if (error instanceof Crash) return true
    throw error
  }
}

function withEditedCaptions(
  platform: Platform,
  edit: (caption: string) => string = (caption) => caption,
): Platform {
  return {
    ...platform,
    async recentMedia(...asked) {
      const reply = await platform.recentMedia(...asked)
      if (reply.kind !== 'ok') return reply
      const value = reply.value.map((media) => ({ ...media, caption: media.caption && edit(media.caption) }))
      return { ...reply, value }
    },
  }
}

/** Looks at the clock as the job loop does before each claim. */
function watched({ clock, earlierRuns, log }: PublishingDeps, ledger: PostLedger): () => Promise<void> {
  const NOTHING_TO_MARK = { mustMark: () => false, markWaiting: async () => {} }
  return watchClock({ clock, log, ledger, earlierRuns: earlierRuns ?? NOTHING_TO_MARK })
}

async function nextWait({ ledger, clock }: PublishingDeps): Promise<Duration | null> {
  const now = clock.now()
  const queues = (['publish', 'prepare'] as const).map((queue) =>
    ledger.nextDue({ now, queue, busyAccounts: [] }),
  )
  const times = (await Promise.all(queues)).filter((at) => at !== null)
  return times.length > 0 ? Math.min(...times) - now : null
}

function offlineFetch(isOffline: () => boolean, online: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isOffline()) return online(input, init)
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } })
  }
}

/** The sandbox marks an answer that its listener would have cut the connection for. */
function droppingFetch(
  sandbox: Sandbox,
  answers: NonNullable<WorldOptions['answers']> = async (response) => response,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await sandbox.app.request(request)
    if (response.headers.has('x-sandbox-drop')) throw new TypeError('the connection was lost')
    return answers(response, request)
  }
}

function openBlob(key: string): OpenBlob {
  const { bytes } = bytesOf(key)
  return { size: bytes.length, stream: () => new Blob([new Uint8Array(bytes)]).stream() }
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

const HARBOUR = personOf('harbour')
const HARBOUR_PAGE = HARBOUR?.pages[0]

function accountOf(login: 'platform' | 'partner'): AccountRecord {
  const { igUserId, username } = (login === 'partner' ? HARBOUR?.platformAccount : null) ?? DEMO_ACCOUNT
  const page = login === 'partner' ? HARBOUR_PAGE : undefined
  return anAccountRecord({
    id: ACCOUNT_ID,
    igUserId,
    username,
    loginMethod: login,
    partnerPageId: page?.id ?? null,
    isSandbox: true,
  })
}

function accessBy(login: 'platform' | 'partner'): PlatformAccess {
  const { igUserId } = accountOf(login)
  const common = { accountId: ACCOUNT_ID, igUserId, loginMethod: login, isSandbox: true, pausedUntil: null }
  if (login === 'platform') return { ...common, token: SANDBOX_ACCESS_TOKEN, page: null }
  const page = { id: HARBOUR_PAGE?.id ?? '', token: SANDBOX_PAGE_TOKEN }
  return { ...common, token: SANDBOX_PARTNER_TOKEN, page }
}

/** What changing a post from outside takes. */
export const changing = ({ stores, clock, accountId }: Pick<World, 'stores' | 'clock' | 'accountId'>) => ({
  proposeSlot: async () => null,
  ...stores,
  clock,
  random: webCryptoRandom,
  userId: accountId,
  cloud: NO_CLOUD,
  wake() {},
})
