// What was counted: as a view of the plan, on the page of a post, on its card, and on paper.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { visit, type VisitOptions } from '../visit.ts'
import { answerInsights } from './insight-answers.ts'

openBrowserAndServer()
let live: string
beforeAll(async () => {
  const { id: mediaFileId } = await uploaded(server)
  live = await publish(server, { accountId: await accountId(server), mediaFileId, caption: 'Figs' })
  await terminalPost(server, live)
})

async function open(at: string, answers = {}, options: VisitOptions = {}): Promise<Page> {
  const { page } = await visit(browser, server, { ...options, at: '/settings' })
  await answerInsights(page, { live, ...answers })
  await page.goto(server.origin + at)
  return page
}

const VIEW = '/plan?view=insights'

describe('the view of the numbers', () => {
  it('is tables by day, hour and kind, without an axe violation, and as wide as a phone', async () => {
    const page = await open(VIEW, {}, { viewport: { width: 360, height: 740 } })
    const days = page.getByRole('table', { name: 'By day' })
    await days.waitFor()
    // Whose numbers these are: the header may say “All accounts”.
    await page.getByRole('main').getByText('demo.kitchen').waitFor()
    expect(await days.getByRole('row').count()).toBe(13)
    await page.getByRole('table', { name: 'Best hours' }).waitFor()
    await page.getByRole('table', { name: 'Kinds side by side' }).waitFor()
    expect(await days.getByText(/Instagram took back 12/).count()).toBe(1)
    expect(await page.getByText(/times the usual, from \d posts/).count()).toBeGreaterThan(3)
    expect(await page.getByText(/too few to say/).count()).toBeGreaterThan(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const box = days.locator('xpath=ancestor::div[contains(@class, "_box_")][1]')
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await objections(page)).toEqual([])
  })

  it.each([
    [360, 'de-DE'],
    [768, 'en-GB'],
    [1440, 'de-DE'],
  ])('is no wider than a window of %i, in %s', async (width, locale) => {
    const page = await open(VIEW, {}, { viewport: { width, height: 900 }, locale })
    await page.getByRole('table').nth(2).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  it('says of a young account what will be here, and when', async () => {
    const page = await open(VIEW, { young: true })
    await page.getByRole('heading', { name: 'No numbers yet' }).waitFor()
    await page.getByText(/Next check in \d+ minutes\./).waitFor()
  })

  it('says what to do where the login does not allow it', async () => {
    const page = await open(VIEW, { permission: false })
    await page.getByText('Connect it again with “Insights” ticked, or paste a token').waitFor()
    expect(await page.getByRole('link', { name: 'Open the accounts' }).getAttribute('href')).toBe(
      '/settings/accounts',
    )
  })
})

it('a report of a month is two pages of paper, with nothing else of the page', async () => {
  const page = await open(VIEW)
  await page.evaluate('window.print = () => {}')
  await page.getByRole('button', { name: 'Print' }).click()
  const report = page.locator('body > article')
  await report.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await report.getByRole('heading', { name: /^Report for / }).waitFor()
  // The field that says so on the screen is not printed.
  await report
    .getByRole('paragraph')
    .filter({ hasText: /^Photo$/ })
    .waitFor()
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe('2')
})

it('a post’s page has its numbers, why one is missing, and its curve, also as a table', async () => {
  const page = await open(`/posts/${live}`)
  const numbers = page.getByRole('region', { name: 'Insights' })
  await numbers.getByText('no longer reported by Instagram').waitFor()
  await numbers.getByText('As a table').click()
  const curve = numbers.getByRole('table', { name: 'Reach by age' })
  expect(await curve.getByRole('row').first().textContent()).toBe('AgeValue')
  expect(await curve.getByRole('row').count()).toBe(9)
  expect(await objections(page)).toEqual([])
})

it('the card of what is live has the number that the account has chosen', async () => {
  const page = await open('/plan')
  await page.locator('main [data-status=PUBLISHED]').getByText('18k').waitFor()
})
