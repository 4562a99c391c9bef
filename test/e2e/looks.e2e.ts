// What belongs to one family: one way to write a time, one size of a title, a plan that begins near the top, and marks that stay where
// the colours are the reader's own.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE, toIso } from '../../core/time.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { uploaded } from '../process-harness/client.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { startShop } from './plan/shop.ts'
import { scheduledAt } from './posts/posts-at-hand.ts'
import { choosePhoto, isAbove, openNewPost, visit } from './visit.ts'

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

/** Nothing has a title of its own here, or it is over another place. */
const MORE_PLACES = [
  '/plan?view=day',
  '/plan?view=insights',
  '/plan?post=new',
  '/plan?slots',
  '/settings/accounts',
]

describe('what is shown', () => {
  it('writes every time of day in one way, also in what is said of a control and shown above it', async () => {
    const { page } = await visit(browser, shop, { ...WIDE, locale: 'en-US' })
    const { posts } = (await (await shop.api('/posts')).json()) as { posts: { id: string; status: string }[] }
    const oneOfEach = new Map(posts.map(({ id, status }) => [status, `/posts/${id}`])).values()
    const times: string[] = []
    for (const address of [...SCREENS, ...MORE_PLACES, ...oneOfEach]) {
      await page.goto(`${shop.origin}${address}`)
      await page.waitForLoadState('networkidle')
      const said = await page
        .locator('[aria-label], [title]')
        .evaluateAll((all) => all.map((one) => `${one.ariaLabel} ${one.getAttribute('title')}`))
      const text = [await page.locator('body').innerText(), ...said].join('\n')
      // Not a ratio, nor what follows an address of this machine. To the second where it is said exactly.
      times.push(...(text.match(/(?<![\d:.+−-])\d{1,2}:\d{2}(?!\d)(?::\d{2})?\s?(?:[AP]M)?/g) ?? []))
    }
    expect(times.length).toBeGreaterThanOrEqual(200)
    expect(times.filter((time) => !/^[1-9]\d?:\d{2}(:\d{2})?\s[AP]M$/.test(time))).toEqual([])
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
    // The account ends it, and comes with another answer.
    const words = banner.getByText(/^1 post failed.* · demo\.kitchen$/)
    await words.waitFor()
    expect((await banner.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(36)
    await isForThumbs(banner.getByRole('link'))
    expect(await words.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
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

  it('shows twelve posts of the list below a banner', async () => {
    const { page } = await visit(browser, shop, { ...WIDE, at: '/plan?view=list' })
    await page.getByRole('status').filter({ hasText: '1 post failed' }).waitFor()
    const rows = page.locator('li', { has: page.getByRole('checkbox', { name: /^Select / }) })
    const twelfth = await rows.nth(11).boundingBox()
    expect((twelfth?.y ?? Infinity) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(880)
  })

  it('shows the whole of its days and times by the hour, where there is the least room', async () => {
    const { page } = await visit(browser, shop, {
      viewport: { width: 1200, height: 800 },
      locale: 'en-US',
      at: '/plan?view=week',
    })
    const parts = page.locator('th button:first-child, td [data-status] > :last-child')
    await page.locator('td [data-status]').first().waitFor()
    // Which hours have a post depends on when this runs: each is given the widest time.
    const times = page.locator('td [data-status] > :last-child > :first-child > :first-child')
    await times.evaluateAll((all) => {
      for (const time of all) time.textContent = '12:00\u202fAM'
    })
    const cut = await parts.evaluateAll((all) =>
      all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
    )
    expect(cut).toEqual([])
  })

  it('has its settings in two columns', async () => {
    const { page } = await visit(browser, shop, { ...WIDE, at: '/settings' })
    const lefts = await page
      .locator('main section[aria-labelledby]:not(section section)')
      .evaluateAll((sections) => sections.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(2)
  })
})

describe('on a phone', () => {
  const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

  it('finds with a thumb what is drawn smaller', async () => {
    const noon = Date.parse(`${toIso(Date.now() + DAY).slice(0, 10)}T12:00:00Z`)
    for (const minute of [0, 30, 60]) {
      const { id: mediaFileId } = await uploaded(shop)
      await scheduledAt(shop, noon + minute * MINUTE, { mediaFileId, caption: `Lunch ${minute}` })
    }
    const { page } = await visit(browser, shop, PHONE)
    await isForThumbs(page.getByRole('button', { name: / more posts? on / }).first())
    await page.goto(`${shop.origin}/plan?view=list`)
    await isForThumbs(page.getByRole('checkbox', { name: /^Select / }).nth(1))
    await page.goto(`${shop.origin}/settings/cloud`)
    await isForThumbs(page.locator('summary').first())
    await page.goto(`${shop.origin}/library`)
    await isForThumbs(page.getByRole('button', { name: 'Choose files' }))
    await isForThumbs(page.getByRole('radio', { name: 'All' }))
    await page.goto(`${shop.origin}/plan?post=new`)
    for (const name of ['Choose a photo', 'Choose from the library'])
      await isForThumbs(page.getByRole('dialog').getByRole('button', { name }).first())
    await choosePhoto(page)
    await isForThumbs(page.getByRole('button', { name: 'Remove harbour.jpg' }))
    await page.goto(`${shop.origin}/plan`)
    await page.getByText(/^Drafts/).click()
    await isForThumbs(page.getByRole('link', { name: /^Edit the draft/ }).first())
    await page.getByRole('button', { name: 'Filter' }).click()
    await isForThumbs(page.getByRole('checkbox', { name: 'Scheduled' }))
    await page.goto(`${shop.origin}/plan?slots`)
    await isForThumbs(page.getByRole('dialog').locator('label', { hasText: 'Wed' }))
    await page.goto(`${shop.origin}/plan`)
    await page.getByRole('link', { name: 'Fix the file' }).click()
    await isForThumbs(page.getByRole('button', { name: 'Retry' }).first())
  })

  it('shows the whole name of the zone beside the filter', async () => {
    const { page } = await visit(browser, shop, { ...PHONE, timezoneId: 'America/New_York' })
    await page.getByRole('button', { name: 'Filter' }).click()
    const zone = page.getByLabel('Time zone of the calendar').first()
    expect(await zone.inputValue()).toMatch(/New York/)
    expect(await zone.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  })

  it('invites to choose a photo, not to drop one', async () => {
    const { page } = await visit(browser, shop, { ...PHONE, at: '/plan?post=new' })
    const words = page.getByRole('dialog').locator('[data-field=media]')
    await words.getByText('Choose a photo').waitFor()
    expect(await words.getByText('drop it here').isVisible()).toBe(false)
  })

  it('says on one line which account is to be chosen', async () => {
    const { page } = await visit(browser, shop, { ...PHONE, at: '/plan?post=new' })
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    const said = page.getByText('Choose the account that this post is for.')
    await said.waitFor()
    expect(await linesOf(said)).toBe(1)
  })
})

/** From its middle a finger finds it in a square as large as a thumb, whatever of it is drawn. */
async function isForThumbs(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  const reached = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const isHit = (x: number, y: number) => {
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
      return element.contains(hit) || (hit !== null && hit.closest('label')?.control === element)
    }
    const reach = (x: number, y: number) => {
      let pixels = 0
      while (pixels < 40 && isHit(x * pixels, y * pixels)) pixels += 1
      return pixels
    }
    return { wide: reach(1, 0) + reach(-1, 0), high: reach(0, 1) + reach(0, -1) }
  })
  expect(
    Math.min(reached.wide, reached.high),
    `${String(target)}: ${JSON.stringify(reached)}`,
  ).toBeGreaterThanOrEqual(40)
}

function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

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
    await openNewPost(page)
    expect(await lineOf('[role=radio][aria-checked=true]')).toBe('solid')
    expect(await lineOf('[role=radio][aria-checked=false]')).toBe('none')
  })
})

const todayIsThere = (page: Page) => page.locator('li button[aria-current=date]').first().waitFor()
