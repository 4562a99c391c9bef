import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDays } from '../../core/rules/times/calendar-days.ts'
import { MINUTE, toIso } from '../../core/time.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { drafted } from './posts/posts-at-hand.ts'
import { caption, choosePhoto, closeSheet, newPostSheet, openNewPost, visit, visitNewPost } from './visit.ts'

openBrowser()

const SAID = 'This cannot be read while Nightpost is not running.'

/** A screen that shares no data with the others. */
async function visitSettings(server: ServerProcess): Promise<Page> {
  const { page } = await visit(browser, server, { at: '/settings' })
  await page.waitForLoadState('networkidle')
  return page
}

/** Opens a screen when there is no server any more. On a busy machine its code may not have been fetched before. */
async function openWithoutServer(name: string): Promise<{ page: Page; server: ServerProcess }> {
  const server = await startServer()
  const page = await visitSettings(server)
  await server.kill9()
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  return { page, server }
}

it('says that the plan cannot be read while the server is stopped, and shows it when it is back', async () => {
  const { page, server } = await openWithoutServer('Plan')
  const problem = page.getByRole('main').getByRole('alert')
  await problem.getByText(SAID).waitFor()
  expect(await page.locator('[data-drop]').count()).toBe(0)
  expect(await page.getByText('Drafts (0)').count()).toBe(0)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await problem.getByText(SAID).waitFor()
  expect(await objections(page)).toEqual([])

  await server.again({ port: server.port })
  await page.locator('[data-drop]').first().waitFor()
  expect(await problem.count()).toBe(0)
})

it('says that the library cannot be read while the server is stopped, and shows it when it is back', async () => {
  const { page, server } = await openWithoutServer('Library')
  const problem = page.getByRole('main').getByRole('alert')
  await problem.getByText(SAID).waitFor()
  await problem.getByRole('button', { name: 'Try again' }).click()
  await problem.getByText(SAID).waitFor()

  await server.again({ port: server.port })
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  expect(await problem.count()).toBe(0)
})

it('does not say that nothing is scheduled when that cannot be read', async () => {
  const { page, server } = await openWithoutServer('Inbox')
  const coming = page.getByRole('region', { name: 'The next 48 hours' })
  await coming.getByRole('alert').getByText(SAID).waitFor()
  expect(await coming.getByText('Nothing is scheduled').count()).toBe(0)
  expect(await objections(page)).toEqual([])

  await server.again({ port: server.port })
  await coming.getByText('Nothing is scheduled').waitFor()
  expect(await coming.getByRole('alert').count()).toBe(0)
})

it('says the same of a server that is frozen, and goes on with it', async () => {
  const server = await startServer()
  const page = await visitSettings(server)
  await page.clock.install()
  process.kill(server.pid, 'SIGSTOP')
  for (const name of ['Plan', 'Library']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    const problem = page.getByRole('main').getByRole('alert').getByText(SAID)
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return problem.count()
      })
      .toBe(1)
  }
  await page.getByText('Nightpost is not running. Start it with').waitFor()
  process.kill(server.pid, 'SIGCONT')
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return page.getByRole('heading', { name: 'Nothing here yet' }).count()
    })
    .toBe(1)
})

it('begins the next day at midnight without the server', async () => {
  const server = await startServer()
  const { page } = await visit(browser, server)
  const today = toIso(Date.now()).slice(0, 10)
  await page.clock.install({ time: `${today}T23:55:00Z` })
  await page.goto(`${server.origin}/plan?view=day`)
  const title = (day: string) =>
    page.getByRole('heading', { level: 2, name: new RegExp(`\\b${Number(day.slice(8))}\\b`) })
  await title(today).waitFor()
  await page.locator('[data-drop]').first().waitFor()
  await server.kill9()
  await page.getByText('Nightpost is not running. Start it with').waitFor()
  await page.clock.fastForward(6 * MINUTE)
  await title(addDays(today, 1)).waitFor()
})

it('keeps a draft that is saved while the server is stopped, says so, and saves it when it is back', async () => {
  const server = await startServer()
  const { page } = await visitNewPost(browser, server)
  await page.route('**/api/auth/me', (route) => route.abort())
  // The first of the page's later parts, whose code the server may no longer be there to give.
  await page.route('**/drop-anywhere-*.js', (route) => route.abort())
  await page.reload()
  await caption(page).fill('Written in the dark')
  await server.kill9()
  await page.getByText('Nightpost is not running. Start it with').waitFor()
  const actions = page.getByRole('dialog')
  expect(await actions.getByText('Instagram', { exact: false }).count()).toBe(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await actions.getByText('Nightpost is not running, so nothing was sent.').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await actions.getByText('Nightpost is not running. The draft is kept in this browser').waitFor()
  expect(await objections(page)).toEqual([])

  await page.unroute('**/api/auth/me')
  await server.again({ port: server.port })
  await page.getByText('Saved as a draft.').waitFor()
  expect(await caption(page).inputValue()).toBe('Written in the dark')
  await page.getByRole('button', { name: 'Publish to the sandbox' }).waitFor()
  const { posts } = (await (await server.api('/posts')).json()) as { posts: object[] }
  expect(posts).toMatchObject([{ caption: 'Written in the dark', status: 'DRAFT' }])
})

it('saves every draft that waits for the server when it is back', async () => {
  const server = await startServer()
  const { id } = await drafted(server, 'Stored before')
  const { page } = await visit(browser, server, { at: `/plan?post=${id}` })
  await caption(page).fill('Changed in the dark')
  await server.kill9()
  const kept = page.getByRole('dialog').getByText('Nightpost is not running. The draft is kept')
  const save = page.getByRole('button', { name: 'Save draft' })
  await page.getByText('Nightpost is not running. Start it with').waitFor()
  await save.click()
  await kept.waitFor()
  await closeSheet(page)
  await openNewPost(page)
  await newPostSheet(page).waitFor()
  await caption(page).fill('Begun in the dark')
  await save.click()
  await kept.waitFor()

  await server.again({ port: server.port })
  const captions = async () => {
    const { posts } = (await (await server.api('/posts')).json()) as { posts: { caption: string }[] }
    return posts.map(({ caption: words }) => words).toSorted()
  }
  await expect.poll(captions).toEqual(['Begun in the dark', 'Changed in the dark'])
})

it('saves nothing that an Undo put in the place of what was to be saved', async () => {
  const server = await startServer()
  const { page } = await visitNewPost(browser, server)
  await caption(page).fill('Given up')
  await page.getByRole('button', { name: 'Start over' }).click()
  await choosePhoto(page)
  await page.getByText('Cleared.').waitFor()
  await server.kill9()
  await page.getByText('Nightpost is not running. Start it with').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  const kept = page.getByRole('dialog').getByText('Nightpost is not running. The draft is kept')
  await kept.waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  expect(await caption(page).inputValue()).toBe('Given up')
  await kept.waitFor({ state: 'detached' })

  await server.again({ port: server.port })
  await page.getByText('Nightpost is not running. Start it with').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish to the sandbox' }).waitFor()
  const { posts } = (await (await server.api('/posts')).json()) as { posts: object[] }
  expect(posts).toEqual([])
})

it('sends nothing later that was pressed while the accounts could not be read', async () => {
  const server = await startServer()
  const { page } = await visit(browser, server)
  const json = { error: 'The disk is broken.', code: 'INTERNAL_ERROR', status: 500 }
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, json }))
  await page.reload()
  await openNewPost(page)
  await choosePhoto(page)
  const publish = page.getByRole('dialog').getByRole('button', { name: /^Publish/ })
  const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await publish.click()
  expect(await publish.isEnabled()).toBe(true)
  await page.unroute('**/api/auth/me')
  // They may have been read again already.
  const tryAgain = () => again.click({ timeout: 1_000 }).catch(() => {})
  await expect
    .poll(() => tryAgain().then(() => page.getByRole('button', { name: 'Publish to the sandbox' }).count()))
    .toBe(1)
  const { posts } = (await (await server.api('/posts')).json()) as { posts: object[] }
  expect(posts).toEqual([])
})
