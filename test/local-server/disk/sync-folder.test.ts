import { expect, it } from 'vitest'
import { syncFolder } from '../../../local-server/disk/private-folder.ts'

// Its folders cannot be flushed, like those that a virtual machine shares with its host.
it.skipIf(process.platform !== 'linux')(
  'a folder on a file system that flushes files only is as good as flushed',
  async () => {
    await expect(syncFolder('/proc')).resolves.toBeUndefined()
  },
)

it('a folder that is missing is not', async () => {
  await expect(syncFolder('/no/such/folder')).rejects.toThrow('ENOENT')
})
