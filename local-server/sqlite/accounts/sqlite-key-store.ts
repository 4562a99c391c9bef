import { desc, eq, sql } from 'drizzle-orm'
import type { KeyStore } from '../../../core/ports/key-store.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { prepareRows } from '../prepare-rows.ts'
import { apiKeys } from '../schema/schema.ts'

export function createSqliteKeyStore(db: Db): KeyStore {
  const byHash = prepareRows(db, apiKeys, 'where hash = @hash')
  return {
    async add(key) {
      db.insert(apiKeys).values(key).run()
    },
    async findByHash(hash) {
      return byHash({ hash })[0] ?? null
    },
    async list() {
      return db
        .select()
        .from(apiKeys)
        .orderBy(desc(apiKeys.createdAt), desc(sql`rowid`))
        .all()
    },
    async revoke(id, at) {
      return writeTransaction(db, (tx) => {
        const key = tx.select().from(apiKeys).where(eq(apiKeys.id, id)).get()
        if (!key) return null
        if (key.revokedAt !== null) return { alreadyRevoked: true }
        tx.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id)).run()
        return { alreadyRevoked: false }
      })
    },
    async touch(id, at) {
      db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run()
    },
  }
}
