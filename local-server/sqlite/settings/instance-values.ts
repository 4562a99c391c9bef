import { eq } from 'drizzle-orm'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { instance } from '../schema/schema.ts'

/** Adds the values that are not there yet. */
export function writeInstance(db: Db, values: Readonly<Record<string, string>>): void {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }))
  db.insert(instance).values(rows).onConflictDoNothing().run()
}

/** Sets values, and removes those that are null: all of them or none, and `also` with them. */
export function changeInstance(
  db: Db,
  values: Readonly<Record<string, string | null>>,
  also: (tx: Tx) => void = () => {},
): void {
  writeTransaction(db, (tx) => {
    also(tx)
    for (const [name, value] of Object.entries(values)) {
      if (value === null) tx.delete(instance).where(eq(instance.name, name)).run()
      else
        tx.insert(instance)
          .values({ name, value })
          .onConflictDoUpdate({ target: instance.name, set: { value } })
          .run()
    }
  })
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
