// Our own cost of an image publication (5 commits, 4 calls) next to its floor: four durable commits and four loopback calls. Both
// run in this process, against a platform that answers at once.
import Database from 'better-sqlite3'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGraphPlatform } from '../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../core/engine/platform/graph/partner-pages.ts'
import { claimPublication } from '../../core/engine/publishing/claim.ts'
import { runPublication } from '../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../core/engine/publishing/effects.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { nodeClock } from '../../local-server/node-clock.ts'
import { migrationsDir } from '../../local-server/paths.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePublicationLedger } from '../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createOutgoing } from '../../local-server/undici/undici-fetch.ts'
import { aJob, anAccountRecord, aPost } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { compare } from './parts/compare.ts'
import { median } from './parts/measure.ts'
import { keepFirstProcessor } from './parts/processors.ts'
import { forkPart } from './parts/programs.ts'

const POSTS = 100
/** So many that none comes near its publishing limit in the most runs, where each post costs a call more. */
const ACCOUNTS = 400

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
keepFirstProcessor()
const platform = forkPart('stand-in-platform.ts')
const [port] = (await once(platform, 'message')) as [number]
const base = `http://127.0.0.1:${port}`
const outgoing = createOutgoing()

const database = openDatabase(join(dir, 'product.db'), migrationsDir)
// The page cache of a start is too small for what one publication reads and writes.
database.endStart()
const accounts = createSqliteAccountStore(database.db)
const accountIds: string[] = []
for (let n = 0; n < ACCOUNTS; n += 1) accountIds.push((await accounts.put(anAccountRecord())).id)
let posted = 0
const picture = aMediaRecord()
await createSqliteMediaStore(database.db).add(picture)
const ledger = createSqlitePublicationLedger(database.db)
const hosts = { fetch: outgoing.fetch, graphUrl: () => base, uploadUrl: () => base }
const ports: PublishingDeps = {
  ledger,
  clock: nodeClock,
  random: webCryptoRandom,
  log: { debug() {}, info() {}, warn() {}, error: console.error },
  engine: 'local',
  platform: createGraphPlatform(hosts),
  partnerPages: createPartnerPages(hosts),
  openMedia: async () => null,
  accessTo: async (accountId) => ({
    accountId,
    igUserId: '17841400000000000',
    token: 'token',
    loginMethod: 'platform',
    isSandbox: true,
    page: null,
    pausedUntil: null,
  }),
  publicUrl: async ({ publicKey }) => `${base}/media/${publicKey}`,
}

const floor = new Database(join(dir, 'floor.db'))
floor.pragma('journal_mode = WAL')
floor.pragma('synchronous = FULL')
floor.exec('create table posts (id integer primary key, status text, payload text)')
const insert = floor.prepare("insert into posts (status, payload) values ('QUEUED', ?)")
const update = floor.prepare('update posts set status = ? where id = ?')

async function floorPost(): Promise<void> {
  const { lastInsertRowid } = insert.run('x'.repeat(600))
  for (const path of ['/media', '/1?fields=status_code', '/media_publish', '/1?fields=permalink']) {
    await (await outgoing.fetch(base + path, { method: path.includes('fields') ? 'GET' : 'POST' })).json()
  }
  for (const status of ['PROCESSING', 'PUBLISHING', 'PUBLISHED']) update.run(status, lastInsertRowid)
}

async function productPost(): Promise<void> {
  const now = nodeClock.now()
  posted += 1
  const post = aPost({
    platformAccountId: accountIds[posted % ACCOUNTS] ?? '',
    mediaFileIds: [picture.id],
    createdAt: now,
    updatedAt: now,
  })
  await ledger.accept(post, aJob(post, { runAt: now, createdAt: now }))
  const claimed = await claimPublication(ports, [])
  if (claimed) await runPublication(ports, claimed, () => false)
}

/** The median of a hundred. */
async function perPost(publish: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < POSTS; n += 1) {
    const start = performance.now()
    await publish()
    times.push(performance.now() - start)
  }
  return median(times)
}

await compare(`${POSTS} posts a run, time of one`, [
  {
    what: 'an image publication',
    floorIs: 'four FULL commits, four calls',
    unit: 'ms',
    goal: { atMost: 2.2 },
    ours: () => perPost(productPost),
    floor: () => perPost(floorPost),
  },
])
await outgoing.close()
platform.disconnect()
database.close()
floor.close()
rmSync(dir, { recursive: true, force: true })
