// Cards are carried by mouse, finger and keyboard: between days, in and out of the tray, onto each other.
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { postOf, uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted, scheduledAt, toast } from '../posts/posts-at-hand.ts'
import { isAbove, visit } from '../visit.ts'
import { cell, drag, tile } from './plan-on-screen.ts'

let mediaFileId: string

openBrowserAndServer()
beforeAll(async () => {
  mediaFileId = (await uploaded(server)).id
})

/** Each test plans in weeks of its own. A Monday. */
let monday = ''
let weeks = 4
beforeEach(() => {
  weeks += 8
  const day = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), weeks * 7)
  monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
})
const on = (days: number) => addDays(monday, days)

const scheduled = (caption: string, at: string) =>
  scheduledAt(server, Date.parse(`${at}Z`), { caption, mediaFileId })

async function openPlan(width: number, height: number): Promise<Page> {
  const { page } = await visit(browser, server, {
    viewport: { width, height },
    at: `/plan?view=weeks&at=${monday}`,
  })
  await cell(page, monday).waitFor()
  return page
}

const tray = (page: Page) => page.locator('[data-drop="tray"]')
// The page shows a change before the server has answered: ask until it has.
const timeOf = async (id: string) => (await postOf(server, id)).scheduledFor
const statusOf = async (id: string) => (await postOf(server, id)).status
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click()

/** Presses each key only after the effect of the previous one was announced, as a person hears it. */
async function pressEach(page: Page, keys: readonly string[]): Promise<void> {
  const said = () => page.locator('[role=status][aria-live]').allTextContents()
  for (const [index, key] of keys.entries()) {
    const before = (await said()).join()
    await page.keyboard.press(key)
    if (index < keys.length - 1) await expect.poll(async () => (await said()).join()).not.toBe(before)
  }
}

describe('a card', () => {
  it('goes into the tray and comes out again by mouse, each with Undo', async () => {
    const id = await scheduled('Into the tray', `${on(1)}T13:00`)
    const page = await openPlan(1440, 900)
    await drag(page, tile(page, 'Into the tray'), tray(page), {
      above: () => page.getByText('Unschedule', { exact: true }).first().waitFor(),
    })
    await tray(page).getByText('Into the tray').waitFor()
    await expect.poll(() => statusOf(id)).toBe('DRAFT')
    await undo(page)
    await cell(page, on(1)).getByText('Into the tray').waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(1)}T13:00:00.000Z`)
  })

  it('takes the usual hour of its account out of the tray, never midnight', async () => {
    for (const day of [0, 1, 2]) await scheduled(`At three ${day}`, `${on(day)}T15:00`)
    const { id } = await drafted(server, 'Without a time', { mediaFileId })
    const page = await openPlan(1440, 900)
    await drag(
      page,
      tray(page).getByRole('listitem').filter({ hasText: 'Without a time' }),
      cell(page, on(8)),
    )
    await cell(page, on(8)).getByText('Without a time').waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(8)}T15:00:00.000Z`)
    await undo(page)
    await tray(page).getByText('Without a time').waitFor()
    await expect.poll(() => statusOf(id)).toBe('DRAFT')
  })

  it('is opened with its new time where it has words that are not saved, and is not scheduled without them', async () => {
    const { id } = await drafted(server, 'Saved words', { mediaFileId })
    const page = await openPlan(1440, 900)
    await tray(page).getByRole('link', { name: 'Saved words' }).click()
    await page.getByLabel('Caption', { exact: true }).fill('Words that count')
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await close()
    await tray(page).getByRole('button', { name: 'Schedule the draft “Saved words”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('Caption', { exact: true }).getByText('Words that count').waitFor()
    await close()
    expect(await statusOf(id)).toBe('DRAFT')
    await drag(page, tray(page).getByRole('listitem').filter({ hasText: 'Saved words' }), cell(page, on(8)))
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect.poll(() => statusOf(id)).toBe('SCHEDULED')
    const { caption, scheduledFor } = await postOf(server, id)
    expect([caption, scheduledFor?.slice(0, 10)]).toEqual(['Words that count', on(8)])
  })

  it('is said to be scheduled, with a way back, also when its dialog was left before the answer came', async () => {
    const { id } = await drafted(server, 'In a hurry', { mediaFileId })
    const page = await openPlan(1440, 900)
    const held = Promise.withResolvers<void>()
    await page.route(`**/posts/draft/${id}/schedule`, (route) => held.promise.then(() => route.continue()))
    await tray(page).getByRole('button', { name: 'Schedule the draft “In a hurry”' }).click()
    const sent = page.waitForRequest(`**/posts/draft/${id}/schedule`)
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
    await sent
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    held.resolve()
    await page.getByText(/^Scheduled for /).waitFor()
    await undo(page)
    await expect.poll(() => statusOf(id)).toBe('DRAFT')
  })

  it('has the time at which it was dropped, not one that was chosen for it before', async () => {
    const { id } = await drafted(server, 'Kept for later', { mediaFileId })
    const page = await openPlan(1440, 900)
    await tray(page).getByRole('link', { name: 'Kept for later' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: /^Schedule/ }).click()
    await sheet.getByRole('button', { name: 'Save draft' }).click()
    await sheet.getByText('The draft is saved.').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await drag(
      page,
      tray(page).getByRole('listitem').filter({ hasText: 'Kept for later' }),
      cell(page, on(8)),
    )
    await cell(page, on(8)).getByText('Kept for later').waitFor()
    await expect.poll(() => statusOf(id)).toBe('SCHEDULED')
    await page.goto(`${server.origin}/plan?post=${id}`)
    await page.getByRole('dialog').getByLabel('Caption', { exact: true }).waitFor()
  })

  it('changes places with another on which it is dropped', async () => {
    const [one, other] = [
      await scheduled('Early bread', `${on(2)}T09:00`),
      await scheduled('Late bread', `${on(4)}T18:30`),
    ]
    const page = await openPlan(1440, 900)
    await drag(page, tile(page, 'Early bread'), tile(page, 'Late bread'), {
      y: 0.5,
      above: () => page.getByText('Swap with “Late bread”').first().waitFor(),
    })
    await page.getByText('The two have changed places.').waitFor()
    await expect
      .poll(() => Promise.all([timeOf(one), timeOf(other)]))
      .toEqual([`${on(4)}T18:30:00.000Z`, `${on(2)}T09:00:00.000Z`])
    await undo(page)
    await expect.poll(() => timeOf(other)).toBe(`${on(4)}T18:30:00.000Z`)
    await expect.poll(() => timeOf(one)).toBe(`${on(2)}T09:00:00.000Z`)
  })

  it('is picked up, moved and dropped by keyboard, and put back by Escape', async () => {
    const id = await scheduled('By the keys', `${on(2)}T09:00`)
    const page = await openPlan(1440, 900)
    await tile(page, 'By the keys').focus()
    const said = page.locator('[role=status][aria-live]', { hasText: /./ })
    await page.keyboard.press('Space')
    await said.getByText('“By the keys” is picked up.').waitFor()
    await pressEach(page, ['ArrowRight', 'ArrowDown'])
    await said.getByText('9:00 AM').waitFor()
    expect(await objections(page)).toEqual([])
    await page.keyboard.press('Escape')
    await said.getByText('stays where it was').waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(2)}T09:00:00.000Z`)

    await pressEach(page, ['Space', 'ArrowRight', 'ArrowDown', 'Space'])
    await cell(page, on(10)).getByText('By the keys').waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(10)}T09:00:00.000Z`)
    await page.locator('button[data-status]:focus', { hasText: 'By the keys' }).waitFor()
    await pressEach(page, ['Space', 'KeyT', 'Space'])
    await tray(page).getByText('By the keys').waitFor()
    await expect.poll(() => statusOf(id)).toBe('DRAFT')
  })

  it('leaves the tray by keyboard', async () => {
    const { id } = await drafted(server, 'Out by the keys', { mediaFileId })
    const page = await openPlan(1440, 900)
    await page.getByRole('link', { name: 'Edit the draft “Out by the keys”' }).focus()
    await pressEach(page, ['Space', 'ArrowRight', 'ArrowRight', 'Space'])
    await page.getByText(/^Scheduled for/).waitFor()
    await expect.poll(() => statusOf(id)).toBe('SCHEDULED')
  })

  it('is carried by a finger that rests on it first', async () => {
    const id = await scheduled('By a finger', `${on(0)}T09:00`)
    const page = await openPlan(360, 740)
    const [from, to] = [await tile(page, 'By a finger').boundingBox(), await cell(page, on(2)).boundingBox()]
    if (!from || !to) return expect.unreachable()
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    await touch('touchStart', from.x + 20, from.y + 20)
    await page.locator('[data-dragged]').waitFor()
    await touch('touchMove', to.x + to.width / 2, to.y + to.height / 2)
    await cell(page, on(2)).and(page.locator('[data-over]')).waitFor()
    await touch('touchEnd', 0, 0)
    await cell(page, on(2)).getByText('By a finger').waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(2)}T09:00:00.000Z`)
    await isAbove(toast(page, 'Moved to'), page.getByRole('navigation'))
  })
})
