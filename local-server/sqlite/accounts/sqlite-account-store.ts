import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { AccountStore } from '../../../core/ports/account-store.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { prepareRows } from '../prepare-rows.ts'
import { accounts } from '../schema/schema.ts'

export function createSqliteAccountStore(db: Db): AccountStore {
  const byId = db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  const all = prepareRows(db, accounts, 'order by created_at, rowid')
  // Asked at each list of posts: drizzle would map each value.
  const backingOff = db.$client
    .prepare<[Instant], [accountId: string, pausedUntil: Instant]>(
      `select id, paused_until from ${getTableName(accounts)} where paused_until > ?`,
    )
    .raw()
  return {
    async put(account) {
      const { id, createdAt, pausedUntil, whenLimitIsFull, avatarKey, ...changes } = account
      return db
        .insert(accounts)
        .values({ id, createdAt, pausedUntil, whenLimitIsFull, avatarKey, ...changes })
        .onConflictDoUpdate({ target: accounts.igUserId, set: changes })
        .returning()
        .get()
    },
    async get(id) {
      return byId.get({ id }) ?? null
    },
    async list() {
      return all({})
    },
    async backoffs(now) {
      return new Map(backingOff.all(now))
    },
    async update(id, change, ifSealedToken) {
      if (Object.keys(change).length === 0) throw new Error('nothing to change')
      const held = ifSealedToken === undefined ? undefined : eq(accounts.sealedToken, ifSealedToken)
      return (
        db
          .update(accounts)
          .set(change)
          .where(and(eq(accounts.id, id), held))
          .returning()
          .get() ?? null
      )
    },
    async remove(id) {
      return db.delete(accounts).where(eq(accounts.id, id)).returning().get() ?? null
    },
  }
}
