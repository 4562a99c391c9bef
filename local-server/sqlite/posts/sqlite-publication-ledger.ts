// Post, job and publication always move in one transaction. `held` marks what a claim of this process works on; the
// instance lock makes every `held` found at start an orphan.
import { and, eq, gt, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Log } from '../../../core/ports/log.ts'
import { OVERDUE, type PostLedger } from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import { DAY, MINUTE, type Instant } from '../../../core/time.ts'
import { NotReadableAgain } from '../../../core/write-json-as.ts'
import { createLimitQueries } from './account-limits.ts'
import { listSteps } from './attempt-steps.ts'
import { prepareQueueCounts } from './queue-counts.ts'
import { prepareClaimQuery, UnreadablePost, type ClaimQuery } from './claim-query.ts'
import { createManyChanges } from './many-changes.ts'
import { createPostInserts } from './post-inserts.ts'
import { createPostRemovals } from './post-removals.ts'
import { prepareLostPosts } from '../quarantine/lost-posts.ts'
import { isRefusedRow } from '../quarantine/unreadable-rows.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import {
  endPause,
  extendPause,
  ownTimeOf,
  prepareStepLog,
  prepareWrites,
  type PublicationWrites,
} from './publication-writes.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { accounts, jobs, posts, publications } from '../schema/schema.ts'
import { markOfEnded, markWaiting, prepareMarkRead } from './job-marks.ts'
import { STILL_TO_GO_OUT } from './sqlite-post-store.ts'
import { createMediaOwnership } from './media-ownership.ts'

export function createSqlitePublicationLedger(db: Db, log: Pick<Log, 'error'> = SILENT): PostLedger {
  const claimQuery = prepareClaimQuery(db)
  const writes = prepareWrites(db)
  const isMarked = prepareMarkRead(db)
  return {
    ...createPostInserts(db, claimQuery, writes),
    ...createPostRemovals(db, claimQuery, writes),
    ...createManyChanges(db, claimQuery, writes),
    ...createClaims(db, { claimQuery, writes, log }),
    latestPublication: async (postId) => claimQuery.latestPublication(postId),
    listAttempts: async (postId) => listSteps(db, postId),
    nextDue: async (options) => claimQuery.nextDue(options),
    needsAttention: prepareAttentionQuery(db),
    countQueue: prepareQueueCounts(db),
    correctTimesTo: async (now) => writeTransaction(db, (tx) => correctTimes(tx, now)),
    extendPause: async (accountId, until) => extendPause(db, accountId, until),
    endPause: async (accountId, over) => writeTransaction(db, () => endPause(db, accountId, over)),
    markWaiting: async (now) => writeTransaction(db, (tx) => markWaiting(tx, now)),
    isMarked: async (jobId) => isMarked(jobId),
    marksNextJob: async (postId) => markOfEnded(db, postId) !== null,
    ...createMediaOwnership(db),
    ...createLimitQueries(db),
  }
}

const SILENT = { error() {} }

interface ClaimParts {
  readonly claimQuery: ClaimQuery
  readonly writes: PublicationWrites
  readonly log: Pick<Log, 'error'>
}

function createClaims(
  db: Db,
  { claimQuery, writes, log }: ClaimParts,
): Pick<PostLedger, 'claim' | 'commit' | 'release' | 'releaseOrphans'> {
  const { writeSteps, writeLearned } = prepareStepLog(db)
  const readably = createGivingUp(db, log)
  return {
    async claim(options, begin) {
      return readably(options.now, () =>
        writeTransaction(db, (tx) => {
          const due = claimQuery.find(options)
          if (!due) return null
          const publication = begin(due)
          writeClaim(writes, publication)
          if (due.soughtSince !== null)
            tx.update(jobs).set({ soughtSince: null, soughtAs: null }).where(eq(jobs.id, due.jobId)).run()
          return publication
        }),
      )
    },
    async commit(next, stepLog) {
      return writeTransaction(db, () => {
        const moved = writes.versionOf(next.id) === next.version - 1 && writes.write(next)
        if (stepLog && moved === 'kept') writeSteps(next, stepLog)
        if (stepLog) writeLearned(next, stepLog)
        return moved
      })
    },
    async release(publication, at) {
      writeTransaction(db, (tx) => {
        const mine = and(eq(publications.id, publication.id), eq(publications.version, publication.version))
        const job = and(eq(jobs.id, publication.jobId), eq(jobs.status, 'PROCESSING'))
        if (putOff(tx, mine, at)) putOffJob(tx, job, at)
      })
    },
    async releaseOrphans(now) {
      return writeTransaction(db, (tx) => {
        tx.update(publications)
          .set({ held: false, followUpAt: followUpTimeFrom(now) })
          .where(eq(publications.held, true))
          .run()
        const orphans = eq(jobs.status, 'PROCESSING')
        return tx.update(jobs).set({ status: 'PENDING', wakeAt: now, updatedAt: now }).where(orphans).run()
          .changes
      })
    },
  }
}

/** Continues at `at`, unless it has ended. */
function putOff(tx: Tx, which: SQL | undefined, at: Instant): boolean {
  const change = { held: false, followUpAt: followUpTimeFrom(at) }
  return tx.update(publications).set(change).where(which).run().changes > 0
}

function putOffJob(tx: Tx, which: SQL | undefined, at: Instant): void {
  const change = { status: 'PENDING', ...jobTimesFrom(at) } as const
  tx.update(jobs).set(change).where(which).run()
}

/** A claim that was not stored: everything is as it was, but for the time. */
function putOffClaim(tx: Tx, { jobId }: Publication, at: Instant): void {
  putOff(tx, eq(publications.jobId, jobId), at)
  putOffJob(tx, and(eq(jobs.id, jobId), eq(jobs.status, 'PENDING')), at)
}

const PUT_OFF = 'what was to be stored of a post could not be read again: it is put off'

/** What was to be stored of it could not be read again. */
class RefusedClaim extends Error {
  readonly claimed: Publication

  constructor(claimed: Publication, cause: unknown) {
    super('a claim could not be stored', { cause })
    this.claimed = claimed
  }
}

function writeClaim(writes: PublicationWrites, publication: Publication): void {
  try {
    writes.write(publication)
  } catch (cause) {
    throw cause instanceof NotReadableAgain || isRefusedRow(cause)
      ? new RefusedClaim(publication, cause)
      : cause
  }
}

/** An unusable post does not hold up the others. */
function createGivingUp(db: Db, log: Pick<Log, 'error'>) {
  const lost = prepareLostPosts(db)
  return function claimReadable<T>(now: Instant, claim: () => T, givenUp: readonly string[] = []): T {
    try {
      return claim()
    } catch (error) {
      if (error instanceof RefusedClaim) {
        const { claimed, cause } = error
        log.error(PUT_OFF, { postId: claimed.postId, error: cause })
        writeTransaction(db, (tx) => putOffClaim(tx, claimed, now + MINUTE))
        return claimReadable(now, claim, givenUp)
      }
      if (!(error instanceof UnreadablePost) || givenUp.includes(error.postId)) throw error
      log.error('a post could not be taken up and was given up', { postId: error.postId, error: error.cause })
      writeTransaction(db, () => lost.giveUp(error.postId, now))
      return claimReadable(now, claim, [...givenUp, error.postId])
    }
  }
}

/** It goes live only after it is taken up again, and never before its own time. */
function jobTimesFrom(at: Instant) {
  return { wakeAt: at, runAt: sql`max(${ownTimeOf(at)}, ${at})` }
}

/** A clock that was ahead has stored times that lie ahead, together with its own. */
function correctTimes(tx: Tx, now: Instant): void {
  const open = inArray(jobs.status, ['PENDING', 'PROCESSING'])
  const later = and(open, eq(jobs.type, 'PUBLISH'), gt(jobs.updatedAt, now))
  const runAt = ownTimeOf(now)
  const wakeAt = sql`iif(${jobs.wakeAt} > ${runAt}, min(${now}, ${runAt}), ${jobs.wakeAt})`
  tx.update(jobs).set({ wakeAt, runAt, updatedAt: now }).where(later).run()
  // Staged for a time that the wrong clock would have reached earlier: the time has to be checked again.
  const staged = sql`exists (select 1 from publications where job_id = ${jobs.id} and step = 'staged')`
  tx.update(jobs)
    .set({ wakeAt: now })
    .where(and(eq(jobs.status, 'PENDING'), gt(jobs.wakeAt, now), staged))
    .run()
  const storedAt = sql`json_extract(${publications.state}, '$.updatedAt')`
  const followUp = and(isNotNull(publications.followUpAt), gt(storedAt, now))
  tx.update(publications).set({ followUpAt: now }).where(followUp).run()
  const askedAt = sql`json_extract(${handovers.record}, '$.updatedAt')`
  const unanswered = inArray(handovers.state, ['delegating', 'recalling'])
  const putOff = and(sql`state <> 'ended'`, gt(handovers.nextAt, now), unanswered, gt(askedAt, now))
  const record = sql`json_set(${handovers.record}, '$.nextAt', ${now})`
  tx.update(handovers).set({ nextAt: now, record }).where(putOff).run()
  const longest = now + 2 * DAY
  tx.update(accounts).set({ pausedUntil: null }).where(gt(accounts.pausedUntil, longest)).run()
}

/** Only work that continues after its job has a follow-up; nothing else gets one. */
function followUpTimeFrom(at: Instant) {
  return sql`iif(${publications.followUpAt} is null, null, ${at})`
}

/** Preparing and sending may take an hour. */
const WAITS_OR_IS_LOOKED_FOR = sql`(status = 'SCHEDULED' or warnings like '%"LIVE_CHECK_PENDING"%')`

/** By itself, for whoever asks about the health of the server before anything else. */
export function prepareAttentionQuery(db: Db): PostLedger['needsAttention'] {
  const unconfirmed = db
    .select({ id: posts.id })
    .from(posts)
    .where(sql`publish_outcome = 'unconfirmed'`)
    .limit(1)
    .prepare()
  const overdue = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(STILL_TO_GO_OUT, lt(posts.scheduledFor, sql.placeholder('before')), WAITS_OR_IS_LOOKED_FOR))
    .limit(1)
    .prepare()
  return async (now) =>
    unconfirmed.get() !== undefined || overdue.get({ before: now - OVERDUE }) !== undefined
}
