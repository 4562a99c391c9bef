// Changes made elsewhere, by a script, the Worker or another tab, is on the screen that is open.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { uploaded } from '../../process-harness/client.ts'
import { drafted, openPost, published, rowOf } from './posts-at-hand.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { openPage } from '../browser.ts'
import { freshLink, openFromHeader, openList, visit } from '../visit.ts'

openBrowserAndServer()

describe('a change by a script', () => {
  let page: Page
  beforeAll(async () => {
    page = (await visit(browser, server)).page
  })

  it('shows a script’s post in the inbox without a reload', async () => {
    await openFromHeader(page, 'Inbox')
    await published(server, 'Published by a script')
    const last = page.getByRole('complementary', { name: 'Your last post' })
    await last.getByText('Published by a script').waitFor()
  })

  it('shows a script’s change in the list of posts without a reload', async () => {
    await openList(page)
    await drafted(server, 'Drafted by a script')
    await rowOf(page, 'Drafted by a script').waitFor()
  })

  it('shows a script’s change on the page of the post without a reload', async () => {
    const draft = await drafted(server, 'Published on its page')
    await openPost(page, draft)
    await server.api(`/posts/draft/${draft.id}/publish`, { method: 'POST' })
    await page.getByRole('link', { name: 'See it in the sandbox feed' }).waitFor()
  })

  it('says that a script has deleted the post whose page is open', async () => {
    const draft = await drafted(server, 'Deleted by a script')
    await openPost(page, draft)
    await server.api(`/posts/${draft.id}`, { method: 'DELETE' })
    await page.getByRole('heading', { name: 'This post is not here' }).waitFor()
    expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0)
  })

  it('shows a script’s file in the library without a reload', async () => {
    await openFromHeader(page, 'Library')
    await page.getByText(/^\d+ files?$/).waitFor()
    await uploaded(server, undefined, { name: 'by-a-script.jpg' })
    await page.getByRole('button', { name: 'by-a-script.jpg, ' }).waitFor()
  })

  it('shows a script’s change in the plan without a reload', async () => {
    await openFromHeader(page, 'Plan')
    await drafted(server, 'Not planned yet')
    await page.getByText('Not planned yet').first().waitFor()
  })
})

describe('an event', () => {
  it('makes the page read at once what it concerns, without a question for changes', async () => {
    const { page } = await visit(browser, server)
    await page.clock.install()
    const opened = page.waitForResponse('**/api/events')
    await page.reload()
    expect((await opened).request().resourceType()).toBe('eventsource')
    await page.getByText('Not planned yet').first().waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    // What the opening has led to is over.
    await page.clock.runFor(2_000)
    let asked = 0
    page.on('request', (request) => (asked += Number(request.url().endsWith('/api/changes'))))
    const read = page.waitForRequest('**/api/planner/**')
    await drafted(server, 'Drafted while no time passes')
    await read
    expect(asked).toBe(0)
  })

  it('is not needed: a page that cannot hear any is up to date, too', async () => {
    const { page } = await openPage(browser)
    await page.route('**/api/events', (route) => route.abort())
    await page.goto(await freshLink(server))
    await page.getByText('Not planned yet').first().waitFor()
    await drafted(server, 'Seen by asking')
    await page.getByText('Seen by asking').first().waitFor()
  })
})
