// Files that are removed because nobody needs them, while something else happens.
import { expect, it } from 'vitest'
import { createLibrary } from '../../../../core/features/media/library.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createMemoryBlobStore } from '../../../fakes/media/memory-blob-store.ts'
import { openStores } from '../../../memory-database.ts'

function libraryOf() {
  const [blobs, media] = [createMemoryBlobStore(), openStores().media]
  const used = new Set<string>()
  const deps = {
    media,
    blobs,
    superseded: { removeOf: async () => {} } as never,
    transcodes: { stop() {} },
    planner: {
      findMedia: async () => [],
      usedOf: async (ids: readonly string[]) => new Set(ids.filter((id) => used.has(id))),
    },
  }
  const file = async (content: string, createdAt: number) => {
    const record = aMediaRecord({ createdAt, fileSize: content.length })
    await blobs.keep(blobs.stage(new TextEncoder().encode(content)), record.storagePath)
    await media.add(record)
    return record
  }
  return { deps, used, file }
}

it('keeps a file that a post takes while those before it are removed', async () => {
  const { deps, used, file } = libraryOf()
  const [first, second] = [await file('one', 1), await file('two', 2)]
  const remove = async (key: string) => {
    // The disk takes its time, and a script schedules a post.
    if (key === first.storagePath) used.add(second.id)
    await deps.blobs.remove(key)
  }
  const library = createLibrary({ ...deps, blobs: { ...deps.blobs, remove } }, async () => [])
  expect(await library.removeUnneeded([first.id, second.id])).toEqual({ kept: [second.id] })
  expect(await deps.media.get(second.id)).not.toBeNull()
})

it('keeps a copy whose original is deleted while the two are compared', async () => {
  const { deps, file } = libraryOf()
  const [original, copy] = [await file('the same', 1), await file('the same', 2)]
  const open: typeof deps.blobs.open = async (key) => {
    const blob = await deps.blobs.open(key)
    if (key === original.storagePath) await deps.media.remove(original.id)
    return blob
  }
  const library = createLibrary({ ...deps, blobs: { ...deps.blobs, open } }, async () => [])
  expect(await library.removeCopy(copy.id)).toEqual({ kept: [copy.id] })
  expect(await deps.media.get(copy.id)).not.toBeNull()
})
