// What `nightpost doctor` says of the parts that need no server. As a program: process/command-line.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY, toIso } from '../../../core/time.ts'
import { examine } from '../../../local-server/cli/doctor.ts'
import { readConfig } from '../../../local-server/config.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

async function backupLine(folder: string) {
  const config = readConfig(['--port', '0', '--data-dir', newFolder()], {
    HOME: newFolder(),
    NIGHTPOST_BACKUP_DIR: folder,
    NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere',
  })
  return (await examine(config)).find(({ what }) => what === 'Backup')
}

function putBackup(folder: string, at: number): string {
  const name = `nightpost-${toIso(at).replaceAll(/[-:]|\.\d+/g, '')}.age`
  writeFileSync(join(folder, name), '')
  return name
}

it('the doctor calls backups broken whose newest is more than two days old, or whose folder cannot be read', async () => {
  const folder = newFolder()
  const old = putBackup(folder, Date.now() - 3 * DAY)
  putBackup(folder, Date.now() + 300 * DAY)
  const isOld = `the newest is ${old}, more than two days old`
  expect(await backupLine(folder)).toMatchObject({ state: 'broken', says: isOld })
  const fresh = putBackup(folder, Date.now() - DAY)
  expect(await backupLine(folder)).toMatchObject({ state: 'works', says: `the newest is ${fresh}` })
  const missing = join(folder, 'missing')
  expect(await backupLine(missing)).toMatchObject({ state: 'broken', says: `none in ${missing}` })
})
