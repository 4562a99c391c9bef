// Twelve accounts: a new post goes to the one that is meant, and to none that was not.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { DAY } from '../../core/time.ts'
import { addDays } from '../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../core/rules/times/wall-time.ts'
import { migrationsDir } from '../../local-server/paths.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { anAccountRecord } from '../factories.ts'
import { uploaded } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { dropFiles } from './drop-files.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { cell, drag } from './plan/plan-on-screen.ts'
import { scheduledAt } from './posts/posts-at-hand.ts'
import {
  accountSwitch,
  caption,
  newPostSheet,
  openFromHeader,
  openNewPost,
  photoFile,
  switchAccount,
  visit,
} from './visit.ts'

let server: ServerProcess
let others: readonly string[]

openBrowser()
beforeAll(async () => {
  const first = await startServer()
  await first.stop()
  const { db, close } = openDatabase(join(first.dataDir, 'nightpost.db'), migrationsDir)
  const accounts = createSqliteAccountStore(db)
  const stored = Array.from({ length: 11 }, (_, n) =>
    anAccountRecord({ username: `shop.${n + 1}`, avatarKey: null, lastSyncedAt: Date.now() }),
  )
  for (const account of stored) await accounts.put(account)
  close()
  others = stored.map(({ id }) => id)
  server = await first.again()
})

async function drafts(): Promise<PostBody[]> {
  const { posts } = (await (await server.api('/posts?status=DRAFT&limit=100')).json()) as {
    posts: PostBody[]
  }
  return posts
}

async function saveDraft(page: Page, text: string): Promise<void> {
  await caption(page).fill(text)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved as a draft.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe('the current account', () => {
  it('gets all of twelve new posts, however they are begun', async () => {
    const { page, complaints } = await visit(browser, server, { viewport: { width: 1440, height: 900 } })
    await switchAccount(page, 'shop.7')
    await openNewPost(page)
    await saveDraft(page, 'By the button')
    await page.keyboard.press('c')
    await newPostSheet(page).waitFor()
    await saveDraft(page, 'By the key')
    const day = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 1)
    await cell(page, day).hover()
    await cell(page, day)
      .getByRole('button', { name: /^New post/ })
      .click()
    await newPostSheet(page).waitFor()
    await saveDraft(page, 'On a day')
    await dropFiles(page, [await photoFile('one.jpg')])
    await newPostSheet(page).getByAltText('The file as it will be published').waitFor()
    await saveDraft(page, 'Dropped')
    await dropFiles(page, await Promise.all(Array.from({ length: 8 }, (_, n) => photoFile(`row ${n}.jpg`))))
    await page.getByRole('button', { name: 'Save 8 drafts' }).click()
    await page.getByText('8 drafts saved.').waitFor()
    const made = await drafts()
    expect(made).toHaveLength(12)
    expect(new Set(made.map(({ platformAccountId }) => platformAccountId))).toEqual(new Set([others[6]]))
    expect(complaints).toEqual([])
  })

  it('is chosen by its number, is kept over a reload, and rules the grid', async () => {
    const { page, complaints } = await visit(browser, server)
    await page.keyboard.press('3')
    const is = (name: string) =>
      accountSwitch(page).and(page.getByRole('button', { name: `Account: ${name}` }))
    const label = async () => String(await accountSwitch(page).getAttribute('aria-label'))
    await expect.poll(label).not.toBe('Account: All accounts')
    const chosen = (await label()).replace('Account: ', '')
    await page.reload()
    await is(chosen).waitFor()
    await page.goto(`${server.origin}/plan?view=grid`)
    await page.getByRole('main').getByText(chosen, { exact: true }).waitFor()
    await page.keyboard.press('0')
    await is('All accounts').waitFor()
    await accountSwitch(page).click()
    const list = page.getByRole('dialog', { name: /^Account: / })
    await list.getByRole('button', { name: 'shop.11' }).waitFor()
    expect(await objections(page)).toEqual([])
    await list.getByRole('searchbox').fill('shop.1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await is('shop.1').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows the drafts and the posts of no other account', async () => {
    const json = { accountId: others[0], mediaType: 'IMAGE', caption: 'Of the first shop' }
    await server.api('/posts/draft', { json })
    const { page } = await visit(browser, server, { viewport: { width: 1440, height: 900 } })
    const draft = page.getByText('Of the first shop')
    await draft.first().waitFor()
    await switchAccount(page, 'shop.2')
    await expect.poll(() => draft.count()).toBe(0)
    await switchAccount(page, 'shop.1')
    await draft.first().waitFor()
    await page.goto(`${server.origin}/plan?view=list`)
    await draft.first().waitFor()
    await switchAccount(page, 'shop.2')
    await expect.poll(() => draft.count()).toBe(0)
  })

  it('is the one whose posts the plan counts, and another one once its own plan is opened', async () => {
    const at = Date.now() + DAY
    await scheduledAt(server, at, { caption: 'Counted by the plan' })
    const { page } = await visit(browser, server)
    const legend = page.getByRole('region', { name: 'Legend' })
    await legend.getByText('1 post is scheduled').waitFor()
    await switchAccount(page, 'shop.2')
    await legend.getByText('Nothing is scheduled.').waitFor()
    await openFromHeader(page, 'Accounts')
    await page.getByRole('link', { name: /^Open the plan of / }).click()
    await page.getByRole('button', { name: 'Counted by the plan' }).waitFor()
  })
})

it('is that with which an import began, whatever another tab does meanwhile', async () => {
  const { page } = await visit(browser, server)
  const use = (one: Page, id: string | undefined) =>
    one.evaluate((text) => localStorage.setItem('nightpost-last-account', text), JSON.stringify(id))
  await use(page, others[2])
  await page.reload()
  await dropFiles(page, await Promise.all(['one.jpg', 'two.jpg'].map((name) => photoFile(name))))
  await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
  const heard = page.evaluate(
    () => new Promise((resolve) => window.addEventListener('storage', () => resolve(true), { once: true })),
  )
  const other = await page.context().newPage()
  await other.goto(`${server.origin}/favicon.svg`)
  await use(other, others[4])
  await heard
  await page.getByLabel('Caption of one.jpg').fill('With which it began')
  await page.getByRole('button', { name: 'Save 2 drafts' }).click()
  await page.getByText('2 drafts saved.').waitFor()
  const draft = (await drafts()).find(({ caption: text }) => text === 'With which it began')
  expect(draft?.platformAccountId).toBe(others[2])
})

it('is the last used one for a file that is dropped on a day while all are shown, as the message says', async () => {
  await uploaded(server)
  const { page } = await visit(browser, server, { viewport: { width: 1440, height: 900 } })
  await page.evaluate(
    (text) => localStorage.setItem('nightpost-last-account', text),
    JSON.stringify(others[2]),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Files to plan' }).click()
  const files = page.getByRole('list', { name: 'Files of the library, unused first' }).getByRole('listitem')
  await drag(page, files.first(), cell(page, addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 1)))
  await page.getByText(/^shop\.3 · Scheduled for /).waitFor()
})

it('is no account while none is known, and its button asks for one', async () => {
  const { page, complaints } = await visit(browser, server)
  const before = (await drafts()).length
  await openNewPost(page)
  await caption(page).fill('For whom?')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const sheet = newPostSheet(page)
  await sheet.getByText('Choose the account that this post is for.').waitFor()
  expect(await drafts()).toHaveLength(before)
  expect(await objections(page)).toEqual([])
  await sheet.getByRole('combobox', { name: 'Account' }).fill('shop.9')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved as a draft.').waitFor()
  expect((await drafts()).find((draft) => draft.caption === 'For whom?')?.platformAccountId).toBe(others[8])
  expect(complaints).toEqual([])
})
