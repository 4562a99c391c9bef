export interface OpenBlob {
  /** Bytes of the whole blob. */
  readonly size: number
  /** Streams the blob, or the inclusive byte range. May be called once. Nothing is held open before the first read. */
  stream(range?: { start: number; end: number }): ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * Bytes by key, e.g. `media/3f…a.jpg`. A key is made by us, never by a caller; adapters refuse one that is not a blob key
 * (`core/features/media/blob-key.ts`): `open` finds nothing under it, `keep` and `remove` reject.
 * A staging area beside the store holds files that no record names yet; it is emptied at start.
 */
export interface BlobStore {
  /**
   * Moves staged bytes to `key`, durable when resolved (file and folder flushed). Atomic: all of it or nothing.
   * Rejects with CodedError PROCESSING_FAILED when storage is what failed.
   */
  keep(stagingKey: string, key: string): Promise<void>
  /**
   * The kept bytes under a staging key as well, for programs that read by path; null when nothing is kept under the
   * key. Read and discard it, never write to it: it may be the kept file under a second name.
   */
  stageKept(key: string): Promise<string | null>
  /** Discards staged bytes; missing ones are fine. Those that cannot be removed now go at the next start. */
  discard(stagingKey: string): Promise<void>
  /** Null when nothing is kept under the key. Rejects with CodedError PROCESSING_FAILED when storage is what failed. */
  open(key: string): Promise<OpenBlob | null>
  /** Removes the bytes; removing twice is fine. */
  remove(key: string): Promise<void>
}

/**
 * A store that a crash can leave with unused files, and that can therefore list what an earlier process left in it: what is
 * received meanwhile is never among that. A bucket is cleaned by its own lifecycle rules.
 */
export interface SweepableBlobStore extends BlobStore {
  /** Every kept key but those that were kept through this handle, in no order. Keys removed while it runs may appear. */
  keys(): AsyncIterable<string>
  /** Removes what was staged before this handle was opened, and rejects at the end when some of it cannot be removed. */
  sweepStaging(): Promise<void>
}
