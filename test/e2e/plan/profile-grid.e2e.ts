// The profile as it will look: what is planned above what is published.
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { scheduledAt } from '../posts/posts-at-hand.ts'
import { answerTo, freshLink, isSignedIn, visit } from '../visit.ts'
import { drag } from './plan-on-screen.ts'
import { serverWithPosts } from './planned-posts.ts'

let server: ServerProcess
let media: string
openBrowser()
beforeEach(async () => {
  server = await startServer()
  media = (await uploaded(server)).id
})

const noon = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR

const scheduled = (caption: string, days: number, mediaType = 'IMAGE') =>
  scheduledAt(server, noon + days * DAY, { caption, mediaType, mediaFileId: media })

async function openGrid(): Promise<Page> {
  const { page } = await visit(browser, server)
  await page.getByText('Grid', { exact: true }).click()
  await page.getByRole('list', { name: 'The profile, newest first' }).waitFor()
  return page
}

const tiles = (page: Page) =>
  page.getByRole('list', { name: 'The profile, newest first' }).getByRole('button')
const named = (page: Page, caption: string) => tiles(page).and(page.getByRole('button', { name: caption }))

async function order(page: Page): Promise<string[]> {
  const labels = await tiles(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  )
  return labels.map((label) => label.split(',')[0] ?? '')
}

it('shows what is planned above what is published, newest first and with its time, and no story', async () => {
  const live = { accountId: await accountId(server), mediaFileId: media, caption: 'Live already' }
  await terminalPost(server, await publish(server, live))
  await scheduled('In two days', 2)
  await scheduled('In nine days', 9)
  await scheduled('A story', 3, 'STORIES')
  const page = await openGrid()
  await expect.poll(() => order(page)).toEqual(['In nine days', 'In two days', 'Live already'])
  await named(page, 'In two days').getByText('12:00 PM').waitFor()
  expect(await named(page, 'Live already').getByText(/[AP]M/).count()).toBe(0)
  expect(await objections(page)).toEqual([])
  await named(page, 'In two days').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).waitFor()
})

it('writes the year of a post that is more than a year away', async () => {
  await scheduled('In a year and a month', 400)
  const page = await openGrid()
  const year = toIso(noon + 400 * DAY).slice(0, 4)
  await named(page, 'In a year and a month').getByText(year).waitFor()
  await named(page, 'In a year and a month')
    .and(page.getByRole('button', { name: year }))
    .waitFor()
})

it('offers earlier posts where there are some, and none for an empty profile', async () => {
  const { page } = await visit(browser, server)
  await page.getByText('Grid', { exact: true }).click()
  await page.getByText('Nothing to show yet').waitFor()
  const earlier = page.getByRole('button', { name: 'Show earlier posts' })
  expect(await earlier.count()).toBe(0)

  const old = { status: 'PUBLISHED' as const, publishedAt: noon - 200 * DAY, caption: 'Long ago' }
  server = await serverWithPosts(() => old, 1)
  media = (await uploaded(server)).id
  await scheduled('Far ahead', 600)
  await page.goto(await freshLink(server))
  await isSignedIn(page)
  await page.getByText('Grid', { exact: true }).click()
  await earlier.click()
  await earlier.click()
  await named(page, 'Long ago').waitFor()
  await earlier.waitFor({ state: 'detached' })
  expect(await order(page)).toEqual(['Far ahead', 'Long ago'])
})

it('swaps two planned posts by mouse and by keys, each with Undo', async () => {
  const ids = [
    await scheduled('First of all', 2),
    await scheduled('In between', 5),
    await scheduled('Last of all', 9),
  ]
  const times = async () => {
    const posts = await Promise.all(ids.map((id) => postOf(server, id)))
    return posts.map(({ scheduledFor }) => Math.round((Date.parse(scheduledFor ?? '') - noon) / DAY))
  }
  const page = await openGrid()
  await drag(page, named(page, 'First of all'), named(page, 'Last of all'), { y: 0.5 })
  await page.getByText('The two have changed places.').waitFor()
  await expect.poll(() => order(page)).toEqual(['First of all', 'In between', 'Last of all'])
  expect(await times()).toEqual([9, 5, 2])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(times).toEqual([2, 5, 9])

  await expect.poll(() => order(page)).toEqual(['Last of all', 'In between', 'First of all'])
  await named(page, 'Last of all').focus()
  await page.keyboard.press('Space')
  await page.locator('[data-dragged]').waitFor()
  await page.keyboard.press('ArrowRight')
  await named(page, 'In between').and(page.locator('[data-over]')).waitFor()
  await page.keyboard.press('Space')
  await page.getByText('The two have changed places.').hover()
  expect(await times()).toEqual([2, 9, 5])
  await page.keyboard.press('Control+z')
  await expect.poll(times).toEqual([2, 5, 9])
})

it('draws what is near the screen of a thousand posts, and scrolls to the last', async () => {
  const many = (at: number) => ({
    status: 'SCHEDULED' as const,
    isScheduled: true,
    scheduledFor: noon + DAY + at * HOUR,
    caption: at === 0 ? 'The first of all' : null,
  })
  server = await serverWithPosts(many, 1_000)
  const page = await openGrid()
  await tiles(page).first().waitFor()
  expect(await tiles(page).count()).toBeLessThan(100)
  await expect
    .poll(async () => {
      await tiles(page).last().scrollIntoViewIfNeeded()
      return named(page, 'The first of all').count()
    })
    .toBe(1)
  expect(await tiles(page).count()).toBeLessThan(100)
})

it('chooses from one post to another, also those between that are not drawn any more', async () => {
  server = await serverWithPosts(
    (at) => ({
      status: 'SCHEDULED',
      isScheduled: true,
      scheduledFor: noon + DAY + at * HOUR,
      caption: at === 0 ? 'The first of all' : null,
    }),
    150,
  )
  const page = await openGrid()
  await tiles(page).first().focus()
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await expect
    .poll(async () => {
      await tiles(page).last().scrollIntoViewIfNeeded()
      return named(page, 'The first of all').count()
    })
    .toBe(1)
  await named(page, 'The first of all').focus()
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('toolbar', { name: '150 selected' }).waitFor()
})

it('says that there are more posts than it shows', async () => {
  await scheduled('One of thousands', 2)
  const { page } = await visit(browser, server)
  await page.route('**/api/planner/calendar?*accountId=*', async (route) => {
    const response = await answerTo(route)
    await route.fulfill({ response, json: { ...(await response.json()), isComplete: false } })
  })
  await page.getByText('Grid', { exact: true }).click()
  await named(page, 'One of thousands').waitFor()
  await page.getByText('There are more posts than can be shown here').waitFor()
})
