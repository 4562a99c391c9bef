// Rows that cannot be read are set aside before anybody reads them: a copy is kept, the log says where, and the row is
// mended or removed, so that one of them never stops the queue, a list or a start. It is looked for at the start, and whenever
// another program has written to the file: what we write ourselves is readable.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log, LogFields } from '../../core/ports/log.ts'
import type { PostLedger } from '../../core/ports/publication-ledger.ts'
import type { Random } from '../../core/ports/random.ts'
import type { Instant } from '../../core/time.ts'
import type { Db } from './open-database.ts'
import { snakeCase } from './prepare-rows.ts'
import { settings } from './schema.ts'
import { tablesSetAside } from './set-aside-tables.ts'
import { prepareExamination, type Expected, type UnreadableRow } from './unreadable-rows.ts'
import { writeTransaction } from './write-transaction.ts'

/** What becomes of the unreadable rows of one table. */
export interface SetAside extends Expected {
  /**
   * Values for columns that must not be null; the others get null, or nothing of their kind. Null: the row cannot do
   * without them and is removed.
   */
  mended(row: UnreadableRow): Readonly<Record<string, string | number>> | null
  /** What follows for other rows. Called when everything else is mended, and before anything is removed. */
  follow?(row: UnreadableRow): void
}

export interface SetAsidePorts {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Returns what to call before work begins. It never throws and costs a few microseconds when nothing was written. */
export function watchRows(ports: SetAsidePorts): () => void {
  const { db, log } = ports
  const tables = tablesSetAside(ports).map((table) => ({ table, examine: prepareExamination(db, table) }))
  const writes = db.$client.prepare('PRAGMA data_version').pluck()
  let seen: unknown
  const look = () => {
    const written = writes.get()
    if (written === seen) return
    seen = written
    try {
      const found = tables.flatMap(({ table, examine }) => examine().map((row) => ({ table, row })))
      if (found.length === 0) return
      const copies = writeTransaction(db, () => setAside(ports, found))
      for (const copy of copies) log.error('a stored row could not be read and was set aside', copy)
    } catch (error) {
      log.error('rows that cannot be read could not be set aside', { error })
    }
  }
  look()
  return look
}

/** Before it hands out work, what another program has written is looked at. */
export function examinedLedger(ledger: PostLedger, examine: () => void): PostLedger {
  return {
    ...ledger,
    async claim(...asked) {
      examine()
      return ledger.claim(...asked)
    },
  }
}

interface Found {
  readonly table: SetAside
  readonly row: UnreadableRow
}

/** In a transaction. Everything is mended first: what follows of one row reads others. */
function setAside({ db, clock }: SetAsidePorts, found: readonly Found[]): LogFields[] {
  const now = clock.now()
  const copies = found.map((one) => ({ ...nameOf(one), copy: keepCopy(db, one, now) }))
  const gone = found.filter((one) => !mend(db, one))
  for (const { table, row } of found) table.follow?.(row)
  for (const { table, row } of gone)
    db.run(sql`delete from ${sql.identifier(getTableName(table.table))} where rowid = ${row.rowid}`)
  return copies
}

function nameOf({ table, row }: Found) {
  return { table: getTableName(table.table), row: row.rowid, columns: row.columns }
}

/** Returns the name of the settings value that holds it. */
function keepCopy(db: Db, found: Found, now: Instant): string {
  const { table, row } = nameOf(found)
  const name = `set-aside/${table}/${row}/${now}`
  const stored = Object.entries(found.row.stored).map(([column, was]) => {
    return [column, Buffer.isBuffer(was) ? { base64: was.toString('base64') } : was]
  })
  const value = JSON.stringify(Object.fromEntries(stored))
  db.insert(settings).values({ name, value }).onConflictDoNothing().run()
  return name
}

/** False when it cannot be mended. */
function mend(db: Db, { table, row }: Found): boolean {
  const mended = table.mended(row)
  if (mended === null) return false
  const values = row.columns.map(
    (column) => sql`${sql.identifier(snakeCase(column))} = ${mended[column] ?? plainest(table, column)}`,
  )
  const name = sql.identifier(getTableName(table.table))
  db.run(sql`update ${name} set ${sql.join(values, sql`, `)} where rowid = ${row.rowid}`)
  return true
}

function plainest({ table }: SetAside, name: string): string | number | null {
  const column = getTableColumns(table)[name]
  if (!column?.notNull) return null
  if (column.dataType === 'json') return '[]'
  return column.dataType === 'string' ? '' : 0
}
