// The weekly times of an account: made in a few clicks, shown where they are free, and filled by a click or a card.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, weekOf } from '../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { accountId, postOf } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { drafted, scheduledAt } from '../posts/posts-at-hand.ts'
import {
  discardQuestion,
  goBack,
  isFocused,
  openFromHeader,
  switchAccount,
  visit,
  visitNewPost,
} from '../visit.ts'
import { cell, drag } from './plan-on-screen.ts'
import { connectBakery } from './shop.ts'

let server: ServerProcess
openBrowser()
beforeEach(async () => {
  server = await startServer()
})

/** The Monday after next, whose week is all to come. */
const monday = () => weekOf(addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 14))[0] ?? ''

async function openPlan(): Promise<Page> {
  const { page } = await visit(browser, server, {
    viewport: { width: 1440, height: 900 },
    at: `/plan?at=${monday()}`,
  })
  await cell(page, monday()).waitFor()
  return page
}

const ghostsOf = (page: Page, day: string) =>
  cell(page, day).getByRole('button', { name: /^New post in the free slot/ })

async function withSlots(): Promise<void> {
  const json = { timezone: 'UTC', weekly: { monday: ['09:30', '18:00'], tuesday: ['09:30'] } }
  const path = `/accounts/${await accountId(server)}/slots`
  expect((await server.api(path, { method: 'PUT', json })).status).toBe(200)
}

describe('slots', () => {
  it('are made for five days at one time in two clicks, and changed in the same place', async () => {
    const page = await openPlan()
    await page.getByRole('button', { name: 'Slots' }).click()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Save slots' }).click()
    for (const days of [0, 1, 2, 3, 4]) await ghostsOf(page, addDays(monday(), days)).waitFor()
    for (const days of [5, 6]) expect(await ghostsOf(page, addDays(monday(), days)).count()).toBe(0)
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Slots' }).click()
    const row = page.getByRole('group', { name: 'At 10:00' })
    await row.getByText('Mon', { exact: true }).click()
    await row.getByText('Sat', { exact: true }).click()
    await page.getByRole('button', { name: 'Save slots' }).click()
    await ghostsOf(page, addDays(monday(), 5)).waitFor()
    expect(await ghostsOf(page, monday()).count()).toBe(0)
  })

  it('are offered at a time that is not among them yet', async () => {
    const page = await openPlan()
    await page.getByRole('button', { name: 'Slots' }).click()
    const add = page.getByRole('button', { name: 'Add a time' })
    await add.click()
    await add.click()
    const times = await page
      .getByRole('dialog')
      .getByLabel('Time', { exact: true })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(new Set(times).size).toBe(times.length)
    expect(times.length).toBeGreaterThan(2)
  })

  it('lose no change by Escape or Cancel before that was confirmed', async () => {
    const page = await openPlan()
    await page.getByRole('button', { name: 'Slots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Slots' })
    const saturday = dialog.getByRole('checkbox', { name: 'Sat' })
    await dialog.getByText('Sat', { exact: true }).click()
    const question = discardQuestion(page)
    await page.keyboard.press('Escape')
    await question.waitFor()
    expect(await objections(page)).toEqual([])
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await saturday.isChecked()).toBe(true)
    await isFocused(saturday)

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await isFocused(question.getByRole('button', { name: 'Keep editing' }))
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await isFocused(page.getByRole('button', { name: 'Slots' }))
    await page.getByRole('button', { name: 'Slots' }).click()
    await saturday.waitFor({ state: 'attached' })
    expect(await saturday.isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('lose no time that has no day, and none to the choice of another account', async () => {
    await connectBakery(server)
    const page = await openPlan()
    await page.getByRole('button', { name: 'Slots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Slots' })
    const account = dialog.getByRole('combobox', { name: 'Account' })
    const row = dialog.getByRole('group', { name: 'At 10:00' })
    await row.waitFor()
    const toggle = async () => {
      for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await row.getByText(day, { exact: true }).click()
    }
    await toggle()
    await dialog.getByRole('button', { name: 'Save slots' }).click()
    await row.getByRole('alert').filter({ hasText: 'Choose a day for this time, or remove it.' }).waitFor()
    expect(await objections(page)).toEqual([])

    await toggle()
    expect(await row.getByRole('alert').count()).toBe(0)
    const first = await account.inputValue()
    await row.getByText('Sat', { exact: true }).click()
    await account.selectOption('harbour.bakery')
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    expect([
      await account.inputValue(),
      await row.getByRole('checkbox', { name: 'Sat' }).isChecked(),
    ]).toEqual([first, true])
    await account.focus()
    await account.selectOption('harbour.bakery')
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => row.getByRole('checkbox', { name: 'Sat' }).isChecked()).toBe(false)
    expect(await account.inputValue()).not.toBe(first)
    await isFocused(account)
    await row.getByRole('button', { name: 'Remove 10:00' }).click()
    await isFocused(dialog.getByRole('button', { name: 'Add a time' }))
  })

  it('open with the account of last time, else with the one that the plan shows', async () => {
    await connectBakery(server)
    const page = await openPlan()
    const account = page.getByRole('dialog', { name: 'Slots' }).getByRole('combobox', { name: 'Account' })
    const open = () => page.getByRole('button', { name: 'Slots' }).click()
    const close = async () => {
      await page.keyboard.press('Escape')
      await account.waitFor({ state: 'detached' })
    }
    await open()
    const first = await account.inputValue()
    await account.selectOption('harbour.bakery')
    const bakery = await account.inputValue()
    await close()
    await open()
    expect(await account.inputValue()).toBe(bakery)
    await close()

    await switchAccount(page, 'harbour.bakery')
    await open()
    expect(await account.inputValue()).toBe(bakery)
    await account.selectOption(first)
    expect(await account.inputValue()).toBe(first)
    await close()
    await open()
    expect(await account.inputValue()).toBe(bakery)
    await close()
    await switchAccount(page, 'All accounts')
  })

  it('are closed by the way back, which asks before a change is lost', async () => {
    const page = await openPlan()
    const dialog = page.getByRole('dialog', { name: 'Slots' })
    const saturday = dialog.getByRole('checkbox', { name: 'Sat' })
    const changeAndGoBack = async () => {
      await page.getByRole('button', { name: 'Slots' }).click()
      await dialog.getByText('Sat', { exact: true }).click()
      await goBack(page)
    }
    await openFromHeader(page, 'Inbox')
    await openFromHeader(page, 'Plan')
    await changeAndGoBack()
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    await isFocused(saturday)
    expect(await saturday.isChecked()).toBe(true)
    await goBack(page)
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Slots' }).click()
    await dialog.getByText('Sat', { exact: true }).click()
    await page.keyboard.press('Escape')
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goBack(page)
    await isFocused(page.getByRole('heading', { name: 'Inbox', level: 1 }))
  })

  it.each([1024, 768, 360])('are opened from the menu at %i pixels, which closes', async (width) => {
    const { page } = await visit(browser, server, { viewport: { width, height: 768 } })
    const menu = page.getByRole('button', { name: 'Filter', exact: true })
    for (const _time of ['first', 'second']) {
      await menu.click()
      await page.getByRole('button', { name: 'Slots' }).click()
      await page.getByRole('dialog', { name: 'Slots' }).waitFor()
      await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
    }
  })

  it('give a draft that is dropped on one its exact time, and on the day the next free one', async () => {
    await withSlots()
    const [exact, next] = [await drafted(server, 'On the slot'), await drafted(server, 'On the day')]
    const page = await openPlan()
    const inTray = (caption: string) => page.getByRole('listitem').filter({ hasText: caption })
    await drag(page, inTray('On the slot').last(), ghostsOf(page, addDays(monday(), 1)), { y: 0.5 })
    await cell(page, addDays(monday(), 1)).getByText('On the slot').waitFor()
    expect((await postOf(server, exact.id)).scheduledFor).toBe(`${addDays(monday(), 1)}T09:30:00.000Z`)
    expect(await ghostsOf(page, addDays(monday(), 1)).count()).toBe(0)

    await drag(page, inTray('On the day').last(), cell(page, monday()), { y: 0.95 })
    await cell(page, monday()).getByText('On the day').waitFor()
    expect((await postOf(server, next.id)).scheduledFor).toBe(`${monday()}T09:30:00.000Z`)
    expect(await ghostsOf(page, monday()).count()).toBe(1)
  })

  it('are where a new post goes when it is to be scheduled', async () => {
    await withSlots()
    const { page } = await visitNewPost(browser, server)
    await page.getByRole('radio', { name: 'Schedule' }).click()
    await page.getByRole('radio', { name: /(Mon|Tue).*, (9:30 AM|6:00 PM)/, checked: true }).waitFor()
  })

  it('begin a new post at their time with a click', async () => {
    await withSlots()
    const page = await openPlan()
    await ghostsOf(page, monday()).last().click()
    await page.getByRole('radio', { name: /, 6:00 PM/, checked: true }).waitFor()
  })
})

describe('a series', () => {
  it('is made of a post in two clicks, and its coming posts are shown until it is ended', async () => {
    await scheduledAt(server, Date.parse(`${monday()}T11:00Z`), { caption: 'Soup day' })
    const page = await openPlan()
    const again = (weeks: number) =>
      cell(page, addDays(monday(), 7 * weeks)).getByRole('link', { name: /^“Soup day” again on/ })
    await cell(page, monday()).getByRole('button', { name: 'Soup day' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Repeat' }).click()
    await page.getByRole('menuitem', { name: 'Every week, as a draft' }).click()
    for (const weeks of [1, 2, 3]) await again(weeks).waitFor()
    expect(await objections(page)).toEqual([])
    await isFocused(panel.getByRole('button', { name: 'Every week' }))

    await panel.getByRole('button', { name: 'Every week' }).click()
    await page.getByRole('menuitem', { name: 'Don’t repeat' }).click()
    await again(1).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Repeat' }).waitFor()
  })

  it('is told on the page of its post, and ended there, where the keyboard goes on', async () => {
    const postId = await scheduledAt(server, Date.parse(`${monday()}T12:00Z`), { caption: 'Market' })
    await server.api(`/posts/${postId}/recurrence`, { method: 'PUT', json: { every: 'monthly' } })
    const page = await openPlan()
    await page.goto(`${server.origin}/posts/${postId}`)
    await page.getByRole('button', { name: 'Every month' }).click()
    await page.getByRole('menuitem', { name: 'Don’t repeat' }).click()
    await page.getByRole('button', { name: 'Every month' }).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Details')
    expect((await server.api(`/posts/${postId}/recurrence`)).status).toBe(404)
  })
})
