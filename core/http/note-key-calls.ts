// Notes each request with an API key, also a refused one: the route, never the address, parts of which could be anything.
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ApiKeys } from '../features/api-keys/keys.ts'
import type { Clock } from '../ports/clock.ts'
import type { AppEnv, Caller } from './context.ts'

/** As the server names its tools. Whatever else a program may write there is not kept. */
const TOOL_NAME = /^[a-z]{1,16}(?:_[a-z]{1,16}){0,3}$/

/** Names the tool that makes a request, for the log only. */
export const TOOL_HEADER = 'nightpost-tool'

/** Their answers name the post that they made or are about. */
const ANSWERED_WITH_A_POST = new Set([
  'POST /posts/publish',
  'POST /posts/draft',
  'POST /schedule',
  'POST /approvals',
])
const UPLOADED_FILES = '/uploads/*'
const ABOUT_A_POST = /^\/(?:posts|schedule)\/.*\{id\}/
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** `base` is where the contract is mounted: its routes are named without it. */
export function noteKeyCalls({ calls }: ApiKeys, clock: Clock, base: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const at = clock.now()
    await next()
    // Not set on routes without authentication.
    const caller: Caller | undefined = c.get('caller')
    if (caller?.kind !== 'key') return
    const { method } = c.req
    const { status } = c.res
    const route = routeOf(c, base)
    // The requests of the tools are noted separately.
    if (route === '/mcp') return
    const named = c.req.header(TOOL_HEADER)
    const tool = named !== undefined && TOOL_NAME.test(named) ? named : null
    calls.note({ keyId: caller.keyId, at, method, route, tool, status, postId: await postOf(c, route) })
  }
}

/** The first match that is not a gate is the route that answers, or would have. */
function routeOf(c: Context, base: string): string | null {
  const found = matchedRoutes(c).find(({ path }) => !path.endsWith('*') || path === UPLOADED_FILES)
  const path = found?.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
  return path?.startsWith(`${base}/`) ? path.slice(base.length) : (path ?? null)
}

async function postOf(c: Context, route: string | null): Promise<string | null> {
  if (route === null || c.res.status === 404) return null
  if (ABOUT_A_POST.test(route)) return UUID.exec(c.req.path)?.[0] ?? null
  if (!c.res.ok || !ANSWERED_WITH_A_POST.has(`${c.req.method} ${route}`)) return null
  const { id, postId } = (await c.res.clone().json()) as { readonly id?: string; readonly postId?: string }
  return postId ?? id ?? null
}
