// Rows of tables, each with its post. A row is recorded by the store that makes the post, in its transaction.
import { inArray } from 'drizzle-orm'
import type { ImportedRow, ImportedRowStore } from '../../../core/ports/posts/imported-rows.ts'
import type { Db, Tx } from '../open-database.ts'
import { importedRows } from '../schema/script-schema.ts'

export function createSqliteImportedRows(db: Db): ImportedRowStore {
  return {
    async find(keys) {
      return db
        .select()
        .from(importedRows)
        .where(inArray(importedRows.key, [...keys]))
        .all()
    },
    async keep({ postId, ...row }) {
      recordRow(db, row, postId)
    },
  }
}

/** To be called in the transaction that makes the post; a row whose post was let go becomes the next one. */
export function recordRow(tx: Tx | Db, row: ImportedRow | undefined, postId: string): void {
  if (!row) return
  const { content } = row
  tx.insert(importedRows)
    .values({ ...row, postId })
    .onConflictDoUpdate({ target: importedRows.key, set: { content, postId } })
    .run()
}
