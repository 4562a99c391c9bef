import type { MiddlewareHandler } from 'hono'

/** Clients that join their parts carelessly write `/v18.0//123` or end with a slash, and the platform takes it. */
export function withSingleSlashes(
  answer: (request: Request) => Response | Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    const url = new URL(c.req.url)
    const pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
    if (pathname === url.pathname) return next()
    url.pathname = pathname
    return answer(new Request(url, c.req.raw))
  }
}
