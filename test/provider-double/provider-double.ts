// A stand-in for the cloud provider's REST API: as strict as we know the real one to be, with its numbers and its envelope,
// and with faults on request. It runs in memory, behind a `fetch`.
import { Hono, type Context } from 'hono'
import {
  newAccount,
  PERMISSIONS,
  type Account,
  type Permission,
  type Provider,
  type Token,
} from './account-state.ts'
import type { DoubleEnv } from './env.ts'
import { failure, fields, jsonOf, Refusal, refuse, success } from './envelope.ts'
import { scriptRoutes } from './script-routes.ts'
import { bucketRoutes, namespaceRoutes } from './storage-routes.ts'

/** What happens instead of, or after, an answer. `lost` acts and gives no answer; `cut` does not even act. */
export type Fault =
  | { readonly kind: 'refusal'; readonly status: number; readonly code: number; readonly retryAfter?: number }
  | { readonly kind: 'page'; readonly status: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'cut' }

export interface ProviderDouble {
  readonly state: Provider
  readonly account: Account
  /** Every call, as `METHOD /path` below the API's address and without the query. */
  readonly calls: string[]
  /** The next `times` calls whose `METHOD /path` matches go wrong. */
  fail(call: RegExp, fault: Fault, times?: number): void
  fetch(request: Request): Promise<Response>
}

export const TOKEN = 'cfut_a-token-of-a-user-that-may-do-everything-1234567'
export const ACCOUNT_ID = '0123456789abcdef0123456789abcdef'
export const TOKEN_ID = 'ed17574386854bf78a67040be0a770b0'

/** `base` is the path at which the API stands, such as `/client/v4`. */
export function createProviderDouble(base: string, now: () => number): ProviderDouble {
  const account = newAccount(ACCOUNT_ID, 'Ada’s account')
  let ids = 0
  const state: Provider = {
    tokens: new Map([[TOKEN, newToken(TOKEN_ID)]]),
    accounts: new Map([[ACCOUNT_ID, account]]),
    takenNames: new Set(['taken']),
    now,
    newId: () => (ids += 1).toString(16).padStart(32, '0'),
  }
  const faults: { call: RegExp; fault: Fault; left: number }[] = []
  const calls: string[] = []
  const mounted = new Hono().route(base, apiOf(state))
  mounted.onError((error) => (error instanceof Refusal ? failure(error) : Promise.reject(error)))
  mounted.notFound(() => failure(new Refusal(400, 7000, 'No route for that URI')))
  return {
    state,
    account,
    calls,
    fail: (call, fault, times = 1) => void faults.push({ call, fault, left: times }),
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname.slice(base.length)}`
      calls.push(call)
      const found = faults.find(({ call: pattern, left }) => left > 0 && pattern.test(call))
      if (found) found.left -= 1
      return answer(found?.fault ?? null, () => mounted.fetch(request))
    },
  }
}

async function answer(fault: Fault | null, act: () => Response | Promise<Response>): Promise<Response> {
  if (fault === null) return act()
  if (fault.kind === 'refusal') {
    const response = failure(new Refusal(fault.status, fault.code, 'a fault of the test'))
    if (fault.retryAfter !== undefined) response.headers.set('retry-after', String(fault.retryAfter))
    return response
  }
  if (fault.kind === 'page') return new Response('<html>trouble</html>', { status: fault.status })
  if (fault.kind === 'lost') await act()
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
}

export function newToken(id: string, change: Partial<Token> = {}): Token {
  return {
    id,
    kind: 'user',
    status: 'active',
    accounts: [ACCOUNT_ID],
    permissions: new Set(PERMISSIONS),
    ...change,
  }
}

function apiOf(state: Provider) {
  const api = new Hono<DoubleEnv>()
  api.use(async (c, next) => {
    c.set('token', tokenOf(state, c))
    await next()
  })
  api.get('/user/tokens/verify', (c) => {
    const { token } = c.var
    if (token.kind !== 'user') refuse(401, 1000, 'Invalid API Token')
    return success(c, { id: token.id, status: token.status })
  })
  api.get('/accounts', (c) => {
    need(c.var.token, 'account')
    const opened = c.var.token.accounts.flatMap((id) => state.accounts.get(id) ?? [])
    return success(
      c,
      opened.slice(0, 50).map(({ id, name }) => ({ id, name, type: 'standard' })),
      { page: 1, per_page: 50, count: opened.length, total_count: opened.length, total_pages: 1 },
    )
  })
  api.use('/accounts/:account/*', async (c, next) => {
    const account = state.accounts.get(c.req.param('account'))
    if (!account || !c.var.token.accounts.includes(account.id))
      return refuse(403, 9109, 'Unauthorized to access requested resource')
    c.set('account', account)
    await next()
  })
  api.get('/accounts/:account/tokens/verify', (c) => {
    const { token } = c.var
    if (token.kind !== 'account') refuse(401, 1000, 'Invalid API Token')
    return success(c, { id: token.id, status: token.status })
  })
  behind(api, '/accounts/:account/storage/kv/*', 'kv')
  behind(api, '/accounts/:account/r2/*', 'r2')
  behind(api, '/accounts/:account/workers/*', 'scripts')
  api.route('/accounts/:account/storage/kv/namespaces', namespaceRoutes(state))
  api.route('/accounts/:account/r2/buckets', bucketRoutes(state))
  api.route('/accounts/:account/workers/scripts', scriptRoutes(state))
  nameRoutes(api, state)
  return api
}

function tokenOf({ tokens }: Provider, c: Context): Token {
  const text = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (text === undefined) return refuse(400, 6003, 'Invalid request headers')
  return tokens.get(text) ?? refuse(c.req.path.endsWith('/verify') ? 401 : 403, 1000, 'Invalid API Token')
}

function need(token: Token, permission: Permission): void {
  if (!token.permissions.has(permission)) refuse(403, 10000, 'Authentication error')
}

function behind(api: Hono<DoubleEnv>, path: string, permission: Permission): void {
  api.use(path, async (c, next) => {
    need(c.var.token, permission)
    await next()
  })
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The account's name below workers.dev. */
function nameRoutes(api: Hono<DoubleEnv>, { takenNames }: Provider): void {
  const judge = (account: Account, name: string) => {
    if (!NAME.test(name)) refuse(400, 10033, 'The subdomain is not valid.')
    if (takenNames.has(name) || account.subdomain === name) refuse(409, 10031, 'The subdomain is taken.')
  }
  api.get('/accounts/:account/workers/subdomain', (c) => {
    const { subdomain } = c.var.account
    return subdomain === null ? refuse(404, 10007, 'No subdomain yet.') : success(c, { subdomain })
  })
  api.get('/accounts/:account/workers/subdomains/:name', (c) => {
    judge(c.var.account, c.req.param('name'))
    return refuse(404, 10032, 'The subdomain is available.')
  })
  api.put('/accounts/:account/workers/subdomain', async (c) => {
    const { account } = c.var
    const name = String(fields(await jsonOf(c), ['subdomain'])['subdomain'])
    judge(account, name)
    if (account.subdomain !== null) refuse(409, 10036, 'The account has a subdomain already.')
    account.subdomain = name
    return success(c, { subdomain: name })
  })
}
