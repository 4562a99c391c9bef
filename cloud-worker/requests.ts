// What the server's requests do. Each change is one transaction of the rows; mirror, runner and alarm follow it.
import type { TokenVault } from '../core/engine/access/token-vault.ts'
import { cloudTokenOwner, ENVELOPE_VERSION } from '../core/engine/worker/protocol.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { AccountTrouble, SchedulerApi } from '../core/engine/worker/scheduler-api.ts'
import type { Log } from '../core/ports/log.ts'
import type { Random } from '../core/ports/random.ts'
import { deleteAccount, readAccount, writeAccount } from './accounts/account-rows.ts'
import { attempt } from './attempt.ts'
import { createStatusReader } from './heartbeat.ts'
import { forgetStoryLooks, planStoryLooks } from './insights/story-looks.ts'
import { cancelAccountJobs, cancelJob, changesSince, putJob, viewJob, viewOpenJobs } from './jobs/job-api.ts'
import type { Runner } from './jobs/runner.ts'
import { claimRepost, delegateAccount, recallAccount } from './reposts/repost-api.ts'
import { forgetDelegation, forgetRecordsOf } from './reposts/repost-rows.ts'
import type { Sql } from './storage/sql.ts'
import type { WakeUp } from './wake-up.ts'

interface RequestDeps {
  readonly sql: Sql
  readonly runner: Runner
  readonly wakeUp: WakeUp
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** Null without a usable encryption key. */
  keys(): Promise<{ readonly id: string; readonly vault: TokenVault } | null>
  writeMirror(): void
}

export function createRequests(deps: RequestDeps): SchedulerApi {
  const { sql, runner, wakeUp, clock, random, log, version, keys, writeMirror } = deps
  const readStatus = createStatusReader(sql, random)
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
    openJobs: async (isBrief) => viewOpenJobs(sql, isBrief),
    job: async (jobId) => viewJob(sql, jobId),
    async putJob(envelope) {
      const trouble = viewJob(sql, envelope.jobId) ? null : await accountTrouble(deps, envelope.accountId)
      if (trouble) return trouble
      const { isNew, ...answer } = putJob(sql, envelope, clock.now())
      if (isNew) await afterChange()
      return answer
    },
    async cancelJob(jobId, purpose) {
      const { isNew, ...answer } = cancelJob(sql, jobId, purpose, clock.now())
      if (isNew) await afterChange()
      return answer
    },
    async putAccount(account) {
      sql.transaction(() => {
        writeAccount(sql, account, clock.now())
        planStoryLooks(sql, account.accountId, account.looksAtStories === true, clock.now())
      })
      // Its backoff may be over.
      await afterChange()
    },
    async removeAccount(accountId) {
      cancelAccountJobs(sql, accountId, clock.now())
      sql.transaction(() => {
        deleteAccount(sql, accountId, clock.now())
        forgetDelegation(sql, accountId)
        forgetRecordsOf(sql, accountId)
        forgetStoryLooks(sql, accountId)
      })
      await afterChange()
    },
    async delegateReposts(envelope) {
      const trouble = await accountTrouble(deps, envelope.accountId)
      if (trouble) return trouble
      const { isNew, ...answer } = delegateAccount(sql, envelope, clock.now())
      if (isNew) await afterChange()
      return answer
    },
    recallReposts: async (accountId, revision) => recallAccount(sql, accountId, revision),
    claimRepost: async (accountId, request) => claimRepost(sql, accountId, request, clock.now()),
    changes: async (since) => changesSince(sql, since, clock.now()),
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
