import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { waitForFolder } from '../../../local-server/service/wait-for-folder.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it.each(['missing', 'empty, as a mount point is'])(
  'a service whose data folder is %s makes none, and serves once its disk is connected',
  async (how) => {
    const dataDir = join(newFolder(), 'disk')
    if (how !== 'missing') mkdirSync(dataDir)
    const said: string[] = []
    let looks = 0
    await waitForFolder(
      dataDir,
      (line) => said.push(line),
      async () => {
        looks += 1
        expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([])
        if (looks < 3) return
        mkdirSync(dataDir, { recursive: true })
        writeFileSync(join(dataDir, 'service.env'), '')
      },
    )
    expect(looks).toBe(3)
    expect(said).toEqual([expect.stringContaining('the service waits until its disk is connected')])
  },
)

it('a service whose disk was connected late has the variables on it, which Node has not found at its start', async () => {
  const dataDir = join(newFolder(), 'disk')
  vi.stubEnv('NIGHTPOST_BACKUP_KEEP', undefined)
  await waitForFolder(
    dataDir,
    () => {},
    async () => {
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'service.env'), 'NIGHTPOST_BACKUP_KEEP=3\n')
    },
  )
  expect(process.env['NIGHTPOST_BACKUP_KEEP']).toBe('3')
  vi.unstubAllEnvs()
})

it('a service whose data folder was restored from a backup does not wait', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'nightpost.db'), '')
  await waitForFolder(dataDir, expect.unreachable, async () => expect.unreachable())
})
