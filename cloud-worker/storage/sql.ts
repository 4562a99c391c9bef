// The part of the object's SQLite that we use. Statements run at once; what runs between two awaits, or in
// `transaction`, is visible as a whole or not at all. Nothing leaves the object, neither a call to the platform nor a
// response, before earlier writes are durable: the runtime holds it back until then.

export type SqlValue = string | number | null

export interface Sql {
  exec(query: string, ...bindings: SqlValue[]): { toArray(): Record<string, unknown>[] }
  /** All of it or nothing. `act` must not wait for anything. */
  transaction<T>(act: () => T): T
}

/** Null also for text that is not JSON: a damaged value counts as missing, and does not stop other rows. */
export function parseStoredJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

/** A column as `json_extract` takes it, which throws for text that is not JSON. */
export const jsonIn = (column: string) => `CASE WHEN json_valid(${column}) THEN ${column} END`

/**
 * The rows of one of our statements, which names the columns of its table. Write `LIMIT 0 + ?`: SQLite plans for the value of a
 * bare parameter there, and would plan again at each call.
 */
export function select<Row>(sql: Sql, query: string, ...bindings: SqlValue[]): Row[] {
  return sql.exec(query, ...bindings).toArray() as Row[]
}

/** Only the columns that change: a named one is written to its index again, even with its old value. */
export function update(
  sql: Sql,
  table: string,
  id: string,
  change: Readonly<Record<string, SqlValue>>,
): void {
  const names = Object.keys(change)
  if (names.length === 0) return
  const set = names.map((name) => `${name} = ?`).join(', ')
  sql.exec(`UPDATE ${table} SET ${set} WHERE id = ?`, ...Object.values(change), id)
}

export function insert(sql: Sql, table: string, row: Readonly<Record<string, SqlValue>>): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  sql.exec(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
}
