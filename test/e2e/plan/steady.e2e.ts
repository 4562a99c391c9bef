// How far what is on the screen jumps while the rest of it arrives, counted as browsers count it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ServerProcess } from '../../process-harness/server-process.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { visit } from '../visit.ts'
import { startShop } from './shop.ts'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  /** Within half a second of a click: the reader asked for it. */
  readonly hadRecentInput: boolean
}

const MOST = 0.05

let server: ServerProcess
openBrowser()
beforeAll(async () => {
  server = await startShop()
})

/** Counts from the next page load on; each call returns the sum since the last one. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { shifted: number }
    counted.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[])
        if (!shift.hadRecentInput) counted.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => {
      const counted = globalThis as unknown as { shifted: number }
      const { shifted: sum } = counted
      counted.shifted = 0
      return sum
    })
}

const PLANS = ['/plan', '/plan?view=week', '/plan?view=list', '/plan?view=grid']

it.each([
  [1440, 900, [...PLANS, '/library', '/inbox', '/settings']],
  [360, 740, [...PLANS, '/library', '/inbox', '/settings']],
])(
  'the page hardly moves at %i × %i: not at the start, not from view to view and place to place',
  async (width, height, paths) => {
    const { page } = await visit(browser, server, { viewport: { width, height } })
    const shifted = await countShifts(page)
    for (const path of paths) {
      await page.goto(server.origin + path)
      await page.getByText('1 post failed').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await shifted(), path).toBeLessThanOrEqual(MOST)
    }
    const places = page.getByRole('navigation').getByRole('link')
    for (const name of ['Plan', 'Library', 'Settings', 'Plan']) {
      await places.filter({ hasText: name }).first().click()
      await page.waitForLoadState('networkidle')
      expect(await shifted(), name).toBeLessThanOrEqual(MOST)
    }
  },
)

it('the page does not jump in a browser that was never here when what needs attention is known late', async () => {
  const { page } = await visit(browser, server, { viewport: { width: 360, height: 740 } })
  await page.addInitScript(() => {
    localStorage.clear()
    // The page waits a second for the answer. On a busy machine that second ends before the answer arrives, however early.
    const { setTimeout: wait } = globalThis
    const waitLonger = (work: () => void, ms?: number, ...args: []) =>
      wait(work, ms === 1_000 ? 30_000 : ms, ...args)
    Object.assign(globalThis, { setTimeout: waitLonger })
  })
  const shifted = await countShifts(page)
  await page.route('**/api/v1/attention*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.goto(`${server.origin}/plan`)
  await page.getByText('1 post failed').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shifted()).toBeLessThanOrEqual(MOST)
})
