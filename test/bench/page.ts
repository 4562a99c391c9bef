// What a reader of the page waits for, each next to its own floor: a plan with 5,000 posts to one with 365, a library of 20,000
// files to one of 1,460, and a screen that is loaded from scratch to a page of one line from the same server. Needs Chromium.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { findChromium, WITH_WINDOW } from '../../local-server/launch/commands/chromium.mjs'
import { migrationsDir, repositoryRoot } from '../../local-server/paths.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { media, posts } from '../../local-server/sqlite/schema/schema.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { aPost } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { describeMachine, runAlternately, median, printTable, verdict } from './parts/measure.ts'

const ROUNDS = 7
const MOST_FOR_MANY = 5
const MOST_FOR_PAINT = 8
const FILES_FOR_EACH_POST = 4
/** Longest task that nobody notices, in milliseconds: while scrolling, and after a click. */
const LONGEST_TASK = 50
const LONGEST_TASK_AT_ONCE = 100

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const children: ChildProcess[] = []
const executablePath = findChromium(WITH_WINDOW)
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
  const scrolled = [await scrollLibrary(few), await scrollLibrary(many)] as const
  const loaded = [await loadPlan(few), await loadPlan(many)] as const
  const viewed = [await goThroughViews(few), await goThroughViews(many)] as const
  const of = (name: string) => results[name] ?? []
  const ratio = (a: string, b: string) => median(of(a).map((time, round) => time / (of(b)[round] ?? 1)))
  const [paint, growth] = [ratio('screen', 'bare'), ratio('many', 'few')]
  console.log(`${describeMachine()}; ${ROUNDS} rounds, milliseconds, median\n`)
  const time = (name: string) => median(of(name)).toFixed(0)
  const goal = (value: number, most: number) => `≤ ${most} ${verdict(value, most)}`
  const longest = (names: readonly [string, string], times: readonly [number, number], most: number) => [
    [`longest task, ${names[0]}`, times[0].toFixed(0), '1', ''],
    [
      `longest task, ${names[1]}`,
      times[1].toFixed(0),
      `${(times[1] / times[0]).toFixed(1)} × that`,
      `${goal(times[1], most)} ms`,
    ],
  ]
  printTable(
    ['case', 'ms', 'ratio', 'goal'],
    [
      ['first paint of one line of JSON', time('bare'), '1', ''],
      ['first paint of the plan', time('screen'), `${paint.toFixed(1)} × that`, goal(paint, MOST_FOR_PAINT)],
      ['another week, 365 posts', time('few'), '1', ''],
      ['another week, 5,000 posts', time('many'), `${growth.toFixed(1)} × that`, goal(growth, MOST_FOR_MANY)],
      ...longest(['1,460 files from end to end', '20,000 files from end to end'], scrolled, LONGEST_TASK),
      ...longest(['loading 365 posts', 'loading 5,000 posts'], loaded, LONGEST_TASK_AT_ONCE),
      ...longest(['view to view, 365 posts', 'view to view, 5,000 posts'], viewed, LONGEST_TASK_AT_ONCE),
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
  await fill(dataDir, count)
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

/** A year of posts, half of it behind us, and the files of all years. */
async function fill(dataDir: string, count: number): Promise<void> {
  const { db, close } = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  const uploads = join(dataDir, 'uploads')
  mkdirSync(join(uploads, 'media'), { recursive: true })
  const green = { width: 320, height: 400, channels: 3 as const, background: '#2a9d8f' }
  const picture = join(dir, 'picture.jpg')
  writeFileSync(picture, await sharp({ create: green }).jpeg().toBuffer())
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
    for (let n = 0; n < count * FILES_FOR_EACH_POST; n += 1) {
      const record = aMediaRecord({ createdAt: now - n * HOUR })
      linkSync(picture, join(uploads, record.thumbnailPath ?? ''))
      tx.insert(media).values(record).run()
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

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds for which the thread ran, whatever else the machine did meanwhile. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Scrolls a screen a frame to the last file. */
async function scrollLibrary({ page, origin }: Visit): Promise<number> {
  await page.goto(`${origin}/library`)
  await page.locator('main [data-id]').first().waitFor()
  return longestTask(page, () =>
    page.evaluate(async () => {
      for (let atEnd = 0; atEnd < 5;) {
        await new Promise(requestAnimationFrame)
        window.scrollBy(0, window.innerHeight)
        const { scrollHeight } = document.documentElement
        atEnd = window.scrollY + window.innerHeight >= scrollHeight - 2 ? atEnd + 1 : 0
      }
    }),
  )
}

/** From an empty page to a plan that is read. */
async function loadPlan({ page, origin }: Visit): Promise<number> {
  await page.goto('about:blank')
  return longestTask(page, async () => {
    await page.goto(`${origin}/plan`)
    await page.waitForLoadState('networkidle')
  })
}

async function goThroughViews({ page }: Visit): Promise<number> {
  return longestTask(page, async () => {
    for (const view of ['Hours', 'List', 'Grid', 'Weeks']) {
      await page.getByText(view, { exact: true }).click()
      await page.waitForLoadState('networkidle')
    }
  })
}

/** The longest task of the page meanwhile, in milliseconds of its own thread. */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  const trace = JSON.parse(String(await browser.stopTracing())) as { readonly traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const main = new Set(trace.traceEvents.filter(isMain).map(threadOf))
  const tasks = trace.traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && main.has(threadOf(event)),
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}
