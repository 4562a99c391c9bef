import { describe, expect, it } from 'vitest'
import { startServer } from '../../process-harness/server-process.ts'
import { openPage } from '../browser.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  closeSheet,
  discardQuestion,
  freshLink,
  isSignedIn,
  openFromHeader,
  openList,
  photoFile,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

const HOW_TO_GET_IN = { name: 'Open your sign-in link' }

describe('signing in', () => {
  it('leaves no sign-in token in the address or in the history', async () => {
    const { page } = await visit(browser, server)
    expect(page.url()).toBe(`${server.origin}/plan`)

    await openList(page)
    await page.goBack()
    expect(page.url()).toBe(`${server.origin}/plan`)
  })

  it('says how to get in when there is no session', async () => {
    const { page, complaints } = await openPage(browser)
    await page.goto(server.origin)
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()

    expect(await page.getByText('npm start').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  it('says that a sign-in link was used already', async () => {
    const link = await freshLink(server)
    const first = await openPage(browser)
    await first.page.goto(link)
    await isSignedIn(first.page)

    const second = await openPage(browser)
    await second.page.goto(link)
    await second.page.getByRole('heading', HOW_TO_GET_IN).waitFor()
    expect(await second.page.getByRole('alert').textContent()).toContain('has been used')
  })

  it('signs in by a fresh link that is pasted into the open page', async () => {
    const { page } = await openPage(browser)
    await page.goto(server.origin)
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()

    // Only the fragment changes, so the browser loads nothing.
    await page.goto(await freshLink(server))
    await isSignedIn(page)
    expect(page.url()).not.toContain('#t=')
  })
})

describe('a tab that says how to get in', () => {
  it('shows the page once the browser is signed in by another tab', async () => {
    const { page, context } = await openPage(browser)
    await page.goto(server.origin)
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()
    const other = await context.newPage()
    await other.goto(await freshLink(server))
    await isSignedIn(other)
    // What the browser says when a person comes back to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await isSignedIn(page)
  })
})

describe('the end of a session', () => {
  it('ends a session by the sign-out button', async () => {
    const { page, context } = await visit(browser, server)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()
    expect(await context.cookies()).toEqual([])
  })

  it('does not end while a person is asked about what they typed, and ends without a second question', async () => {
    const { page, context } = await visit(browser, server)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await openFromHeader(page, 'Accounts')
    const field = page.getByLabel('Instagram app ID')
    await field.fill('1234567890')
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await signOut.click()
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await field.inputValue()).toBe('1234567890')
    expect(await context.cookies()).not.toEqual([])
    await signOut.click()
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()
    expect(asked).toEqual([])
  })

  it('waits for files that are being uploaded', async () => {
    const { page, context } = await visitNewPost(browser, server)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/media/upload', async (route) => {
      await held.promise
      await route.continue()
    })
    const file = page.locator('[data-field=media] input[type=file]').first()
    await file.setInputFiles([await photoFile()])
    await closeSheet(page)
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await signOut.click()
    await page.getByText('Some files are not ready yet.').waitFor()
    expect(await context.cookies()).not.toEqual([])
    const isStored = page.waitForResponse('**/api/media/upload')
    held.resolve()
    await (await isStored).finished()
    await signOut.click()
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()
  })

  it('leads back to the sign-in screen whenever a session ends', async () => {
    const { page, context } = await visit(browser, server)
    // The page asks every few seconds whether anything has changed, and needs nobody to click.
    await context.clearCookies()
    await page.getByRole('heading', HOW_TO_GET_IN).waitFor()
  })
})

describe('a server that went away', () => {
  it('says that the server is gone, also before the code of the next page was fetched', async () => {
    const ownServer = await startServer()
    const { page } = await openPage(browser)
    await page.route(/post-list/, (route) => route.abort())
    await page.goto(await freshLink(ownServer))
    await isSignedIn(page)
    await page.waitForLoadState('networkidle')
    await ownServer.kill9()

    await page.getByText('List', { exact: true }).click()
    const banner = page.getByText('Nightpost is not running. Start it with npm start.')
    await banner.waitFor()
    await page.getByRole('main').getByRole('alert').getByText('This cannot be read').waitFor()

    await page.unroute(/post-list/)
    await ownServer.again({ port: ownServer.port })
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
  })

  it('says quietly that the server is gone, and continues automatically when it is back', async () => {
    const ownServer = await startServer()
    const { page } = await visit(browser, ownServer)
    const spent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/session')) spent.push(request.url())
    })
    await ownServer.kill9()

    await page.getByText('List', { exact: true }).click()
    const banner = page.getByText('Nightpost is not running. Start it with npm start.')
    await banner.waitFor()

    await ownServer.again({ port: ownServer.port })
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(spent, 'the link is spent once').toEqual([])
  })
})
