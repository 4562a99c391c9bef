// Lists axe violations on a page, in light and in dark.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** `within`: a selector of what is looked at; without one, all of the page. */
export async function objections(page: Page, within?: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
      colorScheme,
    )
    // There are no frames, for which it would gather what it has found in a page of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (within !== undefined) axe.include(within)
    // The scheme changes colours and nothing else; all the rest was looked at in light.
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`)
      }
    }
  }
  return found
}

const OVER_PAGE = ':is([role=dialog], [role=menu], [role=listbox])'

/** Of what lies over the page, on a desk and on a phone. */
export async function objectionsToOverlay(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    await page.locator(OVER_PAGE).filter({ visible: true }).last().waitFor()
    found.push(...(await objections(page, OVER_PAGE)).map((one) => `${viewport.width} px, ${one}`))
  }
  return found
}
