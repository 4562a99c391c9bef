import type { Db, Tx } from './open-database.ts'

/** Takes the write lock at once: a read that is later upgraded could find that another connection has written. */
export function writeTransaction<T>(db: Db, work: (tx: Tx) => T): T {
  return db.transaction(work, { behavior: 'immediate' })
}
