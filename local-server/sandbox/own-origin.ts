import type { MiddlewareHandler } from 'hono'

/**
 * Refuses what a browser sends for a page of another origin. The token is no secret and the sandbox fetches whatever
 * address it is given, so without this any page could send it knocking at doors of the local network. Programs send no
 * Origin header and pass.
 */
export function onlyOwnOrigin(origin: () => string): MiddlewareHandler {
  return async (c, next) => {
    const from = c.req.header('origin')
    if (from === undefined || from === origin()) return next()
    return c.json({ error: 'The sandbox takes no calls from web pages of another origin.' }, 403)
  }
}
