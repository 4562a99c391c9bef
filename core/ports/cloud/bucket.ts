import type { Instant } from '../../time.ts'
import type { OpenBlob } from '../media/blob-store.ts'

/** The user's media bucket, as this computer reaches it. What does not work rejects with CodedError CLOUD_ERROR. */
export interface Bucket {
  /** Stores the bytes under the key; storing the same again is fine. */
  put(key: string, bytes: OpenBlob, contentType: string): Promise<void>
  /** The object’s bytes; null when there is none. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
}

/** The objects that were put there, so that all of it is removed again. */
export interface BucketObjects {
  /** To be called before the bytes go. */
  note(key: string, now: Instant): Promise<void>
  /** It is not needed after `at`; the latest `at` counts. */
  expire(keys: readonly string[], at: Instant): Promise<void>
  /** Lists expired objects, oldest first, at most 100. */
  due(now: Instant): Promise<string[]>
  forget(key: string): Promise<void>
}
