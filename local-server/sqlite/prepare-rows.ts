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
  const statement = db.$client.prepare(sql).raw()
  const columns = Object.entries(getTableColumns(table)).map(([name, column], index) => ({
    name,
    index,
    // Text and numbers come as they are; flags and JSON must be decoded.
    decode: column.dataType === 'boolean' || column.dataType === 'json' ? column : null,
  }))
  return (values) => {
    const filled = params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    return (statement.all(...filled) as unknown[][]).map((cells) => {
      const row: Record<string, unknown> = {}
      for (const { name, index, decode } of columns) {
        const cell = cells[index]
        row[name] = decode && cell !== null ? decode.mapFromDriverValue(cell) : cell
      }
      return row as T['$inferSelect']
    })
  }
}
