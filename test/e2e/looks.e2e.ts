// What belongs to one family: one way to write a time, one size of a title, a plan that begins near the top, and marks that stay where
// the colours are the reader's own.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, toIso } from '../../core/time.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { startShop } from './plan/shop.ts'
import { isAbove, visit } from './visit.ts'

let shop: ServerProcess
openBrowser()
beforeAll(async () => {
  shop = await startShop()
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const SCREENS = [
  '/plan',
  '/plan?view=week',
  '/plan?view=list',
  '/plan?view=grid',
  '/inbox',
  '/library',
  '/settings',
]

describe('what is shown', () => {
  it('writes every time of day in one way', async () => {
    const { page } = await visit(browser, shop, { ...WIDE, locale: 'en-US' })
    const times: string[] = []
    for (const address of SCREENS) {
      await page.goto(`${shop.origin}${address}`)
      await page.waitForLoadState('networkidle')
      const text = (await page.locator('main').textContent()) ?? ''
      times.push(...(text.match(/(?<![\d:+−-])\d{1,2}:\d{2}(?![\d:])\s?(?:[AP]M)?/g) ?? []))
    }
    expect(times.length).toBeGreaterThan(60)
    expect(times.filter((time) => !/^[1-9]\d?:\d{2}\s[AP]M$/.test(time))).toEqual([])
  })

  it('has a title of 24 px on every screen, a banner of one line with the post and its account, and the plan near the top', async () => {
    const { page } = await visit(browser, shop, WIDE)
    const banner = page.getByRole('status').filter({ hasText: '1 post failed · “Sixty kilos each” · ' })
    await banner.waitFor()
    expect((await banner.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(36)
    const grid = page.locator('[aria-busy=false]', { has: page.locator('[data-drop]') }).first()
    await grid.waitFor()
    expect((await grid.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(180)
    for (const address of SCREENS) {
      await page.goto(`${shop.origin}${address}`)
      const size = await page
        .getByRole('heading', { level: 1 })
        .first()
        .evaluate((title) => getComputedStyle(title).fontSize)
      expect(size).toBe('24px')
    }
  })

  it('has on a phone a banner of one line, and the note of a day above its posts', async () => {
    const { page } = await visit(browser, shop, { viewport: { width: 360, height: 740 } })
    const tomorrow = toIso(Date.now() + DAY).slice(0, 10)
    await page.request.put(`${shop.origin}/api/planner/notes/${tomorrow}`, {
      headers: { origin: shop.origin },
      data: { text: 'Market day: stand 14, from six in the morning' },
      failOnStatusCode: true,
    })
    await page.reload()
    const banner = page.getByRole('status').filter({ hasText: '1 post failed' })
    await banner.waitFor()
    // A button that a thumb finds, and no second line.
    expect((await banner.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(44)
    const day = page.locator(`li[data-drop="${tomorrow}"]`)
    const note = day.getByRole('button', { name: 'Market day' })
    await note.waitFor()
    await isAbove(note, day.locator('[data-status]').first())
    expect((await note.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  })

  it('has on a phone the files to plan below the plan, not over it', async () => {
    const { page } = await visit(browser, shop, { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'Files to plan' }).click()
    await page.getByRole('list', { name: 'Files of the library' }).getByRole('listitem').first().waitFor()
    const plan = page.locator('[aria-busy]', { has: page.locator('[data-drop]') }).first()
    await isAbove(plan, page.getByRole('region', { name: 'Files to plan' }))
  })

  it('has its settings in two columns', async () => {
    const { page } = await visit(browser, shop, { ...WIDE, at: '/settings' })
    const lefts = await page
      .locator('main section[aria-labelledby]:not(section section)')
      .evaluateAll((sections) => sections.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(2)
  })
})

describe('with colours of the reader’s own', () => {
  it('the place, the view and today are marked by a line that the others lack', async () => {
    const { page } = await visit(browser, shop, WIDE)
    await page.emulateMedia({ forcedColors: 'active' })
    const lineOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle)
    await todayIsThere(page)
    expect(await lineOf('nav a[aria-current=page]')).toBe('solid')
    expect(await lineOf('nav a:not([aria-current])')).toBe('none')
    expect(await lineOf('.mantine-SegmentedControl-label[data-active]')).toBe('solid')
    expect(await lineOf('.mantine-SegmentedControl-label:not([data-active])')).toBe('none')
    expect(await lineOf('li button[aria-current=date]')).toBe('solid')
    expect(await lineOf('li[data-drop] button:not([aria-current])')).toBe('none')
  })
})

const todayIsThere = (page: Page) => page.locator('li button[aria-current=date]').first().waitFor()
