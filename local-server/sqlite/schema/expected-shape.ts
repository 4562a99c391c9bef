// Whether the tables in the file are the ones that the program reads. A damaged page can spoil the text of a table's
// definition and nothing else, which no check of SQLite's notices.
import type Database from 'better-sqlite3'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import * as cloud from './cloud-schema.ts'
import { snakeCase } from '../prepare-rows.ts'
import * as reposts from './repost-schema.ts'
import * as main from './schema.ts'

const TABLES = [main, cloud, reposts].flatMap((part) => Object.values(part)).filter((one) => is(one, Table))

/** The first thing that is missing, as a phrase; null when everything is there. */
export function missingShape(raw: Database.Database): string | null {
  const columnsOf = raw.prepare('select name from pragma_table_info(?)').pluck()
  for (const table of TABLES) {
    const name = getTableName(table)
    const there = new Set(columnsOf.all(name))
    if (there.size === 0) return `the table ${name} is missing`
    const missing = Object.values(getTableColumns(table)).find((column) => !there.has(snakeCase(column.name)))
    if (missing) return `the table ${name} has no column ${snakeCase(missing.name)}`
  }
  return null
}
