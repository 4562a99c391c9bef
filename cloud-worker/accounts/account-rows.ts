// The accounts that the server has sent: their sealed tokens, and until when they back off.
import { renewalDueAt } from '../../core/accounts/upkeep.ts'
import type { AccountEnvelope } from '../../core/cloud/protocol/protocol.ts'
import {
  readingName,
  toReading,
  type AccountLimit,
  type LimitReading,
} from '../../core/scheduling/limit-room.ts'
import type { Instant } from '../../core/time.ts'
import { enqueueMirrorWrite } from '../kv/mirror-outbox.ts'
import { insert, readJson, select, update, type Sql } from '../storage/sql.ts'
import { nextSeq, readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'

interface AccountRow {
  readonly id: string
  readonly envelope: string
  readonly paused_until: Instant | null
  readonly renew_at: Instant | null
  readonly news: number
  readonly seq: number
}

interface AccountNews {
  readonly account: AccountEnvelope
  readonly seq: number
}

/** A backoff that was learned of here and is longer than the one that was sent stays. */
export function writeAccount(sql: Sql, account: AccountEnvelope, now: Instant): void {
  const row = accountRow(sql, account.accountId)
  const pausedUntil = Math.max(account.pausedUntil ?? 0, row?.paused_until ?? 0)
  const isNews = pausedUntil > (account.pausedUntil ?? 0)
  const columns = {
    envelope: JSON.stringify(account),
    paused_until: pausedUntil > 0 ? pausedUntil : null,
    renew_at: renewAt(account),
    news: isNews ? 1 : 0,
    seq: isNews ? nextSeq(sql) : (row?.seq ?? 0),
  }
  if (row) update(sql, 'accounts', account.accountId, columns)
  else insert(sql, 'accounts', { id: account.accountId, ...columns })
  enqueueMirrorWrite(sql, { kind: 'account', of: account.accountId, accountId: account.accountId }, now)
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

export function nextRenewal(sql: Sql): Instant | null {
  return select<{ at: Instant | null }>(sql, 'SELECT min(renew_at) AS at FROM accounts')[0]?.at ?? null
}

/** Accounts whose token was renewed, or whose backoff began or ended here, since the server last sent them. */
export function accountsWithNews(sql: Sql, since: number): AccountNews[] {
  const rows = select<AccountRow>(
    sql,
    'SELECT * FROM accounts WHERE news = 1 AND seq > ? ORDER BY seq',
    since,
  )
  return rows.flatMap((row) => {
    const account = accountOf(row)
    return account ? { account, seq: row.seq } : []
  })
}

/** False when the account holds another token by now, or is gone: what was learned with the old one is not for it. */
export function storeRenewal(sql: Sql, before: AccountEnvelope, after: AccountEnvelope): boolean {
  return sql.transaction(() => {
    if (readAccount(sql, before.accountId)?.sealedToken !== before.sealedToken) return false
    const columns = {
      envelope: JSON.stringify(after),
      renew_at: renewAt(after),
      news: 1,
      seq: nextSeq(sql),
    }
    update(sql, 'accounts', before.accountId, columns)
    return true
  })
}

export function tryRenewalAt(sql: Sql, id: string, at: Instant | null): void {
  update(sql, 'accounts', id, { renew_at: at })
}

export function readPause(sql: Sql, id: string): Instant | null {
  return accountRow(sql, id)?.paused_until ?? null
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

/** False when the account backs off for another reason by now. */
export function endPause(sql: Sql, id: string, until: Instant): boolean {
  if (readPause(sql, id) !== until) return false
  changePause(sql, id, null)
  return true
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

function accountOf({ envelope, paused_until: pausedUntil }: AccountRow): AccountEnvelope | null {
  const account = readJson<AccountEnvelope>(envelope)
  return account && { ...account, pausedUntil }
}
