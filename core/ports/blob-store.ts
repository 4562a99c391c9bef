export interface OpenBlob {
  /** Bytes of the whole blob. */
  readonly size: number
  /** Streams the blob, or the inclusive byte range. May be called once. */
  stream(range?: { start: number; end: number }): ReadableStream<Uint8Array>
}

/**
 * Bytes by key, e.g. `media/3f…a.jpg`. A key is made by us, never by a caller; adapters refuse one that escapes.
 * A staging area beside the store holds files that no record names yet; it is emptied at start.
 */
export interface BlobStore {
  /** Moves staged bytes to `key`, durable when resolved (file and folder flushed). Atomic: all of it or nothing. */
  keep(stagingKey: string, key: string): Promise<void>
  /** Throws staged bytes away; missing ones are fine. */
  discard(stagingKey: string): Promise<void>
  /** Null when nothing is kept under the key. */
  open(key: string): Promise<OpenBlob | null>
  /** Removes the bytes; removing twice is fine. */
  remove(key: string): Promise<void>
}
