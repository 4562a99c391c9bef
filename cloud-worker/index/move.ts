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
import { readingName } from '../../core/rules/times/limit-room.ts'
import { SECOND, type Duration } from '../../core/time.ts'
import { accountNews } from '../accounts/account-rows.ts'
import { jobNews, type JobRow } from '../jobs/job-rows.ts'
import { configNews, recordNews } from '../reposts/repost-api.ts'
import type { ConfigRow, RepostRow } from '../reposts/repost-rows.ts'
import { documentName } from '../kv/mirror-writer.ts'
import { CLAIMABLE } from '../jobs/sql-ledger.ts'
import { insert, parseStoredJson, select, type Sql, type SqlValue } from '../storage/sql.ts'
import { highestSeq, readMeta, rememberSeq, writeMeta } from '../storage/tables.ts'
import { entryOf, readPlace, setPlace, storeEntry, type Entry } from './directory.ts'

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
    for (const entry of entriesOf(sql, accountId, rows)) storeEntry(sql, entry, clock.now(), entry.ofSeq)
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
    await receive({ rows: page.flatMap(({ row }) => parseStoredJson<ParcelRow>(row) ?? []), isLast })
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
function entriesOf(sql: Sql, accountId: string, rows: readonly ParcelRow[]): Entry[] {
  const of = <Row>(table: string) =>
    rows.flatMap((one) => (one.table === table ? (one.row as unknown as Row) : []))
  const jobs = of<JobRow>('post_jobs')
  const news = [
    ...of<RepostRow>('reposts').map(recordNews),
    ...jobs.map(jobNews),
    ...accountNews(sql, 0).filter(({ body }) => body.accountId === accountId),
    ...of<ConfigRow>('repost_configs').flatMap(configNews),
  ]
  const forgotten = new Set(jobs.flatMap(({ id, envelope }) => (envelope === null ? id : [])))
  return news
    .map((one) => entryOf(accountId, one))
    .map((entry) => (forgotten.has(entry.id) ? { ...entry, body: null } : entry))
}
