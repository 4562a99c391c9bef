// Checks whether the data folder can be written to.

interface StorageRow {
  /** The group that clients know; `message` names the cause within it. */
  readonly problem: 'DISK_FULL' | 'DISK_UNWRITABLE' | 'DISK_FAILING'
  /** What the system and SQLite call it. SQLite's extended codes begin with the plain one. */
  readonly errors: readonly string[]
  /** Names the cause, and the one thing to do against it. */
  readonly message: string
}

/** What keeps us from storing anything: each cause once, with everything that is said of it. */
export const STORAGE_TROUBLES = {
  full: {
    problem: 'DISK_FULL',
    // The last one: no room for the index of SQLite's log, which each start recreates.
    errors: ['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'],
    message:
      'The disk is full, so nothing can be stored. Free some space; Nightpost then continues automatically.',
  },
  quota: {
    problem: 'DISK_FULL',
    errors: ['EDQUOT'],
    message:
      'Your quota on the disk is used up, so nothing can be stored. Delete files of yours or get a larger quota; Nightpost then continues automatically.',
  },
  fileSize: {
    problem: 'DISK_FULL',
    errors: ['EFBIG'],
    message:
      'A file of the data folder has reached the largest size that is allowed. Raise the limit (ulimit -f), or move the folder to a file system without one.',
  },
  readOnly: {
    problem: 'DISK_UNWRITABLE',
    errors: ['EROFS'],
    message:
      'The data folder cannot be written: its disk is read-only. Make it writable; Nightpost then continues automatically.',
  },
  unwritable: {
    problem: 'DISK_UNWRITABLE',
    errors: ['EACCES', 'EPERM', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'],
    message:
      'The data folder cannot be written: a folder or a file in it belongs to another user. Make it writable; Nightpost then continues automatically.',
  },
  missing: {
    problem: 'DISK_UNWRITABLE',
    // ENOENT is not one of them: it means this for a folder only, and proves nothing for any other file.
    errors: ['ENODEV', 'ENXIO', 'ESTALE'],
    message:
      'A folder of the data folder is missing. Put it back or connect its disk again; Nightpost then continues automatically.',
  },
  replaced: {
    problem: 'DISK_UNWRITABLE',
    errors: ['SQLITE_READONLY_DBMOVED'],
    message:
      'The database of the data folder, its log or its lock was moved, deleted or replaced while Nightpost is running, so nothing is stored or published from here. Put it back, or stop Nightpost and start it again.',
  },
  openFiles: {
    problem: 'DISK_UNWRITABLE',
    errors: ['EMFILE'],
    message:
      'Nightpost has as many files and connections open as it is allowed to. Raise the limit of open files (ulimit -n), then start Nightpost again.',
  },
  openFilesOfSystem: {
    problem: 'DISK_UNWRITABLE',
    errors: ['ENFILE'],
    message:
      'Too many files are open on this computer. Close other programs; Nightpost then continues automatically.',
  },
  locked: {
    problem: 'DISK_UNWRITABLE',
    errors: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
    message:
      'Another program holds the database of the data folder, so nothing can be stored. Close that program; Nightpost then continues automatically.',
  },
  failing: {
    problem: 'DISK_FAILING',
    errors: ['EIO', 'EBADMSG', 'EUCLEAN', 'SQLITE_IOERR'],
    message:
      'The disk of the data folder reports errors. Back up the folder to another disk, and check this disk before you continue.',
  },
  slow: {
    problem: 'DISK_FAILING',
    // No error: only the time that storing takes shows it.
    errors: [],
    message:
      'The disk of the data folder is so slow that it takes more than ten seconds to store anything, so posts go out late. Close programs that keep it busy, or move the folder to a faster disk.',
  },
  damaged: {
    problem: 'DISK_FAILING',
    errors: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'],
    message:
      'The database of the data folder is damaged, so this computer publishes nothing. Stop Nightpost, and restore a backup of the folder.',
  },
} as const satisfies Record<string, StorageRow>

/** A disk with fewer free bytes is reported as nearly full. */
export const NEARLY_FULL_BYTES = 500_000_000

export type StorageTrouble = keyof typeof STORAGE_TROUBLES

/** The present trouble of each kind of write. */
export interface StorageHealth {
  readonly database: StorageTrouble | null
  readonly files: StorageTrouble | null
}

export interface DataStorage extends StorageErrors {
  /**
   * Writes a little of both kinds durably and removes it again, at most every few seconds, however many ask. A trouble that
   * real work has met stands until such a write succeeds; a damaged database, until the next start. Never rejects.
   */
  probe(): Promise<StorageHealth>
  /** Free bytes on the disk of the data folder; null when it does not say. */
  freeBytes(): Promise<number | null>
  /** Remembers what real work has met, when it was the storage. */
  note(error: unknown): void
}

export interface StorageErrors {
  /** Null when the error, or what caused it, has nothing to do with storage. Looks closer where the error says too little. */
  troubleIn(error: unknown): Promise<StorageTrouble | null>
}

/** Each trouble once. */
export function troublesOf({ database, files }: StorageHealth): StorageTrouble[] {
  return [...new Set([database, files])].filter((trouble) => trouble !== null)
}
