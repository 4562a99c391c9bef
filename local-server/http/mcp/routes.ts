// Where agents come in: one address for clients of every version of the protocol, for those who have an API key. A cookie opens nothing
// here, so a page of a stranger cannot use the user's browser for it.
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CodedError } from '../../../core/coded-error.ts'
import { originOf, requireLogin, type AuthDeps } from '../../../core/http/authenticate.ts'
import type { AppEnv } from '../../../core/http/context.ts'
import { loadOnce } from '../../../core/load-once.ts'
import type { Connection } from './requests.ts'

export interface McpDeps extends AuthDeps {
  /** Answers as the server does to a request from outside. */
  ask(path: string, init: RequestInit): Promise<Response>
  readonly folders: readonly string[]
  /** Has a count of its own: the tools' requests are also counted like any other. */
  readonly limited: MiddlewareHandler<AppEnv>
}

/** The handler reads it whole. Files come by their path, so it holds no more than the text of a post. */
const small = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new CodedError('VALIDATION_ERROR', 'The body is larger than 1 MB.')
  },
})

export function mcpRoutes({ ask, folders, limited, ...auth }: McpDeps): Hono {
  const connectionOf = (request: Request | undefined): Connection => ({
    call(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', request?.headers.get('authorization') ?? '')
      return ask(path, { ...init, headers })
    },
    folders,
    origin: () => originOf(request?.headers ?? new Headers(), auth.ownOrigins()),
  })
  const loadHandler = loadOnce(async () => {
    const [{ createMcpHandler }, { createAgentServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./agent-server.ts'),
    ])
    return createMcpHandler(({ requestInfo }) => createAgentServer(connectionOf(requestInfo))).fetch
  })
  const routes = new Hono<AppEnv>().all('/mcp', requireLogin(auth), limited, small, async (c) => {
    const origin = c.req.header('origin')
    if (c.var.caller.kind !== 'key' || (origin !== undefined && !auth.ownOrigins().includes(origin)))
      throw new CodedError('AUTH_REQUIRED', 'Send an API key as "Authorization: Bearer app_live_…".')
    const answer = await (await loadHandler())(c.req.raw)
    // Through the context, which has the headers of the rate limit.
    return c.newResponse(answer.body, answer)
  })
  return new Hono().route('/', routes)
}
