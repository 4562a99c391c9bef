// The object's SQLite in Node: the same statements, in memory.
import Database from 'better-sqlite3'
import type { Sql } from '../../../cloud-worker/storage/sql.ts'

export function openSqlStorage(): Sql & { close(): void } {
  const db = new Database(':memory:')
  const statements = new Map<string, Database.Statement>()
  const prepare = (query: string) => {
    const known = statements.get(query) ?? db.prepare(query)
    statements.set(query, known)
    return known
  }
  return {
    exec(query, ...bindings) {
      const statement = prepare(query)
      const rows = statement.reader ? statement.all(...bindings) : []
      if (!statement.reader) statement.run(...bindings)
      return { toArray: () => rows as Record<string, unknown>[] }
    },
    transaction: (act) => (db.inTransaction ? act() : db.transaction(act).immediate()),
    close: () => db.close(),
  }
}
