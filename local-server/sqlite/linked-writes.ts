// Writes of rows that name others. A foreign key fails when one of those was deleted since it was looked up.
import Database from 'better-sqlite3'
import { CodedError } from '../../core/coded-error.ts'
import { FILE_GONE } from '../../core/rules/content/lost-files.ts'
import { writeTransaction, type Db, type Tx } from './open-database.ts'

/** Writes a post. Throws MEDIA_INVALID when a file of it is gone: the link to a file is the one key that such a write can break. */
export function writeWithFiles<T>(db: Db, work: (tx: Tx) => T): T {
  return catchMissing(db, work, () => {
    throw new CodedError('MEDIA_INVALID', FILE_GONE)
  })
}

/** False, too, when a row that is named is gone. */
export function writeUnlessGone(db: Db, work: (tx: Tx) => boolean): boolean {
  return catchMissing(db, work, () => false)
}

function catchMissing<T>(db: Db, work: (tx: Tx) => T, missing: () => T): T {
  try {
    return writeTransaction(db, work)
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
      return missing()
    throw error
  }
}
