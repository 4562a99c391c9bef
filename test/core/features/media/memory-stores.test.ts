import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import { describeSweepableBlobStore } from '../../../contracts/blob-store.contract.ts'
import { describeMediaStore } from '../../../contracts/media-store.contract.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'
import { createMemoryMediaStore } from '../../../fakes/media/memory-media-store.ts'

describeMediaStore('the memory store', async () => {
  const records = new Map<string, MediaRecord>()
  return { a: createMemoryMediaStore(records), b: createMemoryMediaStore(records) }
})

describeSweepableBlobStore('the memory store', async () => {
  const disk = newMemoryDisk()
  const [a, b] = [createMemoryBlobStore(disk), createMemoryBlobStore(disk)]
  return { a, b, reopen: () => createMemoryBlobStore(disk), stage: async (bytes) => a.stage(bytes) }
})
