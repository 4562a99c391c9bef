// What of the plan a reader has before them, counted on a shop's plan.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { uploaded } from '../../process-harness/client.ts'
import type { ServerProcess } from '../../process-harness/server-process.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { drafted, scheduledAt } from '../posts/posts-at-hand.ts'
import { closeSheet, newPostSheet, openNewPost, visit } from '../visit.ts'
import { cell } from './plan-on-screen.ts'
import { serverWithPosts } from './planned-posts.ts'
import { startShop } from './shop.ts'

let server: ServerProcess
openBrowser()
beforeAll(async () => {
  server = await startShop()
})

interface Screen {
  readonly width: number
  readonly height: number
}

async function openPlan({ width, height }: Screen, at = '/plan'): Promise<Page> {
  const { page } = await visit(browser, server, { viewport: { width, height }, at })
  await page.locator('main [data-status]').first().waitFor()
  // The weeks that are out of sight are drawn last.
  await page.locator('main [aria-busy="false"] [data-drop]').first().waitFor()
  return page
}

/** The days that are wholly in the window and in the calendar's own, and where the calendar begins. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const days = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
    const box = days[0]?.closest('[aria-busy]')?.getBoundingClientRect()
    const bar = document.querySelector('nav')?.getBoundingClientRect()
    const floor = bar && bar.top > window.innerHeight / 2 ? bar.top : window.innerHeight
    const bottom = Math.min(box?.bottom ?? 0, floor)
    const whole = days.filter((day) => {
      const { top, bottom: end } = day.getBoundingClientRect()
      return top >= (box?.top ?? 0) && end <= bottom + 1
    })
    return { y: box?.top ?? Infinity, days: whole.map((day) => day.dataset['drop'] ?? '') }
  })

const today = () => wallTimeOf(Date.now(), 'UTC').slice(0, 10)

describe('the weeks', () => {
  it('are left by one Back however often today was asked for', async () => {
    const { page } = await visit(browser, server, { at: '/plan?view=weeks' })
    for (let times = 0; times < 3; times += 1)
      await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('are what Back shows from a post that is open over them, and once it is closed, what was before them', async () => {
    const page = await openPlan({ width: 1440, height: 900 })
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Library', exact: true }).click()
    await page.waitForURL(/library$/)
    await navigation.getByRole('link', { name: 'Plan', exact: true }).click()
    await page.waitForURL(/plan$/)
    await openNewPost(page)
    await page.goBack()
    await newPostSheet(page).waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${server.origin}/plan`)

    await openNewPost(page)
    await closeSheet(page)
    expect(page.url()).toBe(`${server.origin}/plan`)
    await cell(page, today()).hover()
    await cell(page, today())
      .getByRole('button', { name: /^New post/ })
      .first()
      .click()
    await page.waitForURL(/post=new$/)
    await newPostSheet(page).waitFor()
    await page.reload()
    await newPostSheet(page).waitFor()
    await closeSheet(page)
    expect(page.url()).toBe(`${server.origin}/plan`)
    await page.goBack()
    await page.waitForURL(/library$/)

    await page.goto(`${server.origin}/plan?post=new`)
    await closeSheet(page)
    expect(page.url()).toBe(`${server.origin}/plan`)
  })

  it.each([
    { width: 1440, height: 900, days: 14, y: 200 },
    { width: 1024, height: 768, days: 7, y: 200 },
    { width: 768, height: 1024, days: 14, y: 200 },
    { width: 360, height: 740, days: 3, y: 180 },
  ])('has today and $days coming days in sight at $width × $height', async ({ days, y, ...screen }) => {
    const page = await openPlan(screen)
    const seen = await inSight(page)
    expect(seen.y).toBeLessThanOrEqual(y)
    expect(seen.days.filter((day) => day >= today()).length).toBeGreaterThanOrEqual(days)
    const box = await cell(page, today()).boundingBox()
    expect(box?.y).toBeLessThan(screen.height / 3)
  })

  it.each([1024, 1152])(
    'shows a caption beside its picture only where a word has room, at %i',
    async (width) => {
      const page = await openPlan({ width, height: 768 })
      const widths = await page
        .locator('main [data-drop] [data-size=row] [dir=auto]')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      expect(widths.length).toBeGreaterThan(0)
      // Left out, it is for those alone who hear the page.
      expect(widths.filter((wide) => wide > 1 && wide < 80)).toEqual([])
    },
  )

  it('begins a phone’s week by the hour at today, not at days that are over and were empty', async () => {
    const page = await openPlan({ width: 360, height: 740 }, '/plan?view=week')
    await page.locator('main [data-status]').first().waitFor()
    expect(await page.locator('[data-drop]').first().getAttribute('data-drop')).toBe(today())
  })

  it.each(['week', 'day'])(
    'begins the hours of a %s at now, and those of days to come at the morning',
    async (view) => {
      const page = await openPlan({ width: 1440, height: 700 })
      const scrolled = () =>
        page.locator('[aria-busy] > table').evaluate((table) => table.parentElement?.scrollTop)
      const isInSight = (place: string) =>
        cell(page, place).evaluate((hour) => {
          const { top, bottom } = hour.getBoundingClientRect()
          const head = hour.closest('table')?.querySelectorAll('th')[1]?.getBoundingClientRect()
          return top >= (head?.bottom ?? Infinity) - 1 && bottom <= window.innerHeight
        })
      await page.clock.setFixedTime(`${today()}T21:30:00Z`)
      await page.goto(`${server.origin}/plan?view=${view}`)
      await cell(page, `${today()}T22`).waitFor()
      for (const hour of ['20', '21', '22']) expect(await isInSight(`${today()}T${hour}`)).toBe(true)
      await page.getByRole('button', { name: /^Next / }).click()
      const next = addDays(today(), view === 'week' ? 7 : 1)
      await cell(page, `${next}T22`).waitFor()
      expect(await scrolled()).toBe(0)
      await page.clock.setFixedTime(`${today()}T00:30:00Z`)
      await page.goto(`${server.origin}/plan?view=${view}`)
      await cell(page, `${today()}T22`).waitFor()
      expect(await scrolled()).toBe(0)
    },
  )

  it('says nothing about what is as expected', async () => {
    const page = await openPlan({ width: 1440, height: 900 })
    expect(await page.locator('main').evaluate((main) => main.textContent)).not.toContain('Scheduled')
    const sides = await page
      .locator('main [data-status]')
      .evaluateAll((tiles) =>
        tiles.map((tile) => tile.firstElementChild?.getBoundingClientRect().height ?? 0),
      )
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(56)
  })

  it.each([
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])('adds earlier weeks above without moving what is on the screen at $width', async (screen) => {
    const page = await openPlan(screen)
    const days = page.locator('[data-drop]')
    const before = await days.count()
    const first = (await days.first().getAttribute('data-drop')) ?? ''
    // What is pressed scrolls into view first.
    await page.getByRole('button', { name: 'Earlier weeks' }).scrollIntoViewIfNeeded()
    const y = (await cell(page, first).boundingBox())?.y
    await expect.poll(() => days.count()).toBeGreaterThan(before)
    expect((await cell(page, first).boundingBox())?.y).toBe(y)
    expect(await days.first().getAttribute('data-drop')).toBe(addDays(first, -28))
  })

  it('goes a week with each arrow, and back to today', async () => {
    const page = await openPlan({ width: 1440, height: 900 })
    const top = async () => (await inSight(page)).days[0] ?? ''
    const first = await top()
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(top).toBe(addDays(first, 7))
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(top).toBe(addDays(first, 14))
    await cell(page, first).evaluate((day) => day.scrollIntoView({ block: 'start' }))
    await expect.poll(top).toBe(first)
    await page.getByRole('button', { name: 'Previous week' }).click()
    await expect.poll(top).toBe(addDays(first, -7))
    for (let times = 0; times < 2; times += 1) {
      await page.getByRole('button', { name: 'Today', exact: true }).click()
      await expect.poll(top).toBe(first)
      await cell(page, addDays(first, 35)).scrollIntoViewIfNeeded()
    }
    expect(new URL(page.url()).search).not.toContain('at=')
  })

  it('leads by the hour to the week that is in sight', async () => {
    const page = await openPlan({ width: 1440, height: 900 })
    const top = async () => (await inSight(page)).days[0] ?? ''
    const far = addDays(await top(), 28)
    await cell(page, far).evaluate((day) => day.scrollIntoView({ block: 'start' }))
    await expect.poll(top).toBe(far)
    await page.getByText('Hours', { exact: true }).click()
    await cell(page, `${far}T12`).waitFor()
  })

  it('shows three posts of a day, tells how many more there are, and cuts no draft beside it', async () => {
    const { id: mediaFileId } = await uploaded(server)
    await drafted(server, 'A draft whose first words are far too many for a card in the tray', {
      mediaFileId,
    })
    const day = addDays(today(), 90)
    for (const hour of ['08', '09', '10', '11', '12'])
      await scheduledAt(server, Date.parse(`${day}T${hour}:00Z`), { mediaFileId, caption: `At ${hour}` })
    const page = await openPlan({ width: 1440, height: 900 }, `/plan?at=${day}`)
    await cell(page, day)
      .getByRole('button', { name: /^2 more posts on/ })
      .waitFor()
    for (const hour of ['08', '09', '10']) await cell(page, day).getByText(`At ${hour}`).waitFor()
    const tray = page.getByRole('region', { name: /^Drafts/ })
    await tray.getByText(/^A draft whose first words/).waitFor()
    expect(await tray.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  it('opens for an address of the month, which is no view any more', async () => {
    const page = await openPlan({ width: 1440, height: 900 }, `/plan?view=month&at=${addDays(today(), 60)}`)
    await expect.poll(async () => (await inSight(page)).days).toContain(addDays(today(), 60))
  })
})

describe('a busy day among the weeks', () => {
  let busy: ServerProcess
  const from = Date.parse(`${addDays(today(), 1)}T06:00:00Z`)
  beforeAll(async () => {
    busy = await serverWithPosts(
      (n) => ({
        status: 'SCHEDULED',
        isScheduled: true,
        caption: `Number ${n}`,
        scheduledFor: from + Math.floor(n / 14) * DAY + (n % 14) * HOUR + (n % 2) * 55 * MINUTE,
      }),
      14 * 21,
    )
  })

  /** What lies over something else at the head of a day, or beyond its day. */
  const misplaced = (page: Page) =>
    page.locator('main li[data-drop] > div:first-child').evaluateAll((heads) =>
      heads.flatMap((head) => {
        const day = head.parentElement
        const end = day?.getBoundingClientRect().right ?? 0
        const line = head.getBoundingClientRect()
        const parts = [...head.children].filter((part) => {
          const { top, width } = part.getBoundingClientRect()
          return width > 1 && top < line.bottom && getComputedStyle(part).opacity !== '0'
        })
        const boxes = parts.map((part) => part.getBoundingClientRect()).toSorted((a, b) => a.left - b.left)
        const isOver = boxes.some((box, at) => box.right > (boxes[at + 1]?.left ?? end) + 0.5)
        return isOver ? [`${day?.dataset['drop']}: ${parts.map((part) => part.textContent).join(' | ')}`] : []
      }),
    )

  it.each(['en-GB', 'de-DE'].flatMap((locale) => [768, 912, 1200, 1280].map((width) => ({ locale, width }))))(
    'covers nothing with anything else in $locale at $width',
    async ({ locale, width }) => {
      const at = `/plan?at=${addDays(today(), 7)}`
      const { page } = await visit(browser, busy, { locale, viewport: { width, height: 800 }, at })
      const day = cell(page, addDays(today(), 8))
      await day.locator('[data-status]').first().waitFor()
      // How full a day is comes with the accounts.
      await day.getByText(/14 (of|von) /).waitFor({ state: 'attached' })
      expect(await misplaced(page)).toEqual([])
      await day.hover()
      expect(await misplaced(page)).toEqual([])
      await cell(page, addDays(today(), 9)).getByRole('button').first().click()
      await page.waitForURL(/view=day/)
    },
  )
})
