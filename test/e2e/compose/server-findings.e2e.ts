import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { launchBrowser } from '../browser.ts'
import { scheduledAt } from '../posts/posts-at-hand.ts'
import { caption, choosePhoto, isLive, publishButton, visitNewPost } from '../visit.ts'

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startServer()
  await scheduledAt(server, Date.now() + 26 * HOUR, { caption: 'Good night' })
})
afterAll(() => browser.close())

function foreseen(page: Page): Locator {
  return page.getByRole('status', { name: 'Worth knowing before you send it' })
}

/** The captions that the server is asked about from now on. What was asked may be asked again when something was stored. */
function captionsAsked(page: Page): ReadonlySet<string | null> {
  const asked = new Set<string | null>()
  page.on('request', (request) => {
    if (request.url().endsWith('/posts/validate')) asked.add(request.postDataJSON().caption)
  })
  return asked
}

const LOOKALIKE = 'Another post of this account has the same caption'

describe('what only the server knows of a composition', () => {
  it('is asked once the typing has paused, and keeps nobody from sending', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    const asked = captionsAsked(page)
    await choosePhoto(page)
    await expect.poll(() => [...asked]).toEqual([null])
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + HOUR)
    await caption(page).pressSequentially('Good night')
    expect([...asked]).toEqual([null])
    await page.clock.resume()
    await foreseen(page).getByText(LOOKALIKE).waitFor()
    expect([...asked]).toEqual([null, 'Good night'])
    expect(await foreseen(page).textContent()).not.toMatch(/\dT\d/)
    expect(await objections(page)).toEqual([])

    await publishButton(page).click()
    await isLive(page)
    expect(complaints).toEqual([])
  })

  it('goes away with its reason, and a blank post is asked nothing', async () => {
    const { page } = await visitNewPost(browser, server)
    const asked = captionsAsked(page)
    await caption(page).fill('Good night')
    await foreseen(page).getByText(LOOKALIKE).waitFor()
    await caption(page).fill('Good morning')
    await foreseen(page).getByText(LOOKALIKE).waitFor({ state: 'detached' })
    await caption(page).fill('')
    await expect.poll(() => foreseen(page).textContent()).toBe('')
    expect([...asked]).toEqual(['Good night', 'Good morning'])
  })

  it('is said at its field, where the post would be refused', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    const folder = join(server.dataDir, 'uploads', 'media')
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    await caption(page).fill('Without its file')
    await page.locator('[data-field=media]').getByText('A media file of this post was deleted').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is nothing while the server is stopped: the page has a sign of its own', async () => {
    const own = await startServer()
    const { page } = await visitNewPost(browser, own)
    await choosePhoto(page)
    const asked = captionsAsked(page)
    await own.kill9()
    await caption(page).fill('Is anybody there?')
    await expect.poll(() => [...asked]).toContain('Is anybody there?')
    await page.getByText('Nightpost is not running').first().waitFor()
    expect(await foreseen(page).textContent()).toBe('')
    expect(await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  })
})
