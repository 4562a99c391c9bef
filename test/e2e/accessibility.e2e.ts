// Covers what no screen's own test does: the sign-in and the API docs by axe, the keyboard from page to page, the scheme. Each
// screen's own file holds it to axe.
import { describe, expect, it } from 'vitest'
import { objections } from './axe.ts'
import { openPage } from './browser.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { caption, pressEnterOn, visit, visitNewPost } from './visit.ts'

openBrowserAndServer()

describe('axe, in light and in dark', () => {
  it('finds no axe violation on the sign-in screen', async () => {
    const { page } = await openPage(browser)
    await page.goto(server.origin)
    await page.getByRole('heading', { name: 'Open your sign-in link' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('finds no axe violation in the API docs', async () => {
    const { page } = await visit(browser, server, { at: '/api/docs' })
    await page.getByText('/auth/me').waitFor()
    expect(await objections(page)).toEqual([])
  })
})

describe('the keyboard', () => {
  it('skips the header by keyboard', async () => {
    const { page } = await visit(browser, server)
    await pressEnterOn(page, page.getByRole('button', { name: 'Skip to the content' }))
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  it('moves the focus to the title of the next page', async () => {
    const { page } = await visit(browser, server)
    await pressEnterOn(page, page.getByRole('link', { name: 'Library', exact: true }))
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Library')
    expect(await page.title()).toBe('Library – Nightpost')
  })
})

describe('the colour scheme', () => {
  it('tells a button without a background from text in dark mode, too', async () => {
    const { page } = await visitNewPost(browser, server, { colorScheme: 'dark' })
    await caption(page).fill('In the dark')
    const button = page.getByRole('button', { name: 'Start over' })
    const ofLinks = 'rgb(163, 180, 255)'
    expect(await button.evaluate((element) => getComputedStyle(element).color)).toBe(ofLinks)
  })

  it('follows the system’s colour scheme until one is chosen, and remembers the choice', async () => {
    const { page } = await visit(browser, server)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()

    await page.getByRole('button', { name: 'Theme: system' }).click()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  })
})
