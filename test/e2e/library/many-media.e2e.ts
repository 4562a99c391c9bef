// Two thousand files: what the library asks for before it shows the first ones, and what it takes to scroll to the last one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { visit } from '../visit.ts'

const MANY = 2_000

let server: ServerProcess

openBrowser()
beforeAll(async () => {
  const first = await startServer()
  await first.stop()
  await fill(first.dataDir)
  server = await first.again()
})

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

/** Scrolls as a hand does, half a screen each frame, until all are there and the end is reached. By how much things jumped. */
function scrollToTheEnd(page: Page): Promise<number> {
  return page.evaluate(async (many) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
    for (;;) {
      await new Promise(requestAnimationFrame)
      window.scrollBy(0, window.innerHeight / 2)
      const { scrollHeight } = document.documentElement
      const isAtEnd = window.scrollY + window.innerHeight >= scrollHeight - 2
      if (isAtEnd && document.querySelectorAll('[data-id]').length >= many) return shift
    }
  }, MANY)
}

it(`shows the first of ${MANY} files after one question, and all without a jump`, async () => {
  const { page } = await visit(browser, server)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const lists = () => asked.filter((url) => url.includes('/media?'))
  const { promise: firstSeen, resolve: seeTheRest } = Promise.withResolvers<void>()
  await page.route(/\/media\?.*offset=[1-9]/, async (route) => {
    await firstSeen
    await route.continue()
  })
  const pictures = () => asked.filter((url) => url.includes('/uploads/'))
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).click()
  await page.getByRole('button', { name: `photo-${MANY - 1}.jpg, ` }).waitFor()
  seeTheRest()
  await page.getByText('2,000 files').waitFor()
  expect(pictures().length).toBeLessThan(MANY / 10)

  const shift = await scrollToTheEnd(page)
  expect(await page.locator('[data-id]').count()).toBe(MANY)
  await page.getByRole('button', { name: 'photo-0.jpg, ' }).waitFor()
  expect(lists()).toEqual([...new Set(lists())])
  expect(pictures()).toEqual([...new Set(pictures())])
  expect(shift).toBeLessThan(0.1)
})
