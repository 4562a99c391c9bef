import type { KeyRights } from '../api/api-keys.ts'
import type { Instant } from '../time.ts'

export interface ApiKeyRecord {
  readonly id: string
  readonly name: string
  readonly rights: KeyRights
  /** The first 12 characters of the key, for people to recognise it. */
  readonly prefix: string
  /** SHA-256 of the whole key, hex. The key itself is stored nowhere. */
  readonly hash: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/** API keys. Each write is durable when it resolves, so a revocation applies to the very next request. */
export interface KeyStore {
  add(key: ApiKeyRecord): Promise<void>
  /** Includes revoked keys: the caller decides. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>
  /** Newest first. */
  list(): Promise<ApiKeyRecord[]>
  /** Null when there is no such key; an earlier revocation time is kept. */
  revoke(id: string, at: Instant): Promise<{ alreadyRevoked: boolean } | null>
  touch(id: string, at: Instant): Promise<void>
}
