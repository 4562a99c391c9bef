// What a reader of the page waits for, each next to its own floor: a plan with 5,000 posts to one with 365, a library of 20,000
// files to one of 1,460, and a screen that is loaded from scratch to a page of one line from the same server. Needs Chromium.
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { findChromium, WITH_WINDOW } from '../../local-server/launch/commands/chromium.mjs'
import { migrationsDir } from '../../local-server/paths.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { media, posts } from '../../local-server/sqlite/schema/schema.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { aPost } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { compare, printFigures, withoutWarmUp, type Figure } from './parts/compare.ts'
import { median } from './parts/measure.ts'
import { startServer, stop, stopAll, type Started } from './parts/programs.ts'

const MOST_FOR_MANY = 5
const MOST_FOR_PAINT = 8
const MOST_AT_LOAD = 1.3
const FILES_FOR_EACH_POST = 4
/** Longest task that nobody notices, in milliseconds: while scrolling, and after a click. */
const LONGEST_TASK = 50
const LONGEST_TASK_AT_ONCE = 100
/** The longest task of an empty page where nothing else disturbs the browser. */
const QUIET_PAGE = 20

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
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
  await stopAll()
  rmSync(dir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const few = await signedIn(browser, await serverWith(365))
  const many = await signedIn(browser, await serverWith(5_000))
  const empty = await newPage(browser)
  const ofEmpty: number[] = []
  const figures: Figure[] = []
  /** What a person notices is no ratio, so each result is a figure of its own, too. */
  const noted = (what: string, atMost: number, task: () => Promise<number>) => {
    const values: number[] = []
    figures.push({ what: `longest task, ${what}`, unit: 'ms', values, atMost })
    return async () => {
      ofEmpty.push(await longestTask(empty, () => empty.goto('about:blank')))
      const longest = await task()
      values.push(longest)
      return longest
    }
  }
  const atLoad = { many: 'loading 5,000 posts', few: 'loading 365 posts' }
  const inViews = { many: 'view to view, 5,000 posts', few: 'view to view, 365 posts' }
  const scrolled = { many: '20,000 files from end to end', few: '1,460 files from end to end' }
  await compare('longest tasks in time of their own thread', [
    {
      what: 'first paint of the plan',
      floorIs: 'of one line of JSON',
      unit: 'ms',
      goal: { atMost: MOST_FOR_PAINT },
      ours: () => firstPaint(few, '/plan'),
      floor: () => firstPaint(few, '/api/v1/health'),
    },
    {
      what: 'another week, 5,000 posts',
      floorIs: '365 posts',
      unit: 'ms',
      goal: { atMost: MOST_FOR_MANY },
      ours: () => weekChange(many),
      floor: () => weekChange(few),
    },
    {
      what: `longest task, ${atLoad.many}`,
      floorIs: atLoad.few,
      unit: 'ms',
      goal: { atMost: MOST_AT_LOAD },
      ours: noted(atLoad.many, LONGEST_TASK_AT_ONCE, () => loadPlan(many)),
      floor: noted(atLoad.few, LONGEST_TASK_AT_ONCE, () => loadPlan(few)),
    },
    {
      what: `longest task, ${inViews.many}`,
      floorIs: inViews.few,
      unit: 'ms',
      ours: noted(inViews.many, LONGEST_TASK_AT_ONCE, () => goThroughViews(many)),
      floor: noted(inViews.few, LONGEST_TASK_AT_ONCE, () => goThroughViews(few)),
    },
    {
      what: `longest task, ${scrolled.many}`,
      floorIs: scrolled.few,
      unit: 'ms',
      ours: noted(scrolled.many, LONGEST_TASK, () => scrollLibrary(many)),
      floor: noted(scrolled.few, LONGEST_TASK, () => scrollLibrary(few)),
    },
  ])
  const emptyPage = median(ofEmpty)
  console.log(`\nAn empty page's own longest task: ${emptyPage.toFixed(1)} ms.`)
  const isQuiet = emptyPage < QUIET_PAGE
  printFigures(figures.map((figure) => ({ ...figure, values: withoutWarmUp(figure.values), isQuiet })))
}

async function serverWith(count: number): Promise<Started> {
  const dataDir = join(dir, String(count))
  await stop((await startServer(dataDir)).child)
  await fill(dataDir, count)
  return startServer(dataDir)
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

async function newPage(in_: Browser): Promise<Page> {
  return (await in_.newContext({ reducedMotion: 'reduce' })).newPage()
}

async function signedIn(in_: Browser, { origin, launchToken }: Started): Promise<Visit> {
  const page = await newPage(in_)
  await page.goto(`${origin}/#t=${launchToken}`)
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

async function goThroughViews({ page, origin }: Visit): Promise<number> {
  await page.goto(`${origin}/plan`)
  await page.waitForLoadState('networkidle')
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
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}
