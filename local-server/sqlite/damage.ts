// Looks for damage in the whole database file.
import Database from 'better-sqlite3'
import { statSync } from 'node:fs'

/**
 * The check reads every page, and those of indexes more than once. With the library's cache of 16 MB, the allocator would keep
 * room for pages that perhaps no request ever asks for.
 */
const CHECK_CACHE_KIB = 2_000
const LARGEST_CHECKED_WHOLE = 32 * 1024 * 1024

/** The last connection to close moves what a killed process left in the log into the file, unless it may only read. */
export function openToExamine(file: string): Database.Database {
  return new Database(file, { readonly: hasLog(file) })
}

export function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** The whole check looks into indexes too, and takes a second for every few hundred megabytes. */
export function isCheckedWhole(file: string): boolean {
  return statSync(file).size <= LARGEST_CHECKED_WHOLE
}

/** Throws SqliteError when it is damaged. On a connection of its own: the cache of the other would hide what is on the disk. */
export function checkFile(file: string): void {
  const raw = new Database(file, { readonly: true })
  try {
    const damage = findDamage(raw, file)
    if (damage !== null) throw new Database.SqliteError(damage, 'SQLITE_CORRUPT')
  } finally {
    raw.close()
  }
}

/** In SQLite's words. */
export function findDamage(raw: Database.Database, file: string): string | null {
  const check = isCheckedWhole(file) ? 'integrity_check(1)' : 'quick_check(1)'
  raw.pragma(`cache_size = -${CHECK_CACHE_KIB}`)
  const verdict = String(raw.pragma(check, { simple: true }))
  return verdict === 'ok' ? null : verdict.split('\n').join(' ')
}
