// Connecting, renewing and disconnecting accounts as a person does it, with the sandbox in the platform's place.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../local-server/sandbox/oauth/apps.ts'
import {
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../local-server/sandbox/tokens/known-tokens.ts'
import { startSandbox } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser, type WatchedPage } from './browser.ts'
import { openFromHeader, pressEnterOn, visit } from './visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

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
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

async function disconnect(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Disconnect ${username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await row(page, username).waitFor({ state: 'detached' })
}

describe('a pasted token', () => {
  it('connects an account, which can then be disconnected', async () => {
    const server = await startServer()
    const { page, complaints } = await visitAccounts(server)
    await paste(page, 'Instagram token', ` ${SANDBOX_PLATFORM_TOKEN}\n`)
    await page.getByText('harbour.bakery is connected.').waitFor()
    await row(page, 'harbour.bakery').getByText('Sandbox').waitFor()
    expect(await page.content()).not.toContain(SANDBOX_PLATFORM_TOKEN)

    await disconnect(page, 'harbour.bakery')
    await page.getByText('harbour.bakery is disconnected.').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Connected accounts')
    expect(complaints).toEqual([])
  })

  it('that is of no use says why, and stays to be corrected', async () => {
    const server = await startServer()
    const { page } = await visitAccounts(server)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Paste a token first.').waitFor()
    await paste(page, 'Facebook token', SANDBOX_PAGE_TOKEN)
    await page.getByText('This is the token of a Page.').waitFor()
    await paste(page, 'Facebook token', SANDBOX_PARTNER_TOKEN)
    await row(page, 'harbour.bakery').getByText('For practice').waitFor()
  })

  it('brings the practice account back, which does not come back by itself', async () => {
    const server = await startServer()
    const first = await visitAccounts(server)
    await disconnect(first.page, 'demo.kitchen')
    await server.stop()

    const { page } = await visitAccounts(await server.again())
    await page.getByRole('heading', { name: 'No account yet' }).waitFor()
    await paste(page, 'Instagram token', SANDBOX_ACCESS_TOKEN)
    await row(page, 'demo.kitchen').getByText('Sandbox').waitFor()
  })
})

describe('the buttons', () => {
  async function serverAtSandbox(env: Record<string, string> = {}): Promise<ServerProcess> {
    const { origin } = await startSandbox()
    const at = (host: string) => `${origin}/sandbox/${host}`
    return startServer({
      args: ['--no-sandbox'],
      env: {
        PLATFORM_AUTH_URL: at('www.instagram.com'),
        PLATFORM_API_URL: at('api.instagram.com'),
        PLATFORM_GRAPH_URL: at('graph.instagram.com'),
        PARTNER_AUTH_URL: at('www.facebook.com'),
        PARTNER_GRAPH_URL: at('graph.facebook.com'),
        ...env,
      },
    })
  }

  it('wait for an app, which is entered in the set-up', async () => {
    const { page } = await visitAccounts(await serverAtSandbox())
    await page.getByText('No app id is set.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Connect with Instagram' }).isDisabled()).toBe(true)

    await page.getByLabel('Instagram app ID').fill('not a number')
    const form = page.getByRole('form', { name: 'Instagram', exact: true })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('must be the digits').waitFor()
    await page.getByLabel('Instagram app ID').fill(SANDBOX_PLATFORM_APP.id)
    await page.getByLabel('Instagram app secret').fill(SANDBOX_PLATFORM_APP.secret)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Connect with Instagram' }).waitFor()
    expect(await page.content()).not.toContain(SANDBOX_PLATFORM_APP.secret)

    await page.getByRole('button', { name: 'Lock the set-up' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock it' }).click()
    await page.getByText('The set-up is locked. Variables').waitFor()
    expect(await page.getByLabel('Instagram app ID').isDisabled()).toBe(true)
  })

  const apps = {
    PLATFORM_APP_ID: SANDBOX_PLATFORM_APP.id,
    PLATFORM_APP_SECRET: SANDBOX_PLATFORM_APP.secret,
    PARTNER_APP_ID: SANDBOX_PARTNER_APP.id,
    PARTNER_APP_SECRET: SANDBOX_PARTNER_APP.secret,
  }

  it('lead through both consent pages and back', async () => {
    const { page } = await visitAccounts(await serverAtSandbox(apps))
    await pressEnterOn(page, page.getByRole('link', { name: 'Connect with Instagram' }))
    await page.getByRole('link', { name: /Noor, a creator/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('noor.draws is connected.').waitFor()
    await row(page, 'noor.draws').getByText('renewed by itself').waitFor()
    expect(new URL(page.url()).search).toBe('')

    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Vera/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('studio.verde and cafe.miro are connected.').waitFor()
    await row(page, 'cafe.miro').getByText('Page Café Miro').waitFor()
  })

  it('come back with a sentence when it was not to be', async () => {
    const { page } = await visitAccounts(await serverAtSandbox(apps))
    await page.getByRole('link', { name: 'Connect with Facebook' }).click()
    await page.getByRole('link', { name: /Ines/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').getByText('Facebook shows us no Page.').waitFor()

    await page.getByRole('link', { name: 'Connect with Instagram' }).click()
    await page.getByRole('link', { name: /Noor/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('You did not allow the connection').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No account yet' }).waitFor()
    expect(await page.getByText('You did not allow').count()).toBe(0)
  })
})
