// What middleware passes on to handlers.

/** The caller. `anonymous` reaches open routes only. */
export type Caller =
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'anonymous' }

export interface AppEnv {
  Variables: {
    requestId: string
    caller: Caller
  }
}
