import { asc, eq, sql } from 'drizzle-orm'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { Db } from './open-database.ts'
import { accounts } from './schema.ts'

export function createSqliteAccountStore(db: Db): AccountStore {
  const byId = db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  return {
    async put(account) {
      const { id: _id, createdAt: _createdAt, ...changes } = account
      return db
        .insert(accounts)
        .values(account)
        .onConflictDoUpdate({ target: accounts.igUserId, set: changes })
        .returning()
        .get()
    },
    async get(id) {
      return byId.get({ id }) ?? null
    },
    async list() {
      return db
        .select()
        .from(accounts)
        .orderBy(asc(accounts.createdAt), asc(sql`rowid`))
        .all()
    },
  }
}
