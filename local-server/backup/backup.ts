// A copy of a data folder in one encrypted file, made while the server runs on it: the databases as they are at one moment,
// the secrets, and with media also every file that this database names.
import Database from 'better-sqlite3'
import { existsSync, lstatSync, rmSync, statSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { toIso } from '../../core/time.ts'
import manifest from '../../package.json' with { type: 'json' }
import { requireReadableFolder } from '../data-folder/data-folder.ts'
import { hasCode, makePrivateFolder, syncFolder } from '../disk/private-folder.ts'
import { BACKUP_WORK } from '../disk/staging-folder.ts'
import { nodeClock } from '../node-clock.ts'
import { migrationsDir } from '../paths.ts'
import { createSqliteMediaStore } from '../sqlite/media/sqlite-media-store.ts'
import { openDatabase } from '../sqlite/open-database.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { DATABASE, isArchivedName, PRACTICE, SECRETS } from './archived-names.ts'
import {
  DELETED_MEANWHILE,
  NOWHERE,
  readArchive,
  writeArchive,
  type ArchivedFile,
  type ReadContents,
} from './archive.ts'

export interface BackupOptions {
  readonly dataDir: string
  readonly file: string
  readonly withMedia: boolean
  readonly passphrase: string
  /** How long to wait while another program holds a database. */
  readonly patienceMs?: number
  /** When it is aborted, nothing is left behind; the process has to end then. */
  readonly stopping?: AbortSignal
}

export interface MadeBackup extends ReadContents {
  /** Why the practice posts are not in it; null when they are, or when there are none. */
  readonly withoutPractice: string | null
}

/** Resolves when the backup is on disk and was opened again. Until then there is no file of its name. */
export async function backUp(options: BackupOptions): Promise<MadeBackup> {
  const { dataDir, file, passphrase, stopping } = options
  requireReadableFolder(dataDir)
  if (!existsSync(join(dataDir, DATABASE))) throw nothingIn(dataDir)
  if (existsSync(file))
    throw new StartFailure(`There is a file ${file} already; nothing was changed.`, 'Choose another name.')
  const staging = join(dataDir, 'staging')
  makePrivateFolder(staging)
  // What a killed backup leaves there is removed at the next start of the server.
  const work = await mkdtemp(join(staging, BACKUP_WORK))
  const unfinished = join(dirname(file), `.${basename(file)}.${basename(work)}`)
  const removeUnfinished = () => {
    for (const path of [work, unfinished]) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
  stopping?.addEventListener('abort', removeUnfinished)
  try {
    const { files, withoutPractice } = await freeze(work, options)
    await writeArchive(unfinished, files, {
      passphrase,
      version: manifest.version,
      madeAt: toIso(nodeClock.now()),
    })
    const contents = await checkBackup(unfinished, passphrase)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return { ...contents, withoutPractice }
  } finally {
    stopping?.removeEventListener('abort', removeUnfinished)
    removeUnfinished()
  }
}

/** Reads all of a backup. Throws StartFailure when it could not be restored. */
export function checkBackup(file: string, passphrase: string): Promise<ReadContents> {
  return readArchive(file, passphrase, async () => NOWHERE)
}

/** A file that is deleted while we look is missing from the next copy of the database, too. */
const MOST_TRIES = 5

interface Frozen {
  readonly files: readonly ArchivedFile[]
  readonly withoutPractice: string | null
}

/** Copies that nothing changes any more. `instance.json` is left out: a folder without it is held until its user confirms. */
async function freeze(
  work: string,
  { dataDir, withMedia, patienceMs = PATIENCE_MS }: BackupOptions,
): Promise<Frozen> {
  const copy = async (name: string): Promise<ArchivedFile> => {
    const path = join(work, name)
    await copyDatabase(join(dataDir, name), path, patienceMs)
    return { name, path }
  }
  for (let attempt = 1; ; attempt += 1) {
    const database = await copy(DATABASE)
    // Copied after the database, so that everything it has published is there.
    const practice = await copyPractice(dataDir, copy)
    const named = await namedFiles(database.path)
    const secrets = { name: SECRETS, path: join(dataDir, SECRETS) }
    const files = [database, ...practice.files, secrets]
    if (!withMedia) return { ...practice, files }
    const uploads = await freezeFiles(join(dataDir, 'uploads'), join(work, `uploads-${attempt}`))
    const there = new Set(uploads.map(({ name }) => name))
    const missing = [...named].filter((key) => !there.has(`uploads/${key}`))
    // A file that was lost long ago must not prevent a backup.
    if (missing.length === 0 || attempt === MOST_TRIES) return { ...practice, files: [...files, ...uploads] }
  }
}

/** A backup of everything else is worth more than practice posts. */
async function copyPractice(dataDir: string, copy: (name: string) => Promise<ArchivedFile>): Promise<Frozen> {
  // It is empty when the sandbox was stopped while it made the file.
  const size = statSync(join(dataDir, PRACTICE), { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return { files: [], withoutPractice: null }
  try {
    return { files: [await copy(PRACTICE)], withoutPractice: null }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return { files: [], withoutPractice: error.message }
  }
}

/**
 * In one step, under one lock: a copy in steps would start over with each write of the server. Throws SqliteError while another
 * program holds the database.
 */
async function copyDatabase(from: string, to: string, timeout: number): Promise<void> {
  await rm(to, { force: true })
  const source = new Database(from, { readonly: true, timeout })
  try {
    // Held while it is copied: without it the library takes a locked database for an empty one, and reports success.
    source.exec('BEGIN; SELECT 1 FROM sqlite_schema')
    const { totalPages } = await source.backup(to, { progress: () => ALL_PAGES })
    // No file was written, and opening the copy would make a new database.
    if (totalPages === 0) throw nothingIn(from)
  } finally {
    source.close()
  }
}

function nothingIn(place: string): StartFailure {
  return new StartFailure(
    `There is nothing to back up in ${place}.`,
    'Name the data folder with --data-dir DIR.',
  )
}

const PATIENCE_MS = 10_000
const ALL_PAGES = 0x7fffffff

/** Opens the copy as a start would, which also shows whether it is sound. */
async function namedFiles(copy: string): Promise<ReadonlySet<string>> {
  const database = openDatabase(copy, migrationsDir)
  try {
    return await createSqliteMediaStore(database.db).storedKeys()
  } finally {
    database.close()
  }
}

/**
 * A hard link to each file keeps its bytes, even when the original goes; a stored file is never written to again. Files of other
 * programs, and the probe of the disk, are left out.
 */
async function freezeFiles(root: string, to: string): Promise<ArchivedFile[]> {
  // A restored folder has none until its first start. A link that leads to no disk is an error.
  if (!lstatSync(root, { throwIfNoEntry: false })) return []
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const frozen: ArchivedFile[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const within = relative(root, path)
    const name = `uploads/${within.split(sep).join('/')}`
    if (!isArchivedName(name)) continue
    const copy = join(to, within)
    await mkdir(dirname(copy), { recursive: true })
    try {
      await link(path, copy)
      frozen.push({ name, path: copy })
    } catch (error) {
      // Where there are no second names, as on another disk, it is read where it is: a copy of the library could fill this one.
      if (!hasCode(error, DELETED_MEANWHILE)) frozen.push({ name, path, mayGo: true })
    }
  }
  return frozen
}
