import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import { SECOND } from '../../../core/time.ts'
import { createDataStorage } from '../../../local-server/disk/data-storage.ts'
import {
  readCause,
  storageRefusalInWords,
  toStorageRefusal,
} from '../../../local-server/disk/storage-causes.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const WELL = { database: null, files: null }
const sqliteError = (code: string) => new Database.SqliteError('it says', code)
const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error('it says'), { code, ...more })
/** An error as Node throws it for what it has no name for. */
const unnamed = (errno: number) => systemError(`Unknown system error -${errno}`, { errno: -errno })
const spentQuota = () => unnamed(constants.errno.EDQUOT)

let dir = ''
beforeEach(() => {
  dir = newFolder()
  for (const name of ['staging', 'uploads', 'uploads/media']) mkdirSync(join(dir, name))
})

/** `commits` fails with what stands in it, and counts. */
function aStorage(commits: { fails?: Error | null; count?: number; takes?: number } = {}) {
  const clock = createManualClock()
  const storage = createDataStorage(dir, {
    clock,
    async commit() {
      commits.count = (commits.count ?? 0) + 1
      clock.advance(commits.takes ?? 0)
      if (commits.fails) throw commits.fails
    },
    isInPlace: () => true,
  })
  return { clock, commits, ...storage }
}

/** A file in its place refuses everybody, also root, for whom modes are no obstacle. */
function breakStaging(): { mend(): void } {
  rmSync(join(dir, 'staging'), { recursive: true })
  writeFileSync(join(dir, 'staging'), '')
  return {
    mend() {
      rmSync(join(dir, 'staging'))
      mkdirSync(join(dir, 'staging'))
    },
  }
}

describe('the storage of a data folder', () => {
  it('is fine when every folder takes a file and the database a commit, and the check leaves nothing behind', async () => {
    writeFileSync(join(dir, 'uploads/media/.probe'), 'left by a kill')
    expect(await aStorage().probe()).toEqual(WELL)
    expect(readdirSync(join(dir, 'uploads', 'media'))).toEqual([])
    expect(readdirSync(dir).length).toBe(2)
  })

  it('is in trouble when a folder takes no file, and fine again a few seconds after it does', async () => {
    const { clock, probe } = aStorage()
    const staging = breakStaging()
    expect(await probe()).toEqual({ ...WELL, files: 'missing' })
    staging.mend()
    expect(await probe()).toEqual({ ...WELL, files: 'missing' })
    clock.advance(5 * SECOND)
    expect(await probe()).toEqual(WELL)
  })

  it('is in trouble when only the database takes nothing', async () => {
    const { clock, commits, probe } = aStorage({ fails: sqliteError('SQLITE_IOERR_FSYNC') })
    expect(await probe()).toEqual({ ...WELL, database: 'failing' })
    commits.fails = null
    clock.advance(5 * SECOND)
    expect(await probe()).toEqual(WELL)
  })

  it('writes once in five seconds, however many ask', async () => {
    const { clock, commits, probe } = aStorage()
    await Promise.all(Array.from({ length: 50 }, probe))
    clock.advance(5 * SECOND - 1)
    await probe()
    expect(commits.count).toBe(1)
    clock.advance(1)
    await probe()
    expect(commits.count).toBe(2)
  })

  it('is slow while a commit takes more than ten seconds, which is no error', async () => {
    const commits = { takes: 10 * SECOND + 1 }
    const { clock, probe, isSound } = aStorage(commits)
    expect(await probe()).toEqual({ ...WELL, database: 'slow' })
    expect(isSound()).toBe(true)
    for (commits.takes of [10 * SECOND, 0]) {
      clock.advance(5 * SECOND)
      expect(await probe()).toEqual(WELL)
    }
  })

  it('does not write where a link leads', async () => {
    const elsewhere = newFolder()
    symlinkSync(elsewhere, join(dir, 'uploads', 'link'))
    chmodSync(elsewhere, 0o500)
    expect(await aStorage().probe()).toEqual(WELL)
  })
})

describe('a trouble that real work has met', () => {
  it.each([
    ['database', sqliteError('SQLITE_IOERR_WRITE'), 'failing'],
    ['files', systemError('ENOSPC'), 'full'],
  ] as const)('stands at once, until a write of the same kind succeeds: %s', async (kind, error, trouble) => {
    const { clock, note, probe } = aStorage()
    await probe()
    note(new Error('a query failed', { cause: error }))
    expect(await probe()).toEqual({ ...WELL, [kind]: trouble })
    clock.advance(5 * SECOND)
    expect(await probe()).toEqual(WELL)
  })

  it('is not ended by a write of the other kind', async () => {
    const { clock, commits, note, probe } = aStorage()
    note(sqliteError('SQLITE_FULL'))
    commits.fails = sqliteError('SQLITE_FULL')
    clock.advance(5 * SECOND)
    expect(await probe()).toEqual({ ...WELL, database: 'full' })
  })

  it('is not ended by any write when the database is damaged, which takes writes, too', async () => {
    const { clock, isSound, note, probe } = aStorage()
    expect(isSound()).toBe(true)
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_FULL']) note(sqliteError(code))
    clock.advance(5 * SECOND)
    expect(await probe()).toEqual({ ...WELL, database: 'damaged' })
    expect(isSound()).toBe(false)
  })

  it('is not ended by a check that had begun before', async () => {
    let end = () => {}
    const looked = new Promise<void>((resolve) => (end = resolve))
    const storage = createDataStorage(dir, {
      clock: createManualClock(),
      commit: () => looked,
      isInPlace: () => true,
    })
    const answer = storage.probe()
    storage.note(sqliteError('SQLITE_IOERR_FSYNC'))
    end()
    expect(await answer).toEqual({ ...WELL, database: 'failing' })
  })

  it('is not reported when the error has nothing to do with storage', async () => {
    const { note, probe } = aStorage()
    note(new TypeError('fetch failed', { cause: systemError('EACCES', { syscall: 'connect' }) }))
    note('ENOSPC')
    expect(await probe()).toEqual(WELL)
  })
})

describe('the cause of an error', () => {
  it.each([
    ['a full disk', systemError('ENOSPC'), 'full'],
    ['a full disk under the database', sqliteError('SQLITE_FULL'), 'full'],
    ['a spent quota', spentQuota(), 'quota'],
    ['a file that may not grow', systemError('EFBIG'), 'fileSize'],
    ['a read-only disk', systemError('EROFS'), 'readOnly'],
    ['a folder of another user', systemError('EACCES'), 'unwritable'],
    ['a database that may not be written', sqliteError('SQLITE_READONLY'), 'unwritable'],
    ['a database file that was moved', sqliteError('SQLITE_READONLY_DBMOVED'), 'replaced'],
    ['too many open files', systemError('EMFILE'), 'openFiles'],
    ['too many connections', systemError('EMFILE', { syscall: 'connect' }), 'openFiles'],
    ['too many open files of the computer', systemError('ENFILE'), 'openFilesOfSystem'],
    ['a database that another program holds', sqliteError('SQLITE_BUSY'), 'locked'],
    ['a disk that was unplugged', systemError('ENODEV'), 'missing'],
    ['a network folder that is gone', unnamed(constants.errno.ESTALE), 'missing'],
    ['a broken disk', systemError('EIO'), 'failing'],
    ['a wrong checksum on the disk', unnamed(constants.errno.EBADMSG), 'failing'],
    ['a damaged file system', unnamed(117), 'failing'],
    ['a damaged database', sqliteError('SQLITE_CORRUPT_VTAB'), 'damaged'],
    ['a file in place of the database', sqliteError('SQLITE_NOTADB'), 'damaged'],
    ['a broken disk under the database', sqliteError('SQLITE_IOERR_WRITE'), 'failing'],
    ['a broken rule of the database', sqliteError('SQLITE_CONSTRAINT_UNIQUE'), null],
    ['a file that is not there', systemError('ENOENT'), null],
    ['a program that may not be run', systemError('EACCES', { syscall: 'spawn ffmpeg' }), null],
  ])('is read of %s, also below another error', async (_what, error, trouble) => {
    const { troubleIn } = aStorage()
    expect(await troubleIn(error)).toBe(trouble)
    expect(await troubleIn(new Error('a query failed', { cause: error }))).toBe(trouble)
  })

  it('is looked for in the folder where SQLite tells too little', async () => {
    const { clock, commits, probe, troubleIn } = aStorage()
    await probe()
    const staging = breakStaging()
    commits.fails = sqliteError('SQLITE_IOERR_WRITE')
    clock.advance(SECOND)
    expect(await troubleIn(commits.fails)).toBe('missing')
    expect(await probe()).toEqual({ database: 'missing', files: 'missing' })
    staging.mend()
  })

  it('is looked for once a second at most', async () => {
    const { commits, troubleIn } = aStorage({ fails: sqliteError('SQLITE_IOERR_WRITE') })
    await Promise.all(Array.from({ length: 50 }, () => troubleIn(commits.fails)))
    expect(commits.count).toBe(1)
  })
})

describe('the refusal of a file that could not be stored', () => {
  it.each([
    ['a full disk', systemError('ENOSPC'), 'full'],
    ['a spent quota', spentQuota(), 'quota'],
    ['too many open files', systemError('EMFILE'), 'openFiles'],
    ['a read-only disk', systemError('EROFS'), 'readOnly'],
  ] as const)('says what health says: %s', (_what, error, trouble) => {
    const { message } = STORAGE_TROUBLES[trouble]
    expect(toStorageRefusal(error, 'UPLOAD_ERROR')).toMatchObject({ code: 'UPLOAD_ERROR', message })
  })

  it('is not made of other errors, or of what is a refusal already', () => {
    const refusal = new CodedError('MEDIA_INVALID', 'No.', { cause: systemError('EIO') })
    for (const error of [systemError('ENOENT'), refusal, 'ENOSPC'])
      expect(toStorageRefusal(error, 'UPLOAD_ERROR')).toBe(error)
  })

  it.each([
    ['VipsJpeg: unable to write: No space left on device', 'full'],
    ['av_interleaved_write_frame(): Disk quota exceeded', 'quota'],
    ['unable to open for write\nunix error: Too many open files', 'openFiles'],
    ['unable to open for write\nunix error: Too many open files in system', 'openFilesOfSystem'],
    ['x.mp4: Read-only file system', 'readOnly'],
    ['Invalid data found when processing input', null],
  ] as const)('is read from the output of a program: %s', (words, trouble) => {
    const refusal = storageRefusalInWords(new Error(words), 'PROCESSING_FAILED')
    expect(refusal?.message).toBe(trouble === null ? undefined : STORAGE_TROUBLES[trouble].message)
    expect(readCause(refusal)?.trouble ?? null).toBe(trouble)
  })
})
