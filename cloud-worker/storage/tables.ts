// The tables of an object: that of one account, or the index, where those of an account hold only the cancels of jobs that never
// came. Every written row counts against the daily quota of the free plan, and so does each of its index
// entries: hence one row per job with everything that belongs to it, and indexes on what few rows have.
import { DAY, type Instant } from '../../core/time.ts'
import { parseStoredJson, select, type Sql } from './sql.ts'

const TABLES = [
  // `due_at` is when there is something to do for the job in either queue; null when there never will be again. It stays while
  // a claim of this object works on the job, which `held` says.
  `CREATE TABLE IF NOT EXISTS post_jobs (
    id TEXT PRIMARY KEY,
    post_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    publish_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    ended INTEGER NOT NULL,
    envelope_version INTEGER NOT NULL,
    envelope TEXT,
    run_at INTEGER NOT NULL,
    wake_at INTEGER NOT NULL,
    due_at INTEGER,
    held INTEGER NOT NULL,
    publication TEXT,
    attempts TEXT NOT NULL,
    media_until INTEGER,
    seq INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS jobs_due ON post_jobs (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS jobs_media ON post_jobs (media_until) WHERE media_until IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS jobs_seq ON post_jobs (seq)`,
  // `news`: the token was renewed, or a backoff began or ended, since the server last sent the account. `renew_at`: when that is to be tried next.
  `CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY,
    envelope TEXT NOT NULL,
    paused_until INTEGER,
    renew_at INTEGER,
    news INTEGER NOT NULL,
    seq INTEGER NOT NULL
  ) WITHOUT ROWID`,
  // Accounts whose mentions are looked for here. `next_at` is when there is something to do for one; null when there is
  // nothing. `returned`: recalled by the server; the row stays, so that a late request finds it.
  `CREATE TABLE IF NOT EXISTS repost_configs (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    config TEXT,
    next_at INTEGER,
    seq INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS repost_configs_next ON repost_configs (next_at) WHERE next_at IS NOT NULL`,
  // `runner` is the side that continues it; the one in the record's text does not count.
  `CREATE TABLE IF NOT EXISTS reposts (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    status TEXT NOT NULL,
    runner TEXT NOT NULL,
    detected_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    seq INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE UNIQUE INDEX IF NOT EXISTS reposts_key ON reposts (account_id, key)`,
  `CREATE INDEX IF NOT EXISTS reposts_open ON reposts (account_id) WHERE status IN ('PENDING', 'REPOSTING')`,
  `CREATE INDEX IF NOT EXISTS reposts_seq ON reposts (seq)`,
  // Accounts whose stories are looked at here: one row, whose `seq` is the number under which its news are told. Without an index, since an
  // object has one account.
  `CREATE TABLE IF NOT EXISTS insight_looks (
    id TEXT PRIMARY KEY,
    next_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    seq INTEGER NOT NULL
  ) WITHOUT ROWID`,
  // Entries of the KV mirror that are still to be written.
  `CREATE TABLE IF NOT EXISTS mirror (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    tries INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS meta (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  // From here on, tables of the index. The other objects have them, too, and leave them empty.
  //
  // The accounts that have an object; `place` is always `there`. `next_at` is when it has something to do next, as last reported.
  `CREATE TABLE IF NOT EXISTS owners (
    account_id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    next_at INTEGER,
    kv_day INTEGER NOT NULL,
    kv_writes INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS owners_next ON owners (next_at) WHERE next_at IS NOT NULL`,
  // What the objects have reported, for the server to read: `body` in the form of the protocol, `of_seq` its number in the
  // object. A job is entered before its object knows it, with the number 0.
  `CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account_id TEXT NOT NULL,
    state TEXT NOT NULL,
    of_seq INTEGER NOT NULL,
    body TEXT,
    seq INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS entries_seq ON entries (seq) WHERE seq > 0`,
  `CREATE INDEX IF NOT EXISTS entries_open ON entries (state) WHERE state IN ('open', 'enabled', 'PENDING')`,
  // Numbers of stories: they leave some time after a server has taken them.
  `CREATE INDEX IF NOT EXISTS entries_untaken ON entries (seq) WHERE kind = 'insights'`,
]

export function createTables(sql: Sql): void {
  // As it was called while one object had all accounts (`index/former-rows.ts`).
  if (select(sql, `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'jobs'`).length > 0)
    sql.exec('ALTER TABLE jobs RENAME TO post_jobs')
  for (const table of TABLES) sql.exec(table)
}

/** The next number of a change: it rises with everything that the server should read, and never falls. */
export function nextSeq(sql: Sql): number {
  return highestSeq(sql) + 1
}

export function highestSeq(sql: Sql): number {
  const [row] = select<{ seq: number }>(sql, HIGHEST)
  return row?.seq ?? 0
}

/** Call before removing a row that may have the highest number. Rows of jobs stay. */
export function rememberSeq(sql: Sql): void {
  writeMeta(sql, 'seq', highestSeq(sql))
}

const HIGHEST = `SELECT max(
  (SELECT coalesce(max(seq), 0) FROM post_jobs),
  (SELECT coalesce(max(seq), 0) FROM accounts),
  (SELECT coalesce(max(seq), 0) FROM repost_configs),
  (SELECT coalesce(max(seq), 0) FROM reposts),
  (SELECT coalesce(max(seq), 0) FROM insight_looks),
  (SELECT coalesce(max(seq), 0) FROM entries WHERE seq > 0),
  (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM meta WHERE id = 'seq')
) AS seq`

export function readMeta<T>(sql: Sql, id: string): T | null {
  const [row] = select<{ value: string }>(sql, 'SELECT value FROM meta WHERE id = ?', id)
  return row ? parseStoredJson<T>(row.value) : null
}

export function writeMeta(sql: Sql, id: string, value: unknown): void {
  const query =
    'INSERT INTO meta (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value'
  sql.exec(query, id, JSON.stringify(value))
}

/** For work that reads every row. Stored: an object that has nothing to do does not stay in memory. */
export function onceADay(sql: Sql, id: string, now: Instant, act: () => void): void {
  const before = readMeta<Instant>(sql, id)
  if (before !== null && now >= before && now - before < DAY) return
  writeMeta(sql, id, now)
  act()
}
