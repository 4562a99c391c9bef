// Opens the one database file. What must hold of every connection is set here and nowhere else.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { helpForStart } from '../disk/storage-causes.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { registerNoticeFunctions } from './coded-notices.ts'
import { checkFile, findDamage, openToExamine } from './damage.ts'
import { isKnownSound } from './known-sound.ts'
import { findWrongShape } from './table-shapes.ts'
import { watchPlace } from './watch-place.ts'

export type Db = ReturnType<typeof wrapDatabase>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface OpenDatabase {
  readonly db: Db
  readonly raw: Database.Database
  /** True when the file was made just now. */
  readonly isNew: boolean
  /** Migrations applied at this start. */
  readonly migrated: number
  /**
   * Ends what is right only while the server starts: waits for another program's lock, which stop the whole process (from then on
   * a write is repeated, `retry-while-locked.ts`), and the small page cache.
   */
  endStart(): void
  /** A durable write that changes no row. */
  commitNothing(): void
  /**
   * Whether the file and its log still have their names, and the folder is still this process's alone. Otherwise every write is
   * refused.
   */
  isInPlace(): boolean
  /** Looks for damage in the file, as the start does. Throws SqliteError when there is some. */
  check(): void
  close(): void
}

/** The time that a statement waits for another connection's lock while the server starts. */
const BUSY_TIMEOUT = 5_000
/** Less than the library's 16 MB: a start reads every row, in pages that perhaps no request ever asks for. */
const START_CACHE_KIB = 400
/** Keeps the write-ahead log small without waiting for readers. */
const WAL_LIMIT_BYTES = 16 * 1024 * 1024

/** Throws StartFailure when the file was written by a newer version or is not sound. */
export function openDatabase(
  file: string,
  migrationsDir: string,
  holdsFolder: () => boolean = () => true,
): OpenDatabase {
  const known = countMigrations(migrationsDir)
  const found = examineDatabase(file, migrationsDir)
  const raw = catchStartFailure(file, () => connectDatabase(file))
  const db = wrapDatabase(raw)
  if (found < known) {
    const copy = found > 0 && !hasMigrated(raw, known) ? `${file}.before-upgrade-${known}` : null
    upgradeDatabase(raw, file, copy, () => {
      registerNoticeFunctions(raw, migrationsDir)
      migrate(db, { migrationsFolder: migrationsDir })
      raw.pragma(`user_version = ${known}`)
    })
  }
  const cacheSize = Number(raw.pragma('cache_size', { simple: true }))
  raw.pragma(`cache_size = -${START_CACHE_KIB}`)
  return {
    db,
    raw,
    isNew: found === 0,
    migrated: known - found,
    endStart() {
      raw.pragma('busy_timeout = 0')
      raw.pragma(`cache_size = ${cacheSize}`)
    },
    commitNothing: () => void raw.pragma(`user_version = ${known}`),
    isInPlace: watchPlace(raw, file, holdsFolder),
    check: () => checkFile(file),
    close: () => raw.close(),
  }
}

/**
 * Looks before anything is written: a file that is refused stays as it is. Returns how many migrations it has seen. Throws
 * StartFailure when the file was written by a newer version or is not sound.
 */
export function examineDatabase(file: string, migrationsDir: string): number {
  const known = countMigrations(migrationsDir)
  return catchStartFailure(file, () => {
    const isSound = isKnownSound(file)
    const raw = openToExamine(file)
    try {
      const found = Number(raw.pragma('user_version', { simple: true }))
      refuseNewer(found, known)
      if (!isSound) refuseDamaged(findDamage(raw, file), file)
      if (found === known) refuseDamaged(findWrongShape(raw), file)
      return found
    } finally {
      raw.close()
    }
  })
}

function connectDatabase(file: string): Database.Database {
  const raw = new Database(file)
  chmodSync(file, 0o600)
  prepareConnection(raw)
  return raw
}

export function prepareConnection(raw: Database.Database): void {
  raw.pragma('journal_mode = WAL')
  // The library is built with NORMAL for WAL, which loses acknowledged commits at a power cut. A lost PUBLISHED is a
  // post published twice.
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT}`)
  raw.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`)
  // For search whatever the case, of which SQLite itself folds ASCII only, and the form: macOS names files in NFD. In capitals,
  // since a small sigma is another at the end of a word, and ß is written SS.
  raw.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.normalize('NFC').toUpperCase() : null,
  )
}

function catchStartFailure<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    throw new StartFailure(
      `The database ${file} cannot be opened: ${reasonOf(cause)}.`,
      helpForStart(cause) ?? 'Check the data folder and its disk, or start with another --data-dir.',
    )
  }
}

/** A kill may come between the migrations and their number. Then the copy from before them is there, and a new one would replace it. */
function hasMigrated(raw: Database.Database, known: number): boolean {
  const count = (source: string) => raw.prepare(`SELECT count(*) FROM ${source}`).pluck().get()
  return (
    count(`sqlite_schema WHERE name = '__drizzle_migrations'`) === 1 &&
    count('__drizzle_migrations') === known
  )
}

/** All or nothing: migrations run in one transaction. */
function upgradeDatabase(
  raw: Database.Database,
  file: string,
  copy: string | null,
  migrateAll: () => void,
): void {
  try {
    if (copy !== null) {
      backUpDatabase(raw, copy)
      forgetOldCopies(file)
    }
    migrateAll()
  } catch (cause) {
    raw.close()
    throw new StartFailure(
      `The upgrade of the database ${file} failed: ${reasonOf(cause)}.`,
      afterFailedUpgrade(cause, copy),
    )
  }
}

function afterFailedUpgrade(cause: unknown, copy: string | null): string {
  const inner = innerOf(cause)
  if (inner instanceof Database.SqliteError && inner.code === 'SQLITE_FULL')
    return 'Free some space on its disk and start again; nothing was changed.'
  return copy !== null && existsSync(copy)
    ? `Its copy from before the upgrade is ${copy}. Restore a backup of the data folder.`
    : 'Start with another --data-dir, or restore a backup of the data folder.'
}

type Work = (tx: unknown) => unknown

/** Compiles each statement on its first use and keeps it: most queries are built anew for each request, with the same text. */
export function wrapDatabase(raw: Database.Database) {
  const statement = keepStatements((source) => raw.prepare(source))
  const statementOfValues = keepStatements((source) => raw.prepare(source).raw())
  const prepare = (source: string) => ({
    run: (...values: unknown[]) => statement(source).run(...values),
    get: (...values: unknown[]) => statement(source).get(...values),
    all: (...values: unknown[]) => statement(source).all(...values),
    raw: () => statementOfValues(source),
  })
  // The library makes four functions for each work that is given to it, which takes as long as the transaction itself.
  const inTransaction = raw.transaction((work: Work, tx: unknown) => work(tx))
  const transaction = (work: Work) => ({
    deferred: (tx: unknown) => inTransaction.deferred(work, tx),
    immediate: (tx: unknown) => inTransaction.immediate(work, tx),
    exclusive: (tx: unknown) => inTransaction.exclusive(work, tx),
  })
  // What drizzle uses of a connection.
  const client = { prepare, transaction }
  const db = drizzle(client as unknown as Database.Database, { casing: 'snake_case' })
  return Object.assign(db, { $client: raw })
}

/** A list in a query makes a text for each length, so that they cannot all be kept. */
const MOST_STATEMENTS = 500

function keepStatements(compile: (source: string) => Database.Statement) {
  const kept = new Map<string, Database.Statement>()
  return (source: string): Database.Statement => {
    const known = kept.get(source)
    if (known) return known
    if (kept.size >= MOST_STATEMENTS) kept.clear()
    const compiled = compile(source)
    kept.set(source, compiled)
    return compiled
  }
}

/** `user_version` counts applied migrations: a file that knows more of them than we do is from a newer version. */
function refuseNewer(found: number, known: number): void {
  if (found <= known) return
  throw new StartFailure(
    'The data folder was written by a newer version of Nightpost; nothing was changed.',
    'Update Nightpost, or start with another --data-dir.',
  )
}

function refuseDamaged(damage: string | null, file: string): void {
  if (damage === null) return
  throw new StartFailure(
    `The database ${file} is damaged: ${damage}.`,
    'Restore a backup of the data folder; nothing was changed.',
  )
}

/** A whole, compacted copy through SQLite itself: copying the file would miss what is still in its log. */
function backUpDatabase(raw: Database.Database, copy: string): void {
  rmSync(copy, { force: true })
  try {
    raw.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    // A partial copy would keep a full disk full.
    rmSync(copy, { force: true })
    throw error
  }
}

const COPIES_KEPT = 3

/** Keeps the copies from before the latest upgrades. */
function forgetOldCopies(file: string): void {
  const prefix = `${basename(file)}.before-upgrade-`
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .toSorted((one, other) => Number(other.slice(prefix.length)) - Number(one.slice(prefix.length)))
  for (const name of copies.slice(COPIES_KEPT)) rmSync(join(dirname(file), name))
}

function countMigrations(migrationsDir: string): number {
  return readdirSync(migrationsDir).filter((name) => name.endsWith('.sql')).length
}

/** The database's own words in one line; what wraps them repeats whole statements. */
function reasonOf(cause: unknown): string {
  const inner = innerOf(cause)
  const text = inner instanceof Error ? inner.message : String(inner)
  return text.split('\n')[0] ?? text
}

function innerOf(cause: unknown): unknown {
  return cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
}

/** Takes the write lock at once: a read that is later upgraded could find that another connection has written. */
export function writeTransaction<T>(db: Db, work: (tx: Tx) => T): T {
  return db.transaction(work, { behavior: 'immediate' })
}
