// How late the publish call of a scheduled post reaches the platform, next to a bare timer at the same times: 200 posts within 20
// seconds, spread over three accounts because the platform takes a hundred a day of each, at a sandbox of their own, by its
// clock. Once prepared ahead, once scheduled only a second before their time; and once a hundred of one account, which go one
// after the other. Then what 10,000 posts that wait cost while nothing is due.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { compare, isTrial, printFigures, type Row } from './parts/compare.ts'
import { newLatenessWorld, WARM_UPS, type LatenessWorld } from './parts/lateness-world.ts'
import { memoryOf, quantile } from './parts/measure.ts'
import { keepFirstProcessor } from './parts/processors.ts'
import { forkPart, noLimits, startProgram, startServer, stop, stopAll } from './parts/programs.ts'

const WITHIN_MS = 20_000
/** Time to schedule and prepare all of them. */
const HEAD_START_MS = 20_000
const SHORTLY_MS = 1_000
const PATIENCE_MS = 60_000
const WAITING = 10_000
/** What only the start needed has been released, and the engine's own tidying afterwards is over. */
const SETTLED_SECONDS = 45
const IDLE_SECONDS = isTrial ? 5 : 60
/** A pair takes a minute. */
const LIMITS = { fewest: 7, most: 15, minutes: 16 }
/** For a row that has no goal. */
const FEWER = { fewest: 5, most: 7, minutes: 8 }

const folder = mkdtempSync(join(process.env['NIGHTPOST_BENCH_DIR'] ?? tmpdir(), 'nightpost-bench-'))
keepFirstProcessor()
const sandbox = await startProgram('sandbox', join(folder, 'sandbox'))
try {
  await compare(`publish calls within ${WITHIN_MS / 1000} s, p99 of the time from scheduledFor`, [
    { ...row('200 prepared ahead, three accounts', { count: 200 }), goal: { atMost: 1.25 }, limits: LIMITS },
    row('100 prepared ahead, one account', { count: 100, accounts: 1 }),
    row('200 scheduled a second before', { count: 200, ahead: SHORTLY_MS }),
  ])
  const { percent, megabytes } = await idle()
  printFigures([
    { what: `CPU of one core, ${WAITING} posts waiting`, unit: '%', values: [percent], atMost: 0.1 },
    { what: `resident, ${WAITING} posts waiting`, unit: 'MiB', values: [megabytes], atMost: 95 },
  ])
} finally {
  await stopAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

interface Scene {
  readonly count: number
  readonly accounts?: number
  /** How long before its time each is scheduled. Default: all of them first. */
  readonly ahead?: number
}

function row(what: string, scene: Scene): Row {
  return {
    what,
    floorIs: 'a timer, a FULL commit, a call',
    unit: 'ms',
    limits: FEWER,
    ours: async () => {
      const world = await newLatenessWorld(folder)
      try {
        return quantile(await lateness(world, scene), 0.99)
      } finally {
        await world.end()
      }
    },
    floor: async () => quantile(await bareLateness(scene.count), 0.99),
  }
}

function spreadFrom(firstAt: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => firstAt + Math.round((n * WITHIN_MS) / count))
}

async function bareLateness(count: number): Promise<number[]> {
  const url = `${sandbox.printed}/sandbox/behaviour`
  const timer = forkPart('timer-floor.ts', [join(folder, 'floor.db'), url])
  await once(timer, 'message')
  const run = async (times: number[]): Promise<number[]> => {
    timer.send(times)
    const [late] = (await once(timer, 'message')) as [number[]]
    return late
  }
  try {
    await run(Array.from({ length: WARM_UPS }, (_, n) => Date.now() + n * 100))
    return await run(spreadFrom(Date.now() + SHORTLY_MS, count))
  } finally {
    await stop(timer)
  }
}

async function lateness(world: LatenessWorld, { count, accounts, ahead }: Scene): Promise<number[]> {
  const used = world.accounts.slice(0, accounts)
  const firstAt = Date.now() + (ahead === undefined ? HEAD_START_MS : 2 * ahead)
  const posts = spreadFrom(firstAt, count).map((at, n) => {
    return { accountId: used[n % used.length] ?? '', caption: `post ${n}`, at }
  })
  if (ahead === undefined) for (const post of posts) await world.schedule(post)
  else {
    // None waits for an answer about the one before it.
    const inTime = async (post: (typeof posts)[number]) => {
      await pause(Math.max(post.at - ahead - Date.now(), 0))
      await world.schedule(post)
    }
    await Promise.all(posts.map(inTime))
  }
  await pause(firstAt + WITHIN_MS - Date.now())
  const captions = posts.map(({ caption }) => caption)
  const published = await untilAllPublished(world, captions)
  const late = posts.flatMap(({ caption, at }) => {
    const publishedAt = published.get(caption)
    return publishedAt === undefined ? [] : [publishedAt - at]
  })
  if (late.length !== count) throw new Error(`${late.length} of ${count} posts are out`)
  if (Math.min(...late) < 0) throw new Error(`a post was ${-Math.min(...late)} ms early`)
  return late
}

/** What is out when all of these are, or when patience is over. */
async function untilAllPublished(
  world: LatenessWorld,
  captions: readonly string[],
): Promise<Map<string, number>> {
  const deadline = Date.now() + PATIENCE_MS
  let published = await world.published()
  while (!captions.every((caption) => published.has(caption)) && Date.now() < deadline) {
    await pause(500)
    published = await world.published()
  }
  return published
}

/** A server that was just started, with ten thousand posts for next year. */
async function idle(): Promise<{ percent: number; megabytes: number }> {
  const world = await newLatenessWorld(folder)
  await world.end()
  fillWithWaiting(join(world.dataDir, 'nightpost.db'), world.accounts)
  const { child } = await startServer(world.dataDir, { ...noLimits, HOME: folder })
  const pid = child.pid ?? 0
  await pause(SETTLED_SECONDS * 1_000)
  const before = cpuSeconds(pid)
  await pause(IDLE_SECONDS * 1_000)
  const percent = ((cpuSeconds(pid) - before) / IDLE_SECONDS) * 100
  const megabytes = memoryOf(pid).now
  await stop(child)
  return { percent, megabytes }
}

/** Copies of a post that is out and of its job, for next year. */
function fillWithWaiting(file: string, accounts: readonly string[]): void {
  const database = new Database(file)
  const [post] = database.prepare<[], { id: string }>('select id from posts limit 1').all()
  const columns = (table: string) =>
    (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const copy = (table: string, changes: Record<string, string>) => {
    const kept = columns(table).filter((name) => name !== 'seq')
    const chosen = kept.map((name) => changes[name] ?? name).join(', ')
    return `insert into ${table} (${kept.join(', ')}) select ${chosen} from ${table} where`
  }
  const at = Date.now() + 365 * 86_400_000
  const scheduled = {
    id: `:id`,
    status: `'SCHEDULED'`,
    scheduled_for: ':at',
    ig_media_id: 'null',
    completed_at: 'null',
    platform_account_id: ':account',
  }
  const insertPost = database.prepare(`${copy('posts', scheduled)} id = :from`)
  const pending = {
    id: `:id || 'j'`,
    post_id: ':id',
    status: `'PENDING'`,
    run_at: ':at',
    wake_at: `:at - 90000`,
    account_id: ':account',
  }
  const insertJob = database.prepare(`${copy('jobs', pending)} post_id = :from limit 1`)
  database.transaction(() => {
    for (let n = 0; n < WAITING; n += 1) {
      const row = {
        id: crypto.randomUUID(),
        at: at + n * 60_000,
        from: post?.id,
        account: accounts[n % accounts.length],
      }
      insertPost.run(row)
      insertJob.run(row)
    }
  })()
  database.close()
}

/** The time that the threads of a process have run so far. */
function cpuSeconds(pid: number): number {
  const threads = `/proc/${pid}/task`
  const nanoseconds = readdirSync(threads).map((thread) => {
    return Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0])
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}
