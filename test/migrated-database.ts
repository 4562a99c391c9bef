// Migrations are most of the cost of a new database: tests copy one that is already migrated.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsDir } from '../local-server/paths.ts'
import { EXPECTED } from '../local-server/sqlite/quarantine/expected-rows.ts'
import { refuseUnreadableRows } from '../local-server/sqlite/quarantine/unreadable-rows.ts'
import { openDatabase, type OpenDatabase } from '../local-server/sqlite/open-database.ts'

let migrated: Buffer | undefined

/**
 * Opens the file; a new one is a copy. A row that could not be read again is refused, as by the server. What survives a power cut
 * is asked elsewhere: here commits wait for no disk.
 */
export function openMigrated(file: string, holdsFolder?: () => boolean): OpenDatabase {
  if (!existsSync(file)) writeFileSync(file, migratedImage())
  const database = openDatabase(file, migrationsDir, holdsFolder)
  database.raw.pragma('synchronous = OFF')
  refuseUnreadableRows(database.db, Object.values(EXPECTED))
  return database
}

/** The file of a database that was migrated and is empty. */
export function migratedImage(): Buffer {
  return (migrated ??= migrateOne())
}

function migrateOne(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nightpost-migrated-'))
  try {
    const file = join(folder, 'nightpost.db')
    openDatabase(file, migrationsDir).close()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** From here on the connection is another program's, which may leave any row behind. */
export function actAsOtherProgram({ raw }: Pick<OpenDatabase, 'raw'>): void {
  const checks = raw.prepare(`select name from sqlite_temp_master where type = 'trigger'`).pluck()
  for (const name of checks.all() as string[]) raw.exec(`drop trigger temp.${name}`)
}
