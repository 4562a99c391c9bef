// Sent with every response, errors included. Set before the route runs: adding them afterwards costs more, and is
// left to the apps beside the API, which may return a Response that does not have them.
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The page's component library writes style attributes and one style element at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const SECURE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(SECURE_HEADERS)) c.header(name, value)
  const isApi = c.req.path.startsWith('/api')
  if (isApi) c.header('Cache-Control', 'no-store')
  await next()
  if (!isApi) addMissing(c, { ...SECURE_HEADERS, 'X-Request-Id': c.var.requestId })
}

function addMissing(c: Context<AppEnv>, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value)
}
