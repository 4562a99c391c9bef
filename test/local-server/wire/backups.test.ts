// The folder of the scheduled backups on a real disk.
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { DAY } from '../../../core/time.ts'
import { startBackupLoop } from '../../../local-server/loops/chores.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { wireServer } from './wired-server.ts'

vi.mock('node:fs/promises', async (load) => {
  const files = await load<typeof fs>()
  const readdir = async (path: string, ...how: []) => {
    if (path.endsWith('of another user')) throw Object.assign(new Error('no'), { code: 'EACCES' })
    return files.readdir(path, ...how)
  }
  return { ...files, readdir }
})

const rightsOf = (folder: string) => statSync(folder).mode & 0o777

it.runIf(process.platform !== 'win32')(
  'scheduled backups make a private folder, and leave one that is there as shared as it is',
  async () => {
    const [shared, missing] = [newFolder(), join(newFolder(), 'backups')]
    chmodSync(shared, 0o755)
    for (const folder of [shared, missing]) {
      const env = { NIGHTPOST_BACKUP_DIR: folder, NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere' }
      const server = await wireServer({ env })
      expect(await server.server.backups?.overdueSince()).toBeNull()
      await server.close()
    }
    expect([shared, missing].map(rightsOf)).toEqual([0o755, 0o700])
  },
)

it('scheduled backups do not make the path to a disk that is not connected, and fail', async () => {
  const disk = join(newFolder(), 'disk')
  const env = { NIGHTPOST_BACKUP_DIR: join(disk, 'backups'), NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere' }
  const { server, close } = await wireServer({ env })
  await expect(server.backups?.run(new AbortController().signal)).rejects.toThrow('ENOENT')
  expect(existsSync(disk)).toBe(false)
  expect(await server.backups?.overdueSince()).not.toBeNull()
  await close()
})

it('trouble with the folder of the scheduled backups is not told as trouble of the data folder', async () => {
  const folder = join(newFolder(), 'of another user')
  const env = { NIGHTPOST_BACKUP_DIR: folder, NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere' }
  const { server, get, close } = await wireServer({ env })
  const health = async () => (await get('/api/v1/health')).json()
  expect(await health()).toMatchObject({ status: 'healthy' })
  const {
    backups,
    parts: { log },
  } = server
  const loop = backups && startBackupLoop(backups, log)
  await expect.poll(() => backups?.overdueSince()).not.toBeNull()
  await loop?.stop()
  expect(await health()).toMatchObject({ status: 'healthy' })
  await close()
})

it('the newest scheduled backup is opened again also where no variable names a usual data folder', async () => {
  const [folder, words] = [newFolder(), join(newFolder(), 'words')]
  writeFileSync(words, 'five random words for this\n')
  vi.stubEnv('NIGHTPOST_DATA_DIR', '')
  const env = { NIGHTPOST_BACKUP_DIR: folder, NIGHTPOST_BACKUP_PASSPHRASE_FILE: words }
  const { server, close } = await wireServer({ env })
  const { settings } = server.parts
  const { signal } = new AbortController()
  await server.backups?.run(signal)
  const long = Date.now() - 8 * DAY
  await settings.put({ backups: { madeAt: Date.now(), openedAt: long, failingSince: null } })
  await server.backups?.run(signal)
  const { openedAt } = (await settings.get('backups')) as { openedAt: number }
  vi.unstubAllEnvs()
  await close()
  expect(openedAt).toBeGreaterThan(long)
})
