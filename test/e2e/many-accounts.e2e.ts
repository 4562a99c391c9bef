// Five hundred accounts: one of them is found by typing a part of its name, and of the others little is drawn.
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { migrationsDir } from '../../local-server/paths.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { anAccountRecord } from '../factories.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objectionsToOverlay } from './axe.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { accountSwitch, newPostSheet, openFromHeader, visit, visitNewPost } from './visit.ts'

const MANY = 500

let server: ServerProcess

openBrowser()
beforeAll(async () => {
  const first = await startServer()
  await first.stop()
  const { db, raw, close } = openDatabase(join(first.dataDir, 'nightpost.db'), migrationsDir)
  const accounts = createSqliteAccountStore(db)
  raw.exec('begin')
  for (let n = 1; n <= MANY; n += 1)
    await accounts.put(anAccountRecord({ username: `shop.${n}`, avatarKey: null, lastSyncedAt: Date.now() }))
  raw.exec('commit')
  close()
  server = await first.again()
})

it('finds the account of a new post among five hundred', async () => {
  const { page, complaints } = await visitNewPost(browser, server)
  const sheet = newPostSheet(page)
  const account = sheet.getByRole('combobox', { name: 'Account' })
  await account.click()
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option').count()).toBeLessThan(10)
  expect(await objectionsToOverlay(page)).toEqual([])
  await account.fill('shop.347')
  await page.keyboard.press('Enter')
  expect(await account.inputValue()).toBe('shop.347')
  await account.fill('nobody')
  await page.getByText('No account with that name').waitFor()
  expect(complaints).toEqual([])
})

it('makes one of five hundred the current account, found by a part of its name', async () => {
  const { page, complaints } = await visit(browser, server)
  await accountSwitch(page).click()
  const list = page.getByRole('dialog', { name: /^Account: / })
  await list.getByRole('searchbox').waitFor()
  expect(await list.getByRole('button').count()).toBeLessThan(20)
  expect(await objectionsToOverlay(page)).toEqual([])
  await list.getByRole('searchbox').fill('shop.499')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account: shop.499' }).waitFor()
  expect(complaints).toEqual([])
})

it('asks once for the story mentions of all five hundred', async () => {
  const { page } = await visit(browser, server)
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/story-repost/history')) asked.add(request.url())
  })
  await openFromHeader(page, 'Inbox')
  await page.getByRole('heading', { name: 'The next 48 hours' }).waitFor()
  await expect.poll(() => asked.size).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(asked.size).toBe(1)
})
