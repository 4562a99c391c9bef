// One answer that nobody expected must not empty the page.
import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { published } from './posts/posts-at-hand.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { openFromHeader, visit } from './visit.ts'

openBrowserAndServer()

/** Answers that address with something of another shape. */
async function breakAnswer(page: Page, address: string, json: object): Promise<void> {
  await page.route(address, (route) => route.fulfill({ json }))
}

describe('a part of the page that breaks', () => {
  it('shows a broken part in its place, while the rest of the screen and the navigation go on', async () => {
    const { page } = await visit(browser, server)
    await breakAnswer(page, '**/api/planner/accounts', { accounts: { not: 'a list' } })
    await page.goto(new URL('/settings/accounts', page.url()).href)
    await page.getByText('This part of the page could not be shown.').waitFor()
    await page.getByRole('heading', { name: 'Connect an account' }).waitFor()

    await openFromHeader(page, 'Inbox')
    await page.getByText('This part of the page could not be shown.').waitFor({ state: 'detached' })
    await published(server, 'As if nothing had happened')
    await page.getByText('As if nothing had happened').first().waitFor()
  })

  it('shows a broken part again when the page is reloaded and the answer is right', async () => {
    const { page } = await visit(browser, server)
    await breakAnswer(page, '**/api/planner/calendar?**', { posts: [null], isComplete: true })
    await page.reload()
    await page.getByText('This part of the page could not be shown.').waitFor()
    await page.unroute('**/api/planner/calendar?**')
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByText('This part of the page could not be shown.').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()
  })
})
