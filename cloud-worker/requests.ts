// What the server's requests do. Each change is one transaction of the rows; mirror, runner and alarm follow it.
import type { TokenVault } from '../core/accounts/token-vault.ts'
import { cloudTokenOwner, ENVELOPE_VERSION } from '../core/cloud/protocol/protocol.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { AccountTrouble, SchedulerApi } from '../core/ports/cloud/scheduler-api.ts'
import type { Log } from '../core/ports/log.ts'
import { deleteAccount, readAccount, writeAccount } from './accounts/account-rows.ts'
import { attempt } from './attempt.ts'
import { createStatusReader } from './heartbeat.ts'
import type { JobApi } from './jobs/job-api.ts'
import type { Runner } from './jobs/runner.ts'
import type { RepostApi } from './reposts/repost-api.ts'
import { forgetDelegation, forgetRecordsOf } from './reposts/repost-rows.ts'
import type { Sql } from './storage/sql.ts'
import type { WakeUp } from './wake-up.ts'

interface RequestDeps {
  readonly sql: Sql
  readonly jobs: JobApi
  readonly reposts: RepostApi
  readonly runner: Runner
  readonly wakeUp: WakeUp
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** Null without a usable encryption key. */
  keys(): Promise<{ readonly id: string; readonly vault: TokenVault } | null>
  writeMirror(): void
}

export function createRequests(deps: RequestDeps): SchedulerApi {
  const { sql, jobs, reposts, runner, wakeUp, clock, log, version, keys, writeMirror } = deps
  const readStatus = createStatusReader(sql)
  const afterChange = async () => {
    writeMirror()
    runner.wake()
    // If it fails, the row is stored, and the next cron run sets the alarm.
    await attempt(log, 'set the alarm', wakeUp.rearm)
  }
  return {
    async status() {
      const keyId = (await keys())?.id ?? null
      const now = clock.now()
      return { version, envelopeVersion: ENVELOPE_VERSION, keyId, ...readStatus(now), timestamp: now }
    },
    openJobs: async () => jobs.open(),
    job: async (jobId) => jobs.view(jobId),
    async putJob(envelope) {
      const trouble = jobs.view(envelope.jobId) ? null : await accountTrouble(deps, envelope.accountId)
      if (trouble) return trouble
      const { changed: isNew, ...answer } = jobs.put(envelope)
      if (isNew) await afterChange()
      return answer
    },
    async cancelJob(jobId, purpose) {
      const { changed: isNew, ...answer } = jobs.cancel(jobId, purpose)
      if (isNew) await afterChange()
      return answer
    },
    async putAccount(account) {
      sql.transaction(() => writeAccount(sql, account, clock.now()))
      // Its backoff may be over.
      await afterChange()
    },
    async removeAccount(accountId) {
      jobs.cancelAll(accountId)
      sql.transaction(() => {
        deleteAccount(sql, accountId, clock.now())
        forgetDelegation(sql, accountId)
        forgetRecordsOf(sql, accountId)
      })
      await afterChange()
    },
    async delegateReposts(envelope) {
      const trouble = await accountTrouble(deps, envelope.accountId)
      if (trouble) return trouble
      const { changed: isNew, ...answer } = reposts.delegate(envelope)
      if (isNew) await afterChange()
      return answer
    },
    recallReposts: async (accountId, revision) => reposts.recall(accountId, revision),
    claimRepost: async (accountId, request) => reposts.claim(accountId, request),
    changes: async (since) => jobs.changes(since),
  }
}

/** Finds problems that would otherwise only appear when the post is due. */
async function accountTrouble({ sql, keys }: RequestDeps, accountId: string): Promise<AccountTrouble | null> {
  const account = readAccount(sql, accountId)
  if (account === null) return 'unknown account'
  const vault = (await keys())?.vault
  const token = await vault?.open(account.sealedToken, cloudTokenOwner(accountId))
  return token ? null : 'sealed token'
}
