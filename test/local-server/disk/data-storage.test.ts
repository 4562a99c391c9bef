import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { SECOND } from '../../../core/time.ts'
import { createDataStorage } from '../../../local-server/disk/data-storage.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

describe('the storage of a data folder', () => {
  let dir = ''
  beforeEach(() => {
    dir = newFolder()
    for (const name of ['staging', 'uploads', 'uploads/media']) mkdirSync(join(dir, name))
  })

  it('is fine when every folder takes a file, and nothing of the look stays', async () => {
    writeFileSync(join(dir, 'uploads/media/.probe'), 'left by a kill')
    expect(await createDataStorage(dir, createManualClock()).probe()).toBeNull()
    expect(readdirSync(join(dir, 'uploads', 'media'))).toEqual([])
    expect(readdirSync(dir).length).toBe(2)
  })

  it('is in trouble when a folder takes none, and fine again a few seconds after it does', async () => {
    const clock = createManualClock()
    const storage = createDataStorage(dir, clock)
    // A file in its place refuses everybody, also root, for whom modes are no obstacle.
    rmSync(join(dir, 'staging'), { recursive: true })
    writeFileSync(join(dir, 'staging'), '')
    expect(await storage.probe()).toBe('failing')
    rmSync(join(dir, 'staging'))
    mkdirSync(join(dir, 'staging'))
    expect(await storage.probe()).toBe('failing')
    clock.advance(5 * SECOND)
    expect(await storage.probe()).toBeNull()
  })

  it('does not write where a link leads', async () => {
    const elsewhere = newFolder()
    symlinkSync(elsewhere, join(dir, 'uploads', 'link'))
    chmodSync(elsewhere, 0o500)
    expect(await createDataStorage(dir, createManualClock()).probe()).toBeNull()
  })

  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['SQLITE_FULL', 'full'],
    ['EROFS', 'unwritable'],
    ['EACCES', 'unwritable'],
    ['SQLITE_READONLY_DBMOVED', 'unwritable'],
    ['EIO', 'failing'],
    ['SQLITE_IOERR_WRITE', 'failing'],
    ['SQLITE_CONSTRAINT_UNIQUE', null],
    ['ENOENT', null],
  ])('reads %s as %s, also in the cause of another error', (code, trouble) => {
    const { troubleIn } = createDataStorage(dir, createManualClock())
    const error = code.startsWith('SQLITE')
      ? new Database.SqliteError('it says', code)
      : Object.assign(new Error('it says'), { code })
    expect(troubleIn(error)).toBe(trouble)
    expect(troubleIn(new Error('a query failed', { cause: error }))).toBe(trouble)
    expect(troubleIn(code)).toBeNull()
  })
})
