// Rows of tables, each with its post. A row is recorded by the store that makes the post, in its transaction.
import { eq, inArray } from 'drizzle-orm'
import { CodedError } from '../../../core/errors.ts'
import type { ImportedRow, ImportedRowStore, KnownRow } from '../../../core/ports/posts/imported-rows.ts'
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
    async keep(row) {
      writeTransaction(db, (tx) => {
        const post = tx.select({ id: posts.id }).from(posts).where(eq(posts.id, row.postId)).get()
        if (!post) throw new CodedError('NOT_FOUND', 'Post not found.')
        writeRow(tx, row)
      })
    },
  }
}

/**
 * To be called in the transaction that makes the post; a row whose post was let go becomes the next one. Throws VALIDATION_ERROR for
 * one that another import has made a post of meanwhile.
 */
export function recordRow(tx: Tx, row: ImportedRow | undefined, postId: string): void {
  if (!row) return
  const known = tx.select().from(importedRows).where(eq(importedRows.key, row.key)).get()
  if (known?.content === row.content)
    throw new CodedError('VALIDATION_ERROR', 'This row of the table was imported before.')
  writeRow(tx, { ...row, postId })
}

function writeRow(db: Db | Tx, row: KnownRow): void {
  const { content, postId } = row
  db.insert(importedRows)
    .values(row)
    .onConflictDoUpdate({ target: importedRows.key, set: { content, postId } })
    .run()
}
