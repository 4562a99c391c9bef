// Looks for damage in the whole database file.
import Database from 'better-sqlite3'
import { statSync } from 'node:fs'

/**
 * The check reads every page, and those of indexes more than once. With the library's cache of 16 MB, the allocator would keep
 * room for pages that perhaps no request ever asks for.
 */
const CHECK_CACHE_KIB = 2_000
const LARGEST_CHECKED_WHOLE = 32 * 1024 * 1024

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

/** In SQLite's words. The whole check looks into indexes too, and takes a second for every few hundred megabytes. */
export function findDamage(raw: Database.Database, file: string): string | null {
  const check = statSync(file).size <= LARGEST_CHECKED_WHOLE ? 'integrity_check(1)' : 'quick_check(1)'
  raw.pragma(`cache_size = -${CHECK_CACHE_KIB}`)
  const verdict = String(raw.pragma(check, { simple: true }))
  return verdict === 'ok' ? null : verdict.split('\n').join(' ')
}
