// Everything of publishing but the process: the real steps, the real ledger on SQLite, the sandbox as the platform, one
// clock for all of them that turns only when nothing is left to do, and a hand that can stop a "process" at any point.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGraphPlatform } from '../../core/platform/graph-platform.ts'
import type { AccountRecord } from '../../core/ports/account-store.ts'
import type { Log } from '../../core/ports/log.ts'
import type { MediaRecord } from '../../core/ports/media-store.ts'
import type { Platform } from '../../core/ports/platform.ts'
import type { PostRecord } from '../../core/ports/post-store.ts'
import type { PublicationLedger } from '../../core/ports/publication-ledger.ts'
import { carryOn, claimNext, type RunPorts } from '../../core/publishing/run-due.ts'
import { publishNow } from '../../core/posts/publish-now.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { HOUR, type Duration } from '../../core/time.ts'
import { migrationsDir } from '../../local-server/paths.ts'
import type { AccountBehaviour, ContainerScript } from '../../local-server/sandbox/behaviour.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { createMemoryStore } from '../../local-server/sandbox/memory-store.ts'
import { createSandbox, type Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../local-server/sqlite/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../local-server/sqlite/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../local-server/sqlite/sqlite-publication-ledger.ts'
import { createManualClock } from '../fakes/manual-clock.ts'

const START = Date.UTC(2026, 10, 20, 12)
const ORIGIN = 'http://127.0.0.1:4200'
/** 16 × 16 grey. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APMKKKK//9k=',
  'base64',
)

class Crash extends Error {}

export type CrashPoint = `${'before' | 'after'} ${keyof Platform | 'claim' | 'commit'}`

/** Called at every point; true stops the process right there. */
export type Hand = (point: CrashPoint) => boolean

export interface World {
  readonly sandbox: Sandbox
  readonly accountId: string
  publish(caption: string): Promise<string>
  post(id: string): Promise<PostRecord>
  /** Lives one process after the other until nothing is due within `limit`; the hand may end each of them. */
  run(hand?: Hand, limit?: Duration): Promise<void>
  /** Promises N2, N3, N4 and N7 over all posts of this world. */
  brokenPromises(): Promise<string[]>
  close(): void
}

export async function createWorld(
  containers: Partial<ContainerScript> = {},
  behaviour: Partial<AccountBehaviour> = {},
): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'nightpost-world-'))
  const database = openDatabase(join(dir, 'world.db'), migrationsDir)
  const { db, raw } = database
  // Durability is measured elsewhere; here the order of commits is what counts.
  raw.pragma('synchronous = OFF')
  const clock = createManualClock(START)
  const sandbox = createSandbox({
    store: createMemoryStore(),
    clock,
    random: webCryptoRandom,
    origin: () => ORIGIN,
    accessToken: SANDBOX_ACCESS_TOKEN,
    containers,
    behaviour,
    fetch: async () => new Response(JPEG, { headers: { 'content-type': 'image/jpeg' } }),
    wait: async (time) => clock.advance(time),
  })
  const stores = {
    accounts: createSqliteAccountStore(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
  }
  const ledger = createSqlitePublicationLedger(db)
  const account = await stores.accounts.put(ACCOUNT)
  await stores.media.add(PICTURE)
  const ids: string[] = []
  const ports: Omit<RunPorts, 'ledger' | 'platform'> = {
    clock,
    random: webCryptoRandom,
    log: SILENT,
    accessTo: async (accountId) => ({
      accountId,
      igUserId: DEMO_ACCOUNT.igUserId,
      token: SANDBOX_ACCESS_TOKEN,
      loginMethod: 'platform',
      isSandbox: true,
    }),
    publicUrl: (publicKey) => `${ORIGIN}/media/${publicKey}`,
  }
  const platform = createGraphPlatform({
    fetch: droppingFetch(sandbox),
    graphUrl: () => `${ORIGIN}/sandbox/graph.instagram.com`,
  })

  async function livesUntilCrash(hand: Hand, until: number): Promise<boolean> {
    const process = mortal(hand)
    const alive = { ...ports, ledger: process.ledger(ledger), platform: process.platform(platform) }
    try {
      await ledger.releaseOrphans(clock.now())
      for (;;) {
        const claimed = await claimNext(alive, [])
        if (claimed) await carryOn(alive, claimed, () => false)
        if (process.isDead()) return true
        if (claimed) continue
        const due = await ledger.nextDue([])
        if (due === null || due > until) return false
        if (due > clock.now()) clock.advance(due - clock.now())
      }
    } catch (error) {
      if (error instanceof Crash) return true
      throw error
    }
  }

  return {
    sandbox,
    accountId: account.id,
    async publish(caption) {
      const accept = { ...stores, ledger, clock, random: webCryptoRandom, userId: account.id, wake() {} }
      const { id } = await publishNow(accept, {
        accountId: account.id,
        mediaType: 'IMAGE',
        mediaFileId: PICTURE.id,
        caption,
      })
      ids.push(id)
      return id
    },
    async post(id) {
      const post = await stores.posts.get(id)
      if (!post) throw new Error(`post ${id} is gone`)
      return post
    },
    async run(hand = () => false, limit = 2 * HOUR) {
      const until = clock.now() + limit
      while (await livesUntilCrash(hand, until)) clock.advance(1_000)
    },
    async brokenPromises() {
      const posts = await Promise.all(ids.map((id) => stores.posts.get(id)))
      return posts.flatMap((post) => (post ? broken(post, sandbox) : ['N1 a post is gone']))
    },
    close() {
      database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Every post of a world has a caption of its own, so the sandbox's live media tell whose they are. */
function broken(post: PostRecord, sandbox: Sandbox): string[] {
  const live = sandbox.live().filter(({ caption }) => caption === post.caption)
  const found: string[] = []
  if (live.length > 1) found.push(`N2 "${post.caption}" is live ${live.length} times`)
  if (post.status === 'PUBLISHED') {
    if (live.length !== 1) found.push(`N3 "${post.caption}" is PUBLISHED and live ${live.length} times`)
    else if (post.igMediaId !== null && post.igMediaId !== live[0]?.id)
      found.push(`N3 "${post.caption}" has another's id`)
  }
  if (post.status === 'FAILED' && post.publishOutcome === 'confirmed' && live.length > 0) {
    found.push(`N4 "${post.caption}" is FAILED for sure and live`)
  }
  if (['QUEUED', 'PROCESSING', 'PUBLISHING'].includes(post.status))
    found.push(`N7 "${post.caption}" is still ${post.status}`)
  return found
}

/** Ports that die: from the point where the hand says so, every call throws and nothing acts any more. */
function mortal(hand: Hand) {
  let dead = false
  const at = (point: CrashPoint) => {
    if (dead) throw new Crash(point)
    if (hand(point)) {
      dead = true
      throw new Crash(point)
    }
  }
  const around = <A extends unknown[], R>(
    name: keyof Platform | 'claim' | 'commit',
    act: (...args: A) => Promise<R>,
  ) => {
    return async (...args: A): Promise<R> => {
      at(`before ${name}`)
      const result = await act(...args)
      at(`after ${name}`)
      return result
    }
  }
  return {
    isDead: () => dead,
    ledger: (ledger: PublicationLedger): PublicationLedger => ({
      ...ledger,
      claim: around('claim', ledger.claim),
      commit: around('commit', ledger.commit),
      release: async (...args) => {
        if (dead) throw new Crash('release')
        return ledger.release(...args)
      },
    }),
    platform: (platform: Platform): Platform => ({
      createContainer: around('createContainer', platform.createContainer),
      containerStatus: around('containerStatus', platform.containerStatus),
      publishContainer: around('publishContainer', platform.publishContainer),
      recentMedia: around('recentMedia', platform.recentMedia),
      permalink: around('permalink', platform.permalink),
    }),
  }
}

/** The sandbox marks an answer that its listener would have cut the connection for. */
function droppingFetch(sandbox: Sandbox): typeof fetch {
  return async (input, init) => {
    const response = await sandbox.app.request(new Request(input, init))
    if (response.headers.has('x-sandbox-drop')) throw new TypeError('the connection was lost')
    return response
  }
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

const ACCOUNT: AccountRecord = {
  id: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e01',
  igUserId: DEMO_ACCOUNT.igUserId,
  username: DEMO_ACCOUNT.username,
  name: null,
  avatarKey: null,
  accountType: 'BUSINESS',
  partnerPageId: null,
  partnerPageName: null,
  tokenExpiresAt: null,
  loginMethod: 'platform',
  followersCount: null,
  mediaCount: null,
  lastSyncedAt: null,
  createdAt: START,
  isSandbox: true,
  sealedToken: 'sealed',
  sealedPageToken: null,
  grantedScopes: null,
  tokenIssuedAt: null,
  pausedUntil: null,
}

const PICTURE: MediaRecord = {
  id: 'c1a0c3b2-6a57-4b0e-9a53-0f3f7c6d1e02',
  kind: 'image',
  originalFilename: 'picture.jpg',
  storagePath: 'media/picture.jpg',
  mimeType: 'image/jpeg',
  fileSize: JPEG.length,
  width: 1080,
  height: 1080,
  durationSeconds: null,
  aspectRatio: '1:1',
  isValid: true,
  validationErrors: null,
  thumbnailPath: null,
  processedPath: null,
  processedPublicKey: null,
  processedFacts: null,
  publicKey: 'picture.jpg',
  createdAt: START,
  container: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  indexInFront: null,
}
