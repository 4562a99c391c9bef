// One process per data folder. The lock is a transaction held open on a file of its own: the operating system releases it
// when the process dies, however it dies, so nothing stale is ever left behind.
import Database from 'better-sqlite3'
import { chmodSync, existsSync } from 'node:fs'

export interface InstanceLock {
  release(): void
}

/** True when a process holds the folder at this moment. Looking takes nothing from it, and leaves no file behind. */
export function isInstanceLockHeld(file: string): boolean {
  if (!existsSync(file)) return false
  const lock = new Database(file, { readonly: true, timeout: 0 })
  try {
    lock.prepare('select count(*) from sqlite_master').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    lock.close()
  }
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
    if (isBusy(error)) return null
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
