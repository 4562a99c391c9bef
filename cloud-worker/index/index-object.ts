// The index: the one object that the server and the cron ask. It knows where each account and job is, passes requests on to
// the objects of the accounts, and keeps what they report. Accounts of a former Worker are its own until they are handed
// over, one after the other.
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
  entryCounts,
  forgetEntry,
  forgetReposts,
  listFormerAccounts,
  openEntries,
  placeJob,
  readPlace,
  pruneEntries,
  recentEntries,
  setPlace,
  storeReport,
  takeOverdue,
  takeToMove,
  watchBy,
} from './directory.ts'
import { beginMove, deliverParcels } from './move.ts'
import type { IndexApi } from './reporter.ts'

export type IndexObject = SchedulerApi & Invocations & IndexApi

interface IndexDeps {
  readonly sql: Sql
  /** What a former Worker left here. */
  readonly former: Engine
  objectOf(accountId: string): AccountObject
  /** Rejects when no answer has come for that long; the call may still be carried out. */
  within<T>(time: Duration, answer: Promise<T>): Promise<T>
  readonly clock: Clock
  readonly log: Log
}

/** An account's alarm that is this late counts as lost. */
const OVERDUE: Duration = 20 * SECOND
/** While an account moves, its object answers at once. */
const PATIENCE: Duration = 10 * SECOND
/** Objects that one cron run calls. */
const MOST_AT_ONCE = 20

/** Call when the object starts. */
export function createIndexObject(deps: IndexDeps): IndexObject {
  const { sql, former, clock, log } = deps
  listFormerAccounts(sql)
  const moves = createMoves(deps)
  const owners = createOwners(deps, moves)
  return {
    ...listings(deps),
    ...jobRequests(deps, owners),
    ...accountRequests(deps, owners),
    changes: (since) => former.changes(since),
    async report(accountId, report) {
      storeReport(sql, accountId, report, clock.now())
      return readKvWrites(sql, clock.now())
    },
    async tick(run) {
      await former.tick(run)
      // An object at work answers only when it is done, which may take a while.
      await Promise.all([callOverdue(deps), moves.moveSome()])
      await attempt(log, 'forget old entries', () =>
        onceADay(sql, 'entriesPrunedAt', clock.now(), () => pruneEntries(sql, clock.now())),
      )
    },
    alarm: () => former.alarm(),
  }
}

type Owners = ReturnType<typeof createOwners>

function createOwners({ sql, former, objectOf }: IndexDeps, moves: ReturnType<typeof createMoves>) {
  /** Passes a call on to the object that has the account. */
  async function askOwner<C extends AccountObjectCall>(
    accountId: string,
    call: C,
    ...args: Parameters<SchedulerApi[C]>
  ): Promise<Awaited<ReturnType<SchedulerApi[C]>>> {
    if (readPlace(sql, accountId) === 'leaving') await moves.finish(accountId)
    const ask =
      readPlace(sql, accountId) === 'there'
        ? objectOf(accountId).ask(accountId, call, args)
        : (former[call] as (...given: typeof args) => ReturnType<SchedulerApi[C]>)(...args)
    return (await ask) as Awaited<ReturnType<SchedulerApi[C]>>
  }

  /** The account that has the job; null when nobody has it, or it was cancelled before it came, which is remembered here. */
  const ownerOfJob = (jobId: string) => accountOfJob(sql, jobId) ?? (jobRow(sql, jobId)?.account_id || null)

  const settle = (accountId: string) => {
    if (readPlace(sql, accountId) === null) setPlace(sql, accountId, 'there')
  }

  return { askOwner, ownerOfJob, settle, finishMove: moves.finish }
}

/** From what was reported, and what is still here. */
function listings({ sql, former }: IndexDeps): Pick<SchedulerApi, 'status' | 'openJobs'> {
  return {
    async status() {
      const status = await former.status()
      const [own, reported] = [status.counts, entryCounts(sql)]
      const sum = (name: keyof typeof own) => own[name] + reported[name]
      return {
        ...status,
        counts: {
          scheduled: sum('scheduled'),
          completed: sum('completed'),
          failed: sum('failed'),
          unknownVersion: sum('unknownVersion'),
          repostConfigs: sum('repostConfigs'),
          pendingReposts: sum('pendingReposts'),
        },
        recentJobs: [...recentEntries(sql), ...status.recentJobs].slice(0, 20),
      }
    },
    async openJobs() {
      const open = [...(await former.openJobs()), ...openEntries(sql)]
      return open.toSorted((a, b) => a.publishAt - b.publishAt)
    },
  }
}

function jobRequests(
  { sql, former, clock }: IndexDeps,
  { askOwner, ownerOfJob, finishMove }: Owners,
): Pick<SchedulerApi, 'job' | 'putJob' | 'cancelJob'> {
  return {
    async job(jobId) {
      const accountId = ownerOfJob(jobId)
      return accountId === null ? former.job(jobId) : askOwner(accountId, 'job', jobId)
    },
    async putJob(envelope) {
      const { jobId, accountId } = envelope
      if (readPlace(sql, accountId) === 'leaving') await finishMove(accountId)
      watchBy(sql, accountId, envelope.publishAt)
      const known = ownerOfJob(jobId)
      if (known !== null) return askOwner(known, 'putJob', envelope)
      if (jobRow(sql, jobId)) return former.putJob(envelope)
      const place = readPlace(sql, accountId)
      if (place === null) return 'unknown account'
      if (place === 'there') placeJob(sql, jobId, accountId, clock.now())
      return askOwner(accountId, 'putJob', envelope)
    },
    async cancelJob(jobId, purpose) {
      const accountId = ownerOfJob(jobId)
      return accountId === null
        ? former.cancelJob(jobId, purpose)
        : askOwner(accountId, 'cancelJob', jobId, purpose)
    },
  }
}

function accountRequests(
  { sql }: IndexDeps,
  { askOwner, settle }: Owners,
): Omit<SchedulerApi, 'status' | 'openJobs' | 'job' | 'putJob' | 'cancelJob' | 'changes'> {
  return {
    async putAccount(account) {
      const { accountId } = account
      settle(accountId)
      const before = highestSeq(sql)
      await askOwner(accountId, 'putAccount', account)
      // What the account reports of this very request stays: that it backs off longer, for example.
      forgetEntry(sql, 'account', accountId, before)
    },
    async removeAccount(accountId) {
      if (readPlace(sql, accountId) === null) return
      await askOwner(accountId, 'removeAccount', accountId)
      forgetEntry(sql, 'account', accountId)
      forgetEntry(sql, 'config', accountId)
      forgetReposts(sql, accountId)
    },
    async delegateReposts(envelope) {
      const { accountId } = envelope
      return readPlace(sql, accountId) === null
        ? 'unknown account'
        : askOwner(accountId, 'delegateReposts', envelope)
    },
    async recallReposts(accountId, revision) {
      settle(accountId)
      const recalled = await askOwner(accountId, 'recallReposts', accountId, revision)
      // A recall of an earlier delegation does not end a later one.
      if ((recalled?.config.revision ?? 0) <= revision) forgetEntry(sql, 'config', accountId)
      return recalled
    },
    async claimRepost(accountId, request) {
      return readPlace(sql, accountId) === null
        ? null
        : askOwner(accountId, 'claimRepost', accountId, request)
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

function createMoves({ sql, objectOf, within, clock, log }: IndexDeps) {
  const underWay = new Map<string, Promise<void>>()
  /** Of two at a time, the second waits for the first. */
  const finish = (accountId: string): Promise<void> => {
    const moving =
      underWay.get(accountId) ??
      deliverParcels(sql, accountId, (parcel) =>
        within(PATIENCE, objectOf(accountId).receive(accountId, parcel)),
      ).finally(() => underWay.delete(accountId))
    underWay.set(accountId, moving)
    return moving
  }
  return {
    finish,
    async moveSome() {
      const begin = async (accountId: string) => {
        // Without it, its posts would wait for an object that does not answer.
        await within(PATIENCE, objectOf(accountId).prepare(accountId))
        if (beginMove(sql, accountId, clock)) await finish(accountId)
      }
      const moving = [
        ...takeToMove(sql, 'leaving', MOST_AT_ONCE).map((id) => () => finish(id)),
        ...takeToMove(sql, 'here', MOST_AT_ONCE).map((id) => () => begin(id)),
      ]
      await Promise.all(moving.map((move) => attempt(log, 'hand over an account', move)))
    },
  }
}
