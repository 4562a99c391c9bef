import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { folderOfFlags, keepFailedStart } from '../../../local-server/service/failed-start.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const says = 'Port 4100 is taken.\nStart with another one.\n'

it('what a failed start prints is kept on Windows, whose tasks keep nothing', () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  for (let start = 0; start < 2; start += 1) keepFailedStart('win32', dataDir, says)
  expect(readFileSync(join(dataDir, 'logs', 'service.log'), 'utf8')).toBe(says + says)
})

it.each(['linux', 'darwin'] as const)('what a failed start prints is left to the system: %s', (platform) => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  keepFailedStart(platform, dataDir, says)
  expect(existsSync(join(dataDir, 'logs', 'service.log'))).toBe(false)
})

it.each(['win32', 'darwin'] as const)('starts that fail for months do not fill the disk: %s', (platform) => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  const file = join(dataDir, 'logs', 'service.log')
  writeFileSync(file, Buffer.alloc(6 * 2 ** 20, says))
  keepFailedStart(platform, dataDir, says)
  expect(statSync(`${file}.1`).size).toBe(6 * 2 ** 20)
  expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(platform === 'win32' ? says : null)
})

it('a failed start in a folder that cannot be written fails in no other way', () => {
  expect(() => keepFailedStart('win32', join(newFolder(), 'none'), says)).not.toThrow()
})

it('the folder of a failed start is known by the flags of the service, whatever its variables are', () => {
  const dataDir = newFolder()
  vi.stubEnv('PORT', 'none')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(folderOfFlags(['--service', '--no-open', '--data-dir', dataDir])).toBe(dataDir)
  expect(folderOfFlags(['--data-dir', dataDir, '--port', 'none'])).toBeNull()
})
