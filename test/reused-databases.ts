// Opening a database and preparing its statements is most of what a test on a file costs: what one has given back is emptied, and
// serves the next test of its file.
import type Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { OpenDatabase } from '../local-server/sqlite/open-database.ts'

export interface Reused<T> {
  /** What was given back, else what `open` makes. */
  borrow(): T
  giveBack(given: T): void
}

/** How the database of a file was when it was new. */
interface Kept {
  isAsBefore(): boolean
  empty(): void
}

const ends: (() => void)[] = []

/** Called when a test file ends: its folders are removed. */
export function closeReused(): void {
  for (const end of ends.splice(0)) end()
}

/** `connectionsOf` gives every connection to the one file of what `open` has made. */
export function reuseDatabases<T extends object>(
  open: () => T,
  connectionsOf: (opened: T) => readonly OpenDatabase[],
): Reused<T> {
  const idle: T[] = []
  const known = new WeakMap<T, Kept>()
  return {
    borrow() {
      const opened = idle.pop() ?? open()
      if (!known.has(opened)) known.set(opened, keep(connectionsOf(opened)))
      return opened
    },
    giveBack(opened) {
      const kept = known.get(opened)
      // A test that has changed more than rows leaves nothing to the next one.
      if (!kept?.isAsBefore()) return closeAll(connectionsOf(opened))
      kept.empty()
      if (idle.length === 0) ends.push(() => idle.splice(0).forEach((one) => closeAll(connectionsOf(one))))
      idle.push(opened)
    },
  }
}

function closeAll(connections: readonly OpenDatabase[]): void {
  for (const connection of connections) connection.close()
}

function keep(connections: readonly OpenDatabase[]): Kept {
  const schemas = connections.map(readSchema)
  const { raw } = connections[0] ?? expect.unreachable('a database has a connection')
  const tables = childrenFirst(raw)
  const deletions = tables.map((table) => raw.prepare(`delete from "${table}"`))
  const insertions = tables.flatMap((table) => insertionsOf(raw, table))
  const listeners = connections.map(prepareEndOfListening)
  return {
    isAsBefore: () =>
      connections.every(
        ({ raw: { open, inTransaction } }, nth) => open && !inTransaction && schemas[nth]?.() === true,
      ),
    empty: raw.transaction(() => {
      for (const endListening of listeners) endListening()
      // Twice: triggers of the first deletions write rows of their own.
      for (const deletion of [...deletions, ...deletions]) deletion.run()
      for (const insert of insertions) insert()
    }),
  }
}

/** All tables, in the order in which foreign keys let them be emptied. */
export function childrenFirst(raw: Database.Database): string[] {
  const tables = raw.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all()
  const parentsOf = raw.prepare<[string], string>('select "table" from pragma_foreign_key_list(?)').pluck()
  const visited = new Set<string>()
  const visit = (table: string): string[] => {
    if (visited.has(table)) return []
    visited.add(table)
    return [...parentsOf.all(table).flatMap(visit), table]
  }
  return tables.flatMap(visit).toReversed()
}

/** Writes the rows that a new database has. */
function insertionsOf(raw: Database.Database, table: string): (() => unknown)[] {
  return raw
    .prepare<[], Readonly<Record<string, unknown>>>(`select * from "${table}"`)
    .all()
    .map((row) => {
      const columns = Object.keys(row).map((column) => `"${column}"`)
      const insertion = raw.prepare(
        `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      return () => insertion.run(...Object.values(row))
    })
}

/** A store of events that a test has opened listens to its connection by a trigger. */
function prepareEndOfListening({ raw }: OpenDatabase): () => void {
  const names = raw
    .prepare<[], string>(
      `select name from sqlite_temp_master where type = 'trigger' and name not like 'readable%'`,
    )
    .pluck()
  const lasting = new Set(names.all())
  return () => {
    for (const name of names.all()) if (!lasting.has(name)) raw.exec(`drop trigger temp."${name}"`)
  }
}

/** Tells whether the schema, and what refuses unreadable rows, are what they are now. */
function readSchema({ raw }: OpenDatabase): () => boolean {
  const names = raw
    .prepare<[], string>(
      `select type || ' ' || name || ' ' || coalesce(sql, '') from sqlite_master union all
      select name from sqlite_temp_master where name like 'readable%' order by 1`,
    )
    .pluck()
  const before = names.all().join()
  return () => names.all().join() === before
}

/** What was made for a connection serves each test that it serves. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, { readonly value: Made }>()
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}
