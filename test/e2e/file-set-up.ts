// What most files of tests begin with: one browser for all tests of the file, and one server with the sandbox.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startServer, type ServerOptions, type ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser } from './browser.ts'

/** There from the first `beforeAll` of the file on that follows the call. */
export let browser: Browser
export let server: ServerProcess

export function openBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
}

export function openBrowserAndServer(options?: ServerOptions): void {
  openBrowser()
  beforeAll(async () => {
    server = await startServer(options)
  })
}
