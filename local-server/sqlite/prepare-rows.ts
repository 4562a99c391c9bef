// Whole rows of one table, read for lists. drizzle writes the SQL; the rows are made here, because its mapping asks of each
// value of each row again what kind of column it comes from, which costs more than reading the page.
import { getTableColumns, is, Placeholder, type Table } from 'drizzle-orm'
import type { Db } from './open-database.ts'

interface Query {
  toSQL(): { sql: string; params: unknown[] }
}

/** `query` must select all columns of `table`, in their order. Placeholders are filled by name at each call. */
export function prepareRows<T extends Table>(
  db: Db,
  table: T,
  query: Query,
): (values: Readonly<Record<string, unknown>>) => T['$inferSelect'][] {
  const { sql, params } = query.toSQL()
  const columns = Object.entries(getTableColumns(table))
  // Named in SQL as the records name them, so that SQLite's binding makes the finished objects.
  const named = columns.map(([name, { name: stored }]) => `"${snakeCase(stored)}" as "${name}"`).join(', ')
  const statement = db.$client.prepare(sql.replace(/^select .*? from /, `select ${named} from `))
  // Text and numbers come as they are; flags and JSON must be decoded.
  const coded = columns.filter(([, { dataType }]) => dataType === 'boolean' || dataType === 'json')
  return (values) => {
    const filled = params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    const rows = statement.all(...filled) as Record<string, unknown>[]
    for (const row of rows) {
      for (const [name, column] of coded) {
        if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name])
      }
    }
    return rows as T['$inferSelect'][]
  }
}

/** As drizzle's `casing: 'snake_case'` names columns in the file. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
