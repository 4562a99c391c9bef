// The lines that the server prints of what it has found in the data folder.
import { join } from 'node:path'
import type { OpenDatabase } from '../sqlite/open-database.ts'

export function databaseLine({ isNew, migrated }: Pick<OpenDatabase, 'isNew' | 'migrated'>): string {
  if (migrated === 0) return 'Database ready'
  const migrations = `${migrated} ${migrated === 1 ? 'migration' : 'migrations'}`
  return isNew ? `Database ready (new, ${migrations})` : `Database ready (upgraded, ${migrations})`
}

/** For a database that has been in use: what was sealed with the old secrets cannot be opened any more. */
export function newSecretsLine(dataDir: string): string {
  const file = join(dataDir, 'secrets.json')
  return `  Keys   ${file} was missing, so new keys were made. Restore the old file and restart, or reconnect your accounts.`
}
