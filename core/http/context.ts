// What middleware leaves behind for handlers.

/** Who is asking. `nobody` reaches open routes only. */
export type Caller =
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'nobody' }

export interface AppEnv {
  Variables: {
    requestId: string
    caller: Caller
  }
}
