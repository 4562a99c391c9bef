import { eq } from 'drizzle-orm'
import type { RegisteredAccounts } from '../../../core/ports/cloud/registered-accounts.ts'
import type { Db } from '../open-database.ts'
import { cloudAccounts } from '../schema/cloud-schema.ts'

export function createSqliteRegisteredAccounts(db: Db): RegisteredAccounts {
  return {
    async list() {
      const rows = db.select().from(cloudAccounts).all()
      return new Map(rows.map(({ accountId, fingerprint }) => [accountId, fingerprint]))
    },
    async put(accountId, fingerprint) {
      db.insert(cloudAccounts)
        .values({ accountId, fingerprint })
        .onConflictDoUpdate({ target: cloudAccounts.accountId, set: { fingerprint } })
        .run()
    },
    async remove(accountId) {
      db.delete(cloudAccounts).where(eq(cloudAccounts.accountId, accountId)).run()
    },
  }
}
