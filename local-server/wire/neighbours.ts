// The apps beside the contract: the page with its docs, and the sandbox or the way to it.
import { Hono } from 'hono'
import { join } from 'node:path'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { Config } from '../config.ts'
import { pageRoutes } from '../http/pages.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { pageDir } from '../paths.ts'
import { SANDBOX_ACCESS_TOKEN } from '../sandbox/demo-account.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { createSandboxJournal } from '../sqlite/sandbox-journal.ts'
import type { Outgoing } from '../undici/undici-fetch.ts'

export function composeNeighbours(config: Config, origin: () => string, { fetch }: Outgoing) {
  const pages = pageRoutes(pageDir)
  if (!config.sandbox) return { apps: [pages], close() {} }
  if (config.sandboxUrl !== null) {
    const { sandboxUrl } = config
    const feed = new Hono().get('/sandbox/*', (c) => c.redirect(sandboxUrl + c.req.path, 302))
    return { apps: [pages, feed], close() {} }
  }
  const store = createSandboxJournal(join(config.dataDir, 'sandbox.db'))
  const accessToken = SANDBOX_ACCESS_TOKEN
  const sandbox = createSandbox({ store, clock, random, origin, accessToken, fetch })
  return { apps: [pages, sandbox.app], close: () => store.close() }
}
