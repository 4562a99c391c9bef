// The sessions of the private API, sealed as a whole: the database file does not even show whose session it is.
import { eq, sql } from 'drizzle-orm'
import { privateApiOwner, type TokenVault } from '../../../core/engine/access/token-vault.ts'
import { createKeyedMutex } from '../../../core/keyed-mutex.ts'
import type { PrivateApiState, PrivateApiStore } from '../../../core/ports/reposts/private-api.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { retryWrite } from '../retry-while-locked.ts'
import { privateApiStates } from '../schema/repost-schema.ts'
import { accounts } from '../schema/schema.ts'

export function createSqlitePrivateApiStore(db: Db, vault: TokenVault): PrivateApiStore {
  // Sealing takes a while, and so may the wait for a lock: without the mutex an older state could be written after a newer one.
  const mutex = createKeyedMutex()
  const ofAccount = (accountId: string) => eq(privateApiStates.accountId, accountId)
  return {
    async get(accountId) {
      const row = db.select().from(privateApiStates).where(ofAccount(accountId)).get()
      const opened = row ? await vault.open(row.sealed, privateApiOwner(accountId)) : null
      return opened === null ? null : (JSON.parse(opened) as PrivateApiState)
    },
    put: (accountId, state) =>
      mutex.runExclusive(accountId, async () => {
        const sealed = await vault.seal(JSON.stringify(state), privateApiOwner(accountId))
        await retryWrite(() => writeState(db, accountId, sealed))
      }),
    remove: (accountId) =>
      mutex.runExclusive(accountId, async () => {
        await retryWrite(() => db.delete(privateApiStates).where(ofAccount(accountId)).run())
      }),
  }
}

/** A call that was under way while its account was disconnected must not bring its state back. */
function writeState(db: Db, accountId: string, sealed: string): void {
  const row = { accountId, sealed, updatedAt: NOW }
  writeTransaction(db, (tx) => {
    const account = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).get()
    if (!account) return
    tx.insert(privateApiStates)
      .values(row)
      .onConflictDoUpdate({ target: privateApiStates.accountId, set: row })
      .run()
  })
}

const NOW = sql`cast(unixepoch('subsec') * 1000 as integer)`
