// One computer with 500 accounts, each with three posts that wait: how long it takes to start, what it holds in memory, how long the
// list of what needs a person takes, and how late the publish calls are when 500 posts of 500 accounts are due at the same
// second. The platform answers every call after 300 ms.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { createTokenVault, tokenOwner } from '../../core/engine/access/token-vault.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { DAY, HOUR } from '../../core/time.ts'
import { loadSecrets } from '../../local-server/data-folder/secrets.ts'
import { migrationsDir, repositoryRoot } from '../../local-server/paths.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../local-server/sqlite/media/sqlite-media-store.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { anAccountRecord } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { describeMachine, median, memoryOf, printTable, quantile, verdict } from './parts/measure.ts'
import { newKey } from './parts/server-with-posts.ts'
import { startSlowPlatform } from './parts/slow-platform.ts'

const ACCOUNTS = 500
const POSTS_EACH = 3
const GOAL = { start: 1_000, attention: 100, memory: 150, late: 5_000 }
const STARTS = 5
const ROUNDS = 20
/** Enough to schedule them all, and to have every container ready. */
const AHEAD = 75_000
const PATIENCE = 120_000
/** What only the start needed has been released by then. */
const SETTLED = 15_000

const folder = mkdtempSync(join(process.env['NIGHTPOST_BENCH_DIR'] ?? tmpdir(), 'nightpost-bench-'))
const children: ChildProcess[] = []
const platform = await startSlowPlatform()
try {
  await main()
} finally {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.exit(0)

async function main(): Promise<void> {
  const owners = await addAccounts()
  let server = await start()
  const key = newKey(folder)
  const api = <Body>(path: string, init?: RequestInit) =>
    ask<Body>(`${server.origin}/api/v1${path}`, key, init)
  const schedule = async (timeOf: (n: number) => number) => {
    for (const [n, { accountId, mediaFileId }] of owners.entries()) {
      const scheduledFor = new Date(timeOf(n)).toISOString()
      const body = JSON.stringify({ accountId, mediaType: 'IMAGE', mediaFileId, scheduledFor })
      await api('/schedule', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
  }
  for (let day = 1; day < POSTS_EACH; day += 1) {
    const firstAt = Date.now() + (day - 0.5) * DAY
    await schedule((n) => firstAt + (n * 4 * HOUR) / ACCOUNTS)
  }
  const dueAt = Date.now() + AHEAD
  await schedule(() => dueAt)
  const late = await lateness(dueAt)
  const starts: number[] = []
  for (let n = 0; n < STARTS; n += 1) {
    server.process.kill()
    await once(server.process, 'exit')
    server = await start()
    starts.push(server.took)
  }
  await pause(SETTLED)
  const memory = memoryOf(server.process.pid ?? 0).now
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    const at = performance.now()
    await api('/attention')
    times.push(performance.now() - at)
  }
  console.log(`${describeMachine()}; ${ACCOUNTS} accounts with ${POSTS_EACH} posts each\n`)
  const p99 = late.length === ACCOUNTS ? quantile(late, 0.99) : Number.POSITIVE_INFINITY
  const row = (what: string, value: number, goal: number, unit: string) => [
    what,
    `${value.toFixed(0)} ${unit}`,
    `≤ ${goal} ${unit} ${verdict(value, goal)}`,
  ]
  printTable(
    ['what', 'measured', 'goal'],
    [
      row('start to the line "Ready", median', median(starts), GOAL.start, 'ms'),
      row('GET /attention, median', median(times), GOAL.attention, 'ms'),
      row('resident, with what it was just asked', memory, GOAL.memory, 'MiB'),
      row(`publish calls of ${late.length} posts at one second, p99`, p99, GOAL.late, 'ms'),
    ],
  )
  const figures = [0, 0.5, 0.95, 0.99, 1].map((q) => quantile(late, q).toFixed(0))
  console.log(`\nms from that second to the publish call, min, p50, p95, p99, max: ${figures.join(', ')}`)
}

async function lateness(dueAt: number): Promise<number[]> {
  console.log(`scheduled ${Math.round((dueAt - Date.now()) / 1000)} s before their time`)
  while (platform.publishedAt.length < ACCOUNTS && Date.now() < dueAt + PATIENCE) await pause(200)
  await pause(3_000)
  return platform.publishedAt.map((at) => at - dueAt)
}

interface Owner {
  readonly accountId: string
  readonly mediaFileId: string
}

/** Each with a token that is new, and a picture of its own. */
async function addAccounts(): Promise<Owner[]> {
  const { process: child } = await start()
  child.kill()
  await once(child, 'exit')
  const vault = await createTokenVault(loadSecrets(folder, webCryptoRandom).tokenKey, webCryptoRandom)
  const { db, close } = openDatabase(join(folder, 'nightpost.db'), migrationsDir)
  const accounts = createSqliteAccountStore(db)
  const media = createSqliteMediaStore(db)
  const grey = { width: 320, height: 320, channels: 3 as const, background: '#888' }
  const picture = await sharp({ create: grey }).jpeg().toBuffer()
  const owners: Owner[] = []
  const now = Date.now()
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const account = anAccountRecord({
      username: `account.${n}`,
      avatarKey: null,
      tokenIssuedAt: now - DAY,
      tokenExpiresAt: now + 59 * DAY,
      lastSyncedAt: now,
      createdAt: now,
    })
    const sealedToken = await vault.seal(`token-${n}`, tokenOwner(account.id))
    await accounts.put({ ...account, sealedToken })
    const file = aMediaRecord()
    const path = join(folder, 'uploads', file.storagePath)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, picture)
    await media.add(file)
    owners.push({ accountId: account.id, mediaFileId: file.id })
  }
  close()
  return owners
}

async function start(): Promise<{ process: ChildProcess; origin: string; took: number }> {
  const flags = ['--port', '0', '--data-dir', folder, '--no-open', '--no-demo', '--no-sandbox']
  const at = performance.now()
  const child = spawn(process.execPath, [join(repositoryRoot, 'local-server/dist/main.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_RPH: '1000000',
      PLATFORM_GRAPH_URL: platform.url,
      MEDIA_PUBLIC_BASE_URL: platform.url,
    },
  })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const origin = /Open {3}(\S+)\/#t=/.exec(text)?.[1]
    if (origin && text.includes('Ready in')) {
      child.stdout.resume()
      return { process: child, origin, took: performance.now() - at }
    }
  }
  throw new Error(`the server did not start: ${text}`)
}

async function ask<Body>(url: string, key: string, init: RequestInit = {}): Promise<Body> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${key}`)
  const response = await fetch(url, { ...init, headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Body
}
