// The owner's steps to let this computer read with their session. This is the domain's side; the hosts' dialect is in
// `core/features/private-api/`.
import type { PrivateApiTransport } from '../../../ports/reposts/private-api.ts'
import type { Instant } from '../../../time.ts'

export interface PrivateApiSetup {
  /** Throws NOT_FOUND for an account that is not connected. */
  sources(accountId: string): Promise<SourcesBody>
  /**
   * One login. The password is used once and never stored. Throws LOGIN_FAILED, LOGIN_RATE_LIMITED,
   * TWO_FACTOR_REQUIRED.
   */
  login(attempt: LoginAttempt): Promise<void>
  /** Throws VALIDATION_ERROR or LOGIN_FAILED. */
  importSession(session: PastedSession): Promise<void>
  /** Removes the session and a pending challenge. */
  forget(accountId: string): Promise<void>
  /** Throws NO_ACTIVE_SESSION, or LOGIN_FAILED where only the official app helps. */
  startChallenge(accountId: string): Promise<ChallengeStep>
  /** Throws NO_ACTIVE_SESSION or LOGIN_FAILED. `code` has six digits. */
  submitChallenge(accountId: string, code: string): Promise<void>
}

/** The ways to read mentions as the page shows them. Nothing secret. */
export interface SourcesBody {
  readonly official: boolean
  readonly native: { readonly transport: PrivateApiTransport; readonly username: string } | null
  /** An earlier session that the platform has ended. */
  readonly sessionEnded: boolean
  /** A code was requested and can be entered. */
  readonly challenge: { readonly contactPoint: string | null } | null
}

export interface LoginAttempt {
  readonly accountId: string
  readonly username: string
  readonly password: string
}

export interface PastedSession {
  readonly accountId: string
  readonly pasted: string
  readonly userAgent: string
}

export interface ChallengeStep {
  readonly stepName: string
  /** Where the code went, masked by the platform. */
  readonly contactPoint: string | null
  readonly expiresAt: Instant
}
