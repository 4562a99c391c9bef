/** A kind of record; each new capability of the sandbox adds its own. */
export type RecordKind =
  | 'container'
  | 'media'
  | 'arrival'
  | 'deletion'
  | 'comments'
  | 'caption'
  | 'comment'
  | 'token'
  | 'password'
  | 'page-object'
  | 'stranger-story'
  | 'direct-message'
  | 'native-session'

export interface JournalRecord {
  readonly kind: RecordKind
  readonly id: string
  /** The record as JSON text, id included. */
  readonly json: string
}

/**
 * The memory of the sandbox between starts. Each write is as durable as the adapter can make it when the call returns,
 * because a publish is answered right after it. Records are never removed: they are also the counters that ids come from.
 */
export interface SandboxStore extends SandboxPictures, SandboxFiles {
  /** All records, in the order in which they were first put. */
  load(): JournalRecord[]
  /** Adds the record, or replaces the one of the same kind and id in its place. */
  put(kind: RecordKind, id: string, json: string): void
}

export interface SandboxPictures {
  /** Adds or replaces the bytes of a picture. */
  putImage(id: string, bytes: Uint8Array): void
  /** Null when there is no such picture. */
  image(id: string): Uint8Array<ArrayBuffer> | null
}

/** Videos, too large to be held in memory. */
export interface SandboxFiles {
  /**
   * Writes the stream into the file from `offset` on, which must be 0 (the file starts again) or its present size. Resolves
   * with the new size, durable. Rejects with what the stream failed with, or with FileTooLarge; what had arrived until then
   * stays, so that a sender can go on from there.
   */
  writeFile(id: string, bytes: ReadableStream<Uint8Array>, limits: FileLimits): Promise<number>
  /** Null when there is no such file. */
  file(id: string): Promise<StoredFile | null>
}

export interface FileLimits {
  readonly offset: number
  readonly maxSize: number
}

export interface StoredFile {
  readonly size: number
  /** `end` is exclusive. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  stream(start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>>
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}
