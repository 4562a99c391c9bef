import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readVariables, takeVariables } from '../../../local-server/service/service-variables.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('the first variable of the service is read behind the mark that editors of Windows put before a text', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'service.env'), '\ufeffNIGHTPOST_NOTIFY=error\r\nNIGHTPOST_BACKUP_KEEP=3\r\n')
  const expected = { NIGHTPOST_NOTIFY: 'error', NIGHTPOST_BACKUP_KEEP: '3' }
  expect(readVariables(dataDir)?.variables).toEqual(expected)
})

it.each([
  ['little', 'utf-16le'],
  ['big', 'utf-16be'],
])(
  'variables saved in UTF-16, %s end first, as PowerShell and old editors do, are read',
  (_end, encoding) => {
    const dataDir = newFolder()
    const bytes = Buffer.from(
      '\ufeffNIGHTPOST_NOTIFY=error\r\nNIGHTPOST_BACKUP_DIR=D:\\Bücher\r\n',
      'utf16le',
    )
    writeFileSync(join(dataDir, 'service.env'), encoding === 'utf-16be' ? bytes.swap16() : bytes)
    expect(readVariables(dataDir)?.variables).toEqual({
      NIGHTPOST_NOTIFY: 'error',
      NIGHTPOST_BACKUP_DIR: 'D:\\Bücher',
    })
  },
)

it('the service takes what Node has not read of its file, and leaves what it has', () => {
  const dataDir = newFolder()
  vi.stubEnv('NIGHTPOST_NOTIFY', undefined)
  vi.stubEnv('NIGHTPOST_BACKUP_KEEP', '5')
  const text = '\ufeffNIGHTPOST_NOTIFY=error\nNIGHTPOST_BACKUP_KEEP=3\n'
  writeFileSync(join(dataDir, 'service.env'), Buffer.from(text, 'utf16le'))
  takeVariables(dataDir)
  expect(process.env).toMatchObject({ NIGHTPOST_NOTIFY: 'error', NIGHTPOST_BACKUP_KEEP: '5' })
  vi.unstubAllEnvs()
})
