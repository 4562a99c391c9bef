import { describe, expect, it, vi } from 'vitest'
import { removeMedia } from '../../../../core/features/media/remove.ts'
import { createSuperseded } from '../../../../core/features/media/superseded.ts'
import { sweepMedia } from '../../../../core/features/media/sweep.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { NO_HOLD } from '../../../fakes/no-hold.ts'
import { openStores } from '../../../memory-database.ts'

function open() {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const { media } = openStores()
  const superseded = createSuperseded({ blobs, clock: createManualClock() })
  const keep = (key: string) => blobs.keep(blobs.stage(new Uint8Array([1])), key)
  const add = async () => {
    const record = aMediaRecord()
    await keep(record.storagePath)
    await keep(String(record.thumbnailPath))
    await media.add(record)
    return record
  }
  const transcodes = { stop: vi.fn() }
  return { disk, blobs, media, log: createMemoryLog(), superseded, transcodes, keep, add }
}

describe('tidying up at start', () => {
  it('removes bytes that no record names and everything staged, and nothing else', async () => {
    const { disk, blobs, media, log, keep, add } = open()
    const record = await add()
    await keep('media/orphan.jpg')
    await keep('avatars/me.jpg')
    blobs.stage(new Uint8Array([1]))
    await sweepMedia({ media, blobs: createMemoryBlobStore(disk), log, hold: NO_HOLD })
    expect(log.lines).toEqual([])
    expect(disk.staged.size).toBe(0)
    expect(new Set(disk.kept.keys())).toEqual(
      new Set([record.storagePath, record.thumbnailPath, 'avatars/me.jpg']),
    )
  })

  it('leaves an upload alone that is being recorded, and what is staged for it', async () => {
    const { disk, blobs, media, log } = open()
    const record = aMediaRecord()
    const [picture, thumbnail] = [blobs.stage(new Uint8Array([1])), blobs.stage(new Uint8Array([2]))]
    await blobs.keep(picture, record.storagePath)
    await sweepMedia({ media, blobs, log, hold: NO_HOLD })
    await blobs.keep(thumbnail, String(record.thumbnailPath))
    expect([...disk.kept.keys()]).toEqual([record.storagePath, record.thumbnailPath])
  })

  it('touches nothing when the records rather than the files seem to be lost', async () => {
    const { disk, media, log, keep } = open()
    for (let file = 0; file < 101; file++) await keep(`media/${file}.jpg`)
    const blobs = createMemoryBlobStore(disk)
    await sweepMedia({ media, blobs, log, hold: NO_HOLD })
    expect(disk.kept.size).toBe(101)
    expect(log.lines).toHaveLength(1)
  })

  it('leaves the bytes of a held folder, whose newer database may come back', async () => {
    const { disk, blobs, media, log, keep } = open()
    await keep('media/uploaded-since.jpg')
    blobs.stage(new Uint8Array([1]))
    const hold = { current: () => ({ reason: 'restored', since: 0 }) as const }
    await sweepMedia({ media, blobs: createMemoryBlobStore(disk), log, hold })
    expect([[...disk.kept.keys()], disk.staged.size]).toEqual([['media/uploaded-since.jpg'], 0])
    await sweepMedia({ media, blobs: createMemoryBlobStore(disk), log, hold: NO_HOLD })
    expect(disk.kept.size).toBe(0)
  })

  it('goes on past a file that cannot be removed, and keeps no server from starting', async () => {
    const { disk, media, log, keep } = open()
    for (const name of ['held', 'left']) await keep(`media/${name}.jpg`)
    const blobs = createMemoryBlobStore(disk)
    const { remove } = blobs
    const isBusy = async () => Promise.reject(new Error('EBUSY'))
    const busy = {
      sweepStaging: isBusy,
      remove: (key: string) => (key.includes('held') ? isBusy() : remove(key)),
    }
    await sweepMedia({ media, blobs: { ...blobs, ...busy }, log, hold: NO_HOLD })
    expect([...disk.kept.keys()]).toEqual(['media/held.jpg'])
    expect(log.lines).toHaveLength(1)
    await sweepMedia({ media, blobs: { ...blobs, keys: () => expect.unreachable() }, log, hold: NO_HOLD })
    expect(log.lines).toHaveLength(2)
  })
})

describe('removing a media file', () => {
  it('removes the record and all of its bytes, and ends its conversion', async () => {
    const { disk, blobs, media, superseded, transcodes, add } = open()
    const [gone, stays] = [await add(), await add()]
    expect(await removeMedia({ media, blobs, superseded, transcodes }, gone.id)).toEqual(gone)
    expect(await removeMedia({ media, blobs, superseded, transcodes }, gone.id)).toBeNull()
    expect([...disk.kept.keys()]).toEqual([stays.storagePath, stays.thumbnailPath])
    expect(transcodes.stop.mock.calls).toEqual([[gone.id, expect.objectContaining({ code: 'NOT_FOUND' })]])
  })
  it('removes the others when one file cannot be removed, and leaves that one to the next start', async () => {
    const { disk, blobs, media, superseded, transcodes, add } = open()
    const record = await add()
    vi.spyOn(blobs, 'remove').mockRejectedValueOnce(new Error('too many open files'))
    expect(await removeMedia({ media, blobs, superseded, transcodes }, record.id)).toEqual(record)
    expect([...disk.kept.keys()]).toEqual([record.storagePath])
  })
})
