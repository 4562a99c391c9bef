// What the Worker costs on Cloudflare's free plan: a day of 1,440 cron runs without a post, and one with fifty pictures, on
// the SQLite of a real object in workerd, with a clock that is turned.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { repositoryRoot } from '../../local-server/paths.ts'
import { startWorkerd } from '../../local-server/worker/workerd.ts'
import { FREE_PLAN, type Day, type Quota } from '../fakes/cloud/free-plan.ts'
import { describeMachine, printTable, verdict } from './measure.ts'

const POSTS = 50
/** Of each quota, without a post. */
const IDLE_SHARE = 0.02
const HEARTBEAT_WRITES = 96
const WRITES_PER_POST = 3
const CALLS_PER_POST = 8

const storageDir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const workerd = await startWorkerd({
  port: 0,
  storageDir,
  code: await bundle(),
  compatibilityDate: compatibilityDate(),
  texts: {},
  s3: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  say: (line) => console.error(line),
})
try {
  const [idle, busy] = [await live(0), await live(POSTS)]
  const percent = (day: Day, quota: Quota) => `${((day.used[quota] / FREE_PLAN[quota]) * 100).toFixed(2)} %`
  console.log(`${describeMachine()}; counted, not timed\n`)
  printTable(
    ['operations a day', 'free plan', 'idle', '', `${POSTS} pictures`, ''],
    (Object.keys(FREE_PLAN) as Quota[]).map((quota) => [
      quota,
      String(FREE_PLAN[quota]),
      String(idle.used[quota]),
      percent(idle, quota),
      String(busy.used[quota]),
      percent(busy, quota),
    ]),
  )
  const others = (Object.keys(FREE_PLAN) as Quota[]).filter((quota) => quota !== 'KV writes')
  const largest = Math.max(...others.map((quota) => idle.used[quota] / FREE_PLAN[quota]))
  const writes = (busy.used['KV writes'] - idle.used['KV writes']) / POSTS
  const calls = busy.outsideCalls.all / POSTS
  console.log('')
  printTable(
    ['goal', 'measured', ''],
    [
      [
        `idle: ≤ ${HEARTBEAT_WRITES} KV writes`,
        String(idle.used['KV writes']),
        verdict(idle.used['KV writes'], HEARTBEAT_WRITES),
      ],
      [
        `idle: ≤ ${IDLE_SHARE * 100} % of every other quota`,
        `${(largest * 100).toFixed(2)} %`,
        verdict(largest, IDLE_SHARE),
      ],
      [
        `a picture: ≤ ${WRITES_PER_POST} KV writes, with its part of the accounts'`,
        writes.toFixed(2),
        verdict(writes, WRITES_PER_POST),
      ],
      [
        `a picture: ≤ ${CALLS_PER_POST} calls to the platform`,
        calls.toFixed(2),
        verdict(calls, CALLS_PER_POST),
      ],
      [
        `pictures published of ${POSTS}`,
        String(busy.published),
        busy.published === POSTS ? 'holds' : 'MISSED',
      ],
    ],
  )
  console.log(
    `\nThe busy day had ${busy.alarms} alarms; at most ${busy.outsideCalls.most} calls in one invocation.`,
  )
} finally {
  await workerd.stop()
  rmSync(storageDir, { recursive: true, force: true })
}

async function live(posts: number): Promise<Day> {
  const response = await fetch(`${workerd.origin}/${posts}`)
  if (!response.ok) throw new Error(`the day with ${posts} posts failed: ${await response.text()}`)
  return (await response.json()) as Day
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: repositoryRoot,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: 'test/cloud-worker/metered-day-worker.ts',
      write: false,
      target: 'es2024',
      rolldownOptions: { external: /^cloudflare:/, output: { format: 'esm', codeSplitting: false } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('nothing was bundled')
  return chunk.code
}

function compatibilityDate(): string {
  const settings = readFileSync(join(repositoryRoot, 'wrangler.toml'), 'utf8')
  return /^compatibility_date = "(.*)"$/m.exec(settings)?.[1] ?? ''
}
