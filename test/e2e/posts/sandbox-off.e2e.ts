import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startServer } from '../../process-harness/server-process.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { openFromHeader, openList, visit } from '../visit.ts'
import { fault, openPost, published, rowOf } from './posts-at-hand.ts'

openBrowser()

const OFF = 'In the sandbox, which is switched off'

async function expectNoWayToInstagram(page: Page): Promise<void> {
  expect(await page.getByRole('link', { name: /Instagram/ }).count()).toBe(0)
  expect(await page.locator('a[href*="instagram.com"], a[href*="/sandbox"]').count()).toBe(0)
}

it('marks a post of the sandbox everywhere and never links to Instagram while the sandbox is off', async () => {
  const before = await startServer()
  const post = await published(before, 'Only for practice')
  await before.stop()
  const { page, complaints } = await visit(browser, await before.again({ args: ['--no-sandbox'] }))

  await page.goto(new URL('/inbox', page.url()).href)
  const last = page.getByRole('complementary', { name: 'Your last post' })
  await last.getByRole('heading', { name: 'Your last post is in the sandbox' }).waitFor()
  await last.getByText('Sandbox', { exact: true }).waitFor()
  await last.getByText(OFF).waitFor()
  await expectNoWayToInstagram(page)

  await openList(page)
  await rowOf(page, 'Only for practice').getByText('the sandbox account').waitFor()
  await rowOf(page, 'Only for practice').getByText('Sandbox', { exact: true }).waitFor()
  await rowOf(page, 'Only for practice').getByText(OFF).waitFor()
  await expectNoWayToInstagram(page)

  await openPost(page, post)
  await page.getByText('Sandbox', { exact: true }).first().waitFor()
  await page.getByText(OFF).waitFor()
  await expectNoWayToInstagram(page)

  await openFromHeader(page, 'Plan')
  const tile = page.getByRole('main').getByRole('button', { name: 'Only for practice' })
  await tile.getByTitle('the sandbox account').waitFor()
  await tile.click()
  await page.getByRole('dialog').getByText('Sandbox', { exact: true }).waitFor()
  await page.getByRole('dialog').getByText(OFF).waitFor()
  await expectNoWayToInstagram(page)
  expect(complaints).toEqual([])
})

it('sends nobody to connect an account for a failed post of the sandbox while that is off', async () => {
  const before = await startServer()
  await fault(before, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Too tall' } })
  const post = await published(before, 'Too tall for practice')
  await before.stop()
  const { page } = await visit(browser, await before.again({ args: ['--no-sandbox'] }))
  await openList(page)
  await rowOf(page, 'Too tall for practice').getByText(OFF).waitFor()
  await openPost(page, post)
  await page.getByRole('main').getByText(OFF).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Connect an account' }).count()).toBe(0)
})
