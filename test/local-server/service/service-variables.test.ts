import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readVariables } from '../../../local-server/service/service-variables.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('the first variable of the service is read behind the mark that editors of Windows put before a text', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'service.env'), '\ufeffNIGHTPOST_NOTIFY=error\r\nNIGHTPOST_BACKUP_KEEP=3\r\n')
  const expected = { NIGHTPOST_NOTIFY: 'error', NIGHTPOST_BACKUP_KEEP: '3' }
  expect(readVariables(dataDir)?.variables).toEqual(expected)
})
