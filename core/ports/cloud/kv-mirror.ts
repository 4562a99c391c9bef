import type { Duration } from '../../time.ts'

/**
 * Texts by key for people to read. A value read may be a minute old or more, and so may the news that a key exists;
 * two writers at once both succeed. Publishing never depends on it. Everything rejects when the store fails or a
 * quota is spent.
 */
export interface KvMirror {
  /** `keepFor` is at least a minute; without it the text stays. */
  put(key: string, text: string, options?: { readonly keepFor?: Duration }): Promise<void>
  get(key: string): Promise<string | null>
  remove(key: string): Promise<void>
  /** The first thousand keys that begin with `prefix`, in order. */
  list(prefix: string): Promise<{ readonly names: readonly string[]; readonly isComplete: boolean }>
}
