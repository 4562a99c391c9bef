// The plan as a person finds it on the screen: tiles, cells, and a mouse that carries one to the other.
import type { Locator, Page } from 'playwright-core'

/** A tile on the page, not the copy of it that a drag carries. */
export const tile = (page: Page, caption: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name: caption })
export const cell = (page: Page, drop: string) => page.locator(`[data-drop="${drop}"]`)

interface Carried {
  /** How far down in its target it is dropped: 0 to 1. */
  readonly y?: number
  /** Called before the mouse lets go. */
  readonly above?: () => Promise<void>
}

export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  { y = 0.9, above }: Carried = {},
): Promise<void> {
  // It is drawn anew when what was moved before is read again.
  await from.scrollIntoViewIfNeeded().catch(() => from.scrollIntoViewIfNeeded())
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('there is nothing to drag, or nowhere to drop it')
  await page.mouse.move(start.x + 12, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(start.x + 30, start.y + 20)
  await page.mouse.move(end.x + end.width / 2, end.y + end.height * y, { steps: 4 })
  await above?.()
  await page.mouse.up()
}

export async function chooseZone(page: Page, zone: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Time zone of the calendar' }).click()
  // Replaces the name that is there.
  await page.keyboard.insertText(zone)
  await page.getByRole('option', { name: zone }).first().click()
}
