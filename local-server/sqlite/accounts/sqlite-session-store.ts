import { desc, eq, lte, notInArray, sql } from 'drizzle-orm'
import type { SessionStore } from '../../../core/ports/session-store.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { sessions } from '../schema/schema.ts'

export function createSqliteSessionStore(db: Db): SessionStore {
  const byId = db
    .select()
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare()
  return {
    async add(session, keep) {
      writeTransaction(db, (tx) => {
        tx.delete(sessions).where(lte(sessions.expiresAt, session.createdAt)).run()
        tx.insert(sessions).values(session).run()
        const kept = tx
          .select({ id: sessions.id })
          .from(sessions)
          // Not by their times: a clock that was ahead would let no later one in.
          .orderBy(desc(sql`rowid`))
          .limit(keep)
        tx.delete(sessions).where(notInArray(sessions.id, kept)).run()
      })
    },
    async find(id) {
      return byId.get({ id }) ?? null
    },
    async extend(id, expiresAt) {
      db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id)).run()
    },
    async remove(id) {
      db.delete(sessions).where(eq(sessions.id, id)).run()
    },
  }
}
