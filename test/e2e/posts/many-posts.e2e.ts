// 5,000 posts, 600 of them in this month: what the page asks for and what it draws. How long a reader waits is
// measured by `npm run bench -- page`.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../core/time.ts'
import type { ServerProcess } from '../../process-harness/server-process.ts'
import { serverWithPosts } from '../plan/planned-posts.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { visit } from '../visit.ts'

const POSTS = 5_000
const IN_THIS_MONTH = 600
/** Three a day in three times four weeks. */
const MOST_DRAWN = 3 * 7 * 12 + 1

let server: ServerProcess

openBrowser()
beforeAll(async () => {
  const today = new Date()
  const monthBegins = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
  const others = POSTS - IN_THIS_MONTH
  server = await serverWithPosts((n) => {
    const here = n < IN_THIS_MONTH
    // Half a year to both sides; the month itself stays as dense as it is.
    const far = (((n - IN_THIS_MONTH) * 330) / others - 165) * DAY
    const at = here
      ? monthBegins + ((n * 28) / IN_THIS_MONTH) * DAY
      : monthBegins + 14 * DAY + far + Math.sign(far || 1) * 16 * DAY
    const scheduledFor = Math.floor(at / MINUTE) * MINUTE
    const over = scheduledFor < Date.now()
    const went = { status: 'PUBLISHED', publishedAt: scheduledFor, completedAt: scheduledFor + n } as const
    return {
      caption: `Post number ${n} of the year, with a few words more`,
      mediaType: (['IMAGE', 'REELS', 'STORIES', 'CAROUSEL'] as const)[n % 4] ?? 'IMAGE',
      sourceType: 'SCHEDULED',
      isScheduled: true,
      timezone: ['Europe/Berlin', 'America/New_York', 'UTC'][n % 3] ?? 'UTC',
      scheduledFor,
      ...(over ? went : { status: 'SCHEDULED' as const }),
    }
  }, POSTS)
})

describe('a plan with 5,000 posts', () => {
  it('reads each four weeks of a plan with 5,000 posts once, and draws no more than there is room for', async () => {
    const { page } = await visit(browser, server)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/planner/calendar')) asked.push(request.url())
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Plan', exact: true }).click()
    await tilesOf(page).first().waitFor()
    expect(await page.getByRole('button', { name: /more posts on/ }).count()).toBeGreaterThan(20)
    expect(await tilesOf(page).count()).toBeLessThan(MOST_DRAWN)

    const title = page.getByRole('heading', { level: 2 }).first()
    for (const name of ['Next week', 'Previous week']) {
      for (let week = 0; week < 8; week += 1) {
        const shown = await page.evaluate(() => location.href)
        await page.getByRole('button', { name }).click()
        await page.waitForFunction((before) => location.href !== before, shown)
      }
    }
    await title.waitFor()
    expect(await tilesOf(page).count()).toBeLessThan(2 * MOST_DRAWN)
    expect(new Set(asked).size).toBe(asked.length)
  })
})

const tilesOf = (page: Page) => page.locator('main button[data-status]')
