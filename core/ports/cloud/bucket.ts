import type { Instant } from '../../time.ts'
import type { OpenBlob } from '../media/blob-store.ts'

/** The user's media bucket, as this computer reaches it. Failures reject with CodedError CLOUD_ERROR. */
export interface Bucket {
  /** Stores the bytes under the key; may be repeated. */
  put(key: string, bytes: OpenBlob, contentType: string): Promise<void>
  /** The object’s bytes; null when it does not exist. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>
  /** Removing a missing object is fine. */
  remove(key: string): Promise<void>
}

/** The objects that were uploaded there, so that all of them are removed again. */
export interface BucketObjects {
  /** Call before the bytes are uploaded. */
  note(key: string, now: Instant): Promise<void>
  /** Sets when it is no longer needed; the latest `at` counts. */
  expire(keys: readonly string[], at: Instant): Promise<void>
  /** Lists expired objects, oldest first, at most 100. */
  due(now: Instant): Promise<string[]>
  forget(key: string): Promise<void>
}
