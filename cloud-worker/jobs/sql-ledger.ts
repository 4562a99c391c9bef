// The ledger of publications on the object's SQLite. Job and publication are one row, so each move is one statement. `held`
// marks what a claim of this instance works on; an object has one live instance, so a new one finds only orphans held.
import { ENVELOPE_VERSION } from '../../core/engine/worker/protocol.ts'
import type { Log, LogFields } from '../../core/ports/log.ts'
import type {
  StepLog,
  ClaimOptions,
  DuePost,
  PublicationLedger,
  UnreconciledPost,
} from '../../core/ports/posts/publication-ledger.ts'
import { latestSendOf, toUnreconciledPost } from '../../core/engine/publishing/match.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { isNearLimit, recentSince } from '../../core/rules/times/limit-room.ts'
import { MINUTE, type Instant } from '../../core/time.ts'
import { NotReadableAgain } from '../../core/write-json-as.ts'
import { resumeAccount, readLimit, readPause, writeLimit, writePause } from '../accounts/account-rows.ts'
import {
  jobRow,
  envelopePayloadOf,
  publicationOf,
  takenUpAt,
  unreadablePublication,
  writePublication,
  type JobRow,
} from './job-rows.ts'
import { jsonIn, select, update, type Sql } from '../storage/sql.ts'

export function createSqlLedger(sql: Sql, log: Pick<Log, 'error'> = SILENT): PublicationLedger {
  return {
    async claim(options, begin) {
      for (;;) {
        const claimed = claimDue(sql, options, begin)
        if (!('refused' in claimed)) return claimed.publication
        log.error('what was to be stored of a post could not be read again: it is put off', claimed.refused)
      }
    },
    async commit(next, stepLog) {
      return sql.transaction(() => {
        const row = rowContinuedBy(sql, next, next.version - 1)
        const isDeleted = row !== null && publicationOf(row)?.settleOnly === true
        if (row) writePublication(sql, row, isDeleted ? { ...next, settleOnly: true } : next, stepLog?.steps)
        if (stepLog) writePauseAndLimit(sql, next, stepLog)
        return row !== null && (isDeleted ? 'archived' : 'kept')
      })
    },
    async release(publication, at) {
      sql.transaction(() => {
        const row = rowContinuedBy(sql, publication, publication.version)
        if (row === null || row.held === 0) return
        putOff(sql, row, at)
      })
    },
    async releaseOrphans(now) {
      return releaseHeld(sql, now)
    },
    nextDue: async (options) => nextDue(sql, options),
    listPublishTimes: async (accountId, since) => publishTimes(sql, accountId, since),
    limitOf: async (accountId) => readLimit(sql, accountId),
    listAhead: async (jobId) => jobsAhead(sql, jobId),
    listOwnedMediaIds: async (mediaIds) => ownedMediaIds(sql, mediaIds),
    listUnreconciled: async (...asked) => unreconciledPosts(sql, ...asked),
  }
}

const SILENT = { error() {} }

type Claimed =
  | { readonly publication: Publication | null }
  /** It would have been unreadable: nothing of it was stored, and its job is put off. */
  | { readonly refused: LogFields }

function claimDue(sql: Sql, options: ClaimOptions, begin: (due: DuePost) => Publication): Claimed {
  const claiming: { row: JobRow | null } = { row: null }
  try {
    return sql.transaction(() => {
      const row = readableDueRow(sql, options)
      if (row === null) return { publication: null }
      claiming.row = row
      const publication = begin(duePost(sql, row, options.now))
      writePublication(sql, row, publication)
      return { publication }
    })
  } catch (error) {
    const { row } = claiming
    if (!(error instanceof NotReadableAgain) || row === null) throw error
    putOff(sql, row, options.now + MINUTE)
    return { refused: { jobId: row.id, error } }
  }
}

function putOff(sql: Sql, row: JobRow, at: Instant): void {
  const runAt = isFollowUp(row) ? at : Math.max(row.run_at, at)
  update(sql, 'post_jobs', row.id, { held: 0, ...takenUpAt(row, { wakeAt: at, runAt }) })
}

/** Free to be claimed, and of a version that this Worker understands. */
const CLAIMABLE = `due_at IS NOT NULL AND held = 0 AND envelope_version <= ${ENVELOPE_VERSION}`
const NOT_BUSY = 'account_id NOT IN (SELECT value FROM json_each(?))'
const STATE = jsonIn('publication')
/** What ended long ago matters to no later post, and reading the texts of years would take the time of an invocation. */
const IS_KEPT_WHOLE = 'envelope IS NOT NULL AND publication IS NOT NULL'
const FOLLOW_UP = `state IN ('published', 'failed')`

/** Its job has ended for the server: only a permalink is still read, or its outcome in the background. */
function isFollowUp({ state }: JobRow): boolean {
  return state === 'published' || state === 'failed'
}

function dueRow(sql: Sql, { now, queue, busyAccounts }: ClaimOptions): JobRow | null {
  const inQueue =
    queue === 'prepare'
      ? 'wake_at < run_at AND run_at > ? ORDER BY wake_at'
      : `run_at <= ? ORDER BY ${FOLLOW_UP}, run_at, created_at`
  const query = `SELECT * FROM post_jobs WHERE due_at <= ? AND ${CLAIMABLE} AND ${NOT_BUSY} AND ${inQueue} LIMIT 1`
  return select<JobRow>(sql, query, now, JSON.stringify(busyAccounts), now)[0] ?? null
}

/** A row that cannot be understood does not hold up others: it is ended, or looked for where it may have been sent. */
function readableDueRow(sql: Sql, options: ClaimOptions): JobRow | null {
  const row = dueRow(sql, options)
  const lost = row && unreadablePublication(row, options.now)
  if (row === null || lost === null) return row
  writePublication(sql, row, lost)
  return readableDueRow(sql, options)
}

function duePost(sql: Sql, row: JobRow, now: Instant): DuePost {
  const previous = publicationOf(row)
  return {
    jobId: row.id,
    postId: row.post_id,
    accountId: row.account_id,
    publishAt: row.publish_at,
    acceptedAt: row.created_at,
    payload: envelopePayloadOf(row),
    pausedUntil: readPause(sql, row.account_id),
    get isNearLimit() {
      const { reading } = readLimit(sql, row.account_id)
      return (
        reading !== null && isNearLimit(publishTimes(sql, row.account_id, recentSince(now)), reading, now)
      )
    },
    previous,
    isDeleted: previous?.settleOnly ?? false,
  }
}

function writePauseAndLimit(
  sql: Sql,
  { accountId, updatedAt }: Publication,
  { endedPause, pauseAccountUntil, limit }: StepLog,
): void {
  if (endedPause !== null) resumeAccount(sql, accountId, endedPause, updatedAt)
  if (pauseAccountUntil !== null) writePause(sql, accountId, pauseAccountUntil)
  if (limit) writeLimit(sql, accountId, limit)
}

/** The publication's row, if it still holds that version of it. */
function rowContinuedBy(sql: Sql, { id, jobId }: Publication, version: number): JobRow | null {
  const row = jobRow(sql, jobId)
  const stored = row && publicationOf(row)
  return stored && stored.id === id && stored.version === version ? row : null
}

/** Call in a new instance: every claim belongs to one that is gone. Returns how many there were. */
export function releaseHeld(sql: Sql, now: Instant): number {
  return makeDue(sql, now, heldRows(sql, Number.MAX_SAFE_INTEGER))
}

/** Work that is marked as held, but not by any of these jobs, becomes due at once. */
export function releaseStrays(sql: Sql, now: Instant, heldJobs: readonly string[]): void {
  const strays = heldRows(sql, now).filter(({ id }) => !heldJobs.includes(id))
  makeDue(sql, now, strays)
}

/** Held rows were due when they were claimed. */
function heldRows(sql: Sql, dueBy: Instant): JobRow[] {
  return select<JobRow>(sql, 'SELECT * FROM post_jobs WHERE due_at <= ? AND held = 1', dueBy)
}

function makeDue(sql: Sql, now: Instant, held: readonly JobRow[]): number {
  sql.transaction(() => {
    for (const row of held) {
      const runAt = isFollowUp(row) ? now : row.run_at
      update(sql, 'post_jobs', row.id, { held: 0, ...takenUpAt(row, { wakeAt: now, runAt }) })
    }
  })
  return held.length
}

export function nextDue(sql: Sql, { now, queue, busyAccounts }: ClaimOptions): Instant | null {
  const [time, inQueue] =
    queue === 'prepare' ? ['wake_at', 'wake_at < run_at AND run_at > ?'] : ['run_at', '?']
  const query = `SELECT min(${time}) AS at FROM post_jobs WHERE ${CLAIMABLE} AND ${NOT_BUSY} AND ${inQueue}`
  const about = queue === 'prepare' ? now : 1
  return select<{ at: Instant | null }>(sql, query, JSON.stringify(busyAccounts), about)[0]?.at ?? null
}

/** When there is work in either queue, for any account. One row is read, however many jobs wait. */
export function firstDue(sql: Sql): Instant | null {
  const query = `SELECT due_at AS at FROM post_jobs WHERE ${CLAIMABLE} ORDER BY due_at LIMIT 1`
  return select<{ at: Instant }>(sql, query)[0]?.at ?? null
}

/** As `firstDue`, with what is in progress. */
export function firstOpen(sql: Sql): Instant | null {
  const query = `SELECT due_at AS at FROM post_jobs
    WHERE due_at IS NOT NULL AND envelope_version <= ${ENVELOPE_VERSION} ORDER BY due_at LIMIT 1`
  return select<{ at: Instant }>(sql, query)[0]?.at ?? null
}

function publishTimes(sql: Sql, accountId: string, since: Instant): Instant[] {
  const query = `SELECT json_extract(${STATE}, '$.publishedAt') AS at FROM post_jobs
    WHERE account_id = ? AND state = 'published' AND ${IS_KEPT_WHOLE}
    AND json_extract(${STATE}, '$.publishedAt') >= ?`
  return select<{ at: Instant }>(sql, query, accountId, since).map(({ at }) => at)
}

/** Of two with the same time, the one accepted first. */
function jobsAhead(sql: Sql, jobId: string): boolean[] {
  const place = 'publish_at, created_at, id'
  const query = `SELECT json_extract(${STATE}, '$.roomAt') AS at, json_extract(${STATE}, '$.step') AS step FROM post_jobs
    WHERE account_id = (SELECT account_id FROM post_jobs WHERE id = ?) AND state IN ('waiting', 'publishing')
    AND due_at IS NOT NULL AND envelope_version <= ${ENVELOPE_VERSION}
    AND (${place}) < (SELECT ${place} FROM post_jobs WHERE id = ?)`
  return select<{ at: Instant | null; step: string }>(sql, query, jobId, jobId).map(
    ({ at, step }) => at !== null && step === 'claimed',
  )
}

function ownedMediaIds(sql: Sql, mediaIds: readonly string[]): string[] {
  if (mediaIds.length === 0) return []
  const query = `SELECT json_extract(${STATE}, '$.mediaId') AS id FROM post_jobs
    WHERE state = 'published' AND ${IS_KEPT_WHOLE}
    AND json_extract(${STATE}, '$.mediaId') IN (SELECT value FROM json_each(?))`
  return select<{ id: string }>(sql, query, JSON.stringify(mediaIds)).map(({ id }) => id)
}

function unreconciledPosts(sql: Sql, accountId: string, except: string, since: Instant): UnreconciledPost[] {
  const query = `SELECT publication FROM post_jobs
    WHERE account_id = ? AND state IN ('publishing', 'published', 'failed') AND ${IS_KEPT_WHOLE}`
  return select<Pick<JobRow, 'publication'>>(sql, query, accountId)
    .flatMap((row) => publicationOf(row) ?? [])
    .filter(({ id, step, intent, mediaId }) => {
      if (id === except || intent === null || mediaId !== null || step === 'failed') return false
      return step !== 'done' || latestSendOf(intent) >= since
    })
    .map(toUnreconciledPost)
}
