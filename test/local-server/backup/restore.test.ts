// What a backup takes along, what restoring it refuses, and that it leaves nothing behind then.
import type * as age from 'age-encryption'
import Database from 'better-sqlite3'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { writeArchive } from '../../../local-server/backup/archive.ts'
import { backUp, checkBackup } from '../../../local-server/backup/backup.ts'
import { createDiskBlobStore } from '../../../local-server/disk/disk-blob-store.ts'
import { takeDataFolder } from '../../../local-server/data-folder/data-folder.ts'
import { isRefusalOfSystem, refusalInWords } from '../../../local-server/backup/refusal-of-system.ts'
import { restore } from '../../../local-server/backup/restore.ts'
import { findUnfinishedRestores } from '../../../local-server/backup/unfinished-restores.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'
import { filesBelow, newFolder } from '../../process-harness/own-folders.ts'
import { mountDisk, unmountDisks } from '../disk/small-disk.ts'
import { wireServer } from '../wire/wired-server.ts'

// A passphrase that costs an attacker a second costs each test a second, too.
vi.mock('age-encryption', async (load) => {
  const library = await load<typeof age>()
  class QuickEncrypter extends library.Encrypter {
    constructor() {
      super()
      this.setScryptWorkFactor(4)
    }
  }
  return { ...library, Encrypter: QuickEncrypter }
})

const passphrase = 'five random words or more'
let backedUp: string
let whole: Buffer
beforeAll(async () => {
  backedUp = await newDataFolder()
  whole = readFileSync(await backUpOf(backedUp))
})
afterAll(unmountDisks)

/** Of a server with one picture, which was stopped. */
async function newDataFolder(): Promise<string> {
  const server = await wireServer()
  await server.upload()
  await server.close()
  return server.dataDir
}

async function backUpOf(dataDir: string): Promise<string> {
  const file = join(newFolder(), 'backup.age')
  await backUp({ dataDir, file, withMedia: true, passphrase })
  return file
}

/** A database and a file of this name, which `backUp` itself would leave out. */
async function archiveWith(name: string): Promise<string> {
  const [file, path] = [join(newFolder(), 'backup.age'), join(backedUp, 'nightpost.db')]
  const files = ['nightpost.db', name].map((each) => ({ name: each, path }))
  await writeArchive(file, files, { passphrase, version: '0.1.0', madeAt: '2026-11-23T09:05:00.000Z' })
  return file
}

function written(bytes: Buffer): string {
  const file = join(newFolder(), 'backup.age')
  writeFileSync(file, bytes)
  return file
}

it('restores everything into an empty folder', async () => {
  const dataDir = newFolder()
  await restore({ file: written(whole), dataDir, passphrase })
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['nightpost.db', 'secrets.json', 'uploads']))
})

it('takes a folder for empty in which only an empty inbox is, as a container has it, and leaves that there', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'inbox'))
  const another = { file: written(whole), dataDir, passphrase: 'five other random words' }
  await expect(restore(another)).rejects.toThrow('not opened by this passphrase')
  expect(readdirSync(dataDir)).toEqual(['inbox'])
  await restore({ file: written(whole), dataDir, passphrase })
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['inbox', 'nightpost.db', 'secrets.json']))
  const used = newFolder()
  mkdirSync(join(used, 'inbox/demo.kitchen'), { recursive: true })
  await expect(restore({ file: written(whole), dataDir: used, passphrase })).rejects.toThrow('something in')
  expect(readdirSync(join(used, 'inbox'))).toEqual(['demo.kitchen'])
})

it('removes no copy of another restore, even of one that had the same process id', async () => {
  const dataDir = newFolder()
  const left = join(dirname(dataDir), `.${basename(dataDir)}.restoring-${process.pid}`)
  mkdirSync(left)
  writeFileSync(join(left, 'nightpost.db'), 'x')
  await restore({ file: written(whole), dataDir, passphrase })
  expect(filesBelow(left)).toEqual(['nightpost.db'])
  rmSync(left, { recursive: true })
  expect(findUnfinishedRestores(dataDir)).toEqual([])
})

it('says of a link to a folder that is not there what to do', async () => {
  const dataDir = join(newFolder(), 'data')
  symlinkSync(join(newFolder(), 'gone'), dataDir)
  const refusal = { message: expect.stringContaining('is a link'), whatToDo: expect.stringContaining('disk') }
  await expect(restore({ file: written(whole), dataDir, passphrase })).rejects.toMatchObject(refusal)
  await expect(takeDataFolder(dataDir)).rejects.toMatchObject(refusal)
})

it('says of a folder below a file that it cannot be used', async () => {
  const dataDir = join(written(whole), 'data')
  await expect(takeDataFolder(dataDir)).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(/^A file is in the place of /),
  })
})

it('takes no files of other programs along', async () => {
  const dataDir = await newDataFolder()
  const before = filesBelow(join(dataDir, 'uploads'))
  for (const name of ['.DS_Store', '.probe', 'media/IMG 1.jpg', 'media/._x'])
    writeFileSync(join(dataDir, 'uploads', name), 'x')
  const restored = newFolder()
  await restore({ file: await backUpOf(dataDir), dataDir: restored, passphrase })
  expect(filesBelow(join(restored, 'uploads'))).toEqual(before)
})

it.each(['uploads/.DS_Store', 'uploads/media/IMG 1.jpg'])(
  'leaves %s out that an older backup took along, and says so',
  async (name) => {
    const [file, dataDir] = [await archiveWith(name), newFolder()]
    expect(await checkBackup(file, passphrase)).toMatchObject({ leftOut: [name] })
    const { files, leftOut } = await restore({ file, dataDir, passphrase })
    expect({ there: filesBelow(dataDir), files: Object.keys(files), leftOut }).toEqual({
      there: ['nightpost.db'],
      files: ['nightpost.db'],
      leftOut: [name],
    })
  },
)

it.each(['uploads/../../.profile', '/uploads/x y', String.raw`uploads\..\x`, 'my notes.txt', 'uploads//x y'])(
  'neither restores nor calls sound what holds %s',
  async (name) => {
    const [file, dataDir] = [await archiveWith(name), newFolder()]
    await expect(checkBackup(file, passphrase)).rejects.toThrow(/no name of a backup/)
    await expect(restore({ file, dataDir, passphrase })).rejects.toThrow(/no name of a backup/)
    expect(readdirSync(dataDir)).toEqual([])
  },
)

it('takes the practice posts of a running server along', async () => {
  const [server, dataDir] = [await wireServer(), newFolder()]
  onTestFinished(() => server.close())
  expect((await server.get('/sandbox')).status).toBe(200)
  const file = await backUpOf(server.dataDir)
  expect(await restore({ file, dataDir, passphrase })).toMatchObject({
    files: { 'sandbox.db': expect.anything() },
  })
  const restored = new Database(join(dataDir, 'sandbox.db'), { readonly: true })
  expect(restored.prepare('SELECT count(*) FROM records').pluck().get()).toBe(0)
  restored.close()
})

it.each([
  ['unreadable', 'no database', /not a database/],
  ['empty', '', null],
])('leaves practice posts out when their file is %s, and says why', async (_how, content, why) => {
  const [dataDir, file] = [await newDataFolder(), join(newFolder(), 'backup.age')]
  writeFileSync(join(dataDir, 'sandbox.db'), content)
  const { files, withoutPractice } = await backUp({ dataDir, file, withMedia: false, passphrase })
  expect(Object.keys(files)).toEqual(['nightpost.db', 'secrets.json'])
  expect(withoutPractice).toEqual(why && expect.stringMatching(why))
})

it('is refused while another program holds the database, and stores nothing in its place', async () => {
  const [dataDir, folder] = [await newDataFolder(), newFolder()]
  const other = new Database(join(dataDir, 'nightpost.db'))
  onTestFinished(() => void other.close())
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  const options = { dataDir, file: join(folder, 'backup.age'), withMedia: false, passphrase }
  await expect(backUp({ ...options, patienceMs: 50 })).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  expect(readdirSync(folder)).toEqual([])
})

it('is refused of a database that is empty, and stores no new one in its place', async () => {
  const dataDir = await newDataFolder()
  writeFileSync(join(dataDir, 'nightpost.db'), '')
  await expect(backUpOf(dataDir)).rejects.toThrow(/nothing to back up/)
})

it.each([
  ['ENOSPC', /Free some space or choose another place/],
  ['SQLITE_FULL', /Free some space/],
  ['ENOENT', /Create the missing folder or connect its disk/],
  ['ENOTDIR', /part of this path is a file/],
  ['EACCES', /Make it writable/],
  ['EROFS', /Make it writable/],
  ['SQLITE_BUSY', /Another program holds the database of the data folder. Close that program, and try again/],
  ['SQLITE_CORRUPT', /damaged/],
  ['EIO', /disk reports errors/],
])('says of %s what helps against it, and against nothing else', (code, helps) => {
  const { message, whatToDo } = refusalInWords('The backup x', Object.assign(new Error('so'), { code }))
  expect(message).toBe('The backup x failed: so.')
  expect(whatToDo).toMatch(/^Nothing was changed\. .*\.$/)
  expect(whatToDo).toMatch(helps)
  expect(/space/.test(whatToDo)).toBe(/ENOSPC|FULL/.test(code))
})

it('says what helps against a spent quota, for which Node has no name', () => {
  const number = constants.errno.EDQUOT
  const code = `Unknown system error -${number}`
  const error = Object.assign(new Error(`${code}, write`), { code, errno: -number })
  expect(isRefusalOfSystem(error)).toBe(true)
  expect(refusalInWords('The backup x', error).whatToDo).toMatch(/Delete files of yours/)
})

it('copies no picture to a disk that has no room for it', async ({ skip }) => {
  const disk = mountDisk(4)
  if (typeof disk !== 'string') return skip(disk.reason)
  const dataDir = await newDataFolder()
  writeFileSync(join(dataDir, 'uploads/media/large.jpg'), Buffer.alloc(5_000_000))
  // A second name for a file cannot be on another disk.
  rmSync(join(dataDir, 'staging'), { recursive: true })
  symlinkSync(disk, join(dataDir, 'staging'))
  const { files } = await checkBackup(await backUpOf(dataDir), passphrase)
  expect(Object.keys(files)).toContain('uploads/media/large.jpg')
})

it('leaves out a picture that is deleted before its turn, and fails when its disk is gone', async () => {
  const [file, path] = [join(newFolder(), 'backup.age'), join(backedUp, 'nightpost.db')]
  const about = { passphrase, version: '0.1.0', madeAt: '2026-11-23T09:05:00.000Z' }
  const pictureIn = (folder: string) => {
    return { name: 'uploads/media/gone.jpg', path: join(folder, 'gone.jpg'), mayGo: true }
  }
  await writeArchive(file, [{ name: 'nightpost.db', path }, pictureIn(newFolder())], about)
  expect(Object.keys((await checkBackup(file, passphrase)).files)).toEqual(['nightpost.db'])
  const unplugged = writeArchive(`${file}.2`, [pictureIn(join(newFolder(), 'disk'))], about)
  await expect(unplugged).rejects.toMatchObject({ code: 'ENOENT' })
})

it('leaves nothing behind when a backup is stopped', async () => {
  const [folder, stopping] = [newFolder(), new AbortController()]
  const made = backUp({
    dataDir: backedUp,
    file: join(folder, 'backup.age'),
    withMedia: true,
    passphrase,
    stopping: stopping.signal,
  })
  while (readdirSync(folder).length === 0) await new Promise(setImmediate)
  stopping.abort()
  expect([folder, join(backedUp, 'staging')].flatMap((each) => readdirSync(each))).toEqual([])
  await expect(made).rejects.toThrow()
})

it('backs up a folder that was restored and never started', async () => {
  const [dataDir, withoutMedia] = [join(newFolder(), 'data'), join(newFolder(), 'backup.age')]
  await backUp({ dataDir: backedUp, file: withoutMedia, withMedia: false, passphrase })
  await restore({ file: withoutMedia, dataDir, passphrase })
  const { files } = await checkBackup(await backUpOf(dataDir), passphrase)
  expect(Object.keys(files)).toEqual(['nightpost.db', 'secrets.json'])
})

it('refuses to back up a folder whose pictures are on a disk that is not there', async () => {
  const dataDir = await newDataFolder()
  rmSync(join(dataDir, 'uploads'), { recursive: true })
  symlinkSync(join(newFolder(), 'gone'), join(dataDir, 'uploads'))
  await expect(backUpOf(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('is made to its end while a server starts on the folder', async () => {
  const made = backUpOf(backedUp)
  while (readdirSync(join(backedUp, 'staging')).length === 0) await new Promise(setImmediate)
  await createDiskBlobStore(backedUp).sweepStaging()
  expect(Object.keys((await checkBackup(await made, passphrase)).files)).toContain('nightpost.db')
})

it.each(['linux', 'win32'] as const)(
  'leaves nothing that is not encrypted when a restore is stopped (%s)',
  async (platform) => {
    const [folder, file, stopping] = [newFolder(), written(whole), new AbortController()]
    vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const made = restore({ file, dataDir: join(folder, 'data'), passphrase, stopping: stopping.signal })
    while (filesBelow(folder).length === 0) await new Promise(setImmediate)
    stopping.abort()
    expect(readdirSync(folder)).toEqual([])
    await expect(made).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  },
)

it('takes back into the folder that a link leads to', async () => {
  const [dataDir, link] = [newFolder(), join(newFolder(), 'data')]
  symlinkSync(dataDir, link, 'junction')
  await restore({ file: written(whole), dataDir: link, passphrase })
  expect(readdirSync(dataDir)).toContain('nightpost.db')
  expect(readdirSync(dirname(link))).toEqual(['data'])
})

it('refuses a folder that is a disk of its own before the backup is read', async ({ skip }) => {
  const disk = mountDisk(4)
  if (typeof disk !== 'string') return skip(disk.reason)
  const file = join(newFolder(), 'not-there.age')
  await expect(restore({ file, dataDir: disk, passphrase })).rejects.toMatchObject({
    message: expect.stringMatching(/cannot be replaced: EBUSY/),
    whatToDo: expect.stringContaining(join(disk, 'nightpost')),
  })
  expect([readdirSync(dirname(disk)), readdirSync(disk)]).toEqual([['disk'], []])
  const dataDir = join(disk, 'nightpost')
  await restore({ file: written(whole), dataDir, passphrase })
  expect(readdirSync(dataDir)).toContain('nightpost.db')
})

it('changes nothing where something is', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'mine'), 'mine')
  await expect(restore({ file: written(whole), dataDir, passphrase })).rejects.toThrow(/already/)
  expect(readdirSync(dataDir)).toEqual(['mine'])
})

it.each([
  ['is cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), /damaged|opened/],
  ['lacks its last byte', (bytes: Buffer) => bytes.subarray(0, -1), /damaged|opened/],
  ['has one byte that is another', withAnotherByte, /damaged/],
])('leaves nothing of a file that %s', async (_how, damage: (bytes: Buffer) => Buffer, says) => {
  await expectNothingLeft(damage(whole), passphrase, says)
})

it('leaves nothing of a file that another passphrase opens', async () => {
  await expectNothingLeft(whole, 'another passphrase', /is not opened by this passphrase/)
  const opened = checkBackup(written(whole), 'another passphrase')
  await expect(opened).rejects.toMatchObject({ exitCode: EXIT_CODES.wrongPassphrase })
})

async function expectNothingLeft(bytes: Buffer, given: string, says: RegExp): Promise<void> {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  await expect(restore({ file: written(bytes), dataDir, passphrase: given })).rejects.toThrow(says)
  expect([readdirSync(dirname(dataDir)), readdirSync(dataDir)]).toEqual([['data'], []])
}

function withAnotherByte(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0)
  return changed
}
