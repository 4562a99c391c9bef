// Two thousand files: how soon the library shows the first ones, and whether scrolling to the last one ever stutters.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrationsDir } from '../../local-server/paths.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { createSqliteMediaStore } from '../../local-server/sqlite/sqlite-media-store.ts'
import { aMediaRecord } from '../fakes/a-media-record.ts'
import { fairly } from '../process-harness/fair-time.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser } from './browser.ts'
import { visit } from './visit.ts'

const MANY = 2_000

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  const first = await startServer()
  await first.stop()
  await fill(first.dataDir)
  server = await first.again()
})
afterAll(() => browser.close())

/** Small pictures of a few colours, so that each file has bytes of its own to be fetched and decoded. */
async function fill(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'uploads', 'media')
  mkdirSync(folder, { recursive: true })
  const pictures = await Promise.all(
    ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51'].map((background) =>
      sharp({ create: { width: 320, height: 400, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  )
  const { db, raw, close } = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  const store = createSqliteMediaStore(db)
  raw.exec('begin')
  for (let index = 0; index < MANY; index += 1) {
    const record = aMediaRecord({
      originalFilename: `photo-${index}.jpg`,
      createdAt: Date.UTC(2026, 0, 1) + index * 60_000,
    })
    const picture = pictures[index % pictures.length] ?? Buffer.of()
    writeFileSync(join(dataDir, 'uploads', record.thumbnailPath ?? ''), picture)
    await store.add(record)
  }
  raw.exec('commit')
  close()
}

interface Figures {
  readonly longestTask: number
  readonly longestGap: number
  readonly shift: number
  readonly milliseconds: number
}

/** Scrolls as a hand does, half a screen each frame, until all are there and the end is reached. */
function scrollToTheEnd(page: Page): Promise<Figures> {
  return page.evaluate(async (many) => {
    const tasks: number[] = []
    const shifts: number[] = []
    const observe = (type: string, into: number[], read: (entry: PerformanceEntry) => number) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) into.push(read(entry))
      }).observe({ type, buffered: false })
    observe('longtask', tasks, ({ duration }) => duration)
    observe('layout-shift', shifts, (entry) => (entry as PerformanceEntry & { value: number }).value)
    const begun = performance.now()
    let last = begun
    let longestGap = 0
    for (;;) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      longestGap = Math.max(longestGap, now - last)
      last = now
      window.scrollBy(0, window.innerHeight / 2)
      const { scrollHeight } = document.documentElement
      const isAtEnd = window.scrollY + window.innerHeight >= scrollHeight - 2
      if (isAtEnd && document.querySelectorAll('[data-id]').length >= many) break
      if (now - begun > 30_000) break
    }
    const most = (values: number[]) => Math.max(0, ...values)
    return {
      longestTask: most(tasks),
      longestGap,
      shift: shifts.reduce((sum, value) => sum + value, 0),
      milliseconds: performance.now() - begun,
    }
  }, MANY)
}

it(`shows ${MANY} files without stuttering`, async () => {
  const { page } = await visit(browser, server)
  const begun = performance.now()
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).click()
  await page.getByRole('button', { name: `photo-${MANY - 1}.jpg, ` }).waitFor()
  const firstGrid = performance.now() - begun
  await page.getByText('2,000 files').waitFor()

  const { longestTask, longestGap, shift, milliseconds } = await scrollToTheEnd(page)
  console.log(
    `${MANY} files: first grid after ${firstGrid.toFixed(0)} ms; scrolled to the end in ${(milliseconds / 1_000).toFixed(1)} s;`,
    `longest task ${longestTask.toFixed(0)} ms, longest gap between frames ${longestGap.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`,
  )
  expect(await page.locator('[data-id]').count()).toBe(MANY)
  await page.getByRole('button', { name: 'photo-0.jpg, ' }).waitFor()
  expect(firstGrid).toBeLessThan(fairly(1_500))
  expect(longestTask).toBeLessThan(fairly(200))
  expect(shift).toBeLessThan(0.1)
})
