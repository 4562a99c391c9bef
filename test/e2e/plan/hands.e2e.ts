// What a planner does with both hands: several cards at once, copies, files from the library onto a day.
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { DAY, HOUR } from '../../../core/time.ts'
import { postOf, uploaded } from '../../process-harness/client.ts'
import { startServer } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted, scheduledAt } from '../posts/posts-at-hand.ts'
import { visit } from '../visit.ts'
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
const timeOf = async (id: string) => (await postOf(server, id)).scheduledFor
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click()

async function openPlan(): Promise<Page> {
  const { page } = await visit(browser, server, {
    viewport: { width: 1440, height: 900 },
    at: `/plan?view=weeks&at=${monday}`,
  })
  await cell(page, monday).waitFor()
  return page
}

describe('several cards', () => {
  const DAYS = [0, 1, 2, 3, 4]

  it('are chosen by one sweep with Shift and moved a day on by one drag, in one request, with one Undo', async () => {
    const ids: string[] = []
    for (const day of DAYS) ids.push(await scheduled(`Bread ${day}`, `${on(day)}T0${day + 3}:00`))
    const times = () => Promise.all(ids.map(timeOf))
    const on9 = (by: number) => DAYS.map((day) => `${on(day + by)}T0${day + 3}:00:00.000Z`)
    const page = await openPlan()
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(new URL(request.url()).pathname)
    })
    await page.keyboard.down('Shift')
    await drag(page, tile(page, 'Bread 0'), tile(page, 'Bread 4'), { y: 0.5 })
    await page.keyboard.up('Shift')
    await page.getByRole('toolbar', { name: '5 selected' }).waitFor()
    expect(await objections(page)).toEqual([])
    await drag(page, tile(page, 'Bread 1'), cell(page, on(2)), {
      above: () =>
        page
          .getByText(/^5 posts · /)
          .first()
          .waitFor(),
    })
    await page.getByText('5 posts moved.').waitFor()
    expect(requests).toEqual(['/api/posts/bulk'])
    expect(await times()).toEqual(on9(1))
    await undo(page)
    await expect.poll(times).toEqual(on9(0))
    expect(requests).toEqual(['/api/posts/bulk', '/api/posts/bulk'])
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  it('are chosen and moved by keyboard alone', async () => {
    const ids = [await scheduled('One', `${on(0)}T09:00`), await scheduled('Two', `${on(1)}T09:00`)]
    const page = await openPlan()
    for (const name of ['One', 'Two']) {
      await tile(page, name).focus()
      await page.keyboard.press('Shift+Enter')
    }
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    // What a filter hides is not chosen.
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('checkbox', { name: 'Reel' }).check()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Reel' }).uncheck()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await page.getByRole('button', { name: 'A day later' }).click()
    await page.getByText('2 posts moved.').waitFor()
    expect(await Promise.all(ids.map(timeOf))).toEqual([`${on(1)}T09:00:00.000Z`, `${on(2)}T09:00:00.000Z`])
    await page.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByText('2 posts unscheduled').waitFor()
    await undo(page)
    await expect
      .poll(() => Promise.all(ids.map(timeOf)))
      .toEqual([`${on(1)}T09:00:00.000Z`, `${on(2)}T09:00:00.000Z`])
  })
})

describe('a card', () => {
  it('leaves a copy of itself where it is dropped with Alt', async () => {
    const id = await scheduled('Twice baked', `${on(1)}T09:00`)
    const page = await openPlan()
    await page.keyboard.down('Alt')
    await drag(page, tile(page, 'Twice baked'), cell(page, on(3)), {
      above: () =>
        page
          .getByText(/^Copy: /)
          .first()
          .waitFor(),
    })
    await page.keyboard.up('Alt')
    await cell(page, on(3)).getByText('Twice baked').waitFor()
    expect(await timeOf(id)).toBe(`${on(1)}T09:00:00.000Z`)
    await undo(page)
    await cell(page, on(3)).getByText('Twice baked').waitFor({ state: 'detached' })
    await cell(page, on(1)).getByText('Twice baked').waitFor()
  })

  it('shows all of itself while a pointer rests on it', async () => {
    await scheduled('A long story\nwith a second line', `${on(1)}T09:00`)
    const page = await openPlan()
    const preview = page.locator('[data-preview]')
    // Its code is fetched once the page has nothing else to do.
    await expect
      .poll(async () => {
        await tile(page, 'A long story').hover({ position: { x: 12, y: 12 + (Date.now() % 8) } })
        return await preview.count()
      })
      .toBe(1)
    await preview.getByText('with a second line').waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
  })
})

describe('the plan by the hour', () => {
  it('shows the seven days that come, also on a Sunday', async () => {
    const sunday = on(6)
    const { page } = await visit(browser, server, { at: `/plan?view=week&at=${sunday}` })
    await cell(page, `${sunday}T12`).waitFor()
    const days = await page
      .locator('thead th')
      .evaluateAll((heads) => heads.slice(1).map((head) => head.textContent))
    expect(days).toHaveLength(7)
    for (const [index, text] of days.entries())
      expect(text).toContain(String(Number(addDays(sunday, index).slice(8))))
  })
})

describe('the list', () => {
  it('begins with what goes out next, has a dozen rows on a screen, another order, and moves what is chosen', async () => {
    const own = await startServer()
    const file = (await uploaded(own)).id
    const first = Date.now() + 2 * DAY
    const ids: string[] = []
    for (const hours of [5, 1, 3, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13])
      ids.push(
        await scheduledAt(own, first + hours * HOUR, { caption: `In ${hours} hours`, mediaFileId: file }),
      )
    await drafted(own, 'Not yet', { mediaFileId: file })
    const { page } = await visit(browser, own, {
      viewport: { width: 1440, height: 900 },
      at: '/plan?view=list',
    })
    const rows = page.getByRole('main').getByRole('listitem')
    await rows.first().getByText('In 1 hours').waitFor()
    expect((await rows.nth(11).boundingBox())?.y ?? Infinity).toBeLessThan(900 - 44)
    expect(await objections(page)).toEqual([])
    await rows.nth(0).getByRole('checkbox').click()
    await rows
      .nth(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: '5 selected' }).waitFor()
    await page.getByRole('button', { name: 'A day later' }).click()
    await page.getByText('5 posts moved.').waitFor()
    expect((await postOf(own, ids[1] ?? '')).scheduledFor).toBe(
      new Date(Math.floor((first + HOUR) / 60_000) * 60_000 + DAY).toISOString(),
    )
    await page.getByLabel('Order').selectOption('Newest first')
    await rows.first().getByText('Not yet').waitFor()
  })
})

describe('the library beside the plan', () => {
  it('has what no post uses first, is searched, and puts a file on Thursday in one drag, with its words and one Undo', async () => {
    await scheduled('Uses it', `${on(0)}T09:00`)
    const { id } = await uploaded(server)
    await server.api(`/media/${id}`, { method: 'PATCH', json: { altText: 'A loaf of rye' } })
    const page = await openPlan()
    await page.getByRole('button', { name: 'Files to plan' }).click()
    const files = page.getByRole('list', { name: 'Files of the library, unused first' }).getByRole('listitem')
    await files.last().getByText('used').waitFor()
    expect(await files.first().getByText('used').count()).toBe(0)
    expect(await objections(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Search files' }).fill('loaf of')
    await expect.poll(() => files.count()).toBe(1)
    await drag(page, files.first(), cell(page, on(3)))
    await cell(page, on(3)).getByText('A loaf of rye').waitFor()
    await page.getByText(/^Scheduled for Thu/).waitFor()
    await undo(page)
    await cell(page, on(3)).getByText('A loaf of rye').waitFor({ state: 'detached' })
  })
})

describe('a note on a day', () => {
  it('is written on it, stays there, and is removed', async () => {
    const page = await openPlan()
    await cell(page, on(2)).hover()
    await cell(page, on(2))
      .getByRole('button', { name: /^Note on/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Note on Wednesday/ })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Harvest festival')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await objections(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save the note' }).click()
    await cell(page, on(2)).getByText('Harvest festival').waitFor()
    await page.reload()
    await cell(page, on(2)).getByText('Harvest festival').click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('')
    await dialog.getByRole('button', { name: 'Save the note' }).click()
    await cell(page, on(2)).getByText('Harvest festival').waitFor({ state: 'detached' })
  })
})
