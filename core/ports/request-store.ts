import type { Instant } from '../time.ts'

/** A POST whose sender gave it a key, so that it can be repeated; recorded with what it makes. */
export interface KeyedRequest {
  /** The API key or the user who sent it: names of different callers never meet. */
  readonly caller: string
  readonly key: string
  /** Which of the posts of a request for many, counted from 1; 0 is the request itself. */
  readonly part: number
  /** Identifies a request: a hash of its address and its body. */
  readonly fingerprint: string
  /** In running time, as all times of this store. */
  readonly at: Instant
}

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** What came of a request. */
export interface RequestResult {
  /** The post or the file that it made or sent. */
  readonly id: string
  /** The job of the post, here or at the Worker; null when it has none. */
  readonly jobId: string | null
}

/** What an earlier handling of a request has left. */
export interface StoredRequest {
  /** Empty when it can no longer be read. */
  readonly fingerprint: string
  /** By part. */
  readonly made: ReadonlyMap<number, RequestResult>
  /** Null when the process ended before it could answer. `lost`: neither that nor what it made can be read any more. */
  readonly answer: StoredAnswer | 'lost' | null
}

/**
 * The memory of keyed requests. What a request makes is recorded by the store that makes it, in the same transaction; this one
 * only looks it up, and keeps the answer. Durable when resolved.
 */
export interface RequestStore {
  /** Null when nothing was made under that key, or before `since` only: that is forgotten, and the key free again. */
  find(caller: string, key: string, since: Instant): Promise<StoredRequest | null>
  /** Keeps the first answer. */
  keepAnswer(request: KeyedRequest, answer: StoredAnswer): Promise<void>
  removeBefore(then: Instant): Promise<void>
}
