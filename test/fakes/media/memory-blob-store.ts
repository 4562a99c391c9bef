// A BlobStore in memory, as strict as the one on disk. Web standards only, so that it also serves tests in workerd.
import { isBlobKey } from '../../../core/features/media/blob-key.ts'
import type { OpenBlob, SweepableBlobStore } from '../../../core/ports/media/blob-store.ts'

/** What several handles share. */
export interface MemoryDisk {
  readonly staged: Map<string, Uint8Array<ArrayBuffer>>
  readonly kept: Map<string, Uint8Array<ArrayBuffer>>
}

export interface MemoryBlobStore extends SweepableBlobStore {
  /** Puts bytes where an upload intake or a media process would; returns their staging key. */
  stage(bytes: Uint8Array<ArrayBuffer>): string
}

export function newMemoryDisk(): MemoryDisk {
  return { staged: new Map(), kept: new Map() }
}

export function createMemoryBlobStore(disk: MemoryDisk = newMemoryDisk()): MemoryBlobStore {
  const stagedBefore = [...disk.staged.keys()]
  const keptHere = new Set<string>()
  return {
    stage(bytes) {
      const stagingKey = crypto.randomUUID()
      disk.staged.set(stagingKey, bytes.slice())
      return stagingKey
    },
    async keep(stagingKey, key) {
      if (!isBlobKey(key)) throw new Error('not a blob key')
      const bytes = disk.staged.get(stagingKey)
      if (bytes === undefined) throw new Error('nothing is staged under this key')
      keptHere.add(key)
      disk.kept.set(key, bytes)
      disk.staged.delete(stagingKey)
    },
    async stageKept(key) {
      const bytes = disk.kept.get(key)
      if (bytes === undefined) return null
      const stagingKey = crypto.randomUUID()
      disk.staged.set(stagingKey, bytes)
      return stagingKey
    },
    async discard(stagingKey) {
      disk.staged.delete(stagingKey)
    },
    async open(key) {
      const bytes = disk.kept.get(key)
      return bytes === undefined ? null : openBytes(bytes)
    },
    async remove(key) {
      if (!isBlobKey(key)) throw new Error('not a blob key')
      disk.kept.delete(key)
    },
    async *keys() {
      // A copy: keys may come and go while it runs.
      yield* [...disk.kept.keys()].filter((key) => !keptHere.has(key))
    },
    async sweepStaging() {
      for (const key of stagedBefore) disk.staged.delete(key)
    },
  }
}

function openBytes(bytes: Uint8Array<ArrayBuffer>): OpenBlob {
  return {
    size: bytes.length,
    stream: (range = { start: 0, end: bytes.length - 1 }) =>
      new ReadableStream({
        start(controller) {
          if (range.end >= range.start) controller.enqueue(bytes.slice(range.start, range.end + 1))
          controller.close()
        },
      }),
  }
}
