import type { KeyRights } from '../api/access.ts'
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

/** A call that came in with a key. It holds nothing of what was sent, so nothing secret. */
export interface KeyCall {
  readonly keyId: string
  readonly at: Instant
  readonly method: string
  /** As the contract names it, `/posts/{id}`; null when there is no such route. */
  readonly route: string | null
  /** The tool through which an agent called. */
  readonly tool: string | null
  readonly status: number
  /** The post that it made or was about. */
  readonly postId: string | null
}

export interface StoredKeyCall extends KeyCall {
  /** Rises with each call. */
  readonly id: number
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
  /** Adds calls, oldest first, and forgets all but the latest `keep` of each key among them. */
  addCalls(calls: readonly KeyCall[], keep: number): Promise<void>
  /** The latest `limit` before the call `before`, newest first. */
  listCalls(keyId: string, before: number, limit: number): Promise<StoredKeyCall[]>
  removeCallsBefore(then: Instant): Promise<void>
}
