// Rows that cannot be read are quarantined before anybody reads them: a copy is kept, the log says where, and the row is
// repaired or removed, so that one of them never stops the queue, a list or a start. They are looked for at the start, and whenever
// another program has written to the file: what we would write ourselves is refused.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { LogFields } from '../../../core/ports/log.ts'
import type { PostLedger } from '../../../core/ports/posts/publication-ledger.ts'
import { SECOND, type Duration, type Instant } from '../../../core/time.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { snakeCase } from '../table-shapes.ts'
import { publications, settings } from '../schema/schema.ts'
import { quarantineTables, type QuarantineDeps, type QuarantineTable } from './quarantine-tables.ts'
import { prepareExamination, refuseUnreadableRows, type UnreadableRow } from './unreadable-rows.ts'

/** The examination reads every row, and is asked for before each request. */
const REST: Duration = 5 * SECOND

/** Returns what to call before work begins. It never throws and costs a few microseconds when nothing was written. */
export function watchRows(deps: QuarantineDeps): () => void {
  const { db, clock, log } = deps
  const tables = quarantineTables(deps).map((table) => ({ table, examine: prepareExamination(db, table) }))
  // The text of a publication is made by its schema, and testing it again would cost as much as its commit.
  const checked = tables.map(({ table }) => table).filter(({ table }) => table !== publications)
  const checks = refuseUnreadableRows(db, checked)
  const writes = db.$client.prepare('PRAGMA data_version').pluck()
  let seen: unknown
  let restsUntil = 0
  const quarantineUnreadable = () => {
    const written = writes.get()
    if (written === seen || clock.monotonic() < restsUntil) return
    try {
      const found = tables.flatMap(({ table, examine }) => examine().map((row) => ({ table, row })))
      const quarantine = () => checks.without(() => quarantineRows(deps, found))
      const copies = found.length > 0 ? writeTransaction(db, quarantine) : []
      // Not before: on a full disk, or while the other program still writes, they are to be found again.
      seen = written
      for (const copy of copies) log.error('a stored row could not be read and was quarantined', copy)
    } catch (error) {
      log.error('rows that cannot be read could not be quarantined', { error })
      restsUntil = clock.monotonic() + REST
    }
  }
  quarantineUnreadable()
  return quarantineUnreadable
}

/** Examines what another program has written before each claim. */
export function examineBeforeClaims(ledger: PostLedger, examine: () => void): PostLedger {
  return {
    ...ledger,
    async claim(...asked) {
      examine()
      return ledger.claim(...asked)
    },
  }
}

interface UnreadableEntry {
  readonly table: QuarantineTable
  readonly row: UnreadableRow
}

/** In a transaction. Everything is repaired first: what follows from one row reads others. */
function quarantineRows({ db, clock }: QuarantineDeps, found: readonly UnreadableEntry[]): LogFields[] {
  const now = clock.now()
  const copies = found.map((one) => ({ ...logFieldsOf(one), copy: keepCopy(db, one, now) }))
  const gone = found.filter((one) => !repairRow(db, one))
  for (const { table, row } of found) table.repairOthers?.(row)
  for (const { table, row } of gone)
    db.run(sql`delete from ${sql.identifier(getTableName(table.table))} where rowid = ${row.rowid}`)
  return copies
}

function logFieldsOf({ table, row }: UnreadableEntry) {
  return { table: getTableName(table.table), row: row.rowid, columns: row.columns }
}

/** Returns the name of the settings value that holds it. */
function keepCopy(db: Db, found: UnreadableEntry, now: Instant): string {
  const { table, row } = logFieldsOf(found)
  const name = `set-aside/${table}/${row}/${now}`
  const stored = Object.entries(found.row.stored).map(([column, was]) => {
    return [column, Buffer.isBuffer(was) ? { base64: was.toString('base64') } : was]
  })
  const value = JSON.stringify(Object.fromEntries(stored))
  db.insert(settings).values({ name, value }).onConflictDoNothing().run()
  return name
}

/** False when it cannot be repaired. */
function repairRow(db: Db, { table, row }: UnreadableEntry): boolean {
  const repaired = table.repairedValues(row)
  if (repaired === null) return false
  const values = row.columns.map(
    (column) =>
      sql`${sql.identifier(snakeCase(column))} = ${repaired[column] ?? emptyValueOf(table, column)}`,
  )
  const name = sql.identifier(getTableName(table.table))
  db.run(sql`update ${name} set ${sql.join(values, sql`, `)} where rowid = ${row.rowid}`)
  return true
}

function emptyValueOf({ table }: QuarantineTable, name: string): string | number | null {
  const column = getTableColumns(table)[name]
  if (!column?.notNull) return null
  if (column.dataType === 'json') return '[]'
  return column.dataType === 'string' ? '' : 0
}
