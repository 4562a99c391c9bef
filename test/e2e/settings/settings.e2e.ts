import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkBackup } from '../../../local-server/backup/backup.ts'
import { startServer } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import type { WatchedPage } from '../browser.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { discardQuestion, openFromHeader, pressEnterOn, tabTo, visit } from '../visit.ts'

openBrowserAndServer()

async function visitSettings(): Promise<WatchedPage> {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Settings')
  return watched
}

describe('the settings', () => {
  it('shows in the settings where everything is, and copies it', async () => {
    const { page, context } = await visitSettings()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText(server.dataDir, { exact: true }).waitFor()
    await page.getByText(join(server.dataDir, 'logs'), { exact: true }).waitFor()
    await page.getByText('104.8 MB').waitFor()

    await page.getByRole('button', { name: 'Copy folder path' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.dataDir)
  })

  it('backs everything up into a file that only the passphrase opens', async () => {
    const { page, complaints } = await visitSettings()
    const backUp = page.getByRole('region', { name: 'Back up' })
    const passphrase = backUp.getByRole('textbox', { name: 'Passphrase', exact: true })
    const again = backUp.getByRole('textbox', { name: 'Passphrase again' })
    const make = backUp.getByRole('button', { name: 'Make a backup' })
    await passphrase.fill('short')
    await make.click()
    await backUp.getByText('Enter at least 12 characters.').waitFor()
    await passphrase.fill('five random words or more')
    await again.fill('five random words or less')
    await make.click()
    await backUp.getByText('These are two different passphrases.').waitFor()
    await again.fill('five random words or more')
    const download = page.waitForEvent('download')
    await make.click()
    const file = await (await download).path()
    await backUp.getByText('is in your downloads').waitFor()
    await expect(checkBackup(file, 'another passphrase')).rejects.toThrow()
    expect(Object.keys((await checkBackup(file, 'five random words or more')).files)).toContain(
      'nightpost.db',
    )
    expect(complaints).toEqual([])
  })

  it('shows the page in German once it was chosen, also after a reload, all by keyboard', async () => {
    const { page, complaints } = await visitSettings()
    await tabTo(page, page.getByRole('radio', { name: 'English' }))
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    expect(await objections(page)).toEqual([])

    await tabTo(page, page.getByRole('radio', { name: 'Deutsch' }))
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  it('are not left unasked while the id of an app or the address of a Worker is typed and not saved', async () => {
    const { page } = await visitSettings()
    const leaveUnsaved = async (label: string) => {
      await page.getByLabel(label).fill('1234567890')
      await page.getByRole('link', { name: 'Library' }).click()
      await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    }
    await openFromHeader(page, 'Accounts')
    await leaveUnsaved('Instagram app ID')
    await openFromHeader(page, 'Cloud')
    await page.getByRole('tab', { name: 'Connect a Worker' }).click()
    await leaveUnsaved('Worker address')
  })

  it('finds no axe violation in the settings, with a new key and its dialog', async () => {
    const { page } = await visitSettings()
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    await page.getByText(server.dataDir, { exact: true }).waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByLabel('Name of the key').fill('Accessible script')
    await pressEnterOn(page, page.getByRole('button', { name: 'Create key' }))
    const revoke = page.getByRole('button', { name: 'Revoke Accessible script' })
    await revoke.waitFor()
    expect(await objections(page)).toEqual([])

    await revoke.click()
    await page.getByRole('dialog').waitFor()
    expect(await objections(page)).toEqual([])
  })
})

describe('a phone', () => {
  it('gets a code with a link of the address by which it reaches the server, whole at 360 pixels', async () => {
    const origin = 'https://night.example.ts.net'
    const proxied = await startServer({ env: { NIGHTPOST_ORIGIN: origin } })
    const { page, complaints } = await visit(browser, proxied, { viewport: { width: 360, height: 740 } })
    await page.goto(`${proxied.origin}/settings?section=phone`)
    const section = page.getByRole('region', { name: 'On the phone' })
    await section.getByRole('button', { name: 'Show the code' }).click()
    const code = await section.getByRole('img', { name: 'QR code of the link' }).boundingBox()
    expect([code?.width, code?.height]).toEqual([256, 256])
    await section.getByText(`${origin}/#t=`).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await objections(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('an address from when a page of the settings had no place below them', () => {
  it.each([
    ['/accounts', 'Accounts'],
    ['/accounts/guide', 'Connect your Instagram account'],
    ['/reposts?account=nobody', 'Story reposts'],
    ['/cloud', 'Cloud'],
  ])('leads there: %s', async (address, name) => {
    const { page, complaints } = await visit(browser, server, { at: address })
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    expect(page.url()).toBe(`${server.origin}/settings${address}`)
    await page
      .getByRole('link', { name: 'Settings', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor()
    expect(complaints).toEqual([])
  })
})
