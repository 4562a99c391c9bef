// The shape of each table as the program's schema has it: its columns with their types and keys, and what it refers to. A damaged
// page can spoil the text of a table's definition and nothing else, which no check of SQLite's notices.
import type Database from 'better-sqlite3'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as cloud from './schema/cloud-schema.ts'
import * as planning from './schema/planning-schema.ts'
import * as reposts from './schema/repost-schema.ts'
import * as main from './schema/schema.ts'
import * as scripts from './schema/script-schema.ts'

const TABLES = [main, cloud, planning, reposts, scripts]
  .flatMap((part) => Object.values(part) as unknown[])
  .filter((one) => is(one, SQLiteTable))

/** The first table or column that the file lacks or has otherwise, as a phrase; null when everything is there. */
export function findWrongShape(raw: Database.Database): string | null {
  const columnsOf = raw
    .prepare("select name, lower(type) || iif(pk > 0, ' key ' || pk, '') from pragma_table_info(?)")
    .raw()
  const referencesOf = raw
    .prepare(
      `select "from" || ' -> ' || "table" || '.' || "to" || ' ' || lower(on_delete) from pragma_foreign_key_list(?)`,
    )
    .pluck()
  for (const table of TABLES) {
    const name = getTableName(table)
    const there = new Map(columnsOf.all(name) as [string, string][])
    if (there.size === 0) return `the table ${name} is missing`
    const { columns, references } = shapeOf(table)
    for (const [column, kind] of columns) {
      const found = there.get(column)
      if (found === undefined) return `the table ${name} has no column ${column}`
      if (found !== kind) return `the column ${column} of the table ${name} is "${found}", not "${kind}"`
    }
    const found = new Set(referencesOf.all(name))
    const lost = references.find((reference) => !found.has(reference))
    if (lost !== undefined || found.size > references.length)
      return `the table ${name} has lost what its rows refer to`
  }
  return null
}

function shapeOf(table: SQLiteTable) {
  const { columns, primaryKeys, foreignKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  const kindOf = (column: (typeof columns)[number]) => {
    const place = key.findIndex(({ name }) => name === column.name) + 1
    return `${column.getSQLType()}${place > 0 ? ` key ${place}` : ''}`
  }
  return {
    columns: columns.map((column) => [snakeCase(column.name), kindOf(column)] as const),
    references: foreignKeys.map((foreignKey) => {
      const { columns: from, foreignColumns: to, foreignTable } = foreignKey.reference()
      const [one, other] = [snakeCase(from[0]?.name ?? ''), snakeCase(to[0]?.name ?? '')]
      return `${one} -> ${getTableName(foreignTable)}.${other} ${foreignKey.onDelete ?? 'no action'}`
    }),
  }
}

/** Names a column as drizzle's `casing: 'snake_case'` does in the file. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
