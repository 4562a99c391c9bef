import { DEMO_ACCOUNT, type SandboxAccount } from '../demo-account.ts'

/** Where an account's feed lies. The demo kitchen's is the sandbox's front page. */
export function feedPath({ username }: SandboxAccount): string {
  return username === DEMO_ACCOUNT.username ? '/sandbox' : `/sandbox/u/${username}`
}
