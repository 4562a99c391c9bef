import type { Duration } from '../../time.ts'

/**
 * Texts by key for people to read. What is read may be a minute old and more, and so may the news that a key exists; two
 * writers at once both succeed. Nothing of what is published is ever decided by it. Everything rejects when the store fails or a quota is spent.
 */
export interface KvMirror {
  /** `keepFor` is at least a minute; without it the text stays. */
  put(key: string, text: string, options?: { readonly keepFor?: Duration }): Promise<void>
  get(key: string): Promise<string | null>
  remove(key: string): Promise<void>
  /** The first thousand that begin with `prefix`, in order. */
  list(prefix: string): Promise<{ readonly names: readonly string[]; readonly isComplete: boolean }>
}
