import { DAY, HOUR, type Duration, type Instant } from '../../../core/time.ts'

/** Whom a token speaks for: an account, a person, or a Page. */
export type TokenKind = 'platform' | 'user' | 'page'

/** Everything about a token but the token itself. */
export interface TokenFacts {
  readonly kind: TokenKind
  readonly life: 'short' | 'long'
  readonly personKey: string
  /** The Page of a Page token. */
  readonly pageId: string | null
  /** The Pages that were ticked in the consent dialog; null is all of them. */
  readonly sharedPages: readonly string[] | null
  readonly scopes: readonly string[]
  /** Requested but not granted. */
  readonly declined: readonly string[]
  readonly issuedAt: Instant
  /** Null: it never expires. */
  readonly expiresAt: Instant | null
}

export const PLATFORM_SHORT_LIFE: Duration = HOUR
export const PARTNER_SHORT_LIFE: Duration = 2 * HOUR
export const LONG_LIFE: Duration = 60 * DAY
/** A younger token is not refreshed. */
export const MIN_AGE_TO_REFRESH: Duration = DAY
/** Counted from the last consent. `debug_token` shows it, but nothing here expires because of it. */
export const DATA_ACCESS: Duration = 90 * DAY

export function hasExpired({ expiresAt }: TokenFacts, now: Instant): boolean {
  return expiresAt !== null && now >= expiresAt
}
