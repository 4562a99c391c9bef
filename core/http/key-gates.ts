// The gates that only API keys have to pass: how often they may call, and what. The page is neither counted nor restricted.
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import {
  APPROVAL_ACTIONS,
  COOKIE_ONLY,
  KEY_RIGHTS,
  type ApprovalAction,
  type KeyRights,
} from '../api/access.ts'
import { CodedError } from '../coded-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../features/rate-limits/sliding-log.ts'
import type { AppEnv } from './context.ts'

/**
 * One count per authenticated request, also of a refused one. The four fields follow revision 06 of the IETF draft, which
 * defines them. As the contract says, Limit and Remaining describe the window that has less left, Reset the one that rolls
 * next; Retry-After says how long to wait after a refusal.
 */
export function limitRate(limiter: RateLimiter, clock: Clock): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { caller } = c.var
    if (caller.kind !== 'key') return next()
    const { admitted, limit, remaining, reset, retryAfter } = limiter.admit(caller.keyId, clock.monotonic())
    c.header('RateLimit-Limit', String(limit))
    c.header('RateLimit-Remaining', String(remaining))
    c.header('RateLimit-Reset', String(reset))
    c.header('RateLimit-Policy', limiter.policy)
    if (!admitted) throw new CodedError('RATE_LIMITED', undefined, { retryAfter })
    await next()
  }
}

/** Rights of a key, each with all of those before it. */
const RISING: readonly KeyRights[] = ['read', 'draft', 'approval', 'full']

const REFUSALS: Readonly<Record<Exclude<KeyRights, 'approval'>, string>> = {
  full: '',
  read: 'This key may only read. Create one with more rights in the settings of Nightpost.',
  draft:
    'This key may read, upload and write drafts, and nothing else. Create one with more rights in the settings of Nightpost.',
}

/** Of a key that may ask: what it can do next. */
const ASK_INSTEAD: Readonly<Record<ApprovalAction | 'many', string>> = {
  send: 'This key sends nothing without the approval of a person. Write a draft and ask with POST /approvals; they answer in Nightpost.',
  change:
    'This key changes no scheduled post without the approval of a person. Ask with POST /approvals, the action change and the same fields in change; they answer in Nightpost.',
  cancel:
    'This key cancels nothing without the approval of a person. Ask with POST /approvals and the action cancel; they answer in Nightpost.',
  many: 'This key changes and cancels nothing without the approval of a person. Ask for one post at a time with POST /approvals and the action change or cancel; they answer in Nightpost.',
}
const NOT_ASKED_FOR =
  'This key may write drafts, and ask a person to send, change or cancel posts, and this is none of it: a person does it in Nightpost.'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}'

type Declared = OpenAPIHono<AppEnv>['openAPIRegistry']['definitions']

/**
 * What a key may do, decided in one place for every route, by what its declaration says (`openToKeys`), and before anything else
 * of the request is looked at. One that says nothing needs a key with full rights, so that a new one is closed until somebody
 * opens it; one that takes the cookie only is open to none. `base` is where the contract is mounted. Throws COOKIE_AUTH_REQUIRED.
 */
export function requireRights(base: string, declared: Declared): MiddlewareHandler<AppEnv> {
  const [opened, closed] = [declared.flatMap(openedRoute), declared.flatMap(callsWithCookieOnly)]
  return async (c, next) => {
    const { caller } = c.var
    if (caller.kind !== 'key') return next()
    const call = `${c.req.method} ${c.req.path.slice(base.length)}`
    if (closed.some((calls) => calls.test(call))) throw new CodedError('COOKIE_AUTH_REQUIRED')
    const route = opened.find(({ calls }) => calls.test(call))
    const needed = READS.has(c.req.method) ? 'read' : (route?.rights ?? 'full')
    if (RISING.indexOf(caller.rights) < RISING.indexOf(needed))
      throw new CodedError('COOKIE_AUTH_REQUIRED', refusalOf(caller.rights, route?.asked))
    await next()
  }
}

interface OpenedRoute {
  readonly calls: RegExp
  readonly rights: KeyRights
  readonly asked: Asked | undefined
}

type Asked = keyof typeof ASK_INSTEAD

function refusalOf(rights: KeyRights, asked: Asked | undefined): string {
  if (rights !== 'approval') return REFUSALS[rights]
  return asked === undefined ? NOT_ASKED_FOR : ASK_INSTEAD[asked]
}

function openedRoute(definition: Declared[number]): OpenedRoute[] {
  if (definition.type !== 'route') return []
  const { method, path, 'x-key-rights': opened, 'x-approval': named } = definition.route
  const rights = KEY_RIGHTS.find((one) => one === opened)
  const asked = [...APPROVAL_ACTIONS, 'many' as const].find((one) => one === named)
  if (rights === undefined && asked === undefined) return []
  return [{ calls: callsOf(method, path, UUID), rights: rights ?? 'full', asked }]
}

function callsWithCookieOnly(definition: Declared[number]): RegExp[] {
  if (definition.type !== 'route') return []
  const { method, path, security } = definition.route
  return security === COOKIE_ONLY ? [callsOf(method, path, '[^/]+')] : []
}

function callsOf(method: string, path: string, id: string): RegExp {
  return new RegExp(`^${method.toUpperCase()} ${path.replaceAll('{id}', id)}$`)
}
