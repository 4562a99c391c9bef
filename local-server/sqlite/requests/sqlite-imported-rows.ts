// Rows of tables, each with its post. A row is recorded by the store that makes the post, in its transaction.
import { eq, inArray } from 'drizzle-orm'
import { CodedError } from '../../../core/coded-error.ts'
import type { ImportedRow, ImportedRowStore } from '../../../core/ports/posts/imported-rows.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { posts } from '../schema/schema.ts'
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
    async keep(rows) {
      writeTransaction(db, (tx) => {
        for (const row of rows) {
          const { content, postId } = row
          const post = tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId)).get()
          if (!post) throw new CodedError('NOT_FOUND', 'Post not found.')
          tx.insert(importedRows)
            .values(row)
            .onConflictDoUpdate({ target: importedRows.key, set: { content, postId } })
            .run()
        }
      })
    },
  }
}

/**
 * To be called in the transaction that makes the post. Throws VALIDATION_ERROR for a row that another import has made a post of meanwhile,
 * also when it says something else now: then that post is to be changed.
 */
export function recordRow(tx: Tx, row: ImportedRow | undefined, postId: string): void {
  if (!row) return
  if (tx.select().from(importedRows).where(eq(importedRows.key, row.key)).get())
    throw new CodedError('VALIDATION_ERROR', 'This row of the table was imported before.')
  tx.insert(importedRows)
    .values({ ...row, postId })
    .run()
}
