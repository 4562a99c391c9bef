// Jobs as requests change and read them. Each change is one transaction: of a concurrent edit, cancel and publishing
// step, each finds the others' row, and one of them acts.
import {
  ENVELOPE_VERSION,
  type CancelPurpose,
  type WorkerChanges,
  type JobAnswer,
  type JobEnvelope,
  type JobView,
} from '../../core/engine/worker/protocol.ts'
import {
  briefViewOf,
  hasEnded,
  judgeCancel,
  judgePut,
  KEEP_ENDED,
  textOf,
} from '../../core/engine/worker/job-rules.ts'
import { toSuperseded } from '../../core/engine/publishing/end-publication.ts'
import { storePublication } from '../../core/engine/publishing/stored.ts'
import type { Instant } from '../../core/time.ts'
import { accountNews } from '../accounts/account-rows.ts'
import {
  jobNews,
  jobRow,
  publicationOf,
  storedJob,
  timesOf,
  jobViewOf,
  writePublication,
  type JobRow,
} from './job-rows.ts'
import { reportedNews, type News } from '../index/directory.ts'
import { enqueueMirrorWrite } from '../kv/mirror-outbox.ts'
import { insightNews } from '../insights/story-looks.ts'
import { repostNews } from '../reposts/repost-api.ts'
import { insert, select, update, type Sql, type SqlValue } from '../storage/sql.ts'
import { highestSeq, nextSeq } from '../storage/tables.ts'

const PAGE = 50

/** `isNew`: not a replay. */
type ChangeAnswer = JobAnswer & { readonly isNew: boolean }

export function putJob(sql: Sql, envelope: JobEnvelope, now: Instant): ChangeAnswer {
  return sql.transaction(() => {
    const { jobId } = envelope
    const row = jobRow(sql, jobId)
    const verdict = judgePut(row && storedJob(row), envelope)
    if (verdict === 'stale' || verdict === 'too-late') return answer(sql, jobId, verdict)
    if (verdict !== 'replay') writeJob(sql, row, envelope, now)
    return answer(sql, jobId, 'accepted', verdict !== 'replay')
  })
}

export function cancelJob(
  sql: Sql,
  jobId: string,
  purpose: CancelPurpose | undefined,
  now: Instant,
): ChangeAnswer {
  return sql.transaction(() => {
    const row = jobRow(sql, jobId)
    const verdict = judgeCancel(row && storedJob(row), purpose)
    if (row && verdict === 'too-late' && purpose === 'deletion') settleOnly(sql, row)
    if (verdict === 'stale' || verdict === 'too-late') return answer(sql, jobId, verdict)
    if (row === null) {
      insert(sql, 'post_jobs', cancelledTombstone(sql, jobId, now))
      enqueueMirrorWrite(sql, { kind: 'job', of: jobId, accountId: '' }, now)
    } else if (verdict === 'release') cancel(sql, row, now)
    else if (verdict === 'let-go') stopLooking(sql, row, now)
    const answered = answer(sql, jobId, 'accepted', verdict !== 'replay')
    return verdict === 'replay' ? { ...answered, wasReleased: true } : answered
  })
}

function answer(sql: Sql, jobId: string, outcome: JobAnswer['outcome'], isNew = false): ChangeAnswer {
  const job = viewJob(sql, jobId)
  if (job === null) throw new Error(`job ${jobId} is gone`)
  return { outcome, job, isNew }
}

/** Cancels the account's jobs for which that is still possible. */
export function cancelAccountJobs(sql: Sql, accountId: string, now: Instant): void {
  sql.transaction(() => {
    const query = `SELECT * FROM post_jobs WHERE due_at IS NOT NULL AND account_id = ? AND state = 'waiting'`
    for (const row of select<JobRow>(sql, query, accountId))
      if (judgeCancel(storedJob(row)) === 'release') cancel(sql, row, now)
  })
}

export function viewJob(sql: Sql, jobId: string): JobView | null {
  const row = jobRow(sql, jobId)
  return row && jobViewOf(row)
}

export function viewOpenJobs(sql: Sql, isBrief = false): JobView[] {
  const query = 'SELECT * FROM post_jobs WHERE due_at IS NOT NULL ORDER BY publish_at'
  const views = select<JobRow>(sql, query).map(jobViewOf)
  return isBrief ? views.map(briefViewOf) : views
}

/** In a transaction. Discards what was prepared for the old version: a step in progress can no longer commit. */
export function writeJob(sql: Sql, row: JobRow | null, envelope: JobEnvelope, now: Instant): void {
  const columns: Record<string, SqlValue> = {
    revision: envelope.revision,
    publish_at: envelope.publishAt,
    envelope: textOf(envelope),
    envelope_version: envelope.version,
    ...timesOf(envelope, now),
    held: 0,
    publication: row && waitKeptOf(row, now),
    seq: nextSeq(sql),
    updated_at: now,
  }
  enqueueMirrorWrite(sql, { kind: 'job', of: envelope.jobId, accountId: envelope.accountId }, now)
  if (row) return update(sql, 'post_jobs', row.id, columns)
  const { jobId: id, postId, accountId } = envelope
  const names = { id, post_id: postId, account_id: accountId, created_at: now }
  insert(sql, 'post_jobs', {
    ...names,
    ...columns,
    state: 'waiting',
    ended: 0,
    attempts: '[]',
    media_until: null,
  })
}

/** A post that waits for room still waits after an edit, even if its account's choice has changed. */
function waitKeptOf(row: JobRow, now: Instant): string | null {
  const last = publicationOf(row)
  return last === null || last.roomAt === null ? null : JSON.stringify(toSuperseded(last, now))
}

function cancel(sql: Sql, { id, account_id: accountId }: JobRow, now: Instant): void {
  const ended = { state: 'cancelled', ended: 1, due_at: null, held: 0, publication: null, media_until: now }
  enqueueMirrorWrite(sql, { kind: 'job', of: id, accountId }, now)
  update(sql, 'post_jobs', id, { ...ended, seq: nextSeq(sql), updated_at: now })
}

/** A check in progress can no longer commit; what is known is sent to the server. */
function stopLooking(sql: Sql, row: JobRow, now: Instant): void {
  const publication = publicationOf(row)
  if (publication) writePublication(sql, row, toSuperseded(publication, now))
}

/** Keeps the version of the publication: a step in progress can still commit, and learns of the deletion then. */
function settleOnly(sql: Sql, row: JobRow): void {
  const publication = publicationOf(row)
  if (!publication || publication.settleOnly || hasEnded(publication)) return
  update(sql, 'post_jobs', row.id, { publication: storePublication({ ...publication, settleOnly: true }) })
}

/** A create still in transit must find that it was cancelled. */
function cancelledTombstone(sql: Sql, id: string, now: Instant): Record<string, SqlValue> {
  const noPost = {
    post_id: '',
    account_id: '',
    revision: 0,
    publish_at: 0,
    envelope_version: 0,
    envelope: null,
  }
  const times = { run_at: 0, wake_at: 0, due_at: null, media_until: null, created_at: now, updated_at: now }
  const work = { state: 'cancelled', ended: 1, held: 0, publication: null, attempts: '[]' }
  return { id, ...noPost, ...times, ...work, seq: nextSeq(sql) }
}

export function changesSince(sql: Sql, cursor: number, now: Instant): WorkerChanges {
  // A cursor from before this Worker lost its data: every row is new to the caller.
  const since = cursor > highestSeq(sql) ? 0 : cursor
  const query = 'SELECT * FROM post_jobs WHERE seq > ? AND envelope IS NOT NULL ORDER BY seq LIMIT 0 + ?'
  const news: News[] = [
    ...select<JobRow>(sql, query, since, PAGE + 1).map(jobNews),
    ...accountNews(sql, since),
    ...repostNews(sql, since, PAGE + 1),
    ...insightNews(sql, since),
    ...reportedNews(sql, since, PAGE + 1),
  ].toSorted((a, b) => a.seq - b.seq)
  const until = news.at(PAGE - 1)?.seq ?? news.at(-1)?.seq ?? since
  const bodies = <K extends News['kind']>(kind: K) =>
    news.flatMap((one) =>
      one.kind === kind && one.seq <= until ? [one.body as Extract<News, { kind: K }>['body']] : [],
    )
  return {
    jobs: bodies('job'),
    accounts: bodies('account'),
    repostConfigs: bodies('config'),
    reposts: bodies('repost'),
    insights: bodies('insights'),
    until,
    hasMore: news.length > PAGE,
    timestamp: now,
    envelopeVersion: ENVELOPE_VERSION,
  }
}

/**
 * Reduces jobs that ended long ago to what keeps a replay from acting, and how they ended: a computer that was off for months asks for
 * that by name.
 */
export function pruneJobs(sql: Sql, now: Instant): void {
  sql.exec(
    `UPDATE post_jobs SET envelope = NULL, attempts = '[]'
     WHERE ended = 1 AND envelope IS NOT NULL AND updated_at < ? AND media_until IS NULL`,
    now - KEEP_ENDED,
  )
}
