// One database file and two connections to it, as two processes would have.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'

export interface TwoConnections {
  readonly a: OpenDatabase
  readonly b: OpenDatabase
  close(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'nightpost-sqlite-'))
const fresh = join(folder, 'fresh.db')
openDatabase(fresh, migrationsDir).close()
afterAll(() => rmSync(folder, { recursive: true }))

let opened = 0

/** Migrating is what costs; each pair gets a copy of one migrated file. */
export function openTwo(): TwoConnections {
  opened += 1
  const file = join(folder, `${opened}.db`)
  copyFileSync(fresh, file)
  const [a, b] = [openDatabase(file, migrationsDir), openDatabase(file, migrationsDir)]
  // What survives a power cut is asked elsewhere; here every commit would only wait for the disk.
  for (const { raw } of [a, b]) raw.pragma('synchronous = OFF')
  return {
    a,
    b,
    async close() {
      a.close()
      b.close()
    },
  }
}
