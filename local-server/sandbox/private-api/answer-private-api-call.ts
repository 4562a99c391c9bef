// From a request to a private host to its answer: reported to the witness, checked for who calls and from where, struck by
// the account's scenario, answered, and stamped with what the client has to keep.
import type { Context, Handler } from 'hono'
import { NO_SUBJECT } from '../graph/subject.ts'
import { performCall } from '../perform-call.ts'
import type { PrivateApiHostName } from './call-log.ts'
import { anythingElse, fail, loginRedirect, loginRequired } from './private-api-refusal.ts'
import type {
  CallHandler,
  PrivateApiPorts,
  ReceivedCall,
  SessionCall,
  SessionRequest,
} from './private-api-ports.ts'
import { APP_IDS, privateApiPersonNamed, privateApiPersonOf } from './practice.ts'
import {
  EMPTY_AUTHORIZATION,
  sessionIdIn,
  setRouting,
  setSessionIdCookie,
  authorizationOf,
} from './session/session-headers.ts'
import type { SandboxSession, SessionHost } from './session/sessions.ts'
import { signedRecord } from './session/signed-body.ts'
import { scenarioAnswerOf } from './play-scenario.ts'

const HOSTS = { mobile: 'i.instagram.com', web: 'www.instagram.com' } as const satisfies Record<
  SessionHost,
  PrivateApiHostName
>

export interface PrivateApiAnswerer {
  /** A call without a session. */
  open(run: CallHandler): Handler
  /** A call of a session that belongs to this host. */
  own(run: SessionCall): Handler
  /** Bytes: the app's host takes them from browsers, too. */
  bytes(run: SessionCall): Handler
}

export function createPrivateApiAnswerer(ports: PrivateApiPorts, host: SessionHost): PrivateApiAnswerer {
  return {
    open: (run) => async (c) => {
      const request = await readRequest(c, host, { isForm: true })
      return perform(ports, request, usernameIn(request), async () => {
        checkClient(request, [host])
        return run(ports, request)
      })
    },
    own: (run) => async (c) => sessionCall(ports, await readRequest(c, host, { isForm: true }), [host], run),
    bytes: (run) => async (c) => {
      const kinds = host === 'mobile' ? (['mobile', 'web'] as const) : (['web'] as const)
      return sessionCall(ports, await readRequest(c, host, { isForm: false }), kinds, run)
    },
  }
}

async function sessionCall(
  ports: PrivateApiPorts,
  request: ReceivedCall,
  kinds: readonly SessionHost[],
  run: SessionCall,
): Promise<Response> {
  const found = sessionOf(ports, request.request)
  const person = found && privateApiPersonOf(found.pk)
  return perform(ports, request, person?.account.username ?? null, async () => {
    checkClient(request, kinds)
    if (!found || !person) throw loggedOut(ports, request)
    if (!isAppOf(request, found.kind)) throw loginRequired()
    const { host, path } = request
    const struck = scenarioAnswerOf(ports, { person, where: 'session', host, path, guid: null })
    if (struck) throw struck
    checkCsrf(request, found)
    const answer = await run(ports, { ...request, session: found, person })
    stamp(ports, answer, { ...request, session: found, person })
    return answer
  })
}

function perform(
  ports: PrivateApiPorts,
  { request, path, host }: ReceivedCall,
  username: string | null,
  run: () => Promise<Response>,
): Promise<Response> {
  ports.calls.add({ host: HOSTS[host], method: request.method, path, at: ports.clock.now(), username })
  const subject = { ...NO_SUBJECT, urls: [path], username }
  return performCall(ports, {
    on: 'native',
    id: path,
    subject,
    request,
    usageOf: null,
    run,
    refusal: anythingElse,
  })
}

async function readRequest(
  c: Context,
  host: SessionHost,
  { isForm }: { isForm: boolean },
): Promise<ReceivedCall> {
  const request = c.req.raw
  const { pathname, searchParams: query } = new URL(request.url)
  const path = pathname.replace(/^\/sandbox\/[^/]+/, '')
  const isReadable =
    isForm && /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  const form = new URLSearchParams(isReadable ? await request.text() : '')
  return { host, request, path, query, form }
}

/** The name in a login or a challenge. */
function usernameIn({ form, path }: ReceivedCall): string | null {
  const [, pk] = /^\/api\/v1\/challenge\/(?:\w+\/)?(\d+)\//.exec(path) ?? []
  if (pk !== undefined) return privateApiPersonOf(pk)?.account.username ?? null
  const signed = signedRecord(form) as { username?: unknown } | null
  return typeof signed?.username === 'string'
    ? (privateApiPersonNamed(signed.username)?.account.username ?? null)
    : null
}

/** The user agent and the app id belong together, and to a kind of client that this host knows. */
function checkClient(request: ReceivedCall, kinds: readonly SessionHost[]): void {
  const agent = request.request.headers.get('user-agent') ?? ''
  const isKnown = kinds.some((kind) => isAppOf(request, kind) && AGENTS[kind].test(agent))
  if (!isKnown) throw fail(400, { message: 'useragent mismatch' })
}

const AGENTS: Readonly<Record<SessionHost, RegExp>> = {
  mobile: /^Instagram \d+(\.\d+)+ Android \(/,
  web: /^Mozilla\/5\.0 \(/,
}

function isAppOf({ request }: ReceivedCall, kind: SessionHost): boolean {
  return request.headers.get('x-ig-app-id') === APP_IDS[kind]
}

/** The bearer decides where there is one, even against the cookies; an empty one opens nothing. */
function sessionOf({ sessions }: PrivateApiPorts, { headers }: Request): SandboxSession | null {
  const authorization = headers.get('authorization')
  const cookies = readCookies(headers)
  if (authorization !== null) {
    const sessionId = sessionIdIn(authorization)
    const session = sessionId === null ? null : sessions.find(sessionId)
    return session?.kind === 'mobile' ? session : null
  }
  const session = sessions.find(cookies.get('sessionid') ?? '')
  return session?.pk === cookies.get('ds_user_id') ? session : null
}

function readCookies(headers: Headers): Map<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/)
  return new Map(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
}

function loggedOut({ origin }: PrivateApiPorts, { host, path }: ReceivedCall) {
  return host === 'web' ? loginRedirect(origin(), path) : loginRequired()
}

/** A browser proves with each write that it can read its own cookies. */
function checkCsrf({ request }: ReceivedCall, { kind, csrfToken }: SandboxSession): void {
  if (kind !== 'web' || request.method === 'GET') return
  const given = [request.headers.get('x-csrftoken'), readCookies(request.headers).get('csrftoken')]
  if (given.some((token) => token !== csrfToken))
    throw fail(403, { message: 'CSRF token missing or incorrect' })
}

function stamp(
  { scenarios, sessions, clock }: PrivateApiPorts,
  answer: Response,
  request: SessionRequest,
): void {
  const { session, person } = request
  setRouting(answer, session, clock)
  const scenario = scenarios.of(person.account.username)
  if (scenario === 'empty_authorization_header')
    answer.headers.set('ig-set-authorization', EMPTY_AUTHORIZATION)
  if (scenario !== 'sessionid_rotates') return
  const rotated = sessions.rotate(session)
  setSessionIdCookie(answer, rotated)
  if (rotated.kind === 'mobile') answer.headers.set('ig-set-authorization', authorizationOf(rotated))
}
