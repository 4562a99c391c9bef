// The Worker's HTTP surface: what server and Worker exchange, and the open address from which the platform fetches
// media. The whole path of a request is here: oversized requests are refused unread → the open routes → the worker
// key → the size while reading → the routes. Every route is listed in core/engine/worker/protocol.ts.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { WorkerModules } from '../../engine/worker/worker-modules.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import { toIso } from '../../time.ts'
import { respondToError, type ErrorFunnel } from '../respond-to-error.ts'
import { accountRoutes } from './account-routes.ts'
import { jobRoutes } from './job-routes.ts'
import { kvRoutes } from './kv-routes.ts'
import { objectRoutes } from './object-routes.ts'
import { repostRoutes } from './repost-routes.ts'
import { requireWorkerKey } from './require-worker-key.ts'

/** One post with all its texts is far smaller. */
const LARGEST_BODY = 256 * 1024

export function createWorkerApp(
  modules: WorkerModules,
  {
    clock,
    log,
    workerKey,
  }: {
    readonly clock: Clock
    readonly log: Log
    /** Null until it is set: until then every request is refused. */
    readonly workerKey: string | null
  },
) {
  const { jobs, accounts, reposts, entries, media } = modules
  const funnel: ErrorFunnel = {
    development: false,
    report: (error) => log.error('a request failed unexpectedly', { error }),
  }
  const app = new Hono()
  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    if (Number(c.req.header('content-length') ?? 0) > LARGEST_BODY) throw tooLarge()
    await next()
  })
  // Liveness and nothing else: without a key a caller learns neither the version nor whether anything is set up.
  app.get('/health', (c) => c.json({ status: 'healthy' as const, timestamp: toIso(clock.now()) }))
  app.get('/robots.txt', (c) => c.text('User-agent: *\nAllow: /\n'))
  app.route('/media', objectRoutes(media))

  app.use(requireWorkerKey(workerKey))
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: refuse }))
  app.route('/', jobRoutes(jobs))
  app.route('/accounts', accountRoutes(accounts))
  app.route('/reposts', repostRoutes(reposts))
  app.route('/kv', kvRoutes(entries))
  app.notFound((c) => respondToError(c, new CodedError('NOT_FOUND'), funnel))
  app.onError((error, c) => respondToError(c, error, funnel))
  return app
}

function tooLarge(): CodedError {
  return new CodedError('VALIDATION_ERROR', 'The body is larger than 256 KB.')
}

/** Replaces the library's own answer. */
function refuse(): never {
  throw tooLarge()
}
