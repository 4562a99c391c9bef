import { describe, expect, it } from 'vitest'
import { HELP_PAGES, HELP_TITLES } from '../../core/rules/notices/help-pages.ts'
import { objections } from './axe.ts'
import { openPage } from './browser.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { fault, openPost, published } from './posts/posts-at-hand.ts'
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
  it('is where a failed post leads to, from its page and from the inbox', async () => {
    await fault(server, { on: 'create', mode: 'aspect-ratio', times: 9 })
    const post = await published(server, 'Too tall')
    expect(post.status).toBe('FAILED')
    const { page } = await visit(browser, server)
    for (const open of [() => openPost(page, post), () => page.goto(`${server.origin}/inbox`)]) {
      await open()
      const link = page.getByRole('link', { name: 'Help: A file is not accepted' })
      expect(await link.getAttribute('href')).toBe('/help/trouble#a-file-is-not-accepted')
    }
    await server.request('/sandbox/faults', { method: 'DELETE' })
  })
})
