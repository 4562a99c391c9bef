// Which rows cannot be what we stored: SQLite keeps any value in any column, and a disk, another tool or a newer version may have
// left one. The declarations of the tables and the schemas of their JSON say what is expected. Found in one pass over a table
// and before anybody reads it, so that the reads themselves pay nothing.
import { getTableColumns, getTableName, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import type { Db } from '../open-database.ts'
import { snakeCase } from '../table-shapes.ts'

type Schemas = Readonly<Record<string, z.ZodType>>

export interface ExpectedRows {
  readonly table: SQLiteTable
  /** What columns with JSON hold, by column. Without a schema it is a list of texts. */
  readonly json?: Schemas
  /** What other columns hold beyond their type. */
  readonly values?: Schemas
  /** Rows, in SQL, of which it is enough that their JSON is JSON: it is never worked with again. */
  readonly ended?: string
}

export interface UnreadableRow {
  readonly rowid: number
  /** Names as the records have them. */
  readonly columns: readonly string[]
  /** Names as the file has them. */
  readonly stored: Readonly<Record<string, unknown>>
}

/** The largest time that `Date` can hold; every number stored here is smaller. */
const LARGEST = 8_640_000_000_000_000
const TEXTS = z.array(z.string())

export function prepareExamination({ $client }: Db, expected: ExpectedRows): () => UnreadableRow[] {
  const name = getTableName(expected.table)
  const tests = testsOf($client, expected)
  const any = tests.map(({ isBad }) => isBad).join(' or ')
  const each = tests.map(({ property, isBad }) => `(${isBad}) as "${property}"`).join(', ')
  const find = $client.prepare(`select rowid as "rowid", * from ${name} where ${any}`)
  const which = $client.prepare(`select ${each} from ${name} where rowid = ?`)
  return () =>
    (find.all() as { rowid: number }[]).map(({ rowid, ...stored }) => {
      const verdict = which.get(rowid) as Record<string, number>
      return { rowid, stored, columns: Object.keys(verdict).filter((column) => verdict[column] === 1) }
    })
}

export interface RowChecks {
  /** In a transaction, for what is put right in more than one statement. */
  without<T>(work: () => T): T
}

/**
 * Refuses, on this connection, every row that an examination would find: a bug is met before it is stored, and what it
 * belongs to is rolled back. Values that do not change are not tested again. Takes the place of earlier checks.
 */
export function refuseUnreadableRows({ $client }: Db, tables: readonly ExpectedRows[]): RowChecks {
  const checks = tables.flatMap((expected) => checksOf($client, expected))
  const begun = $client.prepare(
    `select name from sqlite_temp_master where name like 'readable/_%' escape '/'`,
  )
  const end = () => {
    for (const name of begun.pluck().all()) $client.exec(`drop trigger temp.${String(name)}`)
  }
  const begin = () => {
    for (const check of checks) $client.exec(check)
  }
  end()
  begin()
  return {
    without(work) {
      end()
      const result = work()
      begin()
      return result
    },
  }
}

function checksOf(raw: Db['$client'], expected: ExpectedRows): string[] {
  const table = getTableName(expected.table)
  // What has ended is tested, too, when it is written.
  const tests = testsOf(raw, { ...expected, ended: '0' }, 'new.')
  return (['insert', 'update'] as const).map((event) => {
    const cases = tests.map(({ property, column, isBad }) => {
      const isWritten = event === 'insert' ? '' : `new.${column} is not old.${column} and `
      return `when ${isWritten}${isBad} then raise(abort, '${REFUSED}: ${table}.${property}')`
    })
    return `create temp trigger readable_${table}_${event} after ${event} on main.${table}
      begin select case ${cases.join(' ')} end; end`
  })
}

const REFUSED = 'a row that could not be read again'

/** Whether a write was refused because its row could not be read again. */
export function isRefusedRow(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.startsWith(REFUSED) || isRefusedRow(error.cause)
}

/** For each column, in SQL: whether its value cannot be read. */
function testsOf(
  raw: Db['$client'],
  expected: ExpectedRows,
  of = '',
): { property: string; column: string; isBad: string }[] {
  const addTest = (column: string, holds: (stored: unknown) => boolean) => {
    const test = `is_${getTableName(expected.table)}_${column.replace(of, '')}`
    raw.function(test, { deterministic: true }, (stored) => Number(holds(stored)))
    return `${test}(${column})`
  }
  return Object.entries(getTableColumns(expected.table)).map(([property, column]) => {
    const name = snakeCase(column.name)
    const stored = `${of}${name}`
    const isBad = testOf({ property, column, stored }, expected, addTest)
    const isRefused = column.notNull ? `(${isBad})` : `(${stored} is not null and (${isBad}))`
    return { property, column: name, isBad: isRefused }
  })
}

interface NamedColumn {
  readonly property: string
  readonly column: Column
  readonly stored: string
}

function testOf(
  { property, column, stored }: NamedColumn,
  { json, values, ended = '0' }: ExpectedRows,
  addTest: (column: string, holds: (stored: unknown) => boolean) => string,
): string {
  const shape = json?.[property] ?? (column.dataType === 'json' ? TEXTS : undefined)
  if (shape) {
    const holds = addTest(stored, (text) => shape.safeParse(JSON.parse(String(text))).success)
    // `case` evaluates the second condition only where the first holds.
    return `not case when typeof(${stored}) = 'text' and json_valid(${stored}) then ${ended} or ${holds} else 0 end`
  }
  const { enumValues } = column
  if (enumValues) return `${stored} not in (${enumValues.map((word) => `'${word}'`).join(', ')})`
  const value = values?.[property]
  if (value) return `not ${addTest(stored, (given) => value.safeParse(given).success)}`
  if (column.dataType === 'string') return `typeof(${stored}) <> 'text'`
  // Texts and blobs are greater than any number. Without the plus SQLite would compare the number that a text could be.
  if (column.dataType === 'boolean') return `+${stored} not in (0, 1)`
  return `+${stored} not between -${LARGEST} and ${LARGEST}`
}
