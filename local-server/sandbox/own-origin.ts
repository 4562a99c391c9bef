import type { MiddlewareHandler } from 'hono'

/** The names of this computer. With our port, each of them leads to us. */
export const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses what a browser sends for a page of another origin. The token is no secret and the sandbox fetches any address
 * it is given, so without this any page could make it call into the local network. Programs send no Origin header and pass.
 */
export function onlyOwnOrigin(origin: () => string): MiddlewareHandler {
  return async (c, next) => {
    const from = c.req.header('origin')
    if (from === undefined || ownOrigins(origin()).includes(from)) return next()
    return c.json({ error: 'The sandbox takes no calls from web pages of another origin.' }, 403)
  }
}

function ownOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (!OWN_NAMES.includes(hostname)) return [origin]
  return OWN_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
