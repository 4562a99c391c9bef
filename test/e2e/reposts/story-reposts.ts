// Shared by the journeys of story reposts: the practice account, its strangers, and the first steps.
import type { Browser, Page } from 'playwright-core'
import type { ServerProcess } from '../../process-harness/server-process.ts'
import type { WatchedPage } from '../browser.ts'
import { openFromHeader, visit } from '../visit.ts'

export const NAME = 'demo.kitchen'

export async function ofSandbox(server: ServerProcess, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ username: NAME, ...body }) }
  const response = await server.request(`/sandbox${path}`, init)
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
}

export const strangerMentions = (server: ServerProcess, poster: string) =>
  ofSandbox(server, '/mentions', { poster, kind: 'image' })

export async function openReposts(browser: Browser, server: ServerProcess): Promise<WatchedPage> {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Story reposts')
  return watched
}

export async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up and switch on' }).click()
  await page.getByText('The next check is in').waitFor()
}

/** One look, until the page says what came of it. */
export async function look(page: Page, found: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText(found).waitFor()
}
