// The apps beside the contract: the page with its docs, the guide, and the sandbox or the way to it.
import { Hono, type MiddlewareHandler } from 'hono'
import { join } from 'node:path'
import { CodedError } from '../../core/coded-error.ts'
import type { Config } from '../config.ts'
import { isProxyHost } from '../http/own-host.ts'
import { pageRoutes } from '../http/pages.ts'
import { guideDir, pageDir } from '../paths.ts'
import { SANDBOX_ACCESS_TOKEN } from '../sandbox/demo-account.ts'
import { createSandboxJournal } from '../sqlite/sandbox-journal.ts'
import { loadOnce } from '../../core/load-once.ts'
import type { Parts } from './outside.ts'

/** Of these a proxy sends at least one, as a rule, also one that puts our own name in the place of the Host that it was asked for. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip']

/** The sandbox takes calls without a login, and fetches any address that it is given: it is for this computer alone. */
function closedToProxy(proxyOrigin: string | null): MiddlewareHandler {
  return async (c, next) => {
    const isForwarded = FORWARDED.some((name) => c.req.header(name) !== undefined)
    if (isForwarded || isProxyHost(c.req.header('host'), proxyOrigin)) throw new CodedError('NOT_FOUND')
    await next()
  }
}

export function composeNeighbours(
  config: Config,
  { clock, random, fetchPublic: fetch, ownOrigin: origin }: Parts,
) {
  const pages = pageRoutes(pageDir).use('/sandbox/*', closedToProxy(config.proxyOrigin))
  const help = appWithFirstCall('/help/*', async () => {
    const { helpRoutes } = await import('../http/help/help-routes.ts')
    return helpRoutes(guideDir)
  })
  if (!config.sandbox) return { apps: [pages, help], close() {} }
  if (config.sandboxUrl !== null) {
    const { sandboxUrl } = config
    const feed = new Hono().get('/sandbox/*', (c) => c.redirect(sandboxUrl + c.req.path, 302))
    return { apps: [pages, help, feed], close() {} }
  }
  const store = createSandboxJournal(join(config.dataDir, 'sandbox.db'))
  const accessToken = SANDBOX_ACCESS_TOKEN
  const sandbox = appWithFirstCall('/sandbox/*', async () => {
    const { createSandbox } = await import('../sandbox/sandbox.ts')
    return createSandbox({ store, clock, random, origin, accessToken, fetch }).app
  })
  return { apps: [pages, help, sandbox], close: () => store.close() }
}

/** The sandbox is an eighth of the program, and a start, or a server with real accounts alone, makes no call to it; few ask for help. */
function appWithFirstCall(paths: string, load: () => Promise<Hono>): Hono {
  const loaded = loadOnce(async () => {
    const app = await load()
    // Answered like everything else that goes wrong here.
    app.onError((error) => {
      throw error
    })
    return app.notFound(() => {
      throw new CodedError('NOT_FOUND')
    })
  })
  return new Hono().all(paths, async (c) => (await loaded()).fetch(c.req.raw))
}
