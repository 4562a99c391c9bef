// The whole HTTP surface, built from the modules. The path of one request:
//   request id, headers ─► login ─► rate limit ─► rights of the key ─► JSON body ─► schema ─► handler ─► domain ─► port ─► reply
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono, MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { TrieRouter } from 'hono/router/trie-router'
import { OPEN_PATHS } from '../api/access.ts'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import { STORAGE_TROUBLES, type StorageErrors } from '../ports/data-storage.ts'
import type { Log } from '../ports/log.ts'
import type { Random } from '../ports/random.ts'
import type { RequestStore } from '../ports/request-store.ts'
import type { RateLimiter } from '../features/rate-limits/sliding-log.ts'
import { noticeLogin, requireCookie, requireLogin, type AuthDeps } from './authenticate.ts'
import type { AppEnv } from './context.ts'
import { limitRate, requireRights } from './key-gates.ts'
import type { AppModules } from './modules.ts'
import { noteKeyCalls } from './note-key-calls.ts'
import { openApiDocument } from './openapi.ts'
import { pageApiRoutes } from './page-routes.ts'
import { readJsonBody } from './read-json-body.ts'
import type { RunningTime } from '../running-time.ts'
import { rememberRequests } from './remember-requests.ts'
import { reuseAnswers } from './reuse-answers.ts'
import { respondToError } from './respond-to-error.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { authRoutes } from './routes/auth.ts'
import { cloudRoutes } from './routes/cloud.ts'
import { CALLBACK_PATHS } from './routes/page/connect.ts'
import { draftRoutes } from './routes/drafts.ts'
import { publicMediaRoutes, uploadedFileRoutes } from './routes/files.ts'
import { eventRoutes } from './routes/events.ts'
import { attentionRoutes } from './routes/attention.ts'
import { healthRoutes } from './routes/health.ts'
import { insightRoutes } from './routes/insights.ts'
import { mediaRoutes } from './routes/media.ts'
import { postRoutes } from './routes/posts.ts'
import { recurrenceRoutes } from './routes/recurrence.ts'
import { scheduleRoutes } from './routes/schedule.ts'
import { slotRoutes } from './routes/slots.ts'
import { storyRepostRoutes } from './routes/story-repost.ts'
import { secureHeaders } from './secure-headers.ts'

/** What the requests of all routes need. */
export interface RequestDeps {
  readonly clock: Clock
  readonly random: Random
  readonly limiter: RateLimiter
  readonly requests: RequestStore
  readonly running: Pick<RunningTime, 'now'>
  readonly log: Log
  readonly storage: StorageErrors
  /** Exact origins of the page, such as `http://127.0.0.1:4100`. Never a pattern. */
  ownOrigins(): readonly string[]
  readonly development: boolean
  /** Apps beside the contract that answer for themselves: the page, the docs, the sandbox, the address of agents. */
  readonly neighbours: readonly Hono[]
}

/** The contract's routes, the same under `/api/v1` and, for the page, under `/api`. */
export function contractRoutes(
  modules: AppModules,
  { clock, requests, running }: Pick<RequestDeps, 'clock' | 'requests' | 'running'>,
) {
  const remembered = rememberRequests(requests, running)
  const { posts, scheduling, slots, recurrences, media, accounts, sessions, apiKeys } = modules
  const { approvals, cloud, reposts, attention, events, insights, system } = modules
  return new OpenAPIHono<AppEnv>()
    .route('/', healthRoutes(system, clock))
    .route('/', attentionRoutes(attention))
    .route('/', eventRoutes(events, system))
    .route('/', authRoutes(accounts, sessions, system, insights))
    .route('/', apiKeyRoutes(apiKeys))
    .route('/', approvalRoutes(approvals))
    .route('/', mediaRoutes(media, remembered))
    .route('/', draftRoutes(posts, remembered))
    .route('/', scheduleRoutes(scheduling, remembered))
    .route('/', slotRoutes(slots))
    .route('/', recurrenceRoutes(recurrences))
    .route('/', cloudRoutes(cloud))
    .route('/', storyRepostRoutes(reposts))
    .route('/', insightRoutes(insights))
    .route(
      '/',
      postRoutes(posts, { remembered, reused: reuseAnswers(() => posts.listState(system.revision)) }),
    )
}

/** What the page's typed client is made from. */
export type ContractRoutes = ReturnType<typeof contractRoutes>

const PUBLIC_BASE = '/api/v1'
const PAGE_BASE = '/api'
/** Besides the contract's open routes, a browser must reach these before it has a cookie, or comes here without it. */
const OPEN_TO_PAGE: ReadonlySet<string> = new Set([
  ...OPEN_PATHS,
  '/auth/session',
  '/auth/launch',
  '/auth/launch/challenge',
  ...CALLBACK_PATHS,
])

export function createApp(modules: AppModules, deps: RequestDeps) {
  // Hono takes this router, too, after it has built one that cannot tell these paths apart.
  const app = new OpenAPIHono<AppEnv>({ router: new TrieRouter() })
  const routes = contractRoutes(modules, deps)
  // Made on first use: it takes as long as the rest of a start together.
  let document: string | undefined
  const theDocument = () => (document ??= JSON.stringify(openApiDocument(routes)))
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
  const rights = requireRights(PUBLIC_BASE, routes.openAPIRegistry.definitions)
  app.use(`${PUBLIC_BASE}/*`, publicGate(auth), limited, rights, jsonBodies(PUBLIC_BASE))
  app.get(`${PUBLIC_BASE}/openapi.json`, (c) =>
    c.body(theDocument(), 200, { 'Content-Type': 'application/json' }),
  )
  app.route(PUBLIC_BASE, routes)

  app.use(`${PAGE_BASE}/*`, pageGate(auth, limited), jsonBodies(PAGE_BASE))
  app.route(PAGE_BASE, pageApiRoutes(modules, deps.ownOrigins))
  app.route(PAGE_BASE, routes)

  app.use('/uploads/*', requireLogin(auth), limited)
  app.route('/', uploadedFileRoutes(modules.media))
  app.route('/', publicMediaRoutes(modules.media))
  return app
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

/** Calls with a key are counted here, too, before they are refused: only the page may come in. */
function pageGate(auth: AuthDeps, limited: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  const [required, noticed] = [requireLogin(auth), noticeLogin(auth)]
  return (c, next) => {
    // Both mounts match this pattern; the versioned one has been through its own gate.
    if (c.req.path.startsWith(`${PUBLIC_BASE}/`)) return next()
    if (OPEN_TO_PAGE.has(c.req.path.slice(PAGE_BASE.length))) return noticed(c, next)
    return required(c, () => limited(c, () => requireCookie(c, next) as Promise<void>) as Promise<void>)
  }
}

/** Uploads are the one body that is not JSON: they are streamed, never read here. */
function jsonBodies(base: string): MiddlewareHandler<AppEnv> {
  const upload = `${base}/media/upload`
  return (c, next) => {
    // Both mounts match the page's pattern, and a body can be read once.
    const isReadAlready = base === PAGE_BASE && c.req.path.startsWith(`${PUBLIC_BASE}/`)
    return isReadAlready || c.req.path === upload ? next() : readJsonBody(c, next)
  }
}

function reporter(log: Log, requestId: string): (error: unknown) => void {
  return (error) => log.error('unexpected error', { requestId, error })
}
