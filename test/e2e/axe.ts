// Lists axe violations on a page, in light and in dark.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export async function objections(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
      colorScheme,
    )
    const axe = new AxeBuilder({ page })
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
