// The index: the one object that the server and the cron ask. It knows where each account and job is, passes requests on to
// the objects of the accounts, and keeps what they report.
import type { Clock } from '../../core/ports/clock.ts'
import type { SchedulerApi } from '../../core/engine/worker/scheduler-api.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { attempt } from '../attempt.ts'
import type { Engine } from '../engine.ts'
import type { Invocations } from '../invocations.ts'
import { jobRow } from '../jobs/job-rows.ts'
import { readKvWrites } from '../kv/kv-budget.ts'
import type { Sql } from '../storage/sql.ts'
import { highestSeq, onceADay } from '../storage/tables.ts'
import type { AccountObjectCall, AccountObject } from './account-object.ts'
import {
  accountOfJob,
  addAccount,
  entryCounts,
  forgetEntry,
  forgetHistory,
  isKnownAccount,
  noteTaken,
  openEntries,
  placeJob,
  pruneEntries,
  recentEntries,
  releaseReposts,
  storeReport,
  takeOverdue,
  watchBy,
} from './directory.ts'
import { hasFormerRows, sendFormerRows } from './former-rows.ts'
import type { IndexApi } from './reporter.ts'

export type IndexObject = SchedulerApi & Invocations & IndexApi

interface IndexDeps {
  readonly sql: Sql
  /** Of the rows that belong to no account: the heartbeat, the cursor, and the cancels of jobs that never came. */
  readonly engine: Engine
  objectOf(accountId: string): AccountObject
  /** Rejects when no answer has come for that long; the call may still be carried out. */
  within<T>(time: Duration, answer: Promise<T>): Promise<T>
  readonly clock: Clock
  readonly log: Log
}

/** An account's alarm that is this late counts as lost. */
const OVERDUE: Duration = 20 * SECOND
/** An object answers at once. */
const PATIENCE: Duration = 10 * SECOND
/** Objects that one cron run calls. */
const MOST_AT_ONCE = 20

/** Call when the object starts. */
export function createIndexObject(deps: IndexDeps): IndexObject {
  const { sql, engine, clock, log } = deps
  const ready = createReadiness(deps)
  const requests = {
    ...listings(deps),
    ...jobRequests(deps),
    ...accountRequests(deps),
    async changes(since: number, taken = since) {
      noteTaken(sql, taken)
      return engine.changes(since)
    },
  }
  return {
    ...onceReady(requests, ready),
    async report(accountId, report) {
      storeReport(sql, accountId, report, clock.now())
      return readKvWrites(sql, clock.now())
    },
    async tick(run) {
      if (!(await attempt(log, HAND_OVER, ready))) return
      await engine.tick(run)
      // An object at work answers only when it is done, which may take a while.
      await callOverdue(deps)
      await attempt(log, 'forget old entries', () =>
        onceADay(sql, 'entriesPrunedAt', clock.now(), () => pruneEntries(sql, clock.now())),
      )
    },
    async alarm() {
      if (await attempt(log, HAND_OVER, ready)) await engine.alarm()
    },
  }
}

const HAND_OVER = 'hand over the accounts'

/** What it returns resolves once the objects have the rows of a Worker that had one object for all accounts. */
function createReadiness({ sql, objectOf, within, clock }: IndexDeps): () => Promise<void> {
  let underWay: Promise<void> | null = hasFormerRows(sql) ? null : Promise.resolve()
  return () => {
    underWay ??= sendFormerRows(
      sql,
      async (accountId, rows) => within(PATIENCE, objectOf(accountId).receive(accountId, rows)),
      clock.now(),
    ).catch((error: unknown) => {
      underWay = null
      throw error
    })
    return underWay
  }
}

type Requests = Record<string, (...args: never[]) => Promise<unknown>>

function onceReady<R extends { readonly [Name in keyof R]: Requests[string] }>(
  requests: R,
  ready: () => Promise<void>,
): R {
  const waiting = Object.entries<Requests[string]>(requests).map(([name, request]) => [
    name,
    async (...args: never[]) => {
      await ready()
      return request(...args)
    },
  ])
  return Object.fromEntries(waiting) as R
}

/** Passes a call on to the object that has the account. */
async function askOwner<C extends AccountObjectCall>(
  { objectOf }: IndexDeps,
  accountId: string,
  call: C,
  ...args: Parameters<SchedulerApi[C]>
): Promise<Awaited<ReturnType<SchedulerApi[C]>>> {
  return (await objectOf(accountId).ask(accountId, call, args)) as Awaited<ReturnType<SchedulerApi[C]>>
}

/** From what was reported. */
function listings({ sql, engine }: IndexDeps): Pick<SchedulerApi, 'status' | 'openJobs'> {
  return {
    status: async () => ({
      ...(await engine.status()),
      counts: entryCounts(sql),
      recentJobs: recentEntries(sql),
    }),
    openJobs: async (isBrief) => openEntries(sql, isBrief).toSorted((a, b) => a.publishAt - b.publishAt),
  }
}

function jobRequests(deps: IndexDeps): Pick<SchedulerApi, 'job' | 'putJob' | 'cancelJob'> {
  const { sql, engine, clock } = deps
  return {
    async job(jobId) {
      const accountId = accountOfJob(sql, jobId)
      return accountId === null ? engine.job(jobId) : askOwner(deps, accountId, 'job', jobId)
    },
    async putJob(envelope) {
      const { jobId, accountId } = envelope
      watchBy(sql, accountId, envelope.publishAt)
      const known = accountOfJob(sql, jobId)
      if (known !== null) return askOwner(deps, known, 'putJob', envelope)
      // It was cancelled before it came.
      if (jobRow(sql, jobId)) return engine.putJob(envelope)
      if (!isKnownAccount(sql, accountId)) return 'unknown account'
      placeJob(sql, jobId, accountId, clock.now())
      return askOwner(deps, accountId, 'putJob', envelope)
    },
    async cancelJob(jobId, purpose) {
      const accountId = accountOfJob(sql, jobId)
      return accountId === null
        ? engine.cancelJob(jobId, purpose)
        : askOwner(deps, accountId, 'cancelJob', jobId, purpose)
    },
  }
}

function accountRequests(
  deps: IndexDeps,
): Omit<SchedulerApi, 'status' | 'openJobs' | 'job' | 'putJob' | 'cancelJob' | 'changes'> {
  const { sql } = deps
  return {
    async putAccount(account) {
      const { accountId } = account
      addAccount(sql, accountId)
      const before = highestSeq(sql)
      await askOwner(deps, accountId, 'putAccount', account)
      // What the account reports of this very request stays: that it backs off longer, for example.
      forgetEntry(sql, 'account', accountId, before)
    },
    async removeAccount(accountId) {
      if (!isKnownAccount(sql, accountId)) return
      await askOwner(deps, accountId, 'removeAccount', accountId)
      forgetEntry(sql, 'account', accountId)
      forgetEntry(sql, 'config', accountId)
      forgetHistory(sql, accountId)
    },
    async delegateReposts(envelope) {
      const { accountId } = envelope
      return isKnownAccount(sql, accountId)
        ? askOwner(deps, accountId, 'delegateReposts', envelope)
        : 'unknown account'
    },
    async recallReposts(accountId, revision) {
      addAccount(sql, accountId)
      const recalled = await askOwner(deps, accountId, 'recallReposts', accountId, revision)
      // A recall of an earlier delegation does not end a later one.
      if ((recalled?.config.revision ?? 0) > revision) return recalled
      forgetEntry(sql, 'config', accountId)
      releaseReposts(sql, accountId)
      return recalled
    },
    async claimRepost(accountId, request) {
      return isKnownAccount(sql, accountId)
        ? askOwner(deps, accountId, 'claimRepost', accountId, request)
        : null
    },
  }
}

/** One that does not answer keeps nobody waiting; it is called again a minute later. */
async function callOverdue({ sql, objectOf, within, clock, log }: IndexDeps): Promise<void> {
  const overdue = takeOverdue(sql, { now: clock.now(), lateBy: OVERDUE, most: MOST_AT_ONCE })
  await Promise.all(
    overdue.map((accountId) =>
      attempt(log, 'call an overdue account', () => within(MINUTE, objectOf(accountId).poke())),
    ),
  )
}
