/** Unpredictable values. Tests pass a seeded one. */
export interface Random {
  /** A UUID v4. */
  uuid(): string
  /** Bytes suitable for secrets. */
  bytes(length: number): Uint8Array<ArrayBuffer>
}
