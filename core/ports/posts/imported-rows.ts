// What is known of the rows of tables that were imported, so that the same growing table can be imported again.

export interface ImportedRow {
  /** What it is known again by. */
  readonly key: string
  /** A hash of what it said when it was last taken over. */
  readonly content: string
}

export interface KnownRow extends ImportedRow {
  readonly postId: string
}

/** A row is recorded with its post, in the same transaction, and forgotten with it. */
export interface ImportedRowStore {
  find(keys: readonly string[]): Promise<KnownRow[]>
  /** Their posts are now as the rows say. Throws NOT_FOUND for a post that was deleted meanwhile. */
  keep(rows: readonly KnownRow[]): Promise<void>
}
