import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, startOfDay } from '../../../core/rules/times/calendar-days.ts'
import { resolveWallTime, wallTimeOf } from '../../../core/rules/times/wall-time.ts'
import { DAY, toIso } from '../../../core/time.ts'
import { postOf, uploaded } from '../../process-harness/client.ts'
import { dropFiles } from '../drop-files.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { scheduledAt } from '../posts/posts-at-hand.ts'
import { photoFile, visit } from '../visit.ts'
import { cell, chooseZone, drag, tile } from './plan-on-screen.ts'

let mediaFileId: string

openBrowserAndServer()
beforeAll(async () => {
  mediaFileId = (await uploaded(server)).id
})

/** Where it is planned: in a zone that no calendar here has. */
const OWN = 'Australia/Adelaide'

const scheduled = (caption: string, at: number) =>
  scheduledAt(server, at, { caption, mediaFileId, timezone: OWN })

const instantOf = (wall: string, timeZone: string): number => {
  const found = resolveWallTime({ wall, timeZone, choice: null })
  return found.kind === 'instant' ? found.at : expect.unreachable()
}

/** The next day there that is shorter than others, or longer. */
function nextChange(sign: -1 | 1, timeZone: string): string {
  let day = wallTimeOf(Date.now() + 2 * DAY, timeZone).slice(0, 10)
  const longer = () => startOfDay(addDays(day, 1), timeZone) - startOfDay(day, timeZone) - DAY
  while (Math.sign(longer()) !== sign) day = addDays(day, 1)
  return day
}

/** `Sun, Mar 28, 2:15 PM`, as the clocks of that zone show it. */
const written = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(at)

async function openWeek(timezoneId: string, day: string): Promise<Page> {
  const { page } = await visit(browser, server, {
    timezoneId,
    locale: 'en-US',
    viewport: { width: 1280, height: 1500 },
    at: `/plan?view=week&at=${day}`,
  })
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()
  return page
}

describe.each([
  // Kolkata changes no clocks; the weeks are those in which Berlin does.
  { zone: 'Europe/Berlin', changes: 'Europe/Berlin' },
  { zone: 'America/Los_Angeles', changes: 'America/Los_Angeles' },
  { zone: 'Asia/Kolkata', changes: 'Europe/Berlin' },
  // By half an hour.
  { zone: 'Australia/Lord_Howe', changes: 'Australia/Lord_Howe' },
])('a reader in $zone', ({ zone, changes }) => {
  it.each([
    { name: 'forward', sign: -1 },
    { name: 'back', sign: 1 },
  ] as const)('sees one time everywhere on the day on which clocks go $name', async ({ name, sign }) => {
    const day = nextChange(sign, changes)
    const caption = `Clocks go ${name} in ${zone}`
    const id = await scheduled(caption, instantOf(`${day}T08:00`, zone))
    const page = await openWeek(zone, day)
    const row = page.getByRole('row').filter({ has: cell(page, `${day}T08`) })
    await row.getByRole('rowheader', { name: '8:00 AM' }).waitFor()
    await cell(page, `${day}T08`).getByText(caption).waitFor()
    await tile(page, caption).getByText('8:00 AM', { exact: true }).waitFor()

    const at = instantOf(`${day}T14:15`, zone)
    await drag(page, tile(page, caption), cell(page, `${day}T14`), {
      y: 0.4,
      above: () => page.getByText(written(at, zone), { exact: true }).first().waitFor(),
    })
    await page.getByText(`Moved to ${written(at, zone)}.`).waitFor()
    expect((await postOf(server, id)).scheduledFor).toBe(toIso(at))
    await cell(page, `${day}T14`).getByText('2:15 PM', { exact: true }).waitFor()

    await tile(page, caption).click()
    const panel = page.getByRole('dialog')
    await panel.getByText(`${written(at, zone)} ${zone.replace('_', ' ')}`, { exact: true }).waitFor()
    await panel.getByText(`Scheduled as ${written(at, OWN)} in ${OWN}`).waitFor()
    await panel.getByRole('button', { name: 'Change time' }).click()
    expect(await panel.getByLabel('Date').inputValue()).toBe(day)
    expect(await panel.getByLabel('Time', { exact: true }).inputValue()).toBe('14:15')
    await panel.getByLabel('Time', { exact: true }).fill('15:45')
    await panel.getByRole('button', { name: 'Save the time' }).click()
    const later = instantOf(`${day}T15:45`, zone)
    await panel.getByText(`Moved to ${written(later, zone)}.`).waitFor()
    const { scheduledFor, timezone } = await postOf(server, id)
    expect([scheduledFor, timezone]).toEqual([toIso(later), OWN])
  })
})

describe('another zone', () => {
  it('is chosen for the whole calendar, named in messages, and remembered', async () => {
    const day = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 40)
    const at = instantOf(`${day}T21:30`, 'Europe/Berlin')
    await scheduled('Late in Berlin', at)
    const page = await openWeek('Europe/Berlin', day)
    await cell(page, `${day}T21`).getByText('9:30 PM').waitFor()
    await chooseZone(page, 'Asia/Tokyo')
    const there = wallTimeOf(at, 'Asia/Tokyo')
    await page.goto(`${server.origin}/plan?view=week&at=${there.slice(0, 10)}`)
    await cell(page, there.slice(0, 13)).getByText('5:30 AM').waitFor()
    await page.reload()
    await cell(page, there.slice(0, 13)).getByText('5:30 AM').waitFor()

    await drag(page, tile(page, 'Late in Berlin'), cell(page, `${there.slice(0, 10)}T09`), { y: 0.1 })
    await page.getByText(/^Moved to .*, 9:00 AM \(Asia\/Tokyo\)\./).waitFor()

    await page.getByText('List', { exact: true }).click()
    await page
      .getByRole('listitem')
      .getByText(/, 9:00 AM \(Asia\/Tokyo\)/)
      .waitFor()
    await page.getByRole('link', { name: 'Late in Berlin' }).click()
    await page.getByRole('heading', { name: /, 9:00 AM \(Asia\/Tokyo\)/ }).waitFor()
    await page.getByText(/ at 9:00:00 AM GMT\+9/).waitFor()
  })

  it('is named beside what goes out next', async () => {
    await scheduled('Soon', Date.now() + DAY)
    const page = await openWeek('Europe/Berlin', wallTimeOf(Date.now(), 'UTC').slice(0, 10))
    await chooseZone(page, 'Asia/Tokyo')
    await page.goto(`${server.origin}/inbox`)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Soon' })
      .getByText(/\d [AP]M \(Asia\/Tokyo\)/)
      .waitFor()
  })

  it('is named beside the times of an import', async () => {
    const page = await openWeek('Europe/Berlin', wallTimeOf(Date.now(), 'UTC').slice(0, 10))
    await chooseZone(page, 'Asia/Kolkata')
    await page.goto(`${server.origin}/library`)
    await dropFiles(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: /^Daily/ }).click()
    await sheet.getByText('Asia/Kolkata').waitFor()
  })

  it('is the one of a post that is begun in the calendar', async () => {
    const day = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 50)
    const page = await openWeek('Europe/Berlin', day)
    await chooseZone(page, 'Asia/Kolkata')
    await cell(page, `${day}T16`).click({ position: { x: 5, y: 2 } })
    await page.getByText(/, 4:00 PM \(Asia\/Kolkata\)$/).waitFor()
  })
})
