import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/rules/times/calendar-days.ts'
import { resolveWallTime, wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { accountId, postOf, uploaded } from '../../process-harness/client.ts'
import { objections, objectionsToOverlay } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted, scheduledAt } from '../posts/posts-at-hand.ts'
import { closeSheet, discardQuestion, isFocused, pressEnterOn, tabTo, visit } from '../visit.ts'
import { cell, chooseZone, drag, tile } from './plan-on-screen.ts'

let mediaFileId: string

openBrowserAndServer()
beforeAll(async () => {
  mediaFileId = (await uploaded(server)).id
})

/** Each test plans in a month of its own, so that none finds the posts of another. */
let month = 2
let first: string
beforeEach(() => {
  month += 1
  first = `${addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), month * 31).slice(0, 8)}01`
})

const on = (day: number) => addDays(first, day - 1)

const scheduled = (caption: string, at: number, timezone = 'UTC') =>
  scheduledAt(server, at, { caption, mediaFileId, timezone })

// High enough for six weeks: nothing has to be scrolled to be dropped on.
const openPlan = (view: string, day = first, options: BrowserContextOptions = {}) =>
  visit(browser, server, {
    ...options,
    viewport: { width: 1280, height: 1500 },
    at: `/plan?view=${view}&at=${day}`,
  })

async function show(page: Page, view: string, day = first): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${server.origin}/plan?view=${view}&at=${day}`)
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()
}

const timeOf = async (id: string) => (await postOf(server, id)).scheduledFor

describe('the plan', () => {
  it('schedules a draft that is dropped on a day, moves it by mouse, unschedules it, and undoes each', async () => {
    const { id } = await drafted(server, 'From draft to plan', { mediaFileId })
    const { page, complaints } = await openPlan('weeks')
    await drag(page, page.getByRole('listitem').filter({ hasText: 'From draft to plan' }), cell(page, on(12)))
    await cell(page, on(12)).getByText('From draft to plan').waitFor()
    const planned = await timeOf(id)
    expect(planned).toBe(`${on(12)}T10:00:00.000Z`)

    await drag(page, tile(page, 'From draft to plan'), cell(page, on(20)))
    await cell(page, on(20)).getByText('From draft to plan').waitFor()
    await page.getByText(/^Moved to/).waitFor()
    expect(Date.parse((await timeOf(id)) ?? '') - Date.parse(planned ?? '')).toBe(8 * DAY)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await cell(page, on(12)).getByText('From draft to plan').waitFor()
    await expect.poll(() => timeOf(id)).toBe(planned)

    await tile(page, 'From draft to plan').click()
    await page.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByText('Unscheduled.').waitFor()
    expect((await postOf(server, id)).status).toBe('DRAFT')
    await page.keyboard.press('Control+z')
    await cell(page, on(12)).getByText('From draft to plan').waitFor()
    expect(await timeOf(id)).toBe(planned)
    expect(complaints).toEqual([])
  })

  it('follows an opened post to days that are not on the screen, and undoes its last move only', async () => {
    const id = await scheduled('Away and further', Date.parse(`${on(3)}T10:00:00Z`))
    const { page, complaints } = await openPlan('day', on(3))
    await tile(page, 'Away and further').click()
    const panel = page.getByRole('dialog')
    for (const day of [on(12), on(20)]) {
      await panel.getByRole('button', { name: 'Change time' }).click()
      await panel.getByLabel('Date').fill(day)
      await panel.getByRole('button', { name: 'Save the time' }).click()
      await panel.locator(`time[datetime="${day}T10:00:00.000Z"]`).waitFor()
      await panel.getByText(/^Moved to/).waitFor()
      expect(await timeOf(id)).toBe(`${day}T10:00:00.000Z`)
    }
    await panel.getByRole('button', { name: 'Undo' }).click()
    await panel.locator(`time[datetime="${on(12)}T10:00:00.000Z"]`).waitFor()
    expect(await timeOf(id)).toBe(`${on(12)}T10:00:00.000Z`)
    expect(complaints).toEqual([])
  })

  it('closes an opened post by Back, comes back to it from its page, and is left by one Back when it was edited', async () => {
    await scheduled('Opened and closed', Date.parse(`${on(3)}T10:00:00Z`))
    const { page, complaints } = await openPlan('weeks')
    const plan = page.url()
    const panel = page.getByRole('dialog')
    await tile(page, 'Opened and closed').click()
    await panel.getByRole('link', { name: 'Details' }).waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).toBe(plan)

    await tile(page, 'Opened and closed').click()
    await panel.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { level: 1, name: 'Opened and closed' }).waitFor()
    await page.goBack()
    await panel.getByText('Opened and closed').waitFor()
    await page.reload()
    await panel.getByText('Opened and closed').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await tile(page, 'Opened and closed').click()
    await panel.getByRole('button', { name: 'Edit' }).click()
    await page.waitForURL(/post=/)
    await closeSheet(page)
    expect(new URL(page.url()).search).not.toMatch(/post|panel/)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    expect(complaints).toEqual([])
  })

  it('is left by one Back after a closed post was opened again by Forward', async () => {
    await scheduled('Forward and closed', Date.parse(`${on(3)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const panel = page.getByRole('dialog')
    await tile(page, 'Forward and closed').click()
    for (let times = 0; times < 2; times += 1) {
      await panel.getByText('Forward and closed').waitFor()
      await closeSheet(page)
      await panel.waitFor({ state: 'detached' })
      if (times === 0) await page.goForward()
    }
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('opens a post once by a double click while its code is fetched', async () => {
    await scheduled('Clicked twice', Date.parse(`${on(3)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const fetched = Promise.withResolvers<void>()
    await page.route('**/assets/post-panel-*', (route) => fetched.promise.then(() => route.continue()))
    await tile(page, 'Clicked twice').dblclick()
    fetched.resolve()
    await page.getByRole('dialog').getByText('Clicked twice').waitFor()
    await closeSheet(page)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('keeps open what a double click opens', async () => {
    await scheduled('Clicked twice again', Date.parse(`${on(3)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    for (let times = 0; times < 2; times += 1) {
      await tile(page, 'Clicked twice again').dblclick()
      await page.getByRole('dialog').getByText('Clicked twice again').waitFor()
      await closeSheet(page)
    }
  })

  it('closes an opened post that was deleted elsewhere', async () => {
    const id = await scheduled('Deleted by a script', Date.parse(`${on(3)}T10:00:00Z`))
    await scheduled('Still there', Date.parse(`${on(4)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const panel = page.getByRole('dialog')
    await tile(page, 'Deleted by a script').click()
    await panel.getByText('Deleted by a script').waitFor()
    await server.api(`/posts/${id}`, { method: 'DELETE' })
    await panel.waitFor({ state: 'detached' })
    await tile(page, 'Still there').click()
    await panel.getByText('Still there').waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('says no time of an opened post that was unscheduled elsewhere', async () => {
    const id = await scheduled('Taken back by a script', Date.parse(`${on(3)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const panel = page.getByRole('dialog')
    await tile(page, 'Taken back by a script').click()
    await panel.getByRole('button', { name: 'Change time' }).waitFor()
    await server.api(`/schedule/${id}`, { method: 'DELETE' })
    await panel.getByText('Draft', { exact: true }).waitFor()
    expect(await panel.getByText(/Scheduled for|Publishing has begun/).count()).toBe(0)
  })

  it('shows the same posts in weeks, by the hour and as a list, and keeps the view in the address', async () => {
    const at = Date.parse(`${on(9)}T15:30:00Z`)
    await scheduled('Four ways to see it', at, 'Asia/Tokyo')
    const { page } = await openPlan('weeks', on(9))
    await tile(page, 'Four ways to see it').getByText('3:30 PM').waitFor()
    await page.getByText('List', { exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Four ways to see it' })
    await row.getByText(/, 3:30 PM/).waitFor()
    await page.getByText('Hours', { exact: true }).click()
    await tile(page, 'Four ways to see it').getByText('3:30 PM').waitFor()
    await page.getByRole('columnheader').getByRole('button', { name: '1 post' }).click()
    await page.waitForURL(/view=day/)
    await tile(page, 'Four ways to see it').getByText('3:30 PM').waitFor()
    await page.getByText('Weeks', { exact: true }).click()
    await chooseZone(page, 'Asia/Tokyo')
    await cell(page, on(10)).getByText('12:30 AM').waitFor()
    await page.reload()
    await cell(page, on(10)).getByText('12:30 AM').waitFor()
    const title = page.getByRole('heading', { level: 2 }).first()
    const shown = await title.textContent()
    for (let week = 0; week < 5; week += 1) await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(() => title.textContent()).not.toBe(shown)
    for (let week = 0; week < 4; week += 1) await page.goBack()
    await page.goBack()
    await expect.poll(() => title.textContent()).toBe(shown)
  })

  it('moves a post by quarters of an hour in a week, and refuses the past', async () => {
    const id = await scheduled('By the hour', Date.parse(`${on(10)}T10:00:00Z`))
    const { page } = await openPlan('week', on(10))
    await drag(page, tile(page, 'By the hour'), cell(page, `${on(10)}T14`), { y: 0.6 })
    await cell(page, `${on(10)}T14`)
      .getByText('By the hour')
      .waitFor()
    await expect.poll(() => timeOf(id)).toBe(`${on(10)}T14:30:00.000Z`)

    const soon = await scheduled('Not yesterday', Date.now() + 3 * HOUR)
    const before = await timeOf(soon)
    const today = wallTimeOf(Date.now() + 3 * HOUR, 'UTC').slice(0, 10)
    await show(page, 'weeks', addDays(today, -7))
    await drag(page, tile(page, 'Not yesterday'), cell(page, addDays(today, -2)))
    await page.getByText('That time has passed, so nothing was changed.').waitFor()
    expect(await timeOf(soon)).toBe(before)
  })

  it('hides the posts that a filter leaves out and says how many', async () => {
    await scheduled('A photo to hide', Date.parse(`${on(5)}T10:00:00Z`))
    // Of the weeks around it, some may be another test's.
    const { page } = await openPlan('day', on(5))
    await tile(page, 'A photo to hide').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('checkbox', { name: 'Story' }).check()
    await page.keyboard.press('Escape')
    await page.getByText('1 post is hidden by the filter.').waitFor()
    expect(await tile(page, 'A photo to hide').count()).toBe(0)
    await page.reload()
    await page.getByText('1 post is hidden by the filter.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await tile(page, 'A photo to hide').waitFor()
  })

  it('says where the plan is too dense and where it is empty', async () => {
    for (const minute of ['00', '05', '10']) {
      await scheduled(`At ${minute}`, Date.parse(`${on(8)}T10:${minute}:00Z`))
    }
    await scheduled('Days later', Date.parse(`${on(12)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const hints = page.getByRole('region', { name: 'Gaps and clashes' })
    await hints.getByText(/3 posts within 10 minutes/).waitFor()
    // As the calendar has it, the post of the month before may be in sight, with a gap of its own after it.
    await hints
      .getByText(/Nothing planned from/)
      .last()
      .waitFor()
    await cell(page, on(10)).getByText('Nothing planned on this day.').waitFor({ state: 'attached' })
  })

  it('says on each of its days that more is planned than Instagram takes within 24 hours', async () => {
    const from = Date.parse(`${on(20)}T10:00:00Z`)
    for (let at = 0; at < 26; at += 1) await scheduled(`Number ${at}`, from + at * 50 * MINUTE)
    const said = /26 posts \(Instagram allows 25 in 24 hours\)/
    const { page } = await openPlan('day', on(21))
    await page.getByRole('region', { name: 'Gaps and clashes' }).getByText(said).waitFor()
    expect(await objections(page)).toEqual([])
    await show(page, 'month')
    for (const day of [20, 21]) await cell(page, on(day)).getByText(said).waitFor({ state: 'attached' })
    expect(await cell(page, on(22)).getByText(said).count()).toBe(0)
  })

  it('says how many posts a day holds beyond what its account may publish', async () => {
    await fetch(`${server.origin}/sandbox/behaviour`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ quota: 50 }),
    })
    expect((await server.api(`/accounts/${await accountId(server)}/publishing-limit`)).status).toBe(200)
    const midnight = Date.parse(`${on(8)}T00:00:00Z`)
    for (let n = 0; n < 50; n += 1) await scheduled(`Post ${n}`, midnight + n * 20 * MINUTE)
    const { page } = await openPlan('weeks')
    await cell(page, on(8)).getByText('50 of 50').waitFor()
    const hints = page.getByRole('region', { name: 'Gaps and clashes' })
    expect(await hints.getByText(/Instagram allows/).count()).toBe(0)
    await scheduled('One more', midnight + 50 * 20 * MINUTE)
    await page.reload()
    await hints.getByText(/51 posts \(Instagram allows 50 in 24 hours\)/).waitFor()
  })

  it('asks before a new time is lost, but not after Cancel or once it is saved', async () => {
    const id = await scheduled('Another time', Date.parse(`${on(16)}T10:00:00Z`))
    const { page } = await openPlan('day', on(16))
    await tile(page, 'Another time').click()
    const change = page.getByRole('button', { name: 'Change time' })
    await change.click()
    const time = page.getByLabel('Time', { exact: true })
    await time.fill('06:15')
    await page.keyboard.press('Escape')
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await time.inputValue()).toBe('06:15')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await change.click()
    expect(await time.inputValue()).toBe('10:00')
    await time.fill('07:30')
    await page.getByRole('button', { name: 'Save the time' }).click()
    await page.getByText(/^Moved to/).waitFor()
    expect(await timeOf(id)).toBe(`${on(16)}T07:30:00.000Z`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await drafted(server, 'A time for this one', { mediaFileId })
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: 'A time for this one' })
    await row.getByText('Schedule…').click()
    await page.getByLabel('Date').fill(on(18))
    await page.keyboard.press('Escape')
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(/^Scheduled for/).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('undoes the move that was made last, be it answered first or not yet', async () => {
    const first = await scheduled('Moved first', Date.parse(`${on(3)}T10:00:00Z`))
    const last = await scheduled('Moved last', Date.parse(`${on(4)}T10:00:00Z`))
    const { page } = await openPlan('weeks')
    const hold = async (id: string) => {
      const held = Promise.withResolvers<void>()
      await page.route(`**/schedule/${id}`, (route) => held.promise.then(() => route.continue()), {
        times: 1,
      })
      return held.resolve
    }
    const moved = page.getByText(/^Moved to/)
    const letFirst = await hold(first)
    await drag(page, tile(page, 'Moved first'), cell(page, on(10)))
    await drag(page, tile(page, 'Moved last'), cell(page, on(11)))
    await moved.waitFor()
    letFirst()
    await expect.poll(() => moved.count()).toBe(2)
    await page.keyboard.press('Control+z')
    await expect.poll(() => timeOf(last)).toBe(`${on(4)}T10:00:00.000Z`)

    await cell(page, on(4)).getByText('Moved last').waitFor()
    const letLast = await hold(last)
    await drag(page, tile(page, 'Moved last'), cell(page, on(12)))
    await cell(page, on(12)).getByText('Moved last').waitFor()
    await page.keyboard.press('Control+z')
    letLast()
    await cell(page, on(4)).getByText('Moved last').waitFor()
    await expect.poll(() => timeOf(last)).toBe(`${on(4)}T10:00:00.000Z`)
    expect(await timeOf(first)).toBe(`${on(10)}T10:00:00.000Z`)
  })

  it('asks once before a new time is lost by closing its post or by editing that, and not when it is unscheduled', async () => {
    const id = await scheduled('Typed but not saved', Date.parse(`${on(16)}T10:00:00Z`))
    const { page } = await openPlan('day', on(16))
    const panel = page.getByRole('dialog', { name: 'Post' })
    const typeTime = async () => {
      await tile(page, 'Typed but not saved').click()
      await panel.getByRole('button', { name: 'Change time' }).click()
      await page.getByLabel('Time', { exact: true }).fill('06:15')
    }
    const discard = discardQuestion(page).getByRole('button', { name: 'Discard changes' })
    await typeTime()
    await page.keyboard.press('Escape')
    await discard.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await typeTime()
    await panel.getByRole('button', { name: 'Edit' }).click()
    await discard.click()
    await closeSheet(page)
    await typeTime()
    await panel.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByText('Unscheduled.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await postOf(server, id)).status).toBe('DRAFT')
  })

  it('has the keyboard on the card again whose change was undone', async () => {
    await scheduled('There and back', Date.parse(`${on(17)}T10:00:00Z`))
    const { page } = await openPlan('day', on(17))
    const card = tile(page, 'There and back')
    await card.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Unschedule' }).press('Enter')
    await page.getByText('Unscheduled.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await card.waitFor()
    await isFocused(card)
  })

  it('moves a post by keyboard only, and undoes it in place', async () => {
    const id = await scheduled('Only keys', Date.parse(`${on(15)}T10:00:00Z`))
    const { page, complaints } = await openPlan('day', on(15))
    await pressEnterOn(page, tile(page, 'Only keys'))
    await page.getByRole('dialog').waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Change time' }))
    expect(await page.getByLabel('Date').evaluate((field) => field === document.activeElement)).toBe(true)
    await tabTo(page, page.getByLabel('Time', { exact: true }))
    await page.keyboard.type('0615AM')
    await page.keyboard.press('Enter')
    await page.getByText(/^Moved to/).waitFor()
    expect(await timeOf(id)).toBe(`${on(15)}T06:15:00.000Z`)
    await pressEnterOn(page, page.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => timeOf(id)).toBe(`${on(15)}T10:00:00.000Z`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
})

describe('a change of clocks', () => {
  const BERLIN = 'Europe/Berlin'
  /** The next day on which 02:30 comes twice, or never, in Berlin. */
  const next = (kind: 'twice' | 'never'): string => {
    let day = wallTimeOf(Date.now() + DAY, BERLIN).slice(0, 10)
    while (resolveWallTime({ wall: `${day}T02:30`, timeZone: BERLIN, choice: null }).kind !== kind) {
      day = addDays(day, 1)
    }
    return day
  }
  const dayBefore = (day: string) => {
    const found = resolveWallTime({ wall: `${addDays(day, -1)}T02:30`, timeZone: BERLIN, choice: null })
    return found.kind === 'instant' ? found.at : expect.unreachable()
  }

  it('asks which of two equal hours is meant when a post is dropped on a change of clocks', async () => {
    const day = next('twice')
    const at = dayBefore(day)
    const id = await scheduled('Twice at night', at, BERLIN)
    const { page } = await openPlan('weeks', day, { timezoneId: BERLIN })
    await drag(page, tile(page, 'Twice at night'), cell(page, day))
    const dialog = page.getByRole('dialog', { name: 'The clocks change that day' })
    await dialog.waitFor()
    expect(await objectionsToOverlay(page)).toEqual([])
    await dialog.getByRole('button', { name: /^The second .*UTC\+01:00/ }).click()
    await expect.poll(() => timeOf(id)).toBe(toIso(at + DAY + HOUR))
  })

  it('offers the time before and after an hour that a change of clocks skips', async () => {
    const day = next('never')
    const at = dayBefore(day)
    const id = await scheduled('Never at night', at, BERLIN)
    const { page } = await openPlan('weeks', day, { timezoneId: BERLIN })
    await tile(page, 'Never at night').click()
    await page.getByRole('button', { name: 'Change time' }).click()
    await page.getByLabel('Date').fill(day)
    await page.getByText(/there is no 2:30/).waitFor()
    await page.getByRole('button', { name: /^3:30 AM \(UTC\+02:00\)/ }).click()
    await isFocused(page.getByLabel('Time', { exact: true }))
    await page.getByRole('button', { name: 'Save the time' }).click()
    await page.getByText(/^Moved to/).waitFor()
    expect(await timeOf(id)).toBe(toIso(at + DAY))
  })
})

describe('axe on the plan, in light and in dark', () => {
  const aScene = async () => {
    await drafted(server, 'A draft in the panel', { mediaFileId })
    const minutes = ['00', '05', '10']
    for (const minute of minutes) await scheduled(`At ${minute}`, Date.parse(`${on(12)}T10:${minute}:00Z`))
    await scheduled('Later', Date.parse(`${on(17)}T10:00:00Z`))
  }

  it.each(['weeks', 'week', 'day'])('finds no axe violation in the plan by %s', async (view) => {
    await aScene()
    const { page } = await openPlan(view, on(12))
    await tile(page, 'At 05').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('finds no axe violation in the plan’s panel and its fields', async () => {
    await aScene()
    const { page } = await openPlan('day', on(12))
    await tile(page, 'At 05').click()
    await page.getByRole('button', { name: 'Change time' }).click()
    expect(await objections(page)).toEqual([])
  })
})
