// The whole HTTP surface, built from the modules. The path of one request:
//   request id, headers ─► login ─► rate limit ─► rights of the key ─► JSON body ─► schema ─► handler ─► domain ─► port ─► reply
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { TrieRouter } from 'hono/router/trie-router'
import { getPath } from 'hono/utils/url'
import { OPEN_PATHS } from '../api/access.ts'
import { CodedError } from '../coded-error.ts'
import { loadOnce } from '../load-once.ts'
import { STORAGE_TROUBLES, type StorageErrors } from '../ports/data-storage.ts'
import type { Log } from '../ports/log.ts'
import { noticeLogin, requireLogin, type AuthDeps } from './authenticate.ts'
import type { AppEnv } from './context.ts'
import { limitRate } from './key-gates.ts'
import type { AppModules } from './modules.ts'
import { noteKeyCalls } from './note-key-calls.ts'
import { PUBLIC_BASE, type RequestDeps } from './request-deps.ts'
import { respondToError } from './respond-to-error.ts'
import { healthRoutes } from './routes/health.ts'
import { secureHeaders } from './secure-headers.ts'

/** Where the routes are that are mounted with the first request to one of them. */
const MOUNTED_LATE = /^\/(?:api|uploads|media)\//
const isThere = (path: string) => path === `${PUBLIC_BASE}/health` || !MOUNTED_LATE.test(path)

export function createApp(modules: AppModules, deps: RequestDeps) {
  // Hono takes this router, too, after it has built one that cannot tell these paths apart. It takes routes at any time.
  const app = new OpenAPIHono<AppEnv>({ router: new TrieRouter() })
  app.onError((error, c) =>
    respondToError(c, error, {
      development: deps.development,
      report: reporter(deps.log, c.var.requestId),
      explain: storageSentence(deps.storage),
    }),
  )
  app.notFound((c) =>
    respondToError(c, new CodedError('NOT_FOUND'), { development: false, report: () => {} }),
  )

  const { apiKeys, sessions } = modules
  app.use(requestId({ generator: () => deps.random.uuid() }), secureHeaders)
  app.use(noteKeyCalls(apiKeys, deps.clock, PUBLIC_BASE))
  for (const neighbour of deps.neighbours) app.route('/', neighbour)
  const auth = { apiKeys, sessions, ownOrigins: deps.ownOrigins }
  const limited = limitRate(deps.limiter, deps.clock)
  app.use(`${PUBLIC_BASE}/*`, publicGate(auth), limited)
  const startedAt = deps.clock.monotonic()
  app.route(PUBLIC_BASE, healthRoutes(modules.system, deps.clock, startedAt))

  let isMounted = false
  const mountRest = loadOnce(async () => {
    const { mountRoutes } = await import('./mount-routes.ts')
    mountRoutes(app, modules, { ...deps, auth, limited, startedAt })
    isMounted = true
  })
  const { fetch } = app
  app.fetch = (request, ...rest) =>
    isMounted || isThere(getPath(request))
      ? fetch(request, ...rest)
      : mountRest().then(() => fetch(request, ...rest))
  return Object.assign(app, { mountRest })
}

function storageSentence({ troubleIn }: StorageErrors) {
  return async (error: unknown) => {
    const trouble = await troubleIn(error)
    return trouble && STORAGE_TROUBLES[trouble].message
  }
}

function publicGate(auth: AuthDeps): MiddlewareHandler<AppEnv> {
  const [required, noticed] = [requireLogin(auth), noticeLogin(auth)]
  return (c, next) =>
    OPEN_PATHS.has(c.req.path.slice(PUBLIC_BASE.length)) ? noticed(c, next) : required(c, next)
}

function reporter(log: Log, requestId: string): (error: unknown) => void {
  return (error) => log.error('unexpected error', { requestId, error })
}
