// The access that a route needs, as the OpenAPI document says it. `core/http/authenticate.ts` and `core/http/key-gates.ts` enforce it.

export const BEARER_OR_COOKIE = [{ apiKey: [] }, { session: [] }]
export const COOKIE_ONLY = [{ session: [] }]
export const OPEN: Record<string, string[]>[] = []

/** What an API key may do. Keys made before rights existed have all of them. */
export const KEY_RIGHTS = ['full', 'read', 'draft', 'approval'] as const
export type KeyRights = (typeof KEY_RIGHTS)[number]

/** In a declaration: keys with these rights or more may call it. Without it a GET is open to all, and all else to full keys only. */
export const openToKeys = <R extends KeyRights>(rights: R) => ({ 'x-key-rights': rights })

/** What a person can be asked to do with a post. */
export const APPROVAL_ACTIONS = ['send', 'change', 'cancel'] as const
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number]

/** In the declaration of what a key may not do alone: how it asks a person for it. `many`: one post at a time. */
export const askedFor = <A extends ApprovalAction | 'many'>(action: A) => ({ 'x-approval': action })

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
