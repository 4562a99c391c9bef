// The routes that are mounted once a request needs one: the contract's, the page's, and files. Their schemas take a tenth of a start.
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { OPEN_PATHS } from '../api/access.ts'
import { PUBLIC_BASE, type RequestDeps } from './request-deps.ts'
import { noticeLogin, requireCookie, requireLogin, type AuthDeps } from './authenticate.ts'
import type { AppEnv } from './context.ts'
import { requireRights } from './key-gates.ts'
import type { AppModules } from './modules.ts'
import { openApiDocument } from './openapi.ts'
import { pageApiRoutes } from './page-routes.ts'
import { readJsonBody } from './read-json-body.ts'
import { rememberRequests } from './remember-requests.ts'
import { reuseAnswers } from './reuse-answers.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { attentionRoutes } from './routes/attention.ts'
import { authRoutes } from './routes/auth.ts'
import { cloudRoutes } from './routes/cloud.ts'
import { draftRoutes } from './routes/drafts.ts'
import { eventRoutes } from './routes/events.ts'
import { publicMediaRoutes, uploadedFileRoutes } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { insightRoutes } from './routes/insights.ts'
import { mediaRoutes } from './routes/media.ts'
import { CALLBACK_PATHS } from './routes/page/connect.ts'
import { postRoutes } from './routes/posts.ts'
import { recurrenceRoutes } from './routes/recurrence.ts'
import { scheduleRoutes } from './routes/schedule.ts'
import { slotRoutes } from './routes/slots.ts'
import { storyRepostRoutes } from './routes/story-repost.ts'

/** The contract's routes, the same under `/api/v1` and, for the page, under `/api`. */
export function contractRoutes(
  modules: AppModules,
  { clock, requests, running, startedAt }: Pick<Gates, 'clock' | 'requests' | 'running' | 'startedAt'>,
) {
  const remembered = rememberRequests(requests, running)
  const { posts, scheduling, slots, recurrences, media, accounts, sessions, apiKeys } = modules
  const { approvals, cloud, reposts, attention, events, insights, system } = modules
  return new OpenAPIHono<AppEnv>()
    .route('/', healthRoutes(system, clock, startedAt))
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

const PAGE_BASE = '/api'
const isPublic = (path: string) => `${path}/`.startsWith(`${PUBLIC_BASE}/`)
/** Besides the contract's open routes, a browser must reach these before it has a cookie, or comes here without it. */
const OPEN_TO_PAGE: ReadonlySet<string> = new Set([
  ...OPEN_PATHS,
  '/auth/session',
  '/auth/launch',
  '/auth/launch/challenge',
  ...CALLBACK_PATHS,
])

interface Gates extends RequestDeps {
  readonly auth: AuthDeps
  readonly limited: MiddlewareHandler<AppEnv>
  /** On the monotonic clock: these routes are mounted long after it. */
  readonly startedAt: number
}

export function mountRoutes(
  app: OpenAPIHono<AppEnv>,
  modules: AppModules,
  { auth, limited, ...deps }: Gates,
): void {
  const routes = contractRoutes(modules, deps)
  // Made on first use: it takes as long as a start.
  let document: string | undefined
  const theDocument = () => (document ??= JSON.stringify(openApiDocument(routes)))
  const rights = requireRights(PUBLIC_BASE, routes.openAPIRegistry.definitions)
  app.use(`${PUBLIC_BASE}/*`, rights, jsonBodies(PUBLIC_BASE))
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
}

/** Calls with a key are counted here, too, before they are refused: only the page may come in. */
function pageGate(auth: AuthDeps, limited: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  const [required, noticed] = [requireLogin(auth), noticeLogin(auth)]
  return (c, next) => {
    // Both mounts match this pattern; the versioned one has been through its own gate.
    if (isPublic(c.req.path)) return next()
    if (OPEN_TO_PAGE.has(c.req.path.slice(PAGE_BASE.length))) return noticed(c, next)
    return required(c, () => limited(c, () => requireCookie(c, next) as Promise<void>) as Promise<void>)
  }
}

/** Uploads are the one body that is not JSON: they are streamed, never read here. */
function jsonBodies(base: string): MiddlewareHandler<AppEnv> {
  const upload = `${base}/media/upload`
  return (c, next) => {
    // Both mounts match the page's pattern, and a body can be read once.
    const isReadAlready = base === PAGE_BASE && isPublic(c.req.path)
    return isReadAlready || c.req.path === upload ? next() : readJsonBody(c, next)
  }
}
