// A look into a server's database from outside, while it runs or after.
import { join } from 'node:path'
import Database from 'better-sqlite3'

export interface DatabaseView extends Disposable {
  rows<Row>(sql: string): Row[]
  /** What is wrong with the file; empty when it is sound. */
  problems(): string[]
}

export function openReadOnly(dataDir: string, name = 'nightpost.db'): DatabaseView {
  const database = new Database(join(dataDir, name), { readonly: true, fileMustExist: true })
  return {
    rows: <Row>(sql: string) => database.prepare<[], Row>(sql).all(),
    problems() {
      const verdict = String(database.pragma('integrity_check', { simple: true }))
      const orphans = database.pragma('foreign_key_check') as unknown[]
      return [...(verdict === 'ok' ? [] : [verdict]), ...orphans.map((row) => JSON.stringify(row))]
    },
    [Symbol.dispose]: () => void database.close(),
  }
}
