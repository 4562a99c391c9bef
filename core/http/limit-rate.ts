// Bearer traffic only: one count per authenticated request, whatever its outcome. The four fields follow revision 06
// of the IETF draft, which defines them. As the contract says, Limit and Remaining describe the window that has less
// left, Reset the one that rolls next; Retry-After says how long to wait after a refusal.
import type { MiddlewareHandler } from 'hono'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../rate-limits/sliding-log.ts'
import type { AppEnv } from './context.ts'

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
