import type { Locator, Page } from 'playwright-core'
import type { FileToAdd } from './visit.ts'

/** Drags files over the page and drops them, as from a window beside the browser; `on`: the drop target. */
export async function dropFiles(page: Page, files: readonly FileToAdd[], on?: Locator): Promise<void> {
  const carried = await page.evaluateHandle(
    (all) => {
      // Files made here have none, which the library takes for a mistake.
      Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle')
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      return transfer
    },
    files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })),
  )
  const target = page.locator('.mantine-DropzoneFullScreen-fullScreen .mantine-Dropzone-root')
  await target.waitFor({ state: 'attached' })
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: carried })
  await target.waitFor({ state: 'visible' })
  const box = await on?.boundingBox()
  const at = box ? { clientX: box.x + box.width / 2, clientY: box.y + box.height - 4 } : {}
  await target.dispatchEvent('dragover', { dataTransfer: carried, ...at })
  await on?.and(page.locator('[data-over]')).waitFor()
  await target.dispatchEvent('drop', { dataTransfer: carried, ...at })
}
