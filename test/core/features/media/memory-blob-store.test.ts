import { describeSweepableBlobStore } from '../../../contracts/blob-store.contract.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'

describeSweepableBlobStore('the memory store', async () => {
  const disk = newMemoryDisk()
  const [a, b] = [createMemoryBlobStore(disk), createMemoryBlobStore(disk)]
  return { a, b, reopen: () => createMemoryBlobStore(disk), stage: async (bytes) => a.stage(bytes) }
})
