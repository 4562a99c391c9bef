// The access that a route needs, as the OpenAPI document says it. `core/http/authenticate.ts` enforces it.

export const BEARER_OR_COOKIE = [{ apiKey: [] }, { session: [] }]
export const COOKIE_ONLY = [{ session: [] }]
export const OPEN: Record<string, string[]>[] = []

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `app_live_` and 43 characters. Create one in the settings, or on the command line with `key NAME`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The cookie of the embedded page. It counts only in requests that come from the page itself.',
  },
} as const

/** Contract paths that need no login. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(['/health', '/auth/check', '/openapi.json'])
