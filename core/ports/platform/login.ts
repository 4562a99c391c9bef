import type { LoginRefusalDetail } from '../../rules/notices/login-refusals.ts'
import type { Instant } from '../../time.ts'
import type { PlatformReply } from './platform.ts'

export type LoginMethod = 'platform' | 'partner'

/** Permissions for these are asked for only where they are wanted, so that they count as missing nowhere else. */
export const OPTIONAL_PURPOSES = ['comments', 'insights'] as const
export type OptionalPurpose = (typeof OPTIONAL_PURPOSES)[number]

/** The app that the user registered with the platform. */
export interface AppCredentials {
  readonly id: string
  readonly secret: string
}

/** The platform's verdict on an app's id and secret alone; `unknown` when it gives none. */
export interface AppVerdict {
  readonly verdict: 'accepted' | 'refused' | 'unknown'
  readonly detail: LoginRefusalDetail
}

export interface LoginToken {
  readonly token: string
  /** Null when that is not known. */
  readonly issuedAt: Instant | null
  /** Null when that is not known, and when it does not expire. */
  readonly expiresAt: Instant | null
  /** The permissions that the user granted; null when the platform does not say. */
  readonly scopes: readonly string[] | null
}

/** The public facts of an account. */
export interface Profile {
  readonly igUserId: string
  readonly username: string
  readonly name: string | null
  /** Null where the platform does not report it to this login. */
  readonly accountType: 'BUSINESS' | 'CREATOR' | null
  readonly followersCount: number | null
  readonly mediaCount: number | null
  /** A signed address that expires soon. */
  readonly pictureUrl: string | null
}

export interface FoundAccount extends Profile {
  /** Partner login: the linked Page. Its token is null when the person may not post there. */
  readonly page: { readonly id: string; readonly name: string; readonly token: string | null } | null
}

export interface Authorization {
  readonly appId: string
  readonly redirectUri: string
  /** Comes back unchanged. */
  readonly state: string
  /** Whose permissions to request, too. */
  readonly also?: readonly OptionalPurpose[]
}

export interface Redemption {
  readonly app: AppCredentials
  /** The same as in the authorization. */
  readonly redirectUri: string
  readonly code: string
}

/**
 * One of the platform's ways to connect accounts. Failures reject with a CodedError whose sentence tells the user
 * what to do: AUTH_FAILED (the login itself), VALIDATION_ERROR (something to change in the platform's settings),
 * TOKEN_EXPIRED, PLATFORM_ERROR. No message ever contains a token or secret.
 */
export interface Login {
  /** The address of the consent page. */
  authorizeUrl(authorization: Authorization): string
  /** Exchanges the code for a long-lived token. A code works once. */
  redeem(redemption: Redemption): Promise<LoginToken>
  /** Accepts a token that the user pasted, with what is known of it: extended where the app allows it. */
  adopt(token: string, app: AppCredentials | null): Promise<LoginToken>
  /** Every account that can be published to with this token; at least one. */
  accounts(token: LoginToken): Promise<FoundAccount[]>
  /** The account's current facts. Never rejects. */
  profile(token: string, igUserId: string): Promise<PlatformReply<Profile>>
  /** Renews a token that is at least a day old; null where the platform offers no renewal. Never rejects. */
  readonly refresh: ((token: string) => Promise<PlatformReply<LoginToken>>) | null
  /** Checks whether id and secret belong together; null where only a login shows it. Never rejects. */
  readonly checkApp: ((app: AppCredentials) => Promise<AppVerdict>) | null
}

export interface Logins {
  login(method: LoginMethod, isSandbox: boolean): Login
  /** A token that opens the built-in sandbox and nothing else. */
  isSandboxToken(token: string): boolean
}
