// Connecting, renewing and disconnecting accounts as a person does it, with the sandbox in the platform's place.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { SANDBOX_PLATFORM_APP } from '../../../local-server/sandbox/oauth/apps.ts'
import {
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import type { WatchedPage } from '../browser.ts'
import { APPS, serverAtSandbox, shortToken } from '../server-at-sandbox.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { discardQuestion, openFromHeader, pressEnterOn, tabTo, visit } from '../visit.ts'

openBrowser()

async function visitAccounts(server: ServerProcess): Promise<WatchedPage> {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Accounts')
  return watched
}

const row = (page: Page, username: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: username }) })

async function paste(page: Page, kind: 'Instagram token' | 'Facebook token', token: string): Promise<void> {
  await page.getByText(kind, { exact: true }).click()
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: /^(Connect|Connect \d accounts|(Connect|Reconnect) @\S+)$/ }).click()
}

/** `told`: a text of the question, which is there before it is confirmed. */
async function disconnect(page: Page, username: string, told = 'Its access is deleted'): Promise<void> {
  await page.getByRole('button', { name: `Disconnect ${username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(told).waitFor()
  await dialog.getByLabel('Delete its insights, too').check()
  const isDeletion = (request: { method(): string }) => request.method() === 'DELETE'
  const [request] = await Promise.all([
    page.waitForRequest(isDeletion),
    dialog.getByRole('button', { name: 'Disconnect' }).click(),
  ])
  expect(request.url()).toContain('insights=delete')
  await row(page, username).waitFor({ state: 'detached' })
}

describe('a pasted token', () => {
  it('connects an account by a pasted token, and disconnects it', async () => {
    const server = await startServer()
    const { page, complaints } = await visitAccounts(server)
    await paste(page, 'Instagram token', ` ${SANDBOX_PLATFORM_TOKEN}\n`)
    await page.getByText('harbour.bakery is connected.').waitFor()
    await row(page, 'harbour.bakery').getByText('Posts stay on this computer').waitFor()
    expect(await page.content()).not.toContain(SANDBOX_PLATFORM_TOKEN)

    await disconnect(page, 'harbour.bakery')
    await page.getByText('harbour.bakery is disconnected.').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Connected accounts')
    expect(complaints).toEqual([])
  })

  it('says why a pasted token is useless, and keeps it to be corrected', async () => {
    const server = await startServer()
    const { page } = await visitAccounts(server)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Paste a token first.').waitFor()
    await paste(page, 'Facebook token', SANDBOX_PAGE_TOKEN)
    await page.getByText('This is the token of a Page.').waitFor()
    await page.getByRole('link', { name: 'Library', exact: true }).click()
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Access token', { exact: true }).inputValue()).toBe(SANDBOX_PAGE_TOKEN)
    await paste(page, 'Facebook token', SANDBOX_PARTNER_TOKEN)
    await row(page, 'harbour.bakery').getByText('Posts stay on this computer').waitFor()
  })

  it('shows whose token it is before anything is stored', async () => {
    const server = await startServer()
    const { page } = await visitAccounts(server)
    await page.getByText('Facebook token', { exact: true }).click()
    await page.getByLabel('Access token', { exact: true }).fill(SANDBOX_PARTNER_TOKEN)
    const look = page.getByRole('status').filter({ hasText: 'This token belongs to' })
    await look.getByText('with the Page Harbour Bakery').waitFor()
    await page.getByRole('button', { name: 'Connect @harbour.bakery' }).waitFor()
    expect(await row(page, 'harbour.bakery').count()).toBe(0)
    await page.getByLabel('Access token', { exact: true }).fill('')
    await page.getByText('Nothing is stored yet').waitFor()
  })

  it('brings the practice account back only by its token, which the question shows', async () => {
    const server = await startServer()
    const first = await visitAccounts(server)
    await disconnect(first.page, 'demo.kitchen', SANDBOX_ACCESS_TOKEN)
    await server.stop()

    const { page } = await visitAccounts(await server.again())
    await page.getByRole('heading', { name: 'No account yet' }).waitFor()
    await paste(page, 'Instagram token', SANDBOX_ACCESS_TOKEN)
    await row(page, 'demo.kitchen').getByText('Posts stay on this computer').waitFor()
  })
})

describe('the buttons', () => {
  it('enables the login buttons once an app is entered in the set-up', async () => {
    const { page } = await visitAccounts(await serverAtSandbox())
    await page.getByText('No app ID is set.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Connect with Instagram' }).isDisabled()).toBe(true)

    await page.getByLabel('Instagram app ID').fill('not a number')
    const form = page.getByRole('form', { name: 'Instagram', exact: true })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('must be the digits').waitFor()
    await page.getByLabel('Instagram app ID').fill(SANDBOX_PLATFORM_APP.id)
    await page.getByLabel('Instagram app secret').fill(SANDBOX_PLATFORM_APP.secret)
    await form.getByRole('button', { name: 'Save' }).click()
    const login = page.getByRole('link', { name: 'Connect with Instagram' })
    expect(await login.getAttribute('href')).toBe('/api/auth/connect/platform')
    await page.getByLabel('Insights', { exact: true }).check()
    expect(await login.getAttribute('href')).toBe('/api/auth/connect/platform?insights=true')
    expect(await page.content()).not.toContain(SANDBOX_PLATFORM_APP.secret)

    await page.getByRole('button', { name: 'Lock the app credentials' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock them' }).click()
    await page.getByText('The app credentials are locked. Variables').waitFor()
    expect(await page.getByLabel('Instagram app ID').isDisabled()).toBe(true)
  })

  it('leads through both consent pages and back', async () => {
    const { page } = await visitAccounts(await serverAtSandbox(APPS))
    await pressEnterOn(page, page.getByRole('link', { name: 'Connect with Instagram' }))
    await page.getByRole('link', { name: /Noor, a creator/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('noor.draws is connected.').waitFor()
    await row(page, 'noor.draws').getByText('renewed automatically').waitFor()
    expect(new URL(page.url()).search).toBe('')

    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Vera/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('studio.verde and cafe.miro are connected.').waitFor()
    await row(page, 'cafe.miro').getByText('Page Café Miro').waitFor()
  })

  it('returns from a refused login with a sentence', async () => {
    const { page } = await visitAccounts(await serverAtSandbox(APPS))
    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Ines/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').getByText('Facebook returned no Page.').waitFor()

    await page.getByRole('link', { name: 'Connect with Instagram' }).click()
    await page.getByRole('link', { name: /Noor/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('You did not allow the connection').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No account yet' }).waitFor()
    expect(await page.getByText('You did not allow').count()).toBe(0)
  })
})

it('says in German alone why nothing was connected', async () => {
  const server = await serverAtSandbox(APPS)
  const { page } = await visit(browser, server, { locale: 'de-DE', at: '/api/auth/connect/partner' })
  await page.getByRole('link', { name: /Ines/ }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText(/^Facebook hat keine Seite genannt/).waitFor()
  await page.getByLabel('Zugangstoken', { exact: true }).fill('x'.repeat(40))
  await page.getByText(/nimmt dieses Token nicht an. Kopiere es ganz/).waitFor()
})

describe('an account whose access ends soon', () => {
  it('warns of an access that ends soon, with the posts at risk, and renews it by another token', async () => {
    const server = await serverAtSandbox()
    const { page } = await visitAccounts(server)
    await paste(page, 'Facebook token', await shortToken(server, 'harbour'))
    const card = row(page, 'harbour.bakery')
    await card.getByText('Nothing is scheduled.').waitFor()
    await card.getByText(/^\d+ (hour|minute)s? left on the token\. Connect the account again/).waitFor()

    const mediaFileId = (await uploaded(server)).id
    const planned = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId, caption: 'Figs' }
    for (const days of [1, 3]) {
      const scheduledFor = new Date(Date.now() + days * 24 * 3_600_000).toISOString()
      expect((await server.api('/schedule', { json: { ...planned, scheduledFor } })).status).toBe(201)
    }
    await page.reload()
    await card.getByText('All 2 scheduled posts are due after the access ends').waitFor()
    expect(await card.getByRole('link', { name: 'Open the plan of harbour.bakery' }).count()).toBe(1)
    expect(await objections(page)).toEqual([])

    await card.getByRole('button', { name: 'Disconnect harbour.bakery' }).click()
    await page.getByRole('dialog').getByText('2 scheduled posts will not be published').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()

    await tabTo(page, card.getByRole('button', { name: 'Reconnect harbour.bakery' }))
    await page.keyboard.press('Enter')
    await page.locator('input[value=partner]:checked').waitFor({ state: 'attached' })
    await page.keyboard.insertText(SANDBOX_PARTNER_TOKEN)
    await page.getByText('already connected').waitFor()
    await page.keyboard.press('Enter')
    await card.getByText('has not said when the access ends').waitFor()
    await card.getByText('2 posts scheduled').waitFor()
  })
})
