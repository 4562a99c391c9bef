// The ledgers of both runtimes, side by side in Node: what the engine sees of them is the same.
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { describeEngineLedger } from '../../contracts/engine-ledger.contract.ts'
import { openSqlLedger } from '../../contracts/sql-ledger-stores.ts'
import { aJob, anAccountRecord, aPost, START } from '../../factories.ts'
import { openSqlStorage } from '../../fakes/cloud/sql-storage.ts'
import { openTwo } from './open-two.ts'

describeEngineLedger('the server’s SQLite', async () => {
  const { a, b, close } = openTwo()
  const ledger = createSqlitePublicationLedger(a.db)
  const accounts = createSqliteAccountStore(a.db)
  return {
    a: ledger,
    b: createSqlitePublicationLedger(b.db),
    async add({ accountId = crypto.randomUUID(), runAt = START, wakeAt = runAt, caption = '' } = {}) {
      const post = aPost({ platformAccountId: accountId, isScheduled: true, scheduledFor: runAt, caption })
      const job = aJob(post, { runAt, wakeAt })
      await ledger.accept(post, job)
      return { jobId: job.id, postId: post.id, accountId }
    },
    addAccount: async (pausedUntil) => (await accounts.put(anAccountRecord({ pausedUntil }))).id,
    close,
  }
})

describeEngineLedger('the Worker’s SQLite, in Node', async () => {
  const storage = openSqlStorage()
  return { ...(await openSqlLedger(async (act) => act(storage))), close: async () => storage.close() }
})
