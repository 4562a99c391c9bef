// 5,000 posts, 600 of them in the month that is shown: how long a reader waits, and whether the page ever stands still.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../core/time.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser } from './browser.ts'
import { serverWithPosts } from './planned-posts.ts'
import { visit } from './visit.ts'

const POSTS = 5_000
const IN_THIS_MONTH = 600

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
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
afterAll(() => browser.close())

describe('a plan with 5,000 posts', () => {
  it('is there in a moment, and changes its month without standing still', async () => {
    const { page } = await visit(browser, server)
    await page.evaluate(() => {
      const noted = window as unknown as { longest: number }
      noted.longest = 0
      const note = (list: PerformanceObserverEntryList) => {
        for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration)
      }
      new PerformanceObserver(note).observe({ type: 'longtask' })
    })
    const first = await timed(async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Plan', exact: true }).click()
      await tilesOf(page).first().waitFor()
    })
    expect(await page.getByRole('button', { name: /more posts on/ }).count()).toBeGreaterThan(20)

    const changes: number[] = []
    for (const name of ['Next month', 'Next month', 'Previous month']) {
      const shown = await tilesOf(page).first().textContent()
      changes.push(
        await timed(async () => {
          await page.getByRole('button', { name }).click()
          await page.waitForFunction(
            (before) => {
              const tile = document.querySelector('main button[data-status]')
              return tile !== null && tile.textContent !== before
            },
            shown,
            { polling: 'raf' },
          )
        }),
      )
    }
    const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest)
    const month = Math.max(...changes)
    console.log(
      `5,000 posts: first tiles after ${first.toFixed(0)} ms, another month after ${changes.map((one) => one.toFixed(0)).join(', ')} ms, longest task ${longest.toFixed(0)} ms`,
    )
    expect(first).toBeLessThan(1_500)
    expect(month).toBeLessThan(1_000)
    expect(longest).toBeLessThan(300)
  })
})

const tilesOf = (page: Page) => page.locator('main button[data-status]')

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
