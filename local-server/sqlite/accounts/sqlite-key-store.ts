import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import type { KeyStore } from '../../../core/ports/key-store.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { prepareInsert, prepareRows } from '../prepare-rows.ts'
import { apiKeys } from '../schema/schema.ts'
import { keyCalls } from '../schema/script-schema.ts'

export function createSqliteKeyStore(db: Db): KeyStore {
  const byHash = prepareRows(db, apiKeys, 'where hash = @hash')
  const insertCall = prepareInsert(db, keyCalls)
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
    async addCalls(calls, keep) {
      writeTransaction(db, (tx) => {
        for (const call of calls) insertCall(call)
        for (const keyId of new Set(calls.map((call) => call.keyId))) forgetCalls(tx, keyId, keep)
      })
    },
    async listCalls(keyId, before, limit) {
      return db
        .select()
        .from(keyCalls)
        .where(and(eq(keyCalls.keyId, keyId), lt(keyCalls.id, before)))
        .orderBy(desc(keyCalls.id))
        .limit(limit)
        .all()
    },
    async removeCallsBefore(then) {
      db.delete(keyCalls).where(lt(keyCalls.at, then)).run()
    },
  }
}

/** All but the latest `keep`. */
function forgetCalls(tx: Tx, keyId: string, keep: number): void {
  const ofKey = eq(keyCalls.keyId, keyId)
  const latest = tx.select({ id: keyCalls.id }).from(keyCalls).where(ofKey).orderBy(desc(keyCalls.id))
  const first = latest.limit(1).offset(keep).get()
  if (first)
    tx.delete(keyCalls)
      .where(and(ofKey, lte(keyCalls.id, first.id)))
      .run()
}
