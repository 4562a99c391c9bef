/** A kind of record; each new capability of the sandbox adds its own. */
export type RecordKind = 'container' | 'media'

export interface StoredRecord {
  readonly kind: RecordKind
  readonly id: string
  /** The record as JSON text, id included. */
  readonly json: string
}

/**
 * What the sandbox remembers between starts. Each write is as durable as the adapter can make it when the call returns,
 * because a publish is answered right after it. Records are never removed: they are also the counters that ids come from.
 */
export interface SandboxStore {
  /** All records, in the order in which they were first put. */
  load(): StoredRecord[]
  /** Adds the record, or replaces the one of the same kind and id in its place. */
  put(kind: RecordKind, id: string, json: string): void
  /** Adds or replaces the bytes of a picture. */
  putImage(id: string, bytes: Uint8Array): void
  /** Null when there is no such picture. */
  image(id: string): Uint8Array<ArrayBuffer> | null
}
