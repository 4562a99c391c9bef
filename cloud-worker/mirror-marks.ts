// What is still to be said in KV: one row each, written with the row that changed.
import type { Instant } from '../core/time.ts'
import { select, type Sql } from './sql.ts'

export interface Mark {
  readonly kind: 'job' | 'account'
  /** Its id. */
  readonly of: string
  /** Rises whenever there is something new to say. */
  readonly revision: number
  readonly tries: number
}

interface MarkRow {
  readonly id: string
  readonly revision: number
  readonly tries: number
}

export const MIRROR_TABLE = `CREATE TABLE IF NOT EXISTS mirror (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    tries INTEGER NOT NULL
  ) WITHOUT ROWID`

/** To be called in the transaction that changes the row. */
export function markForMirror(sql: Sql, kind: Mark['kind'], of: string, dueAt: Instant): void {
  const query = `INSERT INTO mirror (id, revision, due_at, tries) VALUES (?, 1, ?, 0)
    ON CONFLICT (id) DO UPDATE SET revision = revision + 1, due_at = excluded.due_at, tries = 0`
  sql.exec(query, `${kind}:${of}`, dueAt)
}

export function dueMarks(sql: Sql, now: Instant, limit: number): Mark[] {
  const query = 'SELECT id, revision, tries FROM mirror WHERE due_at <= ? ORDER BY due_at LIMIT ?'
  return select<MarkRow>(sql, query, now, limit).map(({ id, revision, tries }) => {
    const [kind, of = ''] = id.split(':')
    return { kind: kind === 'account' ? 'account' : 'job', of, revision, tries }
  })
}

/** Unless there is something new to say since. */
export function removeMark(sql: Sql, { kind, of, revision }: Mark): void {
  sql.exec('DELETE FROM mirror WHERE id = ? AND revision = ?', `${kind}:${of}`, revision)
}

export function putOffMark(sql: Sql, { kind, of, revision, tries }: Mark, dueAt: Instant): void {
  const query = 'UPDATE mirror SET due_at = ?, tries = ? WHERE id = ? AND revision = ?'
  sql.exec(query, dueAt, tries + 1, `${kind}:${of}`, revision)
}
