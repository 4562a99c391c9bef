// Two thousand files: what the library asks for before it shows the first ones, what it takes to get to the last one, and how
// little of it is drawn.
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
/** Four a day: sixteen months and a half. */
const HOURS_APART = 6 * 3_600_000

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
      createdAt: Date.UTC(2026, 0, 1) + index * HOURS_APART,
    })
    const picture = pictures[index % pictures.length] ?? Buffer.of()
    writeFileSync(join(dataDir, 'uploads', record.thumbnailPath ?? ''), picture)
    await store.add(record)
  }
  raw.exec('commit')
  close()
}

/** Scrolls as a hand does, half a screen each frame, to the end. By how much things jumped, and how many files were drawn at most. */
function scrollToTheEnd(page: Page): Promise<{ shift: number; drawn: number }> {
  return page.evaluate(async () => {
    let [shift, drawn] = [0, 0]
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
    for (let atEnd = 0; atEnd < 5;) {
      await new Promise(requestAnimationFrame)
      window.scrollBy(0, window.innerHeight / 2)
      drawn = Math.max(drawn, document.querySelectorAll('[data-id]').length)
      const { scrollHeight } = document.documentElement
      atEnd = window.scrollY + window.innerHeight >= scrollHeight - 2 ? atEnd + 1 : 0
    }
    return { shift, drawn }
  })
}

it(`shows the first of ${MANY} files without asking for the others, and scrolls to the last without a jump`, async () => {
  const { page, complaints } = await visit(browser, server)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const files = () => asked.filter((url) => url.includes('/library/files?'))
  const idsIn = (url: string) => new URL(url).searchParams.getAll('id')
  const pictures = () => asked.filter((url) => url.includes('/uploads/'))
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).click()
  await page.getByRole('button', { name: `photo-${MANY - 1}.jpg, ` }).waitFor()
  await page.getByText('2,000 files').waitFor()
  expect(files().flatMap(idsIn).length).toBeLessThan(MANY / 10)
  expect(pictures().length).toBeLessThan(MANY / 10)

  const { shift, drawn } = await scrollToTheEnd(page)
  await page.getByRole('button', { name: 'photo-0.jpg, ' }).waitFor()
  expect(drawn).toBeLessThan(MANY / 10)
  expect(shift).toBeLessThan(0.1)
  const ids = files().flatMap(idsIn)
  expect(ids.length).toBe(new Set(ids).size)
  expect(complaints).toEqual([])
})

it('goes to a month, and by keyboard to the last file and back', async () => {
  const { page } = await visit(browser, server, { at: '/library' })
  await page.getByLabel('Go to a month').selectOption({ label: 'June 2026 (120)' })
  const heading = page.getByRole('heading', { name: 'June 2026' })
  await expect.poll(async () => Math.abs((await heading.boundingBox())?.y ?? 999)).toBeLessThan(100)

  const first = page.getByRole('grid', { name: 'Stored files' }).getByRole('button').first()
  await first.focus()
  for (const [key, name] of [
    ['End', 'photo-0.jpg'],
    ['Home', `photo-${MANY - 1}.jpg`],
  ] as const) {
    await page.keyboard.press(key)
    const target = page.getByRole('button', { name: `${name}, ` })
    await target.waitFor()
    await expect.poll(() => target.evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await page.keyboard.press('Control+a')
  await page.getByText('500 selected (the most at a time)').waitFor()
})
