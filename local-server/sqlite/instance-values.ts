import type { Db } from './open-database.ts'
import { instance } from './schema.ts'

/** Adds the values that are not there yet. */
export function writeInstance(db: Db, values: Readonly<Record<string, string>>): void {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }))
  db.insert(instance).values(rows).onConflictDoNothing().run()
}

export function readInstance(db: Db): Record<string, string> {
  return Object.fromEntries(
    db
      .select()
      .from(instance)
      .all()
      .map(({ name, value }) => [name, value]),
  )
}
