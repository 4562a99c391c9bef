// Opens the launch link without ever naming it in a process list: the browser is given a private page that leads there.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeFileDurably } from '../disk/write-file-durably.ts'

const FORGET_AFTER_MS = 60_000

/** Never rejects: the link is printed too. */
export async function openInBrowser(dataDir: string, link: string): Promise<void> {
  const page = join(dataDir, 'open.html')
  try {
    writeFileDurably(
      page,
      `<!doctype html><meta charset="utf-8"><title>Nightpost</title><meta http-equiv="refresh" content="0;url=${link}">`,
    )
    setTimeout(() => rmSync(page, { force: true }), FORGET_AFTER_MS).unref()
    const { default: open } = await import('open')
    await open(pathToFileURL(page).href)
  } catch {
    rmSync(page, { force: true })
  }
}
