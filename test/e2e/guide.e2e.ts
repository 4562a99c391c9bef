// The way from nothing to a connected account, as somebody goes it who has never seen a developer dashboard.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../local-server/sandbox/oauth/apps.ts'
import { SANDBOX_PLATFORM_TOKEN } from '../../local-server/sandbox/tokens/known-tokens.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { serverAtSandbox } from './server-at-sandbox.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { newPostSheet, openFromHeader, pressEnterOn, tabTo, visit } from './visit.ts'

openBrowser()

async function openGuide(server: ServerProcess): Promise<Page> {
  const { page } = await visit(browser, server)
  await openFromHeader(page, 'Accounts')
  await page.getByRole('link', { name: 'Open the guide' }).click()
  await page.getByRole('heading', { name: 'Connect your Instagram account', level: 1 }).waitFor()
  return page
}

/** A step's head, in the state that its words tell. */
const step = (page: Page, title: string, state: 'Done' | 'Done, as you say' | 'Now' | 'Later') =>
  page.getByRole('button', { name: new RegExp(`${title}.*${state}$`) })

const sayDone = (page: Page) => page.getByRole('button', { name: 'I have done this' }).click()
const isFocused = (page: Page, text: string) =>
  page.waitForFunction((part) => document.activeElement?.textContent?.includes(part), text)

describe('the guide by a token', () => {
  it('leads through the guide by a token step by step, remembers the steps, and ends with the account', async () => {
    const page = await openGuide(await serverAtSandbox())
    await page.getByRole('radio', { name: 'Paste a token' }).click()
    await step(page, 'Switch to a professional account', 'Now').waitFor()
    await page.getByText('0 of 5 steps done').waitFor()
    await sayDone(page)
    await step(page, 'Switch to a professional account', 'Done, as you say').waitFor()
    await isFocused(page, 'Create an app at Meta')
    await sayDone(page)
    await page.getByRole('link', { name: 'instagram.com/accounts/manage_access' }).waitFor()
    await sayDone(page)

    await page.reload()
    await page.getByText('3 of 5 steps done').waitFor()
    const token = page.getByLabel('Access token', { exact: true })
    await token.fill('IGAAnobodyEverGotThisToken')
    await page.getByRole('status').getByText('does not accept this token').waitFor()
    expect(await token.inputValue()).toBe('IGAAnobodyEverGotThisToken')
    expect(await objections(page)).toEqual([])

    await token.fill(SANDBOX_PLATFORM_TOKEN)
    await page.getByRole('button', { name: 'Connect @harbour.bakery' }).waitFor()
    await step(page, 'Switch to a professional account', 'Done').waitFor()
    await page.getByRole('button', { name: 'Connect @harbour.bakery' }).click()
    const end = page.getByRole('region', { name: 'Your account is connected' })
    await end.getByText('harbour.bakery').waitFor()
    await isFocused(page, 'Your account is connected')
    await page.getByText('4 of 5 steps done').waitFor()
    expect(await objections(page)).toEqual([])
    await end.getByRole('button', { name: 'Dry run of harbour.bakery' }).click()
    const dryRun = page.getByRole('dialog', { name: 'Dry run of harbour.bakery' })
    await dryRun.getByRole('button', { name: 'Start' }).click()
    await dryRun.getByRole('list', { name: 'Steps' }).waitFor()
    await page.keyboard.press('Escape')
    await dryRun.waitFor({ state: 'detached' })
    await end.getByRole('link', { name: 'Write the first post' }).click()
    await newPostSheet(page).waitFor()
  })

  it('begins once all that it needs could be read', async () => {
    const { page } = await visit(browser, await startServer(), { at: '/settings' })
    await page.route('**/api/setup', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${new URL(page.url()).origin}/settings/accounts/guide`)
    const problem = page.getByRole('alert').filter({ hasText: 'The server answered with 500.' })
    await problem.waitFor()
    await page.unroute('**/api/setup')
    await problem.getByRole('button', { name: 'Try again' }).click()
    await problem.waitFor({ state: 'detached' })
  })

  it('leads through the guide by keyboard only', async () => {
    const { page } = await visit(browser, await startServer())
    await pressEnterOn(page, page.getByRole('link', { name: 'Settings', exact: true }))
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    // The pages of the settings stand above the title, which has the focus.
    await tabTo(page, page.getByRole('link', { name: 'Accounts', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await pressEnterOn(page, page.getByRole('link', { name: 'Open the guide' }))
    await tabTo(page, page.getByRole('radio', { name: 'Paste a token' }))
    await page.keyboard.press('Space')
    for (const title of ['Create an app', 'Add yourself as a tester', 'Generate the token']) {
      await pressEnterOn(page, page.getByRole('button', { name: 'I have done this' }))
      await isFocused(page, title)
    }
    await tabTo(page, page.getByLabel('Access token', { exact: true }))
    await page.keyboard.insertText(SANDBOX_PLATFORM_TOKEN)
    await page.getByText('This token belongs to').waitFor()
    await page.keyboard.press('Enter')
    await isFocused(page, 'Your account is connected')
  })
})

describe('the guide by a login', () => {
  it('leads through the guide with Facebook: checks the app, and returns from the consent page', async () => {
    const server = await serverAtSandbox()
    const page = await openGuide(server)
    await page.getByRole('radio', { name: 'Log in with Facebook' }).click()
    for (const done of [1, 2, 3]) {
      await sayDone(page)
      await page.getByText(`${done} of 7 steps done`).waitFor()
    }
    await page.getByLabel('Meta app ID', { exact: true }).fill(SANDBOX_PARTNER_APP.id)
    await page.getByLabel('Meta app secret', { exact: true }).fill(SANDBOX_PLATFORM_APP.secret)
    // Another way shows other fields.
    await page.getByRole('radio', { name: 'Paste a token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Meta app ID', { exact: true }).inputValue()).toBe(SANDBOX_PARTNER_APP.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Facebook knows this app ID, but the secret does not match.').waitFor()
    await step(page, 'Enter the app ID and secret', 'Now').waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByLabel('Meta app secret', { exact: true }).fill(SANDBOX_PARTNER_APP.secret)
    await page.getByRole('button', { name: 'Save' }).click()
    await step(page, 'Enter the app ID and secret', 'Done').waitFor()
    await step(page, 'Create an app at Meta', 'Done').waitFor()
    await page.getByText(`http://localhost:${server.port}/api/auth/callback/partner`).waitFor()
    await page.getByRole('button', { name: 'Copy the address' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1280, height: 720 })
    await sayDone(page)

    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Ines/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').getByText('Facebook returned no Page.').waitFor()
    await page.getByText('5 of 7 steps done').waitFor()
    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Vera/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    const end = page.getByRole('region', { name: 'Your accounts are connected' })
    await end.getByText('studio.verde').waitFor()
    await end.getByText('cafe.miro').waitFor()
  })

  it('leads through the guide with Instagram: admits what cannot be checked, and returns as well', async () => {
    const page = await openGuide(await serverAtSandbox())
    await page.getByRole('radio', { name: 'Log in with Instagram' }).click()
    for (const done of [1, 2, 3]) {
      await sayDone(page)
      await page.getByText(`${done} of 7 steps done`).waitFor()
    }
    await page.getByLabel('Instagram app ID', { exact: true }).fill(SANDBOX_PLATFORM_APP.id)
    await page.getByLabel('Instagram app secret', { exact: true }).fill(SANDBOX_PLATFORM_APP.secret)
    await page.getByRole('button', { name: 'Save' }).click()
    await step(page, 'Enter the Instagram app ID and secret', 'Done, as you say').waitFor()
    await step(page, 'Enter the Instagram app ID and secret', 'Done, as you say').click()
    await page.getByText('Only a login shows whether they belong together').waitFor()
    await step(page, 'Tell the dashboard', 'Now').click()
    await page.getByRole('button', { name: 'Continue by pasting a token' }).waitFor()
    await sayDone(page)
    expect(await objections(page)).toEqual([])

    await page.getByRole('link', { name: 'Connect with Instagram' }).click()
    await page.getByRole('link', { name: /Noor, a creator/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('region', { name: 'Your account is connected' }).getByText('noor.draws').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})
