// Authenticates the caller. Bearer first: with an Authorization header the cookie is ignored. A cookie does not count
// when the request comes from another page, because browsers also attach it to requests of pages on other ports.
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { ApiKeys } from '../features/api-keys/keys.ts'
import { CodedError } from '../coded-error.ts'
import { SESSION_COOKIE, SESSION_LIFE, type Sessions } from '../features/sessions/sessions.ts'
import { SECOND } from '../time.ts'
import type { AppEnv, Caller } from './context.ts'

export interface AuthDeps {
  readonly apiKeys: ApiKeys
  readonly sessions: Sessions
  /** Exact origins of the page, such as `http://127.0.0.1:4100`. Never a pattern. */
  ownOrigins(): readonly string[]
}

const OWN_SITES = new Set(['same-origin', 'none'])

/** Throws AUTH_REQUIRED, AUTH_INVALID_KEY, TOKEN_INVALID or TOKEN_EXPIRED. */
export function requireLogin(deps: AuthDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const identified = await identify(deps, c)
    if (identified.caller.kind === 'anonymous') throw new CodedError('AUTH_REQUIRED')
    remember(c, identified, deps.ownOrigins())
    c.set('isStillLoggedIn', async () => {
      const { caller } = await identify(deps, c).catch(nobodyIfRefused)
      return caller.kind !== 'anonymous'
    })
    await next()
  }
}

/** For open routes: an unusable login counts as none, and so does one that cannot be looked up where the answer says why. */
export function noticeLogin(deps: AuthDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const nobody = c.req.path.endsWith('/health') ? () => ANONYMOUS : nobodyIfRefused
    remember(c, await identify(deps, c).catch(nobody), deps.ownOrigins())
    await next()
  }
}

/** A key must not reach what only the page needs. Throws COOKIE_AUTH_REQUIRED. */
export const requireCookie: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.caller.kind !== 'session') throw new CodedError('COOKIE_AUTH_REQUIRED')
  await next()
}

interface Identified {
  readonly caller: Caller
  readonly renewedToken: string | null
}

const ANONYMOUS: Identified = { caller: { kind: 'anonymous' }, renewedToken: null }

function remember(
  c: Context<AppEnv>,
  { caller, renewedToken }: Identified,
  ownOrigins: readonly string[],
): void {
  c.set('caller', caller)
  if (renewedToken !== null) setSessionCookie(c, renewedToken, ownOrigins)
}

async function identify(deps: AuthDeps, c: Context<AppEnv>): Promise<Identified> {
  const authorization = c.req.header('authorization')
  if (authorization !== undefined) {
    const key = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    if (key === undefined)
      throw new CodedError('AUTH_INVALID_KEY', 'Send the key as "Authorization: Bearer app_live_…".')
    const { id, rights } = await deps.apiKeys.verify(key)
    return { caller: { kind: 'key', keyId: id, rights }, renewedToken: null }
  }
  requireOwnPage(c, deps.ownOrigins())
  const tokens = sessionCookies(c)
  if (tokens.length === 0) return ANONYMOUS
  const session = await deps.sessions.check(tokens)
  return { caller: { kind: 'session', sessionId: session.id }, renewedToken: session.renewedToken }
}

/**
 * Refuses what a browser says to come from another page. Every browser sends `Origin` or `Sec-Fetch-Site` with a write; what has
 * neither comes from a program, which could send any. Throws AUTH_REQUIRED.
 */
export function requireOwnPage(c: Context, ownOrigins: readonly string[]): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isOwn =
    (origin === undefined || ownOrigins.includes(origin)) && (site === undefined || OWN_SITES.has(site))
  if (!isOwn)
    throw new CodedError(
      'AUTH_REQUIRED',
      'The browser says that another page sent this request, so its sign-in does not count. Use the Nightpost page, or send an API key as a Bearer token.',
    )
}

/**
 * All ports of this host share the jar. Other programs' cookies may be among those of our name, and one of the same path takes the
 * place of ours: so the token is also kept under a name that only this port uses.
 */
function cookieNames(c: Context): readonly string[] {
  const port = /:\d+$/.exec(c.req.header('host') ?? '')?.[0] ?? ''
  return [SESSION_COOKIE, `nightpost_session${port.replace(':', '_')}`]
}

function sessionCookies(c: Context): string[] {
  const cookies = (c.req.header('cookie') ?? '').split(';').map((part) => part.trim())
  const found = cookieNames(c).flatMap((name) => {
    const prefix = `${name}=`
    return cookies.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
  })
  return [...new Set(found)]
}

function nobodyIfRefused(error: unknown): Identified {
  if (error instanceof CodedError) return ANONYMOUS
  throw error
}

/** The address by which a request reached us, out of the exact list of our own. */
export function originOf(headers: Headers, ownOrigins: readonly string[]): string {
  const host = headers.get('host')?.toLowerCase()
  const [usual = ''] = ownOrigins
  return ownOrigins.find((origin) => origin === `http://${host}` || origin === `https://${host}`) ?? usual
}

const COOKIE = { path: '/', httpOnly: true, sameSite: 'Strict' } as const

/**
 * `Secure` behind the user's proxy only: on loopback this is plain http, where not every browser would accept it. No
 * `Domain`: this host only.
 */
export function setSessionCookie(c: Context, token: string, ownOrigins: readonly string[]): void {
  const secure = originOf(c.req.raw.headers, ownOrigins).startsWith('https:')
  for (const name of cookieNames(c))
    setCookie(c, name, token, { ...COOKIE, secure, maxAge: SESSION_LIFE / SECOND })
}

export function clearSessionCookie(c: Context): void {
  for (const name of cookieNames(c)) deleteCookie(c, name, COOKIE)
}
