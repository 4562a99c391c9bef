// Story repost but its process: the real engine, the real publishing, all stores on SQLite, the sandbox with its strangers as
// the platform, one clock. A hand can end the "process" before and after every call and every write.
import { join } from 'node:path'
import { createKeyedMutex } from '../../../core/keyed-mutex.ts'
import { createGraphPlatform } from '../../../core/engine/platform/graph/graph-platform.ts'
import { createOfficialSource } from '../../../core/engine/platform/mentions/official-source.ts'
import { createPartnerPages } from '../../../core/engine/platform/graph/partner-pages.ts'
import type { Log } from '../../../core/ports/log.ts'
import type { RepostRecord } from '../../../core/ports/reposts/repost-store.ts'
import type { PlatformAccess } from '../../../core/ports/platform/platform.ts'
import { claimPublication } from '../../../core/engine/publishing/claim.ts'
import { runPublication } from '../../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../../core/engine/publishing/effects.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { checkAccount } from '../../../core/engine/reposts/check-account.ts'
import type { RepostingDeps } from '../../../core/engine/reposts/reposting-deps.ts'
import { createServerStories } from '../../../core/features/reposts/stories/server-stories.ts'
import { DAY, HOUR, SECOND, type Duration, type Instant } from '../../../core/time.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import { STRANGERS } from '../../../local-server/sandbox/mentions/strangers.ts'
import { createSandbox, type Sandbox } from '../../../local-server/sandbox/sandbox.ts'
import { openMigrated } from '../../migrated-database.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { reuseDatabases } from '../../reused-databases.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRepostStore } from '../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { anAccountRecord } from '../../factories.ts'
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts'
import { aRepostConfig } from '../../fakes/reposts/repost-records.ts'
import { Crash } from '../mortal-ports.ts'

const ORIGIN = 'http://127.0.0.1:4200'
const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }
/** Asked before and after everything that lasts; true ends the process right there. */
export type RepostHand = (point: string) => boolean

export interface RepostWorld {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  /** Strangers mention the account, each by a name of their own. */
  addMention(kind?: 'image' | 'video'): string
  /** Lives one process after the other for so long. */
  run(hand?: RepostHand, time?: Duration): Promise<void>
  records(): Promise<RepostRecord[]>
  /** Sentences about what must not be. */
  broken(): Promise<string[]>
  close(): void
}

function openFile() {
  const database = openMigrated(join(newFolder(), 'world.db'))
  const { db } = database
  return {
    database,
    stores: {
      accounts: createSqliteAccountStore(db),
      media: createSqliteMediaStore(db),
      posts: createSqlitePostStore(db),
      ledger: createSqlitePublicationLedger(db),
      reposts: createSqliteRepostStore(db),
    },
  }
}

const files = reuseDatabases(openFile, ({ database }) => [database])

export async function createRepostWorld(): Promise<RepostWorld> {
  const opened = files.borrow()
  const clock = createManualClock()
  const sandbox = openSandbox(clock)
  const { igUserId, username } = DEMO_ACCOUNT
  const { stores } = opened
  const account = await stores.accounts.put(anAccountRecord({ igUserId, username, isSandbox: true }))
  await stores.reposts.addConfig(
    aRepostConfig({ accountId: account.id, autoRepostEnabled: true, jitterMinutes: 0, dailyRepostLimit: 9 }),
  )
  const access: PlatformAccess = {
    accountId: account.id,
    igUserId,
    token: SANDBOX_ACCESS_TOKEN,
    loginMethod: 'platform',
    isSandbox: true,
    page: null,
    pausedUntil: null,
  }
  const life = (hand: RepostHand) => createLife({ stores, sandbox, clock, access, hand, userId: account.id })
  let told = 0
  return {
    sandbox,
    clock,
    addMention(kind = 'image') {
      const poster = STRANGERS.filter(({ isPrivate }) => !isPrivate)[told++]?.username ?? ''
      sandbox.mentions.addMention({ username, poster, kind })
      return poster
    },
    async run(hand = () => false, time = DAY) {
      const until = clock.now() + time
      while (clock.now() < until && (await livesUntilCrash(life(hand), stores, clock, until)))
        clock.advance(SECOND)
    },
    records: () => stores.reposts.records({ limit: 100 }),
    async broken() {
      const live = sandbox.live()
      const records = await stores.reposts.records({ limit: 100 })
      const posts = await stores.posts.list({ limit: 100, offset: 0 })
      const found = posts.records.flatMap(({ id }) =>
        records.some(({ postId }) => postId === id) ? [] : ['a post of nothing'],
      )
      for (const { originalUsername, status, postId, igPermalink } of records) {
        const ours = live.filter(({ userTags }) => userTags.some((tag) => tag.username === originalUsername))
        if (ours.length > 1) found.push(`N2 the story of ${originalUsername} is live ${ours.length} times`)
        if (status === 'PUBLISHED' && ours.length !== 1)
          found.push(`N3 ${originalUsername}: PUBLISHED, live ${ours.length} times`)
        if (status === 'PUBLISHED' && ours[0]?.permalink !== igPermalink)
          found.push(`N3 ${originalUsername}: another permalink`)
        if (status !== 'PUBLISHED' && ours.length > 0)
          found.push(`N4 ${originalUsername}: ${status}, and live`)
        const post = postId === null ? null : await stores.posts.get(postId)
        if (postId !== null && post === null) found.push(`N1 ${originalUsername}: its post is gone`)
      }
      return found
    },
    close: () => files.giveBack(opened),
  }
}

interface Ground {
  readonly stores: Stores
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly access: PlatformAccess
  readonly hand: RepostHand
  readonly userId: string
}

interface Stores {
  readonly accounts: ReturnType<typeof createSqliteAccountStore>
  readonly media: ReturnType<typeof createSqliteMediaStore>
  readonly posts: ReturnType<typeof createSqlitePostStore>
  readonly ledger: ReturnType<typeof createSqlitePublicationLedger>
  readonly reposts: ReturnType<typeof createSqliteRepostStore>
}

interface Life {
  readonly publishing: PublishingDeps
  readonly reposting: RepostingDeps
  readonly accountId: string
  isDead(): boolean
}

function createLife({ stores, sandbox, clock, access, hand, userId }: Ground): Life {
  let dead = false
  const at = (point: string) => {
    if (!dead && hand(point)) dead = true
    if (dead) throw new Crash(point)
  }
  const mortal = <T extends object>(port: T, ...names: (keyof T & string)[]): T => {
    const around = Object.fromEntries(
      names.map((name) => {
        const act = port[name] as (...args: unknown[]) => Promise<unknown>
        return [
          name,
          async (...args: unknown[]) => {
            at(`before ${name}`)
            const result = await act(...args)
            at(`after ${name}`)
            return result
          },
        ]
      }),
    )
    return { ...port, ...around }
  }
  const calling: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const call = `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`
    at(`before ${call}`)
    const response = await sandbox.app.request(request)
    at(`after ${call}`)
    if (response.headers.has('x-sandbox-drop')) throw new TypeError('the connection was lost')
    return response
  }
  const reposts = mortal(stores.reposts, 'updateConfig', 'addRecords', 'updateRecord', 'begin', 'beginAgain')
  const ledger = mortal(stores.ledger, 'claim', 'commit')
  const hosts = {
    fetch: calling,
    graphUrl: () => `${ORIGIN}/sandbox/graph.instagram.com`,
    uploadUrl: () => `${ORIGIN}/sandbox/rupload.facebook.com`,
  }
  const common = { clock, random: webCryptoRandom, log: SILENT }
  const source = createOfficialSource({
    ...hosts,
    fetchMedia: calling,
    accessTo: async () => access,
    pause: async (time) => clock.advance(time),
  })
  return {
    accountId: access.accountId,
    isDead: () => dead,
    publishing: {
      ...common,
      ledger,
      engine: 'local',
      platform: createGraphPlatform(hosts),
      partnerPages: createPartnerPages(hosts),
      accessTo: async () => access,
      publicUrl: async () => null,
      openMedia: async () => null,
    },
    reposting: {
      ...common,
      owner: 'here',
      mutex: createKeyedMutex(),
      reposts,
      sourceOf: () => source,
      stories: createServerStories({
        ...common,
        ...stores,
        commands: reposts,
        blobs: {} as never,
        superseded: {} as never,
        transcodes: { stop() {} },
        userId,
        takeMedia: async () => null,
        wake() {},
      }),
    },
  }
}

/** True when the hand has ended this process. */
async function livesUntilCrash(
  life: Life,
  { ledger }: Stores,
  clock: ManualClock,
  until: Instant,
): Promise<boolean> {
  const { publishing, reposting, accountId } = life
  try {
    await ledger.releaseOrphans(clock.now())
    let checkAt: Instant | null = clock.now()
    while (clock.now() < until) {
      const claimed = await claimPublication(publishing, [])
      if (claimed) await runPublication(publishing, claimed, () => false)
      if (!claimed && checkAt !== null && checkAt <= clock.now())
        checkAt = await checkAccount(reposting, accountId)
      if (life.isDead()) return true
      if (claimed) continue
      const due = await ledger.nextDue({ now: clock.now(), queue: 'publish', busyAccounts: [] })
      const next = Math.min(due ?? until, checkAt ?? until, until)
      clock.advance(Math.max(next - clock.now(), SECOND))
    }
    return false
  } catch (error) {
    if (error instanceof Crash) return true
    throw error
  }
}

function openSandbox(clock: ManualClock): Sandbox {
  const sandbox: Sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: webCryptoRandom,
    origin: () => ORIGIN,
    accessToken: SANDBOX_ACCESS_TOKEN,
    // The strictest platform: it hides no mistake of ours.
    containers: { secondPublish: 'duplicate', publishedLag: 20 * SECOND },
    waitsForMedia: true,
    fetch: async (input, init) => sandbox.app.request(new Request(input, init)),
    wait: async (time) => clock.advance(time),
  })
  return sandbox
}

/** How long the longest story of a test lives, and some. */
export const A_LIFE: Duration = DAY + HOUR
