import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { logs } from '../../../local-server/cli/running.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

afterEach(() => vi.restoreAllMocks())

it('logs shows nothing of a data folder in which nothing was logged yet', async () => {
  const [dataDir, printed] = [newFolder(), vi.spyOn(process.stdout, 'write')]
  writeFileSync(join(dataDir, 'lock.db'), '')
  await logs(dataDir, 50, false)
  expect(printed).not.toHaveBeenCalled()
})

it('logs says of another folder that there is no log', async () => {
  await expect(logs(newFolder(), 50, false)).rejects.toMatchObject({
    name: 'StartFailure',
    whatToDo: 'Name the data folder with --data-dir DIR.',
  })
})
