// Whether the files of the connection still have their names. Without them SQLite continues, but its writes end with the process.
import type Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { inodeOf } from '../disk/inode.ts'

/** Compares inodes, as SQLite itself does when it closes. */
export function watchPlace(raw: Database.Database, file: string, holdsFolder: () => boolean): () => boolean {
  const own = inodeOf(file)
  // From the first read on, the log and its index are there until the connection is closed.
  raw.pragma('user_version')
  const logs = [`${file}-wal`, `${file}-shm`].map((name) => ({ name, inode: inodeOf(name) }))
  let wasInPlace = true
  let isLogEmptied = false
  return () => {
    const isFileInPlace = inodeOf(file) === own
    const areLogsInPlace = logs.every(({ name, inode }) => inodeOf(name) === inode)
    if (areLogsInPlace) isLogEmptied = false
    else if (isFileInPlace && !isLogEmptied) isLogEmptied = emptyLog(raw, file, logs[0]?.inode)
    const isInPlace = isFileInPlace && areLogsInPlace && holdsFolder()
    if (isInPlace !== wasInPlace) raw.pragma(`query_only = ${isInPlace ? 'OFF' : 'ON'}`)
    wasInPlace = isInPlace
    return isInPlace
  }
}

/**
 * Moves what was acknowledged from the log, which only this connection can still read, into the file. Returns false when that is to
 * be tried again.
 */
function emptyLog(raw: Database.Database, file: string, own: number | undefined): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  // The next start applies that one to the file, which must be as the log found it.
  if (log !== undefined && log.ino !== own && log.size > 0) return false
  try {
    const [result] = raw.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    return result?.busy === 0
  } catch {
    return false
  }
}
