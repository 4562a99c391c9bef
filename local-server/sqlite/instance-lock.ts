// One process per data folder. The lock is a transaction held open on a file of its own: the operating system releases it
// when the process dies, however it dies, so nothing stale is ever left behind.
import Database from 'better-sqlite3'
import { chmodSync } from 'node:fs'
import { inodeOf } from '../disk/inode.ts'

export interface InstanceLock {
  /**
   * Whether it still keeps other processes out. A file that was deleted does not: it is made and taken again, unless another
   * process was faster.
   */
  holds(): boolean
  release(): void
}

/**
 * True when a process holds the folder at this moment. Looking takes nothing from it, and leaves no file behind. Throws where it may not
 * look, such as in the folder of another user.
 */
export function isInstanceLockHeld(file: string): boolean {
  if (inodeOf(file) === undefined) return false
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
  const first = takeFile(file)
  if (first === null) return null
  let lock = first
  let own = inodeOf(file)
  return {
    holds() {
      if (inodeOf(file) === own) return true
      const again = takeAgain(file)
      if (again === null) return false
      lock.close()
      lock = again
      own = inodeOf(file)
      return true
    },
    release: () => lock.close(),
  }
}

function takeFile(file: string): Database.Database | null {
  const lock = new Database(file)
  chmodSync(file, 0o600)
  try {
    lock.pragma('busy_timeout = 0')
    // Nothing is ever committed here, and a full disk has no room for the journal of it.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** Null, too, when the folder accepts no file: then nobody is kept out, either. */
function takeAgain(file: string): Database.Database | null {
  try {
    return takeFile(file)
  } catch {
    return null
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
