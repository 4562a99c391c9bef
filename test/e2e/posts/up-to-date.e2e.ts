// Changes made elsewhere, by a script, the Worker or another tab, is on the screen that is open.
import type { Page } from 'playwright-core'
import { beforeAll, describe, it } from 'vitest'
import { uploaded } from '../../process-harness/client.ts'
import { drafted, openPost, published, rowOf } from './posts-at-hand.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { openFromHeader, openList, visit } from '../visit.ts'

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
