// What every browser test begins with: a signed-in page, a photo, and the keyboard.
import type { Browser, Locator, Page } from 'playwright-core'
import { smallPicture } from '../process-harness/client.ts'
import { launchToken, type ServerProcess } from '../process-harness/server-process.ts'
import { openPage, type WatchedPage } from './browser.ts'

/** A page of its own, signed in by a fresh link. Nothing on it moves, so nothing has to be waited for. */
export async function visit(browser: Browser, server: ServerProcess): Promise<WatchedPage> {
  const watched = await openPage(browser)
  await watched.page.emulateMedia({ reducedMotion: 'reduce' })
  await watched.page.goto(await freshLink(server))
  await watched.page.getByRole('heading', { name: 'Compose', level: 1 }).waitFor()
  return watched
}

export async function freshLink({ origin, dataDir }: ServerProcess): Promise<string> {
  return `${origin}/#t=${await launchToken(origin, dataDir)}`
}

export async function photoFile(name = 'harbour.jpg') {
  return { name, mimeType: 'image/jpeg', buffer: await smallPicture() }
}

/** Chooses a photo by mouse and waits until it is uploaded. */
export async function choosePhoto(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Drop a photo here').click(),
  ])
  await chooser.setFiles(await photoFile())
  await page.getByText('320 × 320').waitFor()
}

export async function publishPhoto(page: Page, caption: string): Promise<void> {
  await choosePhoto(page)
  await page.getByLabel('Caption').fill(caption)
  await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
  await page.getByRole('heading', { name: 'Your post is live' }).waitFor()
}

export async function openFromHeader(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const MOST_TABS = 40

/** Goes to an element as the keyboard does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Some controls lie invisibly beneath what is drawn for them.
  await target.waitFor({ state: 'attached' })
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached within ${MOST_TABS} tabs: ${String(target)}`)
}
