// Takes the README's picture: the shop's plan, light and dark.
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { browser, openBrowser } from '../file-set-up.ts'
import { startShop } from '../plan/shop.ts'
import { visit } from '../visit.ts'

const FOUR_WEEKS = { width: 1440, height: 1085 }
const FOLDER = join(import.meta.dirname, '../../../local-server/ui')

openBrowser()

it('takes the picture, in which nothing has failed, as a reader in New York sees it', async () => {
  const { page } = await visit(browser, await startShop({ failing: false }), {
    viewport: FOUR_WEEKS,
    deviceScaleFactor: 1.5,
    timezoneId: 'America/New_York',
    locale: 'en-US',
  })
  await page.locator('main [data-status]').first().waitFor()
  expect(await page.getByText('failed').count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle')
    expect(
      await page.evaluate(async () => (await document.fonts.ready).check('16px "Figtree Variable"')),
    ).toBe(true)
    const shot = await page.screenshot()
    await sharp(shot)
      .webp({ quality: 82 })
      .toFile(join(FOLDER, `plan-${colorScheme}.webp`))
  }
})
