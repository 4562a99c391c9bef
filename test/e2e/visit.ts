// Start of every browser test: a signed-in page, a photo, and the keyboard.
import { readFileSync } from 'node:fs'
import type { APIResponse, Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { smallPicture } from '../process-harness/client.ts'
import { launchToken, type ServerProcess } from '../process-harness/server-process.ts'
import { openPage, type WatchedPage } from './browser.ts'

export interface VisitOptions extends BrowserContextOptions {
  /** Path and query of the page that is opened first. */
  readonly at?: string | undefined
}

/** A page of its own, signed in. Nothing on it moves, so nothing has to be waited for. */
export async function visit(
  browser: Browser,
  server: ServerProcess,
  { at = '/plan', ...options }: VisitOptions = {},
): Promise<WatchedPage> {
  const watched = await openPage(browser, options)
  const { context, page } = watched
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const data = { t: await launchToken(server.origin, server.dataDir) }
  await context.request.post(`${server.origin}/api/auth/session`, { data, failOnStatusCode: true })
  await page.goto(server.origin + at)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return watched
}

/**
 * The server's answer to what a page asked. When the server closes a kept connection just as it is used again, a browser asks
 * again on another one; without that, the page would wait for good.
 */
export function answerTo(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3 })
}

/** A page of its own with the sheet for a new post open. */
export async function visitNewPost(
  browser: Browser,
  server: ServerProcess,
  options: VisitOptions = {},
): Promise<WatchedPage> {
  const watched = await visit(browser, server, options)
  await openNewPost(watched.page)
  return watched
}

export async function isSignedIn(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor()
}

export async function openNewPost(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New post', exact: true }).click()
  await newPostSheet(page).waitFor()
}

export function newPostSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'New post' })
}

export async function closeSheet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function freshLink({ origin, dataDir }: ServerProcess): Promise<string> {
  return `${origin}/#t=${await launchToken(origin, dataDir)}`
}

export async function photoFile(name = 'harbour.jpg') {
  return { name, mimeType: 'image/jpeg', buffer: await smallPicture() }
}

export async function picture(width: number, height: number) {
  const plain = sharp({ create: { width, height, channels: 3, background: '#468' } })
  return { name: `${width}x${height}.jpg`, mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() }
}

export interface Effort {
  readonly clicks: number
  /** In pixels, by whatever was scrolled, up or down. */
  readonly scrolled: number
}

/** Counts from now on what a person does by hand; until the page is loaded anew. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  const counted = await page.evaluateHandle(() => {
    const sum = { clicks: 0, scrolled: 0 }
    const tops = new Map<EventTarget | null, number>()
    addEventListener('pointerdown', () => (sum.clicks += 1), { capture: true })
    const onScroll = ({ target }: Event) => {
      const { scrollTop } = target instanceof Element ? target : document.documentElement
      sum.scrolled += Math.abs(scrollTop - (tops.get(target) ?? 0))
      tops.set(target, scrollTop)
    }
    addEventListener('scroll', onScroll, { capture: true })
    return sum
  })
  return () => counted.jsonValue()
}

export interface FileToAdd {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A video that fits everywhere. */
export const CLIP: FileToAdd = {
  name: 'clip.mp4',
  mimeType: 'video/mp4',
  buffer: readFileSync(new URL('../fixtures/clip-index-first.mp4', import.meta.url)),
}

/** One of the icons below the caption, which says what is chosen. */
export function tool(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Extras' }).getByRole('button', { name })
}

export async function openTool(page: Page, name: string): Promise<void> {
  const button = tool(page, name)
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

export async function chooseKind(page: Page, name: string): Promise<void> {
  await openTool(page, 'Kind of post')
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
}

/** The files of the post in work, in their order. */
export function chosenFiles(page: Page): Locator {
  return page.getByRole('list', { name: 'Files of the post, in their order' }).getByRole('listitem')
}

/** Adds files and waits until the first of them is there. */
export async function addMedia(page: Page, files: readonly FileToAdd[]): Promise<void> {
  await page
    .locator('[data-field=media] input[type=file]')
    .first()
    .setInputFiles([...files])
  await chosenFiles(page).first().waitFor()
}

export async function choosePhoto(page: Page): Promise<void> {
  await addMedia(page, [await photoFile()])
}

export function caption(page: Page): Locator {
  return page.getByLabel('Caption', { exact: true })
}

export function publishButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Publish( to the sandbox)?$/ })
}

export async function isLive(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Your post is live' }).waitFor()
}

export async function publishPhoto(page: Page, words: string): Promise<void> {
  await choosePhoto(page)
  await caption(page).fill(words)
  await publishButton(page).click()
  await isLive(page)
}

/** Pages within the settings. */
const SETTINGS = ['Accounts', 'Story reposts', 'Cloud']

export async function openFromHeader(page: Page, name: string): Promise<void> {
  const isSetting = SETTINGS.includes(name)
  if (isSetting) await openFromHeader(page, 'Settings')
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** The list of posts, a view of the plan. */
export async function openList(page: Page): Promise<void> {
  await openFromHeader(page, 'Plan')
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search captions' }).waitFor()
}

/** As a person does, for whom the page may ask before. */
export async function goBack(page: Page): Promise<void> {
  // Nobody goes back within the frame of a click.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  void page.goBack().catch(() => {})
}

/** Asked before something that was typed is lost. */
export function discardQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard changes?' })
}

/** The focus returns a moment after a dialog is closed. */
export async function isFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** What is told for a while must not cover what is pressed next. */
export async function isAbove(upper: Locator, lower: Locator): Promise<void> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  if (!above || !below) return expect.unreachable()
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
}

export async function pressEnterOn(page: Page, target: Locator, key?: string): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

const MOST_TABS = 40

/** Goes to an element as the keyboard does. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Some controls lie invisibly beneath what is drawn for them.
  await target.waitFor({ state: 'attached' })
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`not reached within ${MOST_TABS} tabs: ${String(target)}`)
}

/** Makes an account the current one, by the header; `All accounts`: none. */
export async function switchAccount(page: Page, name: string): Promise<void> {
  await accountSwitch(page).click()
  await page
    .getByRole('dialog', { name: /^Account: / })
    .getByRole('button', { name })
    .first()
    .click()
  await accountSwitch(page)
    .and(page.getByRole('button', { name: `Account: ${name}` }))
    .waitFor()
}

export function accountSwitch(page: Page): Locator {
  return page.getByRole('button', { name: /^Account: / })
}
