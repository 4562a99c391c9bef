import { expect, it } from 'vitest'
import { findTwin } from '../../../../core/features/media/twin.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createMemoryBlobStore } from '../../../fakes/media/memory-blob-store.ts'
import { openStores } from '../../../memory-database.ts'

function libraryOf() {
  const [blobs, media] = [createMemoryBlobStore(), openStores().media]
  const file = async (content: string, createdAt: number, fileSize = content.length) => {
    const record = aMediaRecord({ createdAt, fileSize })
    await blobs.keep(blobs.stage(new TextEncoder().encode(content)), record.storagePath)
    await media.add(record)
    return record
  }
  return { blobs, media, file }
}

it('finds the oldest file with the same content, and never itself or a later one', async () => {
  const { file, ...deps } = libraryOf()
  const first = await file('the same', 1)
  const other = await file('not same', 2)
  const second = await file('the same', 3)
  const third = await file('the same', 4)
  expect((await findTwin(deps, third))?.id).toBe(first.id)
  expect((await findTwin(deps, second))?.id).toBe(first.id)
  expect(await findTwin(deps, first)).toBeNull()
  expect(await findTwin(deps, other)).toBeNull()
})

it('makes one of two files that came in the same millisecond the older one', async () => {
  const { file, ...deps } = libraryOf()
  const pair = [await file('the same', 1), await file('the same', 1)]
  const twins = await Promise.all(pair.map((one) => findTwin(deps, one)))
  expect(twins.filter((twin) => twin !== null)).toHaveLength(1)
})

it('compares contents that come in pieces of different length', async () => {
  const { file, media, blobs } = libraryOf()
  const long = 'x'.repeat(1_000)
  await file(long, 1)
  const cut = await file(`${long.slice(1)}y`, 2)
  const again = await file(long, 3)
  const inPieces = (bytes: Uint8Array, length: number) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
        controller.close()
      },
    })
  let length = 3
  const open = async (key: string) => {
    const blob = await blobs.open(key)
    const bytes = new Uint8Array(await new Response(blob?.stream()).arrayBuffer())
    length += 4
    return { size: bytes.length, stream: () => inPieces(bytes, length) }
  }
  const deps = { media, blobs: { open } }
  expect(await findTwin(deps, again)).not.toBeNull()
  expect(await findTwin(deps, cut)).toBeNull()
})

it('does not take a file whose content is gone for a twin', async () => {
  const { file, ...deps } = libraryOf()
  const first = await file('the same', 1)
  const second = await file('the same', 2)
  await deps.blobs.remove(first.storagePath)
  expect(await findTwin(deps, second)).toBeNull()
})

it('closes what it opened, also where the other file is gone', async () => {
  const { file, media } = libraryOf()
  const gone = await file('the same', 1)
  const there = await file('the same', 2)
  let closed = 0
  const stream = () => new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => void (closed += 1) })
  const open = async (key: string) => (key === gone.storagePath ? null : { size: 8, stream })
  expect(await findTwin({ media, blobs: { open } }, there)).toBeNull()
  expect(closed).toBe(1)
})
