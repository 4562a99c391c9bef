// The keys of the page, and the search for everything.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { objections } from '../axe.ts'
import { openPage } from '../browser.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted, published } from '../posts/posts-at-hand.ts'
import { caption, closeSheet, freshLink, isSignedIn, newPostSheet, visit } from '../visit.ts'

openBrowserAndServer()

const viewOf = (page: Page) => new URL(page.url()).searchParams.get('view')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search captions' })
const isFocused = (field: ReturnType<typeof search>) => field.and(field.page().locator(':focus')).waitFor()

describe('a key', () => {
  it('leads to a new post, the plan, the profile and the search, from any page', async () => {
    const { page, complaints } = await visit(browser, server, { at: '/settings' })
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await isFocused(search(page))
    await page.getByRole('heading', { name: 'Plan', level: 1 }).focus()
    await page.keyboard.press('g')
    await expect.poll(() => viewOf(page)).toBe('grid')
    await page.keyboard.press('p')
    await expect.poll(() => viewOf(page)).toBe(null)
    await page.keyboard.press('c')
    await newPostSheet(page).waitFor()
    expect(complaints).toEqual([])
  })

  it('does nothing while somebody types, nor in a dialog', async () => {
    const { page } = await visit(browser, server)
    await page.keyboard.press('/')
    await search(page).pressSequentially('cpg/?')
    expect(await search(page).inputValue()).toBe('cpg/?')
    expect(viewOf(page)).toBe('list')
    await search(page).fill('')

    await page.getByRole('heading', { name: 'Plan', level: 1 }).focus()
    await page.keyboard.press('c')
    await newPostSheet(page).waitFor()
    await caption(page).pressSequentially('pg?')
    expect(await caption(page).inputValue()).toBe('pg?')
    await newPostSheet(page).getByRole('heading', { name: 'New post' }).click()
    for (const key of ['g', '?', 'Control+k']) await page.keyboard.press(key)
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(viewOf(page)).toBe('list')
    await page.getByRole('button', { name: 'Start over' }).click()
    await closeSheet(page)
  })

  it('closes what lies over the page, and gives the focus back to what opened it, the first time, too', async () => {
    const { page } = await visit(browser, server)
    for (const name of ['Slots', 'New post']) {
      const opener = page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }))
      await opener.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await opener.and(page.locator(':focus')).waitFor()
    }
  })

  it('is in a list that a key opens, where single keys can be switched off', async () => {
    const { page } = await visit(browser, server)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keys' })
    await list.getByText('Open the profile grid').waitFor()
    expect(await objections(page)).toEqual([])
    await list.getByRole('checkbox', { name: 'Single keys' }).setChecked(false)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByPlaceholder('Go to, do, or find a post').waitFor()
    expect(viewOf(page)).toBe(null)
  })
})

describe('the search for everything', () => {
  it('leads to places, and to posts by any of their words', async () => {
    await published(server, 'Found by its first words')
    await drafted(server, `A long one. ${'More of it. '.repeat(20)} Quince at the very end`)
    const { page, complaints } = await visit(browser, server)
    await page.getByRole('button', { name: 'Search everything' }).click()
    const field = page.getByRole('dialog').getByPlaceholder('Go to, do, or find a post')
    await page.getByRole('button', { name: /^Found by its first words/ }).waitFor()
    expect(await objections(page)).toEqual([])
    await field.fill('quince')
    await page.getByRole('button', { name: /^A long one\./ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A draft' }).waitFor()

    await page.keyboard.press('Control+k')
    await field.fill('library')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  it('does what needs nothing chosen first: a check, files to plan, an account, a key, the language', async () => {
    const { page, complaints } = await visit(browser, server)
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByPlaceholder('Go to, do, or find a post').fill(words)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const isChecked = page.waitForResponse((answer) => answer.url().endsWith('/attention/check'))
    await choose('check now')
    expect((await isChecked).ok()).toBe(true)
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await choose('connect')
    await page.waitForURL('**/settings/accounts/guide')
    for (const words of ['create key', 'api keys']) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await choose(words)
      const heading = page.getByRole('heading', { name: 'API keys' })
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(300)
    }
    const files = page.waitForEvent('filechooser')
    await choose('files')
    expect((await files).isMultiple()).toBe(true)
    await choose('deutsch')
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  it('opens the slots over the plan as it is', async () => {
    const { page } = await visit(browser, server, { at: '/plan?view=week&at=2031-11-24' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByPlaceholder('Go to, do, or find a post').fill('posting slots')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Posting slots' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?view=week&at=2031-11-24')
  })

  it('keeps what is typed while the page that was chosen is still being fetched', async () => {
    const { page } = await openPage(browser)
    const isAsked = Promise.withResolvers<void>()
    const fetched = Promise.withResolvers<void>()
    await page.route('**/assets/guide-page-*.js', async (route) => {
      isAsked.resolve()
      await fetched.promise
      await route.continue()
    })
    await page.goto(await freshLink(server))
    await isSignedIn(page)
    await isAsked.promise
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByPlaceholder('Go to, do, or find a post')
    await field.fill('connect')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/accounts/guide')
    await page.keyboard.press('Control+k')
    await field.fill('library')
    fetched.resolve()
    await page.getByRole('heading', { name: 'Connect your Instagram account' }).waitFor()
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await isFocused(field)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
  })

  it('has its button on a phone, too: photos are planned from there', async () => {
    const { page } = await visit(browser, server, { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'Search everything' }).click()
    const files = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files or a table to plan, one post each' }).click()
    expect((await files).isMultiple()).toBe(true)
    await page.getByRole('button', { name: 'Search everything' }).click()
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
