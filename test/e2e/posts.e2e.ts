import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountId, publish, terminalPost, uploaded } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser } from './browser.ts'
import { openFromHeader, visit } from './visit.ts'

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startServer()
})
afterAll(() => browser.close())

describe('the list of posts', () => {
  it('names the next action while it is empty', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Posts')
    await page.getByRole('link', { name: 'Publish your first post' }).click()
    await page.getByRole('heading', { name: 'Compose', level: 1 }).waitFor()
  })

  it('shows the newest first, each with its picture, and older ones on demand', async () => {
    const ids = await publishMany(22)
    await terminalPost(server, ids.at(-1) ?? '')
    const { page, complaints } = await visit(browser, server)
    await openFromHeader(page, 'Posts')

    const posts = page.getByRole('main').getByRole('listitem')
    await posts.first().getByText('Post number 22').waitFor()
    await posts.first().getByText('Published', { exact: true }).waitFor()
    await posts.first().locator('img').waitFor()
    expect(await posts.count()).toBe(20)

    await page.getByRole('button', { name: 'Load more posts' }).click()
    await posts.last().getByText('Post number 1', { exact: true }).waitFor()
    expect(await posts.count()).toBe(22)
    expect(await page.getByRole('button', { name: 'Load more posts' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('tells the exact time beside the friendly one', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Posts')
    const time = page.getByRole('main').locator('time').first()
    await time.waitFor()
    expect(await time.getAttribute('title')).toContain(String(new Date().getFullYear()))
  })
})

async function publishMany(count: number): Promise<string[]> {
  const account = await accountId(server)
  const { id: mediaFileId } = await uploaded(server)
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    ids.push(await publish(server, { accountId: account, mediaFileId, caption: `Post number ${number}` }))
  }
  return ids
}
