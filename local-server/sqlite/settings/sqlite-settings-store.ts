import { eq } from 'drizzle-orm'
import type { SettingsStore } from '../../../core/ports/settings-store.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { prepareRows } from '../prepare-rows.ts'
import { settings } from '../schema/schema.ts'

export function createSqliteSettingsStore(db: Db): SettingsStore {
  const byName = prepareRows(db, settings, 'where name = +@name')
  const byNames = prepareRows(db, settings, 'where name in (select value from json_each(@names))')
  return {
    async get(name) {
      const [row] = byName({ name })
      return row === undefined ? null : (JSON.parse(row.value) as unknown)
    },
    async getMany(names) {
      const rows = byNames({ names: JSON.stringify(names) })
      return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
    },
    async put(changes) {
      writeTransaction(db, (tx) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) tx.delete(settings).where(eq(settings.name, name)).run()
          else writeSetting(tx, name, toJson(value))
        }
      })
    },
  }
}

export function writeSetting(tx: Pick<Db, 'insert'>, name: string, value: string): void {
  tx.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run()
}

function toJson(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined
  if (json === undefined) throw new Error('not a JSON value')
  return json
}
