import type { Instant } from '../time.ts'

export interface SessionRecord {
  /** The `jti` of the cookie's token. */
  readonly id: string
  readonly createdAt: Instant
  /** Moves while the session is used; the row is dead afterwards. */
  readonly expiresAt: Instant
}

/** Sessions that are signed in. A token without a living row here opens nothing: that makes logout real. */
export interface SessionStore {
  /** Adds the session and, beyond `keep`, forgets the oldest ones. */
  add(session: SessionRecord, keep: number): Promise<void>
  find(id: string): Promise<SessionRecord | null>
  extend(id: string, expiresAt: Instant): Promise<void>
  remove(id: string): Promise<void>
}
