import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { MOST_BYTES } from '../local-server/ui/weight/first-load.ts'
import { openPage } from './browser.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { freshLink } from './visit.ts'

openBrowserAndServer()

describe('the link that a start prints', () => {
  it('signs the browser in by the printed link, without the internet, and once only', async () => {
    const first = await openPage(browser)
    await first.page.goto(server.link)
    await first.page.getByRole('navigation').first().waitFor()

    expect(await first.page.title()).toContain('Nightpost')
    expect(first.page.url()).not.toContain('#t=')
    expect((await first.context.cookies()).map(({ name, httpOnly }) => ({ name, httpOnly }))).toContainEqual({
      name: 'session',
      httpOnly: true,
    })
    expect(first.outside).toEqual([])
    expect(first.complaints).toEqual([])

    const second = await openPage(browser)
    await second.page.goto(server.link)
    await second.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await second.context.cookies()).toEqual([])
  })
})

describe('the first visit', () => {
  it('paints the plan from at most twelve requests and 250 kB', async () => {
    const { page, context } = await openPage(browser)
    const [name = '', value = ''] = (await server.signIn()).split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    // Its data is asked for before the paint or after it, as it happens; the paint waits for none of it.
    const held: Route[] = []
    await page.route(/\/api\/(?!auth\/check)/, (route) => void held.push(route))
    await page.goto(`${server.origin}/plan`)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const fetched = await page.evaluate(() => {
      const paintedAt = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ startTime }) => startTime < paintedAt)
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).transferSize }))
    })
    const bytes = fetched.reduce((sum, file) => sum + file.bytes, 0)
    expect(fetched.length, JSON.stringify(fetched)).toBeLessThanOrEqual(12)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
    await Promise.all(held.splice(0).map((route) => route.continue()))
  })
})

describe('a plan without a post', () => {
  it('says on a phone what to do first', async () => {
    const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    await page.goto(await freshLink(server))
    await page.getByText('Nothing is planned yet.').waitFor()
  })
})

describe('the API docs', () => {
  it('lists the routes in the API docs without the internet', async () => {
    const { page, context, outside, complaints } = await openPage(browser)
    const [name = '', value = ''] = (await server.signIn()).split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    await page.goto(`${server.origin}/api/docs`)
    await page.locator('.opblock').first().waitFor()

    expect(await page.getByText('/posts/publish', { exact: true }).count()).toBe(1)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })
})
