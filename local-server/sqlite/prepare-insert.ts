import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { Db } from './open-database.ts'
import { snakeCase } from './prepare-rows.ts'

/** Inserts whole rows of one table. To build such a statement anew for each row takes four times as long as the insert. */
export function prepareInsert<T extends Table>(db: Db, table: T): (row: T['$inferInsert']) => void {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, { name }]) => `"${snakeCase(name)}"`).join(', ')
  const places = columns.map(() => '?').join(', ')
  const statement = db.$client.prepare(`insert into "${getTableName(table)}" (${names}) values (${places})`)
  return (row) => {
    const values: Readonly<Record<string, unknown>> = row
    const stored = columns.map(([name, column]) => {
      const value = values[name] ?? null
      return value === null ? null : column.mapToDriverValue(value)
    })
    statement.run(stored)
  }
}
