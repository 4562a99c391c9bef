// Whether a folder may be taken by a server that starts.
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeDataFolder, unansweredIn } from '../../../local-server/data-folder/data-folder.ts'
import { StartFailure } from '../../../local-server/terminal/start-failure.ts'
import { migratedImage } from '../../migrated-database.ts'
import { digestsOf, newFolder } from '../../process-harness/own-folders.ts'

/** As a server leaves it that has stopped. */
function usedFolder(): string {
  const dataDir = newFolder()
  for (const name of ['media', 'avatars']) {
    mkdirSync(join(dataDir, 'uploads', name), { recursive: true })
    writeFileSync(join(dataDir, 'uploads', name, 'a.jpg'), 'a picture')
  }
  writeFileSync(join(dataDir, 'instance.json'), '{}')
  writeFileSync(join(dataDir, 'nightpost.db'), migratedImage())
  return dataDir
}

/** Of all but the lock, which the first who looks makes. */
const kept = (dataDir: string) => ({ ...digestsOf(dataDir), 'lock.db': null })

describe('a folder that was in use, and whose database', () => {
  it.each([
    ['is missing', (file: string) => rmSync(file), 'missing'],
    ['is empty', (file: string) => truncateSync(file), 'empty'],
    [
      'is missing beside its log',
      (file: string, dataDir: string) => {
        for (const name of ['nightpost.db', 'instance.json', 'uploads'])
          rmSync(join(dataDir, name), { recursive: true })
        writeFileSync(`${file}-wal`, 'rows')
      },
      'missing',
    ],
    [
      'is missing like every trace but the files',
      (_file: string, dataDir: string) => {
        for (const name of ['nightpost.db', 'instance.json']) rmSync(join(dataDir, name))
      },
      'missing',
    ],
  ])('%s is taken for no new one, and stays as it is', async (_how, takeAway, said) => {
    const dataDir = usedFolder()
    takeAway(join(dataDir, 'nightpost.db'), dataDir)
    const before = kept(dataDir)
    const refusal = await takeDataFolder(dataDir).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartFailure)
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`database .*nightpost\\.db is ${said}, .*nothing was changed`),
      ),
      whatToDo: expect.stringMatching(/Put it back, or restore a backup/),
    })
    expect(kept(dataDir)).toEqual(before)
  })
})

it('a folder whose lock cannot be had and that no server has announced itself in may be on a disk without locks', () => {
  const dataDir = newFolder()
  expect(unansweredIn(dataDir).whatToDo).toContain('network disks')
  const running = { origin: 'http://127.0.0.1:4100', pid: 42, life: 'x' }
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify(running))
  expect(unansweredIn(dataDir).message).toContain('Another Nightpost (process 42)')
})
