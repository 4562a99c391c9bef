// Opens the launch link without ever naming it in a process list: the browser is given a private page that leads there.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findHome } from '../data-folder/find-home.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'

const FORGET_AFTER_SECONDS = 60

/** Never rejects: the link is printed too. */
export async function openInBrowser(dataDir: string, link: string): Promise<void> {
  const page = pageIn(dataDir)
  try {
    writeFileDurably(
      page,
      `<!doctype html><meta charset="utf-8"><title>Nightpost</title><meta http-equiv="refresh" content="0;url=${link}">`,
    )
    forgetLater(page)
    const { default: open } = await import('open')
    await open(addressOf(page))
  } catch {
    rmSync(page, { force: true })
  }
}

/**
 * Ubuntu's browsers come as snaps, which read no hidden folder, such as the usual one of the data, and nothing outside the home: they
 * would show that the page cannot be found.
 */
export function pageIn(dataDir: string, snaps = '/snap/bin'): string {
  const home = existsSync(snaps) ? findHome() : null
  return home === null ? join(dataDir, 'open.html') : join(home, 'nightpost-open.html')
}

/** In the Linux of Windows a path, which the library translates for Windows: it leaves addresses as they are. */
export function addressOf(page: string, system = release()): string {
  return /microsoft/i.test(system) ? page : pathToFileURL(page).href
}

/** By another program where there is one for it: this one may end before the browser has started. */
function forgetLater(page: string): void {
  if (process.platform !== 'linux')
    return void setTimeout(() => rmSync(page, { force: true }), FORGET_AFTER_SECONDS * 1_000).unref()
  const words = ['-c', `sleep ${FORGET_AFTER_SECONDS}; rm -f "$0"`, page]
  spawn('sh', words, { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
