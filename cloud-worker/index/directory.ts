// Where each account and job is, and what the objects of the accounts have reported: the one place that the server asks.
import {
  ENVELOPE_VERSION,
  type AccountInsightNews,
  type AccountNews,
  type JobView,
  type WorkerChanges,
  type WorkerStatus,
} from '../../core/engine/worker/protocol.ts'
import { briefViewOf, KEEP_ENDED } from '../../core/engine/worker/job-rules.ts'
import { KEEP_RECORDS } from '../../core/ports/reposts/repost-store.ts'
import type { ReportedConfig } from '../../core/engine/reposts/stored-record.ts'
import type { Duration, Instant } from '../../core/time.ts'
import { noteKvWrites, type CountedDay } from '../kv/kv-budget.ts'
import { parseStoredJson, select, type Sql } from '../storage/sql.ts'
import { highestSeq, nextSeq, readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'

/** What an account's object reports, starting at its own cursor. */
export interface ObjectReport {
  readonly changes: Pick<
    WorkerChanges,
    'jobs' | 'accounts' | 'repostConfigs' | 'reposts' | 'insights' | 'until'
  >
  readonly nextAt: Instant | null
  readonly kvWrites: CountedDay
}

export function isKnownAccount(sql: Sql, accountId: string): boolean {
  return select(sql, 'SELECT account_id FROM owners WHERE account_id = ?', accountId).length > 0
}

export function addAccount(sql: Sql, accountId: string): void {
  const query = `INSERT INTO owners (account_id, place, next_at, kv_day, kv_writes) VALUES (?, 'there', NULL, 0, 0)
    ON CONFLICT (account_id) DO NOTHING`
  sql.exec(query, accountId)
}

/**
 * Accounts that should have acted some time ago, the longest overdue first. Until they report, they come after all others: many
 * that do not answer do not hold up the rest.
 */
export function takeOverdue(
  sql: Sql,
  { now, lateBy, most }: { readonly now: Instant; readonly lateBy: Duration; readonly most: number },
): string[] {
  const query = `SELECT account_id FROM owners WHERE next_at < ? ORDER BY next_at LIMIT 0 + ?`
  const overdue = select<{ account_id: string }>(sql, query, now - lateBy, most).map((row) => row.account_id)
  for (const id of overdue) sql.exec('UPDATE owners SET next_at = ? WHERE account_id = ?', now, id)
  return overdue
}

/** The account whose object has the job; null when none has. */
export function accountOfJob(sql: Sql, jobId: string): string | null {
  const query = `SELECT account_id FROM entries WHERE id = ? AND kind = 'job'`
  return select<{ account_id: string }>(sql, query, jobId)[0]?.account_id ?? null
}

/** Call before its object is asked to take it: after a crash the job is looked for there. */
export function placeJob(sql: Sql, jobId: string, accountId: string, now: Instant): void {
  const query = `INSERT INTO entries (id, kind, account_id, state, of_seq, body, seq, updated_at)
    VALUES (?, 'job', ?, '', 0, NULL, 0, ?) ON CONFLICT (id) DO NOTHING`
  sql.exec(query, jobId, accountId, now)
}

/** Call before its object has said when it acts next: its alarm is watched even if that report is lost. */
export function watchBy(sql: Sql, accountId: string, at: Instant): void {
  const query = 'UPDATE owners SET next_at = ? WHERE account_id = ? AND (next_at IS NULL OR next_at > ?)'
  sql.exec(query, at, accountId, at)
}

/** A report that comes twice, or late, changes nothing. */
export function storeReport(sql: Sql, accountId: string, report: ObjectReport, now: Instant): void {
  sql.transaction(() => {
    for (const news of newsOf(report)) storeEntry(sql, entryOf(accountId, news), now)
    const query = 'SELECT kv_day, kv_writes FROM owners WHERE account_id = ?'
    const [before] = select<{ kv_day: number; kv_writes: number }>(sql, query, accountId)
    const { day, writes } = report.kvWrites
    noteKvWrites(sql, writes - (before?.kv_day === day ? before.kv_writes : 0), now)
    const change = 'UPDATE owners SET next_at = ?, kv_day = ?, kv_writes = ? WHERE account_id = ?'
    sql.exec(change, report.nextAt, day, writes, accountId)
  })
}

/** What the server hears of a row, with the number of its last change. */
export type News = { readonly seq: number } & (
  | { readonly kind: 'job'; readonly body: JobView }
  | { readonly kind: 'account'; readonly body: AccountNews }
  | { readonly kind: 'config'; readonly body: ReportedConfig }
  | { readonly kind: 'repost'; readonly body: WorkerChanges['reposts'][number] }
  | { readonly kind: 'insights'; readonly body: AccountInsightNews }
)

/** Records come before the jobs that publish them. */
function newsOf({ changes }: ObjectReport): News[] {
  const { reposts, jobs, accounts, repostConfigs, insights = [], until: seq } = changes
  return [
    ...reposts.map((body) => ({ kind: 'repost' as const, seq, body })),
    ...jobs.map((body) => ({ kind: 'job' as const, seq, body })),
    ...accounts.map((body) => ({ kind: 'account' as const, seq, body })),
    ...repostConfigs.map((body) => ({ kind: 'config' as const, seq, body })),
    ...insights.map((body) => ({ kind: 'insights' as const, seq, body })),
  ]
}

interface Entry {
  readonly id: string
  readonly kind: News['kind']
  readonly accountId: string
  readonly state: string
  readonly ofSeq: number
  readonly body: News['body']
}

function entryOf(accountId: string, news: News): Entry {
  const { kind, seq: ofSeq, body } = news
  return { ...nameAndStateOf(accountId, news), kind, accountId, ofSeq, body }
}

function nameAndStateOf(accountId: string, { kind, seq, body }: News): Pick<Entry, 'id' | 'state'> {
  switch (kind) {
    case 'job':
      return { id: body.jobId, state: body.isEnded ? '' : 'open' }
    case 'account':
      return { id: `account:${accountId}`, state: '' }
    case 'config':
      return { id: `config:${accountId}`, state: body.isEnabled ? 'enabled' : '' }
    case 'repost': {
      const { id, runner, status } = body.record
      return { id: `repost:${id}`, state: runner === 'cloud' ? status : '' }
    }
    case 'insights':
      // Several may wait: none replaces another.
      return { id: `insights:${accountId}:${seq}`, state: '' }
    default:
      return kind satisfies never
  }
}

interface EntryRow {
  readonly kind: Entry['kind']
  readonly of_seq: number
  readonly body: string | null
  readonly seq: number
}

/** In a transaction. */
function storeEntry(sql: Sql, { id, kind, accountId, state, ofSeq, body }: Entry, now: Instant): void {
  const before = select<EntryRow>(sql, 'SELECT kind, of_seq, body, seq FROM entries WHERE id = ?', id)[0]
  if (before && before.of_seq >= ofSeq) return
  if (kind === 'job') countJob(sql, parseStoredJson<JobView>(before?.body ?? null), body as JobView)
  const query = `INSERT INTO entries (id, kind, account_id, state, of_seq, body, seq, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, of_seq = excluded.of_seq,
    body = excluded.body, seq = excluded.seq, updated_at = excluded.updated_at`
  sql.exec(query, id, kind, accountId, state, ofSeq, JSON.stringify(body), nextSeq(sql), now)
}

/**
 * Notes what a server has taken, up to there, where nothing of it has to stay for good. A number from before this Worker lost its data
 * says nothing of what it has.
 */
export function noteTaken(sql: Sql, until: number): void {
  const before = readMeta<number>(sql, TAKEN) ?? 0
  if (until <= before) return
  const news = `SELECT seq FROM entries INDEXED BY entries_untaken WHERE kind = 'insights' AND seq > ? AND seq <= ? LIMIT 1`
  if (select(sql, news, before, until).length > 0 && until <= highestSeq(sql)) writeMeta(sql, TAKEN, until)
}

const TAKEN = 'insightsTaken'

/** Forgets the news of an account, or its settings of reposts, up to this number, because they are over. */
export function forgetEntry(
  sql: Sql,
  kind: 'account' | 'config',
  accountId: string,
  until = Number.MAX_SAFE_INTEGER,
): void {
  sql.transaction(() => {
    rememberSeq(sql)
    sql.exec('DELETE FROM entries WHERE id = ? AND seq <= ?', `${kind}:${accountId}`, until)
  })
}

/** The mentions of an account that was recalled: the server continues them, so none waits at the Worker. */
export function releaseReposts(sql: Sql, accountId: string): void {
  const waiting = `kind = 'repost' AND state = 'PENDING' AND state IN ('open', 'enabled', 'PENDING')`
  sql.exec(`UPDATE entries SET state = '' WHERE account_id = ? AND ${waiting}`, accountId)
}

/**
 * Forgets the mentions of an account, and the numbers of its stories that a server has taken. Reads every entry: an account is seldom
 * disconnected.
 */
export function forgetHistory(sql: Sql, accountId: string): void {
  const taken = readMeta<number>(sql, TAKEN) ?? 0
  const ofAccount = 'DELETE FROM entries WHERE account_id = ? AND kind ='
  sql.transaction(() => {
    rememberSeq(sql)
    sql.exec(`${ofAccount} 'repost'`, accountId)
    sql.exec(`${ofAccount} 'insights' AND seq <= ?`, accountId, taken)
  })
}

/** What the objects have reported since then, oldest first. */
export function reportedNews(sql: Sql, since: number, most: number): News[] {
  const query = `SELECT kind, seq, body FROM entries WHERE seq > ? AND seq > 0 AND body IS NOT NULL ORDER BY seq LIMIT 0 + ?`
  return select<EntryRow>(sql, query, since, most).map(
    ({ kind, seq, body }) => ({ kind, seq, body: parseStoredJson(body) }) as News,
  )
}

export function openEntries(sql: Sql, isBrief = false): JobView[] {
  const query = `SELECT body FROM entries WHERE state = 'open' AND state IN ('open', 'enabled', 'PENDING')`
  return select<Pick<EntryRow, 'body'>>(sql, query).flatMap(({ body }) => {
    const view = parseStoredJson<JobView>(body)
    return view && isBrief ? briefViewOf(view) : (view ?? [])
  })
}

const RECENT = 20

export function recentEntries(sql: Sql): WorkerStatus['recentJobs'] {
  const query = `SELECT body FROM entries WHERE seq > 0 AND kind = 'job' AND body IS NOT NULL ORDER BY seq DESC LIMIT 0 + ?`
  return select<Pick<EntryRow, 'body'>>(sql, query, RECENT).flatMap(({ body }) => {
    const view = parseStoredJson<JobView>(body)
    if (view === null) return []
    const { jobId, postId, state, publishAt } = view
    return [{ jobId, postId, state, publishAt }]
  })
}

type Counts = WorkerStatus['counts']

const NO_JOBS = { scheduled: 0, completed: 0, failed: 0, unknownVersion: 0 }

/** Kept with each report: counting would read every row of thirty days. */
export function entryCounts(sql: Sql): Counts {
  const states = `SELECT state, count(*) AS n FROM entries WHERE state IN ('open', 'enabled', 'PENDING') GROUP BY state`
  const by = new Map(select<{ state: string; n: number }>(sql, states).map(({ state, n }) => [state, n]))
  return {
    ...(readMeta<typeof NO_JOBS>(sql, 'jobCounts') ?? NO_JOBS),
    repostConfigs: by.get('enabled') ?? 0,
    pendingReposts: by.get('PENDING') ?? 0,
  }
}

function countedAs(view: JobView | null): keyof typeof NO_JOBS | null {
  if (view === null) return null
  const { version } = (view.envelope ?? {}) as { version?: number }
  if ((version ?? 0) > ENVELOPE_VERSION) return 'unknownVersion'
  if (view.state === 'published') return 'completed'
  if (view.state === 'failed') return 'failed'
  return view.state === 'cancelled' ? null : 'scheduled'
}

function countJob(sql: Sql, before: JobView | null, after: JobView | null): void {
  const [from, to] = [countedAs(before), countedAs(after)]
  if (from === to) return
  const counts = { ...(readMeta<typeof NO_JOBS>(sql, 'jobCounts') ?? NO_JOBS) }
  if (from) counts[from] -= 1
  if (to) counts[to] += 1
  writeMeta(sql, 'jobCounts', counts)
}

/**
 * Call once a day. Of jobs that ended long ago, keeps only where they are. What one server has taken stays as long: another may ask for
 * it, on a second computer or in a folder that was restored.
 */
export function pruneEntries(sql: Sql, now: Instant): void {
  sql.transaction(() => {
    rememberSeq(sql)
    const old = `SELECT id, body FROM entries WHERE kind = 'job' AND state = '' AND body IS NOT NULL AND updated_at < ?`
    for (const { id, body } of select<{ id: string; body: string }>(sql, old, now - KEEP_ENDED)) {
      countJob(sql, parseStoredJson<JobView>(body), null)
      sql.exec('UPDATE entries SET body = NULL WHERE id = ?', id)
    }
    const taken = `DELETE FROM entries INDEXED BY entries_untaken WHERE kind = 'insights' AND seq <= ? AND updated_at < ?`
    sql.exec(taken, readMeta<number>(sql, TAKEN) ?? 0, now - KEEP_ENDED)
    const records = `DELETE FROM entries WHERE kind = 'repost' AND updated_at < ? AND state <> 'PENDING'`
    sql.exec(records, now - KEEP_RECORDS)
  })
}
