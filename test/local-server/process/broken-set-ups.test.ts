// What keeps Nightpost from starting, asked of the doctor and of a start: both say the same two lines, and nothing is changed.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { examine } from '../../../local-server/cli/doctor.ts'
import { filesBelow, newFolder } from '../../process-harness/own-folders.ts'
import { runServer, startServer } from '../../process-harness/server-process.ts'
import { mountDisk, unmountDisks } from '../disk/small-disk.ts'

let sound: string
beforeAll(async () => {
  const server = await startServer()
  await server.stop()
  sound = server.dataDir
})
afterAll(unmountDisks)

/** A data folder that has been in use, and that something then happens to. */
function broken(happens: (dataDir: string) => void): string {
  const dataDir = join(newFolder(), 'data')
  cpSync(sound, dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
  happens(dataDir)
  return dataDir
}

const diagnose = (dataDir: string, port = '0') =>
  examine(['--port', port, '--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() })

/** The first thing that the doctor calls broken, beside that no server runs. */
async function firstBroken(dataDir: string, port?: string) {
  const found = (await diagnose(dataDir, port)).filter(({ state }) => state === 'broken')
  return found.find(({ what, says }) => what !== 'Server' || says !== 'not running')
}

describe('the doctor and a start say the same of', () => {
  it.each<[string, string, () => string]>([
    [
      'a file in the place of the folder',
      'Data folder',
      () => {
        const file = join(newFolder(), 'data')
        writeFileSync(file, 'mine')
        return file
      },
    ],
    [
      'a file above the folder',
      'Data folder',
      () => {
        const file = join(newFolder(), 'file')
        writeFileSync(file, 'mine')
        return join(file, 'data')
      },
    ],
    [
      'a link to a folder that is not there',
      'Data folder',
      () => {
        const link = join(newFolder(), 'link')
        symlinkSync(join(link, '../away'), link)
        return link
      },
    ],
    [
      'a folder below such a link',
      'Data folder',
      () => {
        const link = join(newFolder(), 'link')
        symlinkSync(join(link, '../away'), link)
        return join(link, 'data')
      },
    ],
    [
      'a file in the place of its uploads',
      'Data folder',
      () =>
        broken((dataDir) => {
          rmSync(join(dataDir, 'uploads'), { recursive: true, force: true })
          writeFileSync(join(dataDir, 'uploads'), '')
        }),
    ],
    [
      'a lock that is a folder',
      'Lock',
      () =>
        broken((dataDir) => {
          rmSync(join(dataDir, 'lock.db'))
          mkdirSync(join(dataDir, 'lock.db'))
        }),
    ],
    [
      'a damaged database',
      'Database',
      () => broken((dataDir) => truncateSync(join(dataDir, 'nightpost.db'), 10 * 4096)),
    ],
    [
      'a file that is no database',
      'Database',
      () =>
        broken((dataDir) => writeFileSync(join(dataDir, 'nightpost.db'), 'a letter to my aunt'.repeat(99))),
    ],
    [
      'a database of a newer version',
      'Database',
      () =>
        broken((dataDir) => {
          const newer = new Database(join(dataDir, 'nightpost.db'))
          newer.pragma('user_version = 9999')
          newer.close()
        }),
    ],
    [
      'a database that is gone from a folder in use',
      'Database',
      () => broken((dataDir) => rmSync(join(dataDir, 'nightpost.db'))),
    ],
    [
      'keys that cannot be read',
      'Keys',
      () => broken((dataDir) => writeFileSync(join(dataDir, 'secrets.json'), '{')),
    ],
  ])('%s', async (_name, what, arrange) => {
    const dataDir = arrange()
    const found = await firstBroken(dataDir)
    expect(found).toMatchObject({ what, helps: expect.stringMatching(/\S/) })
    const { code, stdout, stderr } = await runServer({ dataDir })
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${found?.says}\n${found?.helps}\n` })
    expect(stdout).not.toMatch(/Ready|Open/)
  })

  it('a port that another program has', async () => {
    const stranger = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    const dataDir = broken(() => {})
    const found = await firstBroken(dataDir, String(port))
    expect(found).toMatchObject({ what: 'Port' })
    const { code, stderr } = await runServer({ dataDir, port })
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${found?.says}\n${found?.helps}\n` })
  })

  it('a full disk before the first start, which leaves nothing there', async ({ skip }) => {
    const disk = mountDisk(1)
    if (typeof disk !== 'string') return skip(disk.reason)
    const dataDir = join(disk, 'data')
    const found = await firstBroken(dataDir)
    expect(found).toMatchObject({
      what: 'Data folder',
      says: `The disk of the data folder ${dataDir} is full.`,
    })
    const { code, stderr } = await runServer({ dataDir })
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${found?.says}\n${found?.helps}\n` })
    expect(readdirSync(disk)).toEqual([])
  })

  it('a disk that can only be read', async ({ skip }) => {
    const disk = mountDisk(8)
    if (typeof disk !== 'string') return skip(disk.reason)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    const found = await firstBroken(join(disk, 'data'))
    expect(found).toMatchObject({ what: 'Data folder', says: expect.stringContaining('EROFS') })
    const { code, stderr } = await runServer({ dataDir: join(disk, 'data') })
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${found?.says}\n${found?.helps}\n` })
  })
})

it('keys that are gone are broken for the doctor before a start makes new ones', async () => {
  const dataDir = broken((folder) => rmSync(join(folder, 'secrets.json')))
  expect(await firstBroken(dataDir)).toMatchObject({
    what: 'Keys',
    says: `${dataDir} has no secrets.json`,
    helps: expect.stringMatching(/^Put it back before you start/),
  })
})

it('the doctor changes nothing in a folder and makes none', async () => {
  const dataDir = broken(() => {})
  const before = filesBelow(dataDir)
  await diagnose(dataDir)
  expect(filesBelow(dataDir)).toEqual(before)
  const parent = newFolder()
  const found = await diagnose(join(parent, 'new', 'data'))
  expect(found.find(({ what }) => what === 'Data folder')).toMatchObject({ state: 'look' })
  expect(readdirSync(parent)).toEqual([])
})

it.runIf(existsSync('/proc/self'))('a data folder below /proc is refused, and the start ends', async () => {
  const { code, stderr } = await runServer({ dataDir: '/proc/nightpost/data' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The data folder \/proc\/nightpost\/data cannot be written \(\w+\)\.\n/)
})
