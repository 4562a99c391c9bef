// The Worker's ledger, opened for its contract on whatever SQLite there is.
import { writeAccount, writePause } from '../../cloud-worker/accounts/account-rows.ts'
import { putJob } from '../../cloud-worker/jobs/job-api.ts'
import { createSqlLedger } from '../../cloud-worker/jobs/sql-ledger.ts'
import { update, type Sql } from '../../cloud-worker/storage/sql.ts'
import { createTables } from '../../cloud-worker/storage/tables.ts'
import type { PublicationLedger } from '../../core/ports/posts/publication-ledger.ts'
import { START } from '../factories.ts'
import { aJobEnvelope, anAccountEnvelope } from '../fakes/cloud/cloud-jobs.ts'
import { createManualClock } from '../fakes/manual-clock.ts'
import type { OpenedEngineLedger } from './engine-ledger.contract.ts'

/** Runs what is given where the database may be used. */
export type Within = <T>(act: (sql: Sql) => T | Promise<T>) => Promise<T>

export async function openSqlLedger(within: Within): Promise<OpenedEngineLedger> {
  await within((sql) => {
    createTables(sql)
    for (const table of ['post_jobs', 'accounts']) sql.exec(`DELETE FROM ${table}`)
  })
  return {
    a: ledgerWithin(within),
    b: ledgerWithin(within),
    add: ({ accountId = crypto.randomUUID(), runAt = START, wakeAt = runAt, caption = '' } = {}) =>
      within((sql) => {
        const envelope = aJobEnvelope({ accountId, publishAt: runAt, caption })
        const { job } = putJob(sql, envelope, createManualClock().now())
        update(sql, 'post_jobs', job.jobId, { wake_at: wakeAt, due_at: wakeAt })
        return { jobId: job.jobId, postId: job.postId, accountId }
      }),
    async addAccount(pausedUntil) {
      const accountId = crypto.randomUUID()
      const account = await anAccountEnvelope('demo', new Uint8Array(32), { accountId })
      await within((sql) => {
        writeAccount(sql, account, 0)
        if (pausedUntil !== null) writePause(sql, accountId, pausedUntil)
      })
      return accountId
    },
  }
}

function ledgerWithin(within: Within): PublicationLedger {
  return {
    claim: (...asked) => within((sql) => createSqlLedger(sql).claim(...asked)),
    commit: (...asked) => within((sql) => createSqlLedger(sql).commit(...asked)),
    release: (...asked) => within((sql) => createSqlLedger(sql).release(...asked)),
    nextDue: (...asked) => within((sql) => createSqlLedger(sql).nextDue(...asked)),
    releaseOrphans: (...asked) => within((sql) => createSqlLedger(sql).releaseOrphans(...asked)),
    listOwnedMediaIds: (...asked) => within((sql) => createSqlLedger(sql).listOwnedMediaIds(...asked)),
    listPublishTimes: (...asked) => within((sql) => createSqlLedger(sql).listPublishTimes(...asked)),
    limitOf: (...asked) => within((sql) => createSqlLedger(sql).limitOf(...asked)),
    listAhead: (...asked) => within((sql) => createSqlLedger(sql).listAhead(...asked)),
    listUnreconciled: (...asked) => within((sql) => createSqlLedger(sql).listUnreconciled(...asked)),
  }
}
