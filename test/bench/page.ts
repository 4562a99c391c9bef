// What a reader of the page waits for, each next to its own floor: a plan with 5,000 posts to one with 365, and a screen that is
// loaded from scratch to a page of one line from the same server. Needs Chromium.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { DAY, MINUTE } from '../../core/time.ts'
import { findChromium } from '../../local-server/launch/commands/chromium.mjs'
import { migrationsDir, repositoryRoot } from '../../local-server/paths.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { posts } from '../../local-server/sqlite/schema/schema.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { aPost } from '../factories.ts'
import { describeMachine, runAlternately, median, printTable, verdict } from './measure.ts'

const ROUNDS = 7
const MOST_FOR_MANY = 5
const MOST_FOR_PAINT = 8

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const children: ChildProcess[] = []
const executablePath = findChromium()
if (!executablePath) {
  console.log('No Chromium found on PATH, so the page was not measured.')
  process.exit(0)
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
try {
  await main()
} finally {
  await browser.close()
  for (const child of children) child.kill()
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  rmSync(dir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const [few, many] = [
    await signedIn(browser, await serverWith(365)),
    await signedIn(browser, await serverWith(5_000)),
  ]
  const results = await runAlternately(ROUNDS, {
    bare: () => firstPaint(few, '/api/v1/health'),
    screen: () => firstPaint(few, '/plan'),
    few: () => weekChange(few),
    many: () => weekChange(many),
  })
  const of = (name: string) => results[name] ?? []
  const ratio = (a: string, b: string) => median(of(a).map((time, round) => time / (of(b)[round] ?? 1)))
  const [paint, growth] = [ratio('screen', 'bare'), ratio('many', 'few')]
  console.log(`${describeMachine()}; ${ROUNDS} rounds, milliseconds, median\n`)
  const time = (name: string) => median(of(name)).toFixed(0)
  const goal = (value: number, most: number) => `≤ ${most} ${verdict(value, most)}`
  printTable(
    ['case', 'ms', 'ratio', 'goal'],
    [
      ['first paint of one line of JSON', time('bare'), '1', ''],
      ['first paint of the plan', time('screen'), `${paint.toFixed(1)} × that`, goal(paint, MOST_FOR_PAINT)],
      ['another week, 365 posts', time('few'), '1', ''],
      ['another week, 5,000 posts', time('many'), `${growth.toFixed(1)} × that`, goal(growth, MOST_FOR_MANY)],
    ],
  )
}

interface Serving {
  readonly origin: string
  readonly link: string
}

async function serverWith(count: number): Promise<Serving> {
  const dataDir = join(dir, String(count))
  const first = await start(dataDir)
  first.child.kill()
  await once(first.child, 'exit')
  await fill(join(dataDir, 'nightpost.db'), count)
  return start(dataDir)
}

async function start(dataDir: string): Promise<Serving & { readonly child: ChildProcess }> {
  const flags = ['--port', '0', '--data-dir', dataDir, '--no-open', '--no-demo']
  const child = spawn(process.execPath, [join(repositoryRoot, 'local-server/dist/main.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const [, link, origin] = /Open {3}((\S+)\/#t=\S+)/.exec(text) ?? []
    if (link && origin && text.includes('Ready in')) return { child, link, origin }
  }
  throw new Error(`the server did not start: ${text}`)
}

/** A year of them, half of it behind us. */
async function fill(file: string, count: number): Promise<void> {
  const { db, close } = openDatabase(file, migrationsDir)
  const [account] = await createSqliteAccountStore(db).list()
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  db.transaction((tx) => {
    for (let n = 0; n < count; n += 1) {
      const scheduledFor = now + Math.floor((n / count - 0.5) * 365) * DAY
      const { mediaFileIds: _none, ...row } = aPost({
        platformAccountId: account?.id ?? '',
        caption: `Post ${n}`,
        isScheduled: true,
        scheduledFor,
        ...(scheduledFor < now
          ? { status: 'PUBLISHED', publishedAt: scheduledFor, completedAt: scheduledFor + n }
          : { status: 'SCHEDULED' }),
      })
      tx.insert(posts).values(row).run()
    }
  })
  close()
}

interface Visit {
  readonly page: Page
  readonly origin: string
}

async function signedIn(in_: Browser, { origin, link }: Serving): Promise<Visit> {
  const page = await (await in_.newContext({ reducedMotion: 'reduce' })).newPage()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()
  return { page, origin }
}

async function firstPaint({ page, origin }: Visit, path: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(origin + path)
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  await page.waitForFunction(painted)
  return (await page.evaluate(painted)) ?? Number.NaN
}

/** From the click to the first tile of the week. */
async function weekChange({ page, origin }: Visit): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${origin}/plan?view=week`)
  const tile = page.locator('main button[data-status]').first()
  const shown = await tile.textContent()
  const begun = performance.now()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.waitForFunction(
    (before) => {
      const now = document.querySelector('main button[data-status]')
      return now !== null && now.textContent !== before
    },
    shown,
    { polling: 'raf' },
  )
  return performance.now() - begun
}
