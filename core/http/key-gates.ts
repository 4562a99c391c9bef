// The gates that only API keys have to pass: how often they may call, and what. The page is neither counted nor restricted.
import type { MiddlewareHandler } from 'hono'
import type { KeyRights } from '../api/api-keys.ts'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../features/rate-limits/sliding-log.ts'
import type { AppEnv } from './context.ts'

/**
 * One count per authenticated request, whatever its outcome. The four fields follow revision 06 of the IETF draft, which
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

const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}'
const READING = ['(?:GET|HEAD|OPTIONS) .*', 'POST /auth/logout', 'POST /posts/validate']
const DRAFTING = [...READING, 'POST /media/upload', 'POST /posts/draft(?:/bulk)?', `PUT /posts/draft/${UUID}`]

const ASKING = [...DRAFTING, 'POST /approvals']

interface Rights {
  readonly calls: RegExp
  /** The message when something else is called. */
  readonly refusal: string
}

const RIGHTS: Readonly<Record<KeyRights, Rights>> = {
  full: { calls: /^/, refusal: '' },
  read: {
    calls: anyOf(READING),
    refusal: 'This key may only read. Create one with more rights in the settings of Nightpost.',
  },
  draft: {
    calls: anyOf(DRAFTING),
    refusal:
      'This key may read, upload and write drafts, and nothing else. Create one with more rights in the settings of Nightpost.',
  },
  approval: {
    calls: anyOf(ASKING),
    refusal:
      'This key sends nothing without the approval of a person. Write a draft and ask with POST /approvals; they answer in Nightpost.',
  },
}

/**
 * What a key may do, decided in one place for every route. A route that is not named above needs a key with full rights, so that
 * a new one is closed until somebody opens it. `base` is where the contract is mounted. Throws COOKIE_AUTH_REQUIRED.
 */
export function requireRights(base: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { caller } = c.var
    if (caller.kind !== 'key') return next()
    const { calls, refusal } = RIGHTS[caller.rights]
    if (!calls.test(`${c.req.method} ${c.req.path.slice(base.length)}`))
      throw new CodedError('COOKIE_AUTH_REQUIRED', refusal)
    await next()
  }
}

function anyOf(calls: readonly string[]): RegExp {
  return new RegExp(`^(?:${calls.join('|')})$`)
}
