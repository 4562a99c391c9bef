// The outbox of the KV mirror: one row for each text that is still to be written, stored with the row that changed.
import { MINUTE, type Duration, type Instant } from '../../core/time.ts'
import { select, type Sql } from '../storage/sql.ts'
import { gatherFor, isKnownSpent, nextDay } from './kv-budget.ts'

export interface MirrorWrite {
  /** The id of the outbox row. */
  readonly id: string
  readonly kind: 'job' | 'account'
  /** The id of the job or the account. */
  readonly of: string
  /** Empty for a job that was cancelled before it came. */
  readonly accountId: string
  /** Rises with each change to be written. */
  readonly revision: number
  readonly tries: number
}

const LONGEST_BACKOFF: Duration = 30 * MINUTE

/** Call in the transaction that changes the row. */
export function enqueueMirrorWrite(
  sql: Sql,
  { kind, of, accountId }: Pick<MirrorWrite, 'kind' | 'of' | 'accountId'>,
  dueAt: Instant,
): void {
  const query = `INSERT INTO mirror (id, revision, due_at, tries) VALUES (?, 1, ?, 0)
    ON CONFLICT (id) DO UPDATE SET revision = revision + 1, due_at = excluded.due_at, tries = 0`
  sql.exec(query, kind === 'account' ? `account:${of}` : `job:${of}:${accountId}`, dueAt)
}

/** Oldest first, without those of accounts that are left alone for now. */
export function dueMirrorWrites(
  sql: Sql,
  { now, quiet, limit }: { readonly now: Instant; readonly quiet: readonly string[]; readonly limit: number },
): MirrorWrite[] {
  const query = `SELECT id, revision, tries FROM mirror
    WHERE due_at <= ? AND substr(id, -36) NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at LIMIT 0 + ?`
  return select<Pick<MirrorWrite, 'id' | 'revision' | 'tries'>>(
    sql,
    query,
    now,
    JSON.stringify(quiet),
    limit,
  ).map(({ id, revision, tries }) => {
    const [kind, of = '', accountId = of] = id.split(':')
    return { id, kind: kind === 'account' ? 'account' : 'job', of, accountId, revision, tries }
  })
}

/** What is due now is being gathered: a failed one is due later. */
export function nextMirrorWrite(sql: Sql, now: Instant): Instant | null {
  const refused = refusedUntil(sql, now)
  if (refused !== null) return refused
  const at = select<{ at: Instant | null }>(sql, 'SELECT min(due_at) AS at FROM mirror')[0]?.at ?? null
  return at === null || at > now ? at : now + gatherFor(sql, now)
}

/** Once a write was refused because the day is spent, all others would be, too. Null: none was. */
export function refusedUntil(sql: Sql, now: Instant): Instant | null {
  return hasFailedMirrorWrite(sql) && isKnownSpent(sql, now) ? nextDay(now) : null
}

export function hasFailedMirrorWrite(sql: Sql): boolean {
  return sql.exec('SELECT 1 FROM mirror WHERE tries > 0 LIMIT 1').toArray().length > 0
}

/** Unless it has changed again since. */
export function removeMirrorWrite(sql: Sql, { id, revision }: MirrorWrite): void {
  sql.exec('DELETE FROM mirror WHERE id = ? AND revision = ?', id, revision)
}

/** After a failure. */
export function postponeMirrorWrite(sql: Sql, { id, revision, tries }: MirrorWrite, now: Instant): void {
  const dueAt = now + Math.min(MINUTE * 2 ** Math.min(tries, 10), LONGEST_BACKOFF)
  const query = 'UPDATE mirror SET due_at = ?, tries = ? WHERE id = ? AND revision = ?'
  sql.exec(query, dueAt, tries + 1, id, revision)
}
