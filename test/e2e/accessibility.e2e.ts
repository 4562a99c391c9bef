// Each page in both colour schemes, measured with axe. What axe cannot see, the keyboard tests beside this do.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { launchBrowser, openPage } from './browser.ts'
import { openFromHeader, pressEnterOn, publishPhoto, visit } from './visit.ts'

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startServer()
})
afterAll(() => browser.close())

describe('what axe objects to, in light and in dark', () => {
  it('is nothing on the sign-in screen', async () => {
    const { page } = await openPage(browser)
    await page.goto(server.origin)
    await page.getByRole('heading', { name: 'Open your sign-in link' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is nothing on the composing page, before and after publishing, nor when it objects itself', async () => {
    const { page } = await visit(browser, server)
    expect(await objections(page)).toEqual([])

    await page.getByLabel('Caption').fill('a'.repeat(2201))
    await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
    await page.getByText('Choose a photo first.').waitFor()
    expect(await objections(page)).toEqual([])

    await publishPhoto(page, 'Clean and clear #axe')
    await page.getByRole('link', { name: 'See it in the sandbox feed' }).waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish another' }).click()
    await page.getByRole('complementary', { name: 'Your newest post' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is nothing on the page of posts', async () => {
    const { page } = await visit(browser, server)
    await publishPhoto(page, 'One for the list')
    await openFromHeader(page, 'Posts')
    await page.getByText('One for the list').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is nothing on the page of accounts, when it objects itself, and its dialog', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Accounts')
    await page.getByText('No app id is set.').first().waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Paste a token first.').waitFor()
    await page.getByText('Facebook token', { exact: true }).click()
    expect(await objections(page)).toEqual([])

    await page
      .getByRole('button', { name: /^Disconnect / })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is nothing in the API docs', async () => {
    const { page } = await visit(browser, server)
    await page.goto(`${server.origin}/api/docs`)
    await page.getByText('/auth/me').waitFor()
    expect(await objections(page)).toEqual([])
  })
})

describe('the keyboard', () => {
  it('can skip the header', async () => {
    const { page } = await visit(browser, server)
    await pressEnterOn(page, page.getByRole('button', { name: 'Skip to the content' }))
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  it('finds the title of the page it went to', async () => {
    const { page } = await visit(browser, server)
    await pressEnterOn(page, page.getByRole('link', { name: 'Posts', exact: true }))
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Posts')
    expect(await page.title()).toBe('Posts – Nightpost')
  })
})

describe('the colour scheme', () => {
  it('follows the system until one is chosen, and remembers the choice', async () => {
    const { page } = await visit(browser, server)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()

    await page.getByRole('button', { name: 'Colours: as the system' }).click()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  })
})
