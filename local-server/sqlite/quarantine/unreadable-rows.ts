// Which rows cannot be what we stored: SQLite keeps any value in any column, and a disk, another tool or a newer version may have
// left one. The declarations of the tables and the schemas of their JSON say what is expected. Found in one pass over a table
// and before anybody reads it, so that the reads themselves pay nothing.
import { getTableColumns, getTableName, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { snakeCase, type Db } from '../open-database.ts'

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

/** The largest time that `Date` can hold; every number of ours is smaller. */
const LARGEST = 8_640_000_000_000_000
const TEXTS = z.array(z.string())

export function prepareExamination({ $client }: Db, expected: ExpectedRows): () => UnreadableRow[] {
  const name = getTableName(expected.table)
  const addTest = (column: string, holds: (stored: unknown) => boolean) => {
    const test = `is_${name}_${column}`
    $client.function(test, { deterministic: true }, (stored) => Number(holds(stored)))
    return `${test}(${column})`
  }
  const tests = Object.entries(getTableColumns(expected.table)).map(([property, column]) => {
    const stored = snakeCase(column.name)
    const isBad = testOf({ property, column, stored }, expected, addTest)
    return { property, isBad: column.notNull ? `(${isBad})` : `(${stored} is not null and (${isBad}))` }
  })
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
