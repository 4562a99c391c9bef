// The developer's app in the sandbox's dashboard. Its two logins have ids and secrets of their own, as on the platform, where
// taking one for the other is the commonest mistake. Constants and, like the tokens, not secret.

export interface SandboxApp {
  readonly id: string
  readonly secret: string
}

export const SANDBOX_PLATFORM_APP: SandboxApp = {
  id: '990100000000001',
  secret: 'sandboxplatformappnosecret',
}

export const SANDBOX_PARTNER_APP: SandboxApp = {
  id: '880200000000002',
  secret: 'sandboxpartnerappnosecret',
}
