// What middleware leaves behind for handlers.

/** Who is asking. `anonymous` reaches open routes only. */
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
