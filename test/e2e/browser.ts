// The Chromium of this machine. Every page notes what would have left the machine, and what the page complained about.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { PATIENCE } from '../patience.ts'
import { findChromium } from '../../local-server/launch/commands/chromium.mjs'

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Addresses outside loopback that something on the page asked for. */
  readonly outside: string[]
  /** Uncaught errors, and what was written to the console as an error. */
  readonly complaints: string[]
}

export function launchBrowser({
  flags = [],
  home,
}: { readonly flags?: readonly string[]; readonly home?: string } = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found on PATH.')
  // Chromium's sandbox refuses to run as root, which is how containers run.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...args, ...flags, '--disable-dev-shm-usage'],
    ...(home !== undefined && { env: { PATH: process.env['PATH'] ?? '', HOME: home } }),
  })
}

/** Pages that the current test has opened. */
export const openPages: Page[] = []

/** A page with its own cookies. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  openPages.push(page)
  const outside: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') outside.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, context, outside, complaints }
}
