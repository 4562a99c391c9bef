import type { AvatarDeps } from '../../engine/access/avatars.ts'
import type { TokenVault } from '../../engine/access/token-vault.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppCredentials, LoginMethod, Logins } from '../../ports/platform/login.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import type { LoginAttempts } from './login-attempts.ts'

/** Everything that logging in, and storing an account with its tokens and its picture, needs. */
export interface ConnectDeps extends AvatarDeps {
  readonly vault: TokenVault
  readonly clock: Clock
  readonly ledger: Pick<PostLedger, 'endPause'>
  readonly logins: Logins
  readonly attempts: LoginAttempts
  /** Null while its id or its secret is not set. */
  appFor(method: LoginMethod): Promise<AppCredentials | null>
  /** The address to which the platform sends the browser back; the same text as in the app dashboard. */
  redirectUri(method: LoginMethod): string
  readonly cloud: Pick<CloudRunner, 'accountChanged'>
}
