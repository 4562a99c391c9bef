// The accounts that the server has sent: their sealed tokens, and until when they back off. A backoff that the server knows
// is in the envelope, one that was learned here in a column: each ends on its own, and the longer one counts.
import { renewalDueAt } from '../../core/engine/access/upkeep.ts'
import type { AccountEnvelope } from '../../core/engine/worker/protocol.ts'
import { accountEntry } from '../../core/engine/worker/mirror-entries.ts'
import {
  readingName,
  toReading,
  type AccountLimit,
  type LimitReading,
} from '../../core/rules/times/limit-room.ts'
import type { Instant } from '../../core/time.ts'
import type { News } from '../index/directory.ts'
import { resumePutOff } from '../jobs/job-rows.ts'
import { enqueueMirrorWrite } from '../kv/mirror-outbox.ts'
import { insert, parseStoredJson, select, update, type Sql } from '../storage/sql.ts'
import { nextSeq, readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'

interface AccountRow {
  readonly id: string
  readonly envelope: string
  /** Learned here. */
  readonly paused_until: Instant | null
  readonly renew_at: Instant | null
  readonly news: number
  readonly seq: number
}

/** In a transaction. A backoff that was learned here stays, and one that the server has ended holds up nothing. */
export function writeAccount(sql: Sql, account: AccountEnvelope, now: Instant): void {
  const { accountId: id, pausedUntil: sent } = account
  const row = accountRow(sql, id)
  const before = row && accountOf(row)
  const isNews = (row?.paused_until ?? 0) > Math.max(sent ?? 0, now)
  const columns = {
    envelope: JSON.stringify(account),
    renew_at: renewAt(account),
    news: isNews ? 1 : 0,
    seq: isNews ? nextSeq(sql) : (row?.seq ?? 0),
  }
  if (row) update(sql, 'accounts', id, columns)
  else insert(sql, 'accounts', { id, paused_until: null, ...columns })
  const ended = before?.pausedUntil ?? 0
  if (ended > Math.max(sent ?? 0, now)) resumePutOff(sql, id, ended, now)
  noteForMirror(sql, before, account, now)
}

/** A backoff is not in KV, whose writes are few. */
function noteForMirror(sql: Sql, before: AccountEnvelope | null, after: AccountEnvelope, now: Instant): void {
  const { accountId: id } = after
  if (accountEntry(id, before).text !== accountEntry(id, after).text)
    enqueueMirrorWrite(sql, { kind: 'account', of: id, accountId: id }, now)
}

export function readAccount(sql: Sql, id: string): AccountEnvelope | null {
  const row = accountRow(sql, id)
  return row && accountOf(row)
}

export function deleteAccount(sql: Sql, id: string, now: Instant): void {
  rememberSeq(sql)
  enqueueMirrorWrite(sql, { kind: 'account', of: id, accountId: id }, now)
  sql.exec('DELETE FROM accounts WHERE id = ?', id)
  sql.exec('DELETE FROM meta WHERE id = ?', readingName(id))
}

export function accountsToRenew(sql: Sql, now: Instant): AccountEnvelope[] {
  return select<AccountRow>(sql, 'SELECT * FROM accounts WHERE renew_at <= ?', now).flatMap(
    (row) => accountOf(row) ?? [],
  )
}

/** Accounts whose token was renewed, or whose backoff began or ended here, since the server last sent them. */
export function accountNews(sql: Sql, since: number): Extract<News, { kind: 'account' }>[] {
  const rows = select<AccountRow>(
    sql,
    'SELECT * FROM accounts WHERE news = 1 AND seq > ? ORDER BY seq',
    since,
  )
  return rows.flatMap((row) => {
    const account = accountOf(row)
    if (account === null) return []
    const { accountId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt } = account
    // Only the backoff that was learned here: the server knows its own.
    const pausedUntil = row.paused_until
    const body = { accountId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt, pausedUntil }
    return { kind: 'account' as const, seq: row.seq, body }
  })
}

/** False when the account has another token by now, or is gone: a renewal of the old one does not apply to it. */
export function storeRenewal(
  sql: Sql,
  before: AccountEnvelope,
  after: AccountEnvelope,
  now: Instant,
): boolean {
  return sql.transaction(() => {
    if (readAccount(sql, before.accountId)?.sealedToken !== before.sealedToken) return false
    const columns = {
      envelope: JSON.stringify(after),
      renew_at: renewAt(after),
      news: 1,
      seq: nextSeq(sql),
    }
    update(sql, 'accounts', before.accountId, columns)
    noteForMirror(sql, before, after, now)
    return true
  })
}

export function tryRenewalAt(sql: Sql, id: string, at: Instant | null): void {
  update(sql, 'accounts', id, { renew_at: at })
}

export function readPause(sql: Sql, id: string): Instant | null {
  const row = accountRow(sql, id)
  const pausedUntil = Math.max((row && accountOf(row))?.pausedUntil ?? 0, row?.paused_until ?? 0)
  return pausedUntil > 0 ? pausedUntil : null
}

export function readLimit(sql: Sql, id: string): AccountLimit {
  const waits = readAccount(sql, id)?.whenLimitIsFull === 'wait'
  return { reading: toReading(readMeta(sql, readingName(id))), waits }
}

export function writeLimit(sql: Sql, id: string, reading: LimitReading): void {
  if (accountRow(sql, id)) writeMeta(sql, readingName(id), reading)
}

/** Never moves back. */
export function writePause(sql: Sql, id: string, until: Instant): void {
  const row = accountRow(sql, id)
  if (row && (row.paused_until ?? 0) < until) changePause(sql, id, until)
}

/** Does nothing when the account backs off for another reason by now. Jobs put off until then get their own times again. */
export function resumeAccount(sql: Sql, id: string, until: Instant, now: Instant): void {
  if (accountRow(sql, id)?.paused_until !== until) return
  changePause(sql, id, null)
  resumePutOff(sql, id, until, now)
}

function changePause(sql: Sql, id: string, until: Instant | null): void {
  update(sql, 'accounts', id, { paused_until: until, news: 1, seq: nextSeq(sql) })
}

/** Only the platform's own login renews its tokens without the person; a sandbox account needs none. */
function renewAt(account: AccountEnvelope): Instant | null {
  if (account.loginMethod !== 'platform' || account.sandboxUrl !== null) return null
  const at = renewalDueAt(account)
  return at === null ? null : Math.ceil(at)
}

function accountRow(sql: Sql, id: string): AccountRow | null {
  return select<AccountRow>(sql, 'SELECT * FROM accounts WHERE id = ?', id)[0] ?? null
}

/** As the server has sent it. */
function accountOf({ envelope }: AccountRow): AccountEnvelope | null {
  return parseStoredJson<AccountEnvelope>(envelope)
}
