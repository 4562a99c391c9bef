import type { Instant } from '../time.ts'

export interface AccountRecord {
  readonly id: string
  readonly igUserId: string
  readonly username: string
  readonly name: string | null
  /** Blob key below `uploads/`, as `avatars/<uuid>.jpg`. */
  readonly avatarKey: string | null
  readonly accountType: string | null
  readonly partnerPageId: string | null
  readonly partnerPageName: string | null
  readonly tokenExpiresAt: Instant | null
  readonly loginMethod: 'platform' | 'partner'
  readonly followersCount: number | null
  readonly mediaCount: number | null
  readonly lastSyncedAt: Instant | null
  readonly createdAt: Instant
  /** The built-in sandbox account. */
  readonly isSandbox: boolean
  /** The platform token (partner login: the User token), sealed by `core/engine/access/token-vault.ts`. */
  readonly sealedToken: string
  /** Partner login: the token of the linked Page, sealed the same way. */
  readonly sealedPageToken: string | null
  /** The permissions that the user granted, as the platform names them; null when the platform never said. */
  readonly grantedScopes: readonly string[] | null
  /** When the token was issued: refreshing begins at half of its life. Null when that is not known (a pasted token). */
  readonly tokenIssuedAt: Instant | null
  /** Nothing new is sent for the account before this: the platform said "too many calls" or blocked it. */
  readonly pausedUntil: Instant | null
  /** What becomes of its posts while the publishing limit is full. */
  readonly whenLimitIsFull: 'fail' | 'wait'
}

/** Fields of an account that may change after it was connected. */
export type AccountChange = Partial<Omit<AccountRecord, 'id' | 'igUserId' | 'createdAt' | 'isSandbox'>>

/** Connected accounts. The token in a record is always sealed. */
export interface AccountStore {
  /**
   * Adds the account, or replaces the one with the same `igUserId`, keeping its `id` and `createdAt`, and `pausedUntil`,
   * `whenLimitIsFull` and `avatarKey`, which may have changed since it was read.
   */
  put(account: AccountRecord): Promise<AccountRecord>
  get(id: string): Promise<AccountRecord | null>
  /** Oldest first. */
  list(): Promise<AccountRecord[]>
  /** By account, when something new may be sent again; only times later than `now`. */
  backoffs(now: Instant): Promise<ReadonlyMap<string, Instant>>
  /**
   * Changes some fields, atomically. With `ifSealedToken` only while the account still has that token: what was
   * learned with an old token must not overwrite a new connection. Null, and nothing changed, when it has another or
   * no longer exists.
   */
  update(id: string, change: AccountChange, ifSealedToken?: string): Promise<AccountRecord | null>
  /** Removes the account with its tokens. Returns it, or null when it did not exist. */
  remove(id: string): Promise<AccountRecord | null>
}
