import type { Instant } from '../time.ts'

export interface SessionRecord {
  /** The `jti` of the cookie's token. */
  readonly id: string
  readonly createdAt: Instant
  /** Renewed while the session is used; afterwards the row is dead. */
  readonly expiresAt: Instant
}

/** Sessions that are signed in. A token without a live row here is refused: that makes logout real. */
export interface SessionStore {
  /** Adds the session, and removes those that have ended by then and, beyond `keep`, those added first. */
  add(session: SessionRecord, keep: number): Promise<void>
  find(id: string): Promise<SessionRecord | null>
  extend(id: string, expiresAt: Instant): Promise<void>
  remove(id: string): Promise<void>
}
