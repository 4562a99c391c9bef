// The sandbox's memory as one SQLite file of its own, apart from the server's database: throwing it away loses nothing
// but practice posts.
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CodedError } from '../../core/coded-error.ts'
import { PRIVATE_FOLDER } from '../disk/private-folder.ts'
import { readCause } from '../disk/storage-causes.ts'
import { createFileFolder } from '../sandbox/state/file-folder.ts'
import type { SandboxStore, JournalRecord } from '../sandbox/state/store.ts'
import { takeInstanceLock, type InstanceLock } from './instance-lock.ts'

const TABLES = `
  CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (kind, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS images (id TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;`

export interface SandboxJournal extends SandboxStore {
  /** Closing twice, or before anything was read, is fine. A closed journal refuses what still comes. */
  close(): void
}

/** Does not carry SQLite's own error, which would be taken for one of the server's database, and stop all publishing. */
export class UnusableJournal extends CodedError {
  readonly whatHappened: string
  readonly whatToDo: string

  constructor(reason: unknown) {
    const text = reason instanceof Error ? reason.message : String(reason)
    const whatHappened = `The file of the sandbox, sandbox.db, cannot be used: ${text}.`
    const whatToDo = helpFor(reason)
    super('INTERNAL_ERROR', `${whatHappened} ${whatToDo}`)
    this.whatHappened = whatHappened
    this.whatToDo = whatToDo
  }
}

class HeldByAnother extends Error {
  constructor() {
    super('another sandbox is using it')
  }
}

function helpFor(reason: unknown): string {
  if (reason instanceof HeldByAnother) return 'Stop that one, or name another folder.'
  const trouble = readCause(reason)?.trouble
  if (trouble === 'locked') return 'Close the program that holds it.'
  if (trouble === 'full' || trouble === 'quota') return 'Free some space on its disk.'
  return 'Move it away and start again; only practice posts are lost.'
}

/**
 * Videos lie beside the file in a folder of their own, whose name begins like the file's, so that it can be recognised. Opens
 * the file on first use, so that a start without calls to the sandbox pays nothing. Two sandboxes on one file would issue the
 * same ids, so there is a lock beside it: the file itself is read by backups meanwhile.
 */
export function createSandboxJournal(file: string): SandboxJournal {
  let opened: OpenFile | undefined
  let isClosed = false
  const inFile = <T>(work: (database: Database.Database) => T): T => {
    // A late download must not reopen a file that another sandbox may hold by now.
    if (isClosed) throw new Error('the sandbox is closed')
    try {
      opened ??= openFile(file)
      return work(opened.database)
    } catch (error) {
      throw new UnusableJournal(error)
    }
  }
  return {
    ...createFileFolder(`${file}-files`),
    load: () =>
      inFile((database) =>
        database.prepare<[], JournalRecord>('SELECT kind, id, json FROM records ORDER BY seq').all(),
      ),
    put(kind, id, json) {
      const upsert =
        'INSERT INTO records (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json'
      inFile((database) => database.prepare(upsert).run(kind, id, json))
    },
    putImage(id, bytes) {
      const upsert = 'INSERT OR REPLACE INTO images (id, bytes) VALUES (?, ?)'
      inFile((database) => database.prepare(upsert).run(id, bytes))
    },
    image(id) {
      const row = inFile((database) =>
        database.prepare<[string], { bytes: Uint8Array }>('SELECT bytes FROM images WHERE id = ?').get(id),
      )
      return row ? new Uint8Array(row.bytes) : null
    },
    close() {
      opened?.database.close()
      opened?.lock.release()
      opened = undefined
      isClosed = true
    },
  }
}

interface OpenFile {
  readonly database: Database.Database
  readonly lock: InstanceLock
}

function openFile(file: string): OpenFile {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  const lock = takeInstanceLock(`${file}-lock`)
  if (lock === null) throw new HeldByAnother()
  try {
    return { database: openUnlocked(file), lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

function openUnlocked(file: string): Database.Database {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  // A short wait: it stops the whole process.
  const database = new Database(file, { timeout: 250 })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec(TABLES)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
