// What middleware passes on to handlers.
import type { KeyRights } from '../api/access.ts'
import type { Repeatable } from '../api/idempotency.ts'

/** The caller. `anonymous` reaches open routes only. */
export type Caller =
  | { readonly kind: 'key'; readonly keyId: string; readonly rights: KeyRights }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'anonymous' }

export interface AppEnv {
  Variables: {
    requestId: string
    caller: Caller
    /** Of a request that lasts: a key may be revoked meanwhile. */
    isStillLoggedIn: () => Promise<boolean>
    /** Set when the request came with an Idempotency-Key, on routes that take one. */
    repeatable: Repeatable | undefined
  }
}
