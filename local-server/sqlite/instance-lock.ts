// One process per data folder. The lock is a transaction held open on a file of its own: the operating system lets go of it
// when the process dies, however it dies, so nothing stale is ever left behind.
import Database from 'better-sqlite3'
import { chmodSync } from 'node:fs'

export interface InstanceLock {
  release(): void
}

/** Null when another process holds the folder. */
export function takeInstanceLock(file: string): InstanceLock | null {
  const lock = new Database(file)
  chmodSync(file, 0o600)
  try {
    lock.pragma('busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
