// Requests about delegated accounts, and the changes that the server reads. Each is one transaction: a concurrent
// recall and repost step find each other's row, and one of them acts.
import type {
  RepostAnswer,
  RepostClaim,
  RepostClaimRequest,
  RepostEnvelope,
  RecalledReposts,
} from '../../core/engine/worker/protocol.ts'
import { judgeDelegation, judgeRecall, type Holding } from '../../core/rules/ownership/judge.ts'
import { hasSameSettings, judgeClaim, mergeUserChanges } from '../../core/engine/worker/repost-rules.ts'
import type { RepostRecord } from '../../core/ports/reposts/repost-store.ts'
import {
  reportedConfig,
  reportedRecord,
  type ReportedConfig,
  type StoredRecord,
} from '../../core/engine/reposts/stored-record.ts'
import type { Instant } from '../../core/time.ts'
import type { News } from '../index/directory.ts'
import {
  configOf,
  configRow,
  liveConfig,
  moveConfig,
  recordOf,
  repostRow,
  rowOfKey,
  writeDelegation,
  writeRecord,
  type ConfigRow,
  type RepostRow,
} from './repost-rows.ts'
import { insert, select, update, type Sql } from '../storage/sql.ts'
import { nextSeq } from '../storage/tables.ts'

/** `isNew`: not a replay. */
export function delegateAccount(
  sql: Sql,
  { accountId, config: given, records, isHeld }: RepostEnvelope,
  now: Instant,
): RepostAnswer & { readonly isNew: boolean } {
  return sql.transaction(() => {
    const row = configRow(sql, accountId)
    const verdict = judgeDelegation(row && holdingOf(row), given.revision)
    const own = row && configOf(row)
    const isOther = verdict === 'replay' && own !== null && !hasSameSettings(own, given)
    if (verdict === 'stale' || isOther || (verdict === 'take' && isHeld)) {
      const config = { ...(own ?? given), revision: row?.revision ?? given.revision }
      return { outcome: 'stale', config, isNew: false }
    }
    const config = verdict === 'take' || own === null ? reportedConfig(given) : own
    if (verdict === 'take') storeDelegation(sql, config, records, now)
    else for (const record of records) if (!isKnown(sql, record)) writeRecord(sql, record)
    if (verdict !== 'change') return { outcome: 'accepted', config, isNew: verdict === 'take' }
    const changed = mergeUserChanges(config, given, now)
    writeDelegation(sql, changed, now)
    return { outcome: 'accepted', config: changed, isNew: true }
  })
}

function holdingOf({ revision, returned }: ConfigRow): Holding {
  return { revision, isReleased: returned === 1 }
}

/** Nothing earlier counts: the server has recalled all of that, and sends its outcome. */
function storeDelegation(
  sql: Sql,
  config: ReportedConfig,
  records: readonly StoredRecord[],
  now: Instant,
): void {
  const query = `SELECT id FROM reposts WHERE account_id = ? AND runner = 'cloud'`
  for (const { id } of select<{ id: string }>(sql, query, config.accountId))
    update(sql, 'reposts', id, { runner: 'here', seq: nextSeq(sql) })
  for (const record of records) writeRecord(sql, record)
  writeDelegation(sql, config, now)
}

function isKnown(sql: Sql, { accountId, key, id }: StoredRecord): boolean {
  return rowOfKey(sql, accountId, key) !== null || repostRow(sql, id) !== null
}

/**
 * Null when it never had it. `revision`: the highest that was or may have been sent. The row stays, even if nothing was ever
 * delegated: a delegation still in transit must find that it is over.
 */
export function recallAccount(sql: Sql, accountId: string, revision: number): RecalledReposts | null {
  return sql.transaction(() => {
    const row = configRow(sql, accountId)
    if (row === null) {
      const nothing = { revision, returned: 1, config: null, next_at: null, seq: nextSeq(sql) }
      insert(sql, 'repost_configs', { id: accountId, ...nothing })
      return null
    }
    // The reply to a stale request names the revision that was accepted.
    if (judgeRecall(holdingOf(row), revision) === 'release')
      update(sql, 'repost_configs', accountId, { returned: 1, revision, next_at: null, seq: nextSeq(sql) })
    if (row.config === null) return null
    const query = 'SELECT * FROM reposts WHERE account_id = ?'
    return {
      // A damaged configuration still has its number.
      config: configOf(row) ?? ({ accountId, revision: row.revision } as ReportedConfig),
      records: select<RepostRow>(sql, query, accountId).map(reportOf),
      ...(row.returned === 1 ? { wasReleased: true } : {}),
    }
  })
}

/** Null when there is no such mention. */
export function claimRepost(
  sql: Sql,
  accountId: string,
  { id, as }: RepostClaimRequest,
  now: Instant,
): RepostClaim | null {
  return sql.transaction(() => {
    const row = repostRow(sql, id)
    if (row === null || row.account_id !== accountId) return null
    const record = recordOf(row)
    if (record === null) return as === 'dismiss' ? releaseDamaged(sql, row) : null
    const { outcome, config } = judgeClaim(record, liveConfig(sql, accountId), { as, now })
    if (config) moveConfig(sql, config)
    if (outcome !== 'yours' || record.runner === 'here') return { outcome, record: reportedRecord(record) }
    const taken: RepostRecord = { ...record, runner: 'here', version: record.version + 1, updatedAt: now }
    writeRecord(sql, taken)
    return { outcome, record: reportedRecord(taken) }
  })
}

/** A record that cannot be read is never begun, and its columns say whether it was before. Null then. */
function releaseDamaged(sql: Sql, row: RepostRow): RepostClaim | null {
  if (row.runner === 'cloud') {
    if (row.status !== 'PENDING' && row.status !== 'FAILED') return null
    update(sql, 'reposts', row.id, { runner: 'here', seq: nextSeq(sql) })
  }
  return { outcome: 'yours', record: reportOf({ ...row, runner: 'here' }) }
}

/** As the server reads it. A damaged row is named, and cannot be read there either: it may have been reposted. */
function reportOf(row: RepostRow): StoredRecord {
  const record = recordOf(row)
  if (record) return reportedRecord(record)
  const { id, account_id: accountId, key, status, runner } = row
  return { id, accountId, key, status, runner, postId: null } as StoredRecord
}

/** Changes since then, at most `most` of each kind. */
export function repostNews(sql: Sql, since: number, most: number): News[] {
  const configs = 'SELECT * FROM repost_configs WHERE seq > ? AND returned = 0 ORDER BY seq LIMIT 0 + ?'
  const records = 'SELECT * FROM reposts WHERE seq > ? ORDER BY seq LIMIT 0 + ?'
  return [
    ...select<ConfigRow>(sql, configs, since, most).flatMap(configNews),
    ...select<RepostRow>(sql, records, since, most).map(recordNews),
  ]
}

function configNews(row: ConfigRow): News[] {
  const body = row.returned === 0 ? configOf(row) : null
  return body ? [{ kind: 'config', seq: row.seq, body }] : []
}

/** Post and job of a repost have the same id. */
function recordNews(row: RepostRow): News {
  const record = reportOf(row)
  return { kind: 'repost', seq: row.seq, body: { record, jobId: record.postId } }
}
