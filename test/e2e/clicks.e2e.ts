// How many clicks each task costs beside its typing, on the shop and at 1440 × 900. Thirty posts at once are counted in
// `import.e2e.ts`, a carousel in one shape in `library/crop.e2e.ts`.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../core/rules/times/wall-time.ts'
import { accountId } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { cell, drag, tile } from './plan/plan-on-screen.ts'
import { startShop } from './plan/shop.ts'
import {
  caption,
  countEffort,
  isFocused,
  isLive,
  newPostSheet,
  openNewPost,
  openTool,
  photoFile,
  pressEnterOn,
  publishButton,
  tool,
  visit,
} from './visit.ts'

let shop: ServerProcess
let empty: ServerProcess
openBrowser()
beforeAll(async () => {
  shop = await startShop()
  empty = await startServer()
})

interface Task {
  readonly does: string
  readonly clicks: number
  /** In pixels; counted where it is said. */
  readonly scrolled?: number
  readonly at?: () => ServerProcess
  readonly by: (page: Page) => Promise<void>
}

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function beginPost(page: Page, words: string): Promise<void> {
  await openNewPost(page)
  const chooser = page.waitForEvent('filechooser')
  await newPostSheet(page).getByRole('button', { name: 'Choose a photo' }).click()
  await (await chooser).setFiles([await photoFile()])
  await page.getByAltText('The file as it will be published').first().waitFor()
  await isFocused(caption(page))
  await page.keyboard.type(words)
}

const inDays = (days: number) => addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), days)

const TASKS: readonly Task[] = [
  {
    does: 'publishes the first post',
    clicks: 3,
    scrolled: 0,
    at: () => empty,
    by: async (page) => {
      await beginPost(page, 'The first')
      await publishButton(page).click()
      await isLive(page)
    },
  },
  {
    does: 'schedules a post',
    clicks: 4,
    by: async (page) => {
      await beginPost(page, 'For later')
      await page.getByRole('radio', { name: 'Schedule' }).click()
      await click(page, 'Schedule')
      await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
    },
  },
  {
    does: 'publishes a post with alt text and a first comment',
    clicks: 4,
    by: async (page) => {
      await beginPost(page, 'A picture with more')
      await openTool(page, 'Alt text')
      await page.keyboard.type('A harbour in the morning')
      await pressEnterOn(page, tool(page, 'First comment'), 'Shift+Tab')
      await page.keyboard.type('#harbour')
      await newPostSheet(page)
        .getByRole('button', { name: /^Publish to/ })
        .click()
      await isLive(page)
    },
  },
  {
    does: 'moves a post to another day',
    clicks: 1,
    by: async (page) => {
      await drag(page, tile(page, 'Grandmother’s book'), cell(page, inDays(6)), { y: 0.05 })
      await page.getByText(/^Moved to/).waitFor()
    },
  },
  {
    does: 'replaces the photo of a scheduled post',
    clicks: 3,
    by: async (page) => {
      await tile(page, 'Eight ways to drink it').click()
      const chooser = page.waitForEvent('filechooser')
      await click(page, 'Replace file')
      await (await chooser).setFiles([await photoFile()])
      await page.getByText('harbour.jpg', { exact: true }).waitFor()
      await click(page, 'Save changes')
      await page.getByText('Saved. This is what will be published.').waitFor()
    },
  },
  {
    does: 'mends the post that failed',
    clicks: 3,
    by: async (page) => {
      await page.getByRole('link', { name: 'Fix the file' }).click()
      await page
        .getByRole('button', { name: /^Crop / })
        .first()
        .click()
      await page.getByText('Changed to ').waitFor()
      await click(page, 'Retry')
      await isLive(page)
    },
  },
  {
    does: 'uses a post again',
    clicks: 4,
    by: async (page) => {
      await tile(page, 'Good morning').click()
      await page.getByRole('dialog').getByRole('link', { name: 'Details' }).click()
      await click(page, 'Copy into a new draft')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish to/ })
        .click()
      await isLive(page)
    },
  },
  {
    does: 'sees what needs a person',
    clicks: 1,
    by: async (page) => {
      await page.getByRole('link', { name: /^Inbox/ }).click()
      await page
        .getByRole('list', { name: 'What needs your attention' })
        .getByRole('listitem')
        .first()
        .waitFor()
    },
  },
  {
    does: 'sees what is forecast of tonight',
    clicks: 1,
    by: async (page) => {
      await page.getByRole('link', { name: /^Inbox/ }).click()
      const coming = page.getByRole('region', { name: 'The next 48 hours' })
      await coming.getByText('Fine').first().waitFor()
    },
  },
  {
    does: 'makes slots on five days at one time',
    clicks: 2,
    by: async (page) => {
      await click(page, 'Slots')
      await click(page, 'Save slots')
      await page
        .getByRole('button', { name: /^New post in the free slot/ })
        .first()
        .waitFor()
    },
  },
  {
    does: 'makes a series of a post',
    clicks: 3,
    by: async (page) => {
      await tile(page, 'Croissants from seven').click()
      await click(page, 'Repeat')
      await page.getByRole('menuitem', { name: 'Every week, as a draft' }).click()
      await page
        .getByRole('link', { name: /^“Croissants from seven” again on/ })
        .first()
        .waitFor()
    },
  },
]

it.each(TASKS)('a person $does, clicks: $clicks', async ({ at = () => shop, by, does, ...counted }) => {
  const { page } = await visit(browser, at(), { viewport: { width: 1440, height: 900 } })
  await hasUsedAccount(page, at())
  await todayIsInSight(page)
  const effort = await countEffort(page)
  await by(page)
  expect(await effort(), does).toMatchObject(counted)
})

/** In a browser that has sent nothing yet, somebody with two accounts has to choose one first, once. */
async function hasUsedAccount(page: Page, server: ServerProcess): Promise<void> {
  const id = await accountId(server)
  await page.evaluate((used) => localStorage.setItem('nightpost-last-account', JSON.stringify(used)), id)
  await page.reload()
}

/** The plan goes there by itself while it loads, which is no effort of a person. */
async function todayIsInSight(page: Page): Promise<void> {
  await expect.poll(async () => (await cell(page, inDays(0)).boundingBox())?.y ?? Infinity).toBeLessThan(450)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
