// What the Worker costs on Cloudflare's free plan: a day of 1,440 cron runs without a post, and days with three pictures of
// one to 500 accounts, on the SQLite of real objects in workerd, with a clock that is turned.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { build } from 'vite'
import { repositoryRoot } from '../../local-server/paths.ts'
import { startWorkerd } from '../../local-server/worker/workerd.ts'
import { FREE_PLAN, type Day, type Quota } from '../fakes/cloud/free-plan.ts'
import { describeMachine, printTable, verdict } from './parts/measure.ts'

/** Accounts with three pictures a day each. */
const ACCOUNTS = [1, 10, 100, 500]
const PICTURES = 3
const STORIES = 3
const CALLS_PER_STORY = 4
const ROWS_PER_STORY = 6
/** Share of each quota that a day without a post may use. */
const IDLE_SHARE = 0.02
const HEARTBEAT_WRITES = 96
const WRITES_PER_POST = 3
const CALLS_PER_POST = 8
/** How far the cost of a picture may differ between the days of ten accounts and more. */
const FLAT = 0.1

/** On a busy computer a day of many accounts takes longer than a client waits. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
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
  const idle = await live(0)
  const days: { accounts: number; pictures: number; day: Day }[] = []
  for (const accounts of ACCOUNTS)
    days.push({ accounts, pictures: accounts * PICTURES, day: await live(accounts) })
  console.log(`${describeMachine()}; counted, not timed\n`)
  const quotas = Object.keys(FREE_PLAN) as Quota[]
  printTable(
    ['operations a day', 'free plan', 'idle', ...days.map(({ accounts }) => `${accounts} × ${PICTURES}`)],
    quotas.map((quota) => [
      quota,
      ...[FREE_PLAN[quota], idle.used[quota], ...days.map(({ day }) => day.used[quota])].map(String),
    ]),
  )
  const withStories: Day[] = []
  for (const accounts of ACCOUNTS) withStories.push(await live(accounts, STORIES))
  /** What the stories of a day add to the same day without any. */
  const perStory = (amountOf: (day: Day) => number) =>
    withStories.map((day, n) => {
      const plain = days[n]
      return plain ? (amountOf(day) - amountOf(plain.day)) / (plain.accounts * STORIES) : Number.NaN
    })
  console.log('')
  printTable(
    ['operations a story', ...days.map(({ accounts }) => `${accounts} × ${STORIES}`)],
    [
      ...quotas.map((quota) => [
        quota,
        ...perStory(({ used }) => used[quota]).map((amount) => amount.toFixed(2)),
      ]),
      [
        'calls to the platform',
        ...perStory(({ outsideCalls }) => outsideCalls.all).map((amount) => amount.toFixed(2)),
      ],
    ],
  )
  const perPicture = (quota: Quota) =>
    days.map(({ day, pictures }) => (day.used[quota] - idle.used[quota]) / pictures)
  const callsPerPicture = days.map(({ day, pictures }) => day.outsideCalls.all / pictures)
  console.log('')
  printTable(
    ['operations a picture', ...days.map(({ accounts }) => `${accounts} × ${PICTURES}`)],
    [
      ...quotas.map((quota) => [quota, ...perPicture(quota).map((amount) => amount.toFixed(2))]),
      ['calls to the platform', ...callsPerPicture.map((amount) => amount.toFixed(2))],
    ],
  )
  const others = quotas.filter((quota) => quota !== 'KV writes')
  const largest = Math.max(...others.map((quota) => idle.used[quota] / FREE_PLAN[quota]))
  const writes = perPicture('KV writes')[1] ?? Number.NaN
  const calls = callsPerPicture[1] ?? Number.NaN
  // The mirror of the largest day is late: its writes are those of the quota.
  const flat = ['rows read', 'rows written', 'object requests', 'Worker requests'] as const
  const spread = (amounts: readonly number[]) => Math.max(...amounts) / Math.min(...amounts) - 1
  const largestSpread = Math.max(
    ...flat.map((quota) => spread(perPicture(quota).slice(1))),
    spread(callsPerPicture.slice(1)),
  )
  const unseen = withStories.reduce(
    (sum, { ended = 0 }, n) => sum + (days[n]?.accounts ?? 0) * STORIES - ended,
    0,
  )
  const missing = days.reduce((sum, { day, pictures }) => sum + pictures - day.published, 0)
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
        `a picture costs the same at 10, 100 and 500 accounts, ± ${FLAT * 100} %`,
        `${(largestSpread * 100).toFixed(1)} %`,
        verdict(largestSpread, FLAT),
      ],
      ...(
        [
          [
            `a story: ≤ ${CALLS_PER_STORY} calls to the platform`,
            ({ outsideCalls }: Day) => outsideCalls.all,
            CALLS_PER_STORY,
          ],
          [
            `a story: ≤ ${ROWS_PER_STORY} rows written`,
            ({ used }: Day) => used['rows written'],
            ROWS_PER_STORY,
          ],
        ] as const
      ).map(([goal, amountOf, most]) => {
        const largestAmount = Math.max(...perStory(amountOf))
        return [goal, largestAmount.toFixed(2), verdict(largestAmount, most)]
      }),
      ['stories without a row from their last hour', String(unseen), verdict(unseen, 0)],
      ['pictures that were not published', String(missing), missing === 0 ? 'holds' : 'MISSED'],
    ],
  )
  const most = Math.max(...days.map(({ day }) => day.outsideCalls.most))
  console.log(`\nAt most ${most} calls to the platform in one invocation.`)
} finally {
  await dispatcher.close()
  await workerd.stop()
  rmSync(storageDir, { recursive: true, force: true })
}

async function live(accounts: number, stories = 0): Promise<Day> {
  const response = await fetch(`${workerd.origin}/${accounts}/${PICTURES}/${stories}`, { dispatcher })
  if (!response.ok) throw new Error(`the day with ${accounts} accounts failed: ${await response.text()}`)
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
