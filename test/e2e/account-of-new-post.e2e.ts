// Several accounts: a new post goes to the one that is meant, and to none that was not.
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { migrationsDir } from '../../local-server/paths.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { anAccountRecord } from '../factories.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { caption, newPostSheet, openNewPost, visit } from './visit.ts'

let server: ServerProcess
let other: string

openBrowser()
beforeAll(async () => {
  const first = await startServer()
  await first.stop()
  const { db, close } = openDatabase(join(first.dataDir, 'nightpost.db'), migrationsDir)
  const account = anAccountRecord({ username: 'shop.two', avatarKey: null, lastSyncedAt: Date.now() })
  await createSqliteAccountStore(db).put(account)
  close()
  other = account.id
  server = await first.again()
})

const account = (sheet: Locator) => sheet.getByRole('combobox', { name: 'Account' })
const nameOf = (chosen: Locator) =>
  chosen.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent)

async function draftsOf(accountId: string): Promise<PostBody[]> {
  const answer = await server.api('/posts?status=DRAFT')
  const { posts } = (await answer.json()) as { posts: PostBody[] }
  return posts.filter(({ platformAccountId }) => platformAccountId === accountId)
}

async function saveDraft(page: Page, text: string): Promise<void> {
  await caption(page).fill(text)
  await page.getByRole('button', { name: 'Save draft' }).click()
}

it('goes to the account that the plan is narrowed to, and the next one to the same', async () => {
  const { page, complaints } = await visit(browser, server, { at: `/plan?view=list&account=${other}` })
  await openNewPost(page)
  await expect.poll(() => nameOf(account(newPostSheet(page)))).toBe('shop.two')
  await saveDraft(page, 'For the shop')
  await expect
    .poll(async () => (await draftsOf(other)).map(({ caption }) => caption))
    .toEqual(['For the shop'])
  await page.goto(`${server.origin}/library`)
  await openNewPost(page)
  await expect.poll(() => nameOf(account(newPostSheet(page)))).toBe('shop.two')
  expect(complaints).toEqual([])
})

it('has no account while none is known, and its button asks for one', async () => {
  const { page, complaints } = await visit(browser, server)
  await openNewPost(page)
  const sheet = newPostSheet(page)
  expect(await account(sheet).inputValue()).toBe('')
  await saveDraft(page, 'For whom?')
  await sheet.getByText('Choose the account that this post is for.').waitFor()
  expect(await objections(page)).toEqual([])
  await account(sheet).selectOption('demo.kitchen')
  await sheet.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved as a draft.').waitFor()
  expect((await draftsOf(other)).map(({ caption }) => caption)).not.toContain('For whom?')
  expect(complaints).toEqual([])
})
