// How an account of a former Worker, in which one object had them all, gets an object of its own.
//
//   here ──► leaving ──► there
//
// here     Its rows are in the tables of the index, which publishes its posts as before.
// leaving  They are parcels: in one transaction they left the tables, so that nothing here can act on them any more, and
//          its object has not taken all of them yet. Nobody acts.
// there    Its object has them all and acts. It took the last parcel in one transaction, and what comes again is ignored.
//
// A move that was cut off is continued by the next cron run, or by a request for the account.
import type { Clock } from '../../core/ports/clock.ts'
import { readingName } from '../../core/scheduling/limit-room.ts'
import { SECOND, type Duration } from '../../core/time.ts'
import { accountsWithNews } from '../accounts/account-rows.ts'
import { jobViewOf, type JobRow } from '../jobs/job-rows.ts'
import { reportOf } from '../reposts/repost-api.ts'
import { configOf, type ConfigRow, type RepostRow } from '../reposts/repost-rows.ts'
import { documentName } from '../kv/mirror-writer.ts'
import { CLAIMABLE } from '../jobs/sql-ledger.ts'
import { insert, readJson, select, type Sql, type SqlValue } from '../storage/sql.ts'
import { highestSeq, readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'
import { readPlace, setPlace, storeEntry, type Entry } from './directory.ts'

/** Rows of one call. */
export interface Parcel {
  readonly rows: readonly ParcelRow[]
  readonly isLast: boolean
}

interface ParcelRow {
  readonly table: string
  readonly row: Readonly<Record<string, SqlValue>>
}

/** A post due this soon is published first. */
const SOON: Duration = 30 * SECOND
const AT_ONCE = 50

/** False when the account has to stay for now: something of it is in progress, or about to be. */
export function beginMove(sql: Sql, accountId: string, clock: Clock): boolean {
  return sql.transaction(() => {
    if (readPlace(sql, accountId) !== 'here') return true
    if (isBusy(sql, accountId, clock.now() + SOON)) return false
    const rows = rowsOf(sql, accountId)
    for (const entry of entriesOf(sql, accountId, rows)) storeEntry(sql, entry.entry, clock.now(), entry.seq)
    for (const [place, row] of rows.entries())
      insert(sql, 'parcels', { account_id: accountId, place, row: JSON.stringify(row) })
    rememberSeq(sql)
    for (const { table, where } of TABLES_OF_ACCOUNT)
      sql.exec(`DELETE FROM ${table} WHERE ${where}`, ...keysOf(table, accountId))
    setPlace(sql, accountId, 'leaving')
    return true
  })
}

/** Rejects when the object does not take them; what it has taken is not sent again. */
export async function deliverParcels(
  sql: Sql,
  accountId: string,
  receive: (parcel: Parcel) => Promise<void>,
): Promise<void> {
  while (readPlace(sql, accountId) === 'leaving') {
    const query = 'SELECT place, row FROM parcels WHERE account_id = ? ORDER BY place LIMIT 0 + ?'
    const next = select<{ place: number; row: string }>(sql, query, accountId, AT_ONCE + 1)
    const page = next.slice(0, AT_ONCE)
    const isLast = next.length <= AT_ONCE
    await receive({ rows: page.flatMap(({ row }) => readJson<ParcelRow>(row) ?? []), isLast })
    sql.transaction(() => {
      const taken = 'DELETE FROM parcels WHERE account_id = ? AND place <= ?'
      sql.exec(taken, accountId, page.at(-1)?.place ?? 0)
      if (isLast) setPlace(sql, accountId, 'there')
    })
  }
}

/** At the account's object. Nothing of it is acted upon before the last parcel, and a parcel that comes again is ignored. */
export function takeParcel(sql: Sql, { rows, isLast }: Parcel): void {
  sql.transaction(() => {
    if (readMeta(sql, 'arrived')) return
    for (const { table, row } of rows) {
      if (!TABLES_OF_ACCOUNT.some((known) => known.table === table))
        throw new Error(`there is no table ${table}`)
      const names = Object.keys(row)
      const places = names.map(() => '?').join(', ')
      sql.exec(
        `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${places})`,
        ...Object.values(row),
      )
    }
    if (!isLast) return
    // The index has read all of it.
    writeMeta(sql, 'reported', { until: highestSeq(sql), nextAt: null })
    writeMeta(sql, 'arrived', true)
  })
}

const TABLES_OF_ACCOUNT = [
  { table: 'post_jobs', where: 'account_id = ?' },
  { table: 'accounts', where: 'id = ?' },
  { table: 'repost_configs', where: 'id = ?' },
  { table: 'reposts', where: 'account_id = ?' },
  { table: 'mirror', where: 'substr(id, -36) = ?' },
  { table: 'meta', where: 'id IN (?, ?)' },
] as const

function keysOf(table: string, accountId: string): string[] {
  return table === 'meta' ? [readingName(accountId), documentName(accountId)] : [accountId]
}

function isBusy(sql: Sql, accountId: string, soon: number): boolean {
  const query = `SELECT id FROM post_jobs WHERE account_id = ? AND (held = 1 OR (due_at <= ? AND ${CLAIMABLE})) LIMIT 1`
  return select(sql, query, accountId, soon).length > 0
}

function rowsOf(sql: Sql, accountId: string): ParcelRow[] {
  return TABLES_OF_ACCOUNT.flatMap(({ table, where }) =>
    select<Record<string, SqlValue>>(
      sql,
      `SELECT * FROM ${table} WHERE ${where}`,
      ...keysOf(table, accountId),
    ).map((row) => ({ table, row })),
  )
}

/** What the server has not read yet keeps its number; the rest is found under its id. */
function entriesOf(sql: Sql, accountId: string, rows: readonly ParcelRow[]): { entry: Entry; seq: number }[] {
  const of = <Row>(table: string) =>
    rows.flatMap((one) => (one.table === table ? (one.row as unknown as Row) : []))
  const jobs = of<JobRow>('post_jobs').map((row) => {
    const body = row.envelope === null ? null : jobViewOf(row)
    const state = row.ended === 1 ? '' : 'open'
    return {
      entry: { id: row.id, kind: 'job' as const, accountId, state, ofSeq: row.seq, body },
      seq: row.seq,
    }
  })
  const news = accountsWithNews(sql, 0)
    .filter(({ news: body }) => body.accountId === accountId)
    .map(({ news: body, seq }) => {
      const id = `account:${accountId}`
      return { entry: { id, kind: 'account' as const, accountId, state: '', ofSeq: seq, body }, seq }
    })
  const configs = of<ConfigRow>('repost_configs').flatMap((row) => {
    const body = row.returned === 0 ? configOf(row) : null
    const state = body?.isEnabled === true ? 'enabled' : ''
    const id = `config:${accountId}`
    return body
      ? { entry: { id, kind: 'config' as const, accountId, state, ofSeq: row.seq, body }, seq: row.seq }
      : []
  })
  const records = of<RepostRow>('reposts').map((row) => {
    const record = reportOf(row)
    const body = { record, jobId: record.postId }
    const state = row.runner === 'cloud' ? row.status : ''
    const id = `repost:${row.id}`
    return { entry: { id, kind: 'repost' as const, accountId, state, ofSeq: row.seq, body }, seq: row.seq }
  })
  return [...records, ...jobs, ...news, ...configs]
}
