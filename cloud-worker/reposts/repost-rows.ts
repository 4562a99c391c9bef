// Story reposts in the object's SQLite, for the engine of `core/features/reposts/` and for `repost-api.ts`. A recalled account has
// ended here: the engine no longer sees it, and nothing of it can be added or changed.
import { whileHeld } from '../../core/rules/ownership/ownership.ts'
import type {
  RepostConfig,
  RepostQuery,
  RepostRecord,
  RepostStore,
} from '../../core/ports/reposts/repost-store.ts'
import {
  recordOfStored,
  reportedConfig,
  type ReportedConfig,
  type StoredRecord,
} from '../../core/engine/reposts/stored-record.ts'
import type { Instant } from '../../core/time.ts'
import { insert, jsonIn, parseStoredJson, select, update, type Sql } from '../storage/sql.ts'
import { nextSeq, rememberSeq } from '../storage/tables.ts'

export interface ConfigRow {
  readonly id: string
  readonly revision: number
  readonly returned: number
  readonly config: string | null
  readonly next_at: Instant | null
  readonly seq: number
}

export interface RepostRow {
  readonly id: string
  readonly account_id: string
  readonly key: string
  readonly status: RepostRecord['status']
  readonly runner: RepostRecord['runner']
  readonly record: string
  readonly seq: number
}

export function createSqlRepostStore(sql: Sql): RepostStore {
  return {
    async config(accountId) {
      return liveConfig(sql, accountId)
    },
    async configs() {
      const rows = select<ConfigRow>(sql, 'SELECT * FROM repost_configs WHERE returned = 0')
      return rows.flatMap((row) => ownConfigOf(row) ?? []).toSorted((a, b) => a.createdAt - b.createdAt)
    },
    async addConfig(config) {
      return sql.transaction(() => {
        if (liveConfig(sql, config.accountId)) return false
        writeDelegation(sql, config, config.nextPollAt)
        return true
      })
    },
    async updateConfig(accountId, decide) {
      return sql.transaction(() => {
        const stored = liveConfig(sql, accountId)
        const next = stored && decide(stored)
        return next !== null && moveConfig(sql, next)
      })
    },
    async removeConfig(accountId) {
      forgetDelegation(sql, accountId)
    },
    async addRecords(records) {
      return sql.transaction(() => records.filter((record) => addRecord(sql, record)))
    },
    async record(id) {
      const row = repostRow(sql, id)
      return row && recordOf(row)
    },
    async updateRecord(id, decide) {
      return sql.transaction(() => {
        const row = repostRow(sql, id)
        const stored = row && recordOf(row)
        const next = stored && decide(stored)
        return next !== null && moveRecord(sql, next)
      })
    },
    async records(query) {
      return recordsOf(sql, query)
    },
    async countPending(accountId) {
      const of = accountId === undefined ? '' : 'AND account_id = ?'
      const query = `SELECT count(*) AS n FROM reposts WHERE status = 'PENDING' ${of}`
      return select<{ n: number }>(sql, query, ...(accountId === undefined ? [] : [accountId]))[0]?.n ?? 0
    },
    async prune(before) {
      pruneReposts(sql, before)
    },
  }
}

export function configRow(sql: Sql, accountId: string): ConfigRow | null {
  return select<ConfigRow>(sql, 'SELECT * FROM repost_configs WHERE id = ?', accountId)[0] ?? null
}

/** The configuration as its schema accepted it. */
export function configOf({ config }: ConfigRow): ReportedConfig | null {
  return parseStoredJson<ReportedConfig>(config)
}

/** Null also when it was recalled. */
export function liveConfig(sql: Sql, accountId: string): RepostConfig | null {
  const row = configRow(sql, accountId)
  return row && ownConfigOf(row)
}

function ownConfigOf(row: ConfigRow): RepostConfig | null {
  const stored = row.returned === 0 ? configOf(row) : null
  return stored && { ...stored, ownership: whileHeld(row.revision, null) }
}

/** In a transaction. */
export function writeDelegation(sql: Sql, config: ReportedConfig, nextAt: Instant | null): void {
  const { accountId: id, revision } = config
  const columns = {
    revision,
    returned: 0,
    config: JSON.stringify(reportedConfig(config)),
    next_at: nextAt,
    seq: nextSeq(sql),
  }
  if (configRow(sql, id)) update(sql, 'repost_configs', id, columns)
  else insert(sql, 'repost_configs', { id, ...columns })
}

/** In a transaction. */
export function moveConfig(sql: Sql, next: RepostConfig): boolean {
  const stored = liveConfig(sql, next.accountId)
  if (stored?.id !== next.id || stored.version !== next.version - 1) return false
  const { revision } = next
  const columns = { config: JSON.stringify(reportedConfig(next)), seq: nextSeq(sql) }
  update(
    sql,
    'repost_configs',
    next.accountId,
    revision === stored.revision ? columns : { ...columns, revision },
  )
  return true
}

/** Removes the account and everything found for it; its revision stays. */
export function forgetDelegation(sql: Sql, accountId: string): void {
  const gone = { returned: 1, config: null, next_at: null }
  if (configRow(sql, accountId)) update(sql, 'repost_configs', accountId, { ...gone, seq: nextSeq(sql) })
}

export function forgetRecordsOf(sql: Sql, accountId: string): void {
  const [any] = select(sql, 'SELECT id FROM reposts WHERE account_id = ? LIMIT 1', accountId)
  if (!any) return
  rememberSeq(sql)
  sql.exec('DELETE FROM reposts WHERE account_id = ?', accountId)
}

export function repostRow(sql: Sql, id: string): RepostRow | null {
  return select<RepostRow>(sql, 'SELECT * FROM reposts WHERE id = ?', id)[0] ?? null
}

export function rowOfKey(sql: Sql, accountId: string, key: string): RepostRow | null {
  const query = 'SELECT * FROM reposts WHERE account_id = ? AND key = ?'
  return select<RepostRow>(sql, query, accountId, key)[0] ?? null
}

export function recordOf({ record, runner }: RepostRow): RepostRecord | null {
  const stored = parseStoredJson<StoredRecord>(record)
  return stored && { ...recordOfStored(stored), runner }
}

/** In a transaction. Replaces what is known of the mention. */
export function writeRecord(sql: Sql, record: StoredRecord): void {
  const { id, accountId, key, status, runner, detectedAt } = record
  const known = rowOfKey(sql, accountId, key) ?? repostRow(sql, id)
  const columns = { status, runner, record: JSON.stringify(record), seq: nextSeq(sql) }
  if (known?.id === id) return update(sql, 'reposts', id, changedColumns(known, columns))
  if (known) sql.exec('DELETE FROM reposts WHERE id = ?', known.id)
  insert(sql, 'reposts', { id, account_id: accountId, key, detected_at: detectedAt, ...columns })
}

/** In a transaction. */
export function moveRecord(sql: Sql, next: RepostRecord): boolean {
  const row = repostRow(sql, next.id)
  if (row === null || recordOf(row)?.version !== next.version - 1 || isRecalled(sql, next.accountId))
    return false
  const { status, runner } = next
  const columns = { status, runner, record: JSON.stringify(next), seq: nextSeq(sql) }
  update(sql, 'reposts', next.id, changedColumns(row, columns))
  return true
}

/** A named column is written to its index again, even with its old value. */
function changedColumns<C extends { status: string; runner: string }>(
  row: RepostRow,
  { status, ...rest }: C,
) {
  return status === row.status ? rest : { status, ...rest }
}

function addRecord(sql: Sql, record: RepostRecord): boolean {
  const { id, accountId, key } = record
  if (isRecalled(sql, accountId) || rowOfKey(sql, accountId, key) || repostRow(sql, id)) return false
  writeRecord(sql, record)
  return true
}

function isRecalled(sql: Sql, accountId: string): boolean {
  return configRow(sql, accountId)?.returned === 1
}

function recordsOf(sql: Sql, { accountId, statuses, limit }: RepostQuery): RepostRecord[] {
  const wanted = [
    ...(accountId === undefined ? [] : [{ where: 'account_id = ?', value: accountId }]),
    ...(statuses === undefined
      ? []
      : [{ where: 'status IN (SELECT value FROM json_each(?))', value: JSON.stringify(statuses) }]),
    // Repeats the condition of the index, so that SQLite uses it: few records are open, and many are known.
    ...(statuses?.every(isOpen) ? [{ where: `status IN ('PENDING', 'REPOSTING')`, value: null }] : []),
  ]
  const where = wanted.length > 0 ? `WHERE ${wanted.map((one) => one.where).join(' AND ')}` : ''
  const query = `SELECT * FROM reposts ${where} ORDER BY detected_at DESC, seq DESC LIMIT 0 + ?`
  const values = wanted.flatMap(({ value }) => (value === null ? [] : [value]))
  return select<RepostRow>(sql, query, ...values, limit).flatMap((row) => recordOf(row) ?? [])
}

const isOpen = (status: RepostRecord['status']) => status === 'PENDING' || status === 'REPOSTING'

export function pruneReposts(sql: Sql, before: Instant): void {
  const old = `FROM reposts WHERE detected_at < ? AND coalesce(json_extract(${jsonIn('record')}, '$.updatedAt'), 0) < ?
    AND status NOT IN ('PENDING', 'REPOSTING')`
  const [any] = select(sql, `SELECT id ${old} LIMIT 1`, before, before)
  if (!any) return
  rememberSeq(sql)
  sql.exec(`DELETE ${old}`, before, before)
}
