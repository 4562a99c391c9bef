// Whole rows of one table, read for lists. drizzle's mapping looks up the kind of column for each value of each row, which
// costs more than reading the page: here SQLite's binding makes the finished objects.
import { getTableColumns, getTableName, type Table, sql, type SQL } from 'drizzle-orm'
import type { Db } from './open-database.ts'
import { snakeCase } from './table-shapes.ts'

/**
 * `rest` is what follows the table's name: which rows, in which order, how many. Its named parameters are filled at each call.
 * Write `+@name` for `@name`, and `0 + @name` in a limit: SQLite plans for the value of a bare parameter, and so again at each
 * call.
 */
export function prepareRows<T extends Table>(
  db: Db,
  table: T,
  rest: string,
): (values: Readonly<Record<string, unknown>>) => T['$inferSelect'][] {
  const columns = Object.entries(getTableColumns(table))
  // Named as the records name them.
  const named = columns.map(([name, { name: stored }]) => `"${snakeCase(stored)}" as "${name}"`).join(', ')
  const statement = db.$client.prepare(`select ${named} from "${getTableName(table)}" ${rest}`)
  // Text and numbers come as they are; flags and JSON must be decoded.
  const coded = columns.filter(([, { dataType }]) => dataType === 'boolean' || dataType === 'json')
  return (values) => {
    const rows = statement.all(values) as Record<string, unknown>[]
    for (const row of rows) {
      for (const [name, column] of coded) {
        if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name])
      }
    }
    return rows as T['$inferSelect'][]
  }
}

/** Inserts whole rows of one table. Building such a statement for each row takes four times as long as the insert. */
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

/**
 * A named parameter of a prepared statement. The plus keeps SQLite from planning for its value, which it would do again at each
 * call and which takes longer than to find the row; a key needs none, as there is but one plan for it.
 */
export const parameter = (name: string): SQL => sql`+${sql.placeholder(name)}`

/** A named parameter, as a value to write. */
export const written = (name: string): SQL => sql`${sql.placeholder(name)}`

/** Statements that several stores share: prepared for the first of them that asks, and once for each database. */
export function preparedOnce<T extends object>(prepare: (db: Db) => T): (db: Db) => T {
  const prepared = new WeakMap<Db, T>()
  return (db) => {
    const known = prepared.get(db)
    if (known) return known
    const made = prepare(db)
    prepared.set(db, made)
    return made
  }
}

/**
 * What `make` makes, made when one of its properties is first read: most starts answer for a long time before they need every
 * statement.
 */
export function madeWithFirstUse<T extends object>(make: () => T): T {
  let made: T | undefined
  const own = () => (made ??= make())
  return new Proxy({} as T, {
    get: (_unmade, name) => Reflect.get(own(), name),
    set: (_unmade, name, value) => Reflect.set(own(), name, value),
    ownKeys: () => Reflect.ownKeys(own()),
    getOwnPropertyDescriptor: (_unmade, name) => Reflect.getOwnPropertyDescriptor(own(), name),
  })
}
