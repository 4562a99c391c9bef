// The rows of a Worker in which one object had all accounts. That object is the index now: before it does anything else, it sends
// the rows of each account to the account's own object, and never acts upon them itself.
import { readingName } from '../../core/rules/times/limit-room.ts'
import type { Instant } from '../../core/time.ts'
import { documentName } from '../kv/mirror-writer.ts'
import { insert, select, type Sql, type SqlValue } from '../storage/sql.ts'
import { readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'
import { addAccount, placeJob } from './directory.ts'

/** All rows of one account. */
export type FormerRows = readonly { readonly table: string; readonly row: Row }[]

type Row = Readonly<Record<string, SqlValue>>

const TABLES_OF_ACCOUNT = [
  { table: 'post_jobs', where: 'account_id = ?' },
  { table: 'accounts', where: 'id = ?' },
  { table: 'repost_configs', where: 'id = ?' },
  { table: 'reposts', where: 'account_id = ?' },
  { table: 'mirror', where: 'substr(id, -36) = ?' },
  { table: 'meta', where: 'id IN (?, ?)' },
] as const

/** Accounts of which the index has rows; it gets none of any. */
function formerAccounts(sql: Sql): string[] {
  const query = `SELECT id FROM accounts UNION SELECT id FROM repost_configs
    UNION SELECT account_id AS id FROM post_jobs WHERE account_id <> '' UNION SELECT account_id AS id FROM reposts`
  return select<{ id: string }>(sql, query).map(({ id }) => id)
}

export const hasFormerRows = (sql: Sql): boolean => formerAccounts(sql).length > 0

/** Rejects unless every object has its rows; what an object has taken it ignores when it comes again. */
export async function sendFormerRows(
  sql: Sql,
  send: (accountId: string, rows: FormerRows) => Promise<void>,
  now: Instant,
): Promise<void> {
  const accounts = formerAccounts(sql)
  // Known first: an object reports as soon as it has them.
  sql.transaction(() => accounts.forEach((id) => addAccount(sql, id)))
  // All are read before the first is sent: a read that fails leaves no call that nobody waits for.
  const sent = accounts.map((id) => [id, rowsOf(sql, id)] as const)
  await Promise.all(sent.map(([id, rows]) => send(id, rows)))
  sql.transaction(() => {
    rememberSeq(sql)
    for (const accountId of accounts) {
      // Until its object reports them, they are looked for there.
      for (const { id } of select<{ id: string }>(
        sql,
        'SELECT id FROM post_jobs WHERE account_id = ?',
        accountId,
      ))
        placeJob(sql, id, accountId, now)
      for (const { table, where } of TABLES_OF_ACCOUNT)
        sql.exec(`DELETE FROM ${table} WHERE ${where}`, ...keysOf(table, accountId))
    }
  })
}

function rowsOf(sql: Sql, accountId: string): FormerRows {
  return TABLES_OF_ACCOUNT.flatMap(({ table, where }) =>
    select<Row>(sql, `SELECT * FROM ${table} WHERE ${where}`, ...keysOf(table, accountId)).map((row) => ({
      table,
      row,
    })),
  )
}

function keysOf(table: string, accountId: string): string[] {
  return table === 'meta' ? [readingName(accountId), documentName(accountId)] : [accountId]
}

/** At the account's object. */
export function takeFormerRows(sql: Sql, rows: FormerRows): void {
  sql.transaction(() => {
    if (readMeta(sql, 'arrived')) return
    for (const { table, row } of rows) insert(sql, table, row)
    writeMeta(sql, 'arrived', true)
  })
}
