import { describe, expect, it } from 'vitest'
import { HELP_PAGES, HELP_TITLES } from '../../core/rules/notices/help-pages.ts'
import { DAY, HOUR, toIso } from '../../core/time.ts'
import { objections } from './axe.ts'
import { openPage } from './browser.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { tile } from './plan/plan-on-screen.ts'
import { fault, openPost, published, scheduledAt } from './posts/posts-at-hand.ts'
import { visit } from './visit.ts'

openBrowserAndServer()

describe('the guide', () => {
  it.each(HELP_PAGES)(
    '%s is readable without a session, in light and dark, on a phone and on a desk',
    async (name) => {
      const { page, outside, complaints } = await openPage(browser)
      await page.goto(`${server.origin}/help/${name}`)
      await page.getByRole('heading', { level: 1, name: HELP_TITLES[name] }).waitFor()
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await objections(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      const targets = page.locator('header a, nav a')
      const sizes = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      expect(sizes.filter(({ width, height }) => Math.min(width, height) < 40)).toEqual([])
      expect([outside, complaints]).toEqual([[], []])
    },
  )

  it('is found by searching everything, also by a symptom', async () => {
    const { page } = await visit(browser, server)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Go to, do, or find a post').fill('has ended')
    const opened = page.waitForEvent('popup')
    await page.getByText('Access to an account has ended').click()
    const help = await opened
    await help.getByRole('heading', { name: 'Access to an account has ended' }).waitFor()
    expect(new URL(help.url()).hash).toBe('#access-to-an-account-has-ended')
  })

  it('is where a failed post leads to, from its page, the inbox and the plan', async () => {
    await fault(server, { on: 'create', mode: 'aspect-ratio', times: 9 })
    const post = await published(server, 'Too tall')
    expect(post.status).toBe('FAILED')
    const { page } = await visit(browser, server)
    const openInPlan = async () => {
      await page.goto(`${server.origin}/plan?view=day`)
      await tile(page, 'Too tall').click()
    }
    for (const open of [() => openPost(page, post), () => page.goto(`${server.origin}/inbox`), openInPlan]) {
      await open()
      const link = page.getByRole('link', { name: 'Help: A file is not accepted' })
      expect(await link.getAttribute('href')).toBe('/help/trouble#a-file-is-not-accepted')
    }
    await server.request('/sandbox/faults', { method: 'DELETE' })
  })

  it('is where a refusal leads to, beside its sentence', async () => {
    const at = Math.ceil(Date.now() / DAY + 1) * DAY + 9 * HOUR
    await scheduledAt(server, at, { caption: 'At the Worker', timezone: 'UTC' })
    const { page } = await visit(browser, server, { at: `/plan?view=day&at=${toIso(at).slice(0, 10)}` })
    const refused = { code: 'WORKER_UNREACHABLE', error: 'The cloud Worker cannot be reached.', status: 502 }
    await page.route('**/api/schedule/*', (route) => route.fulfill({ status: 502, json: refused }))
    await tile(page, 'At the Worker').click()
    await page.getByRole('button', { name: 'Change time' }).click()
    await page.getByLabel('Time', { exact: true }).fill('07:30')
    await page.getByRole('button', { name: 'Save the time' }).click()
    const note = page.getByRole('alert').filter({ hasText: refused.error })
    const link = note.getByRole('link', { name: 'Help: The Worker does not answer, or has other keys' })
    expect(await link.getAttribute('href')).toBe('/help/trouble#the-worker-does-not-answer-or-has-other-keys')
  })
})
