import { describe, expect, it, vi } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import { removeMedia, type RemoveDeps } from '../../../../core/features/media/remove.ts'
import { renderFittedImage, undoRendering } from '../../../../core/features/media/render.ts'
import type { RenderDeps } from '../../../../core/features/media/render.ts'
import type { FitShape } from '../../../../core/ports/media/image-pipeline.ts'
import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import { HOUR } from '../../../../core/time.ts'
import { aMediaRecord, aVideoRecord } from '../../../fakes/media/a-media-record.ts'
import { A_REEL, createFakeMedia } from '../../../fakes/media/fake-media.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import { TINY_JPEG } from '../../../fakes/media/tiny-image-pipeline.ts'
import { openStores } from '../../../memory-database.ts'

const STORED = new TextEncoder().encode('as stored')
const FEED: FitShape = { ratio: 0.8, mode: 'crop', colour: '#ffffff' }
const STORY: FitShape = { ratio: 9 / 16, mode: 'blur', colour: '#ffffff' }

function open(change: Partial<RenderDeps> = {}) {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const { media, data } = openStores()
  const clock = createManualClock()
  const given = { blobs, media, clock, random: createSeededRandom(), log: createMemoryLog() }
  const ports: RenderDeps & RemoveDeps = { ...given, ...createFakeMedia(given), ...change }
  const add = async (record: MediaRecord) => {
    await blobs.keep(blobs.stage(STORED), record.storagePath)
    await media.add(record)
    return record
  }
  return { disk, blobs, media, data, clock, ports, add }
}

describe('fitting a picture', () => {
  it('publishes a rendered version under names of its own and keeps what was stored', async () => {
    const { disk, ports, add, media } = open()
    const record = await add(aMediaRecord({ width: 4000, height: 500 }))
    const fitted = await renderFittedImage(ports, record, FEED)
    expect(fitted).toMatchObject({
      storagePath: record.storagePath,
      width: 4000,
      processedFacts: {
        how: 'fit',
        mimeType: 'image/jpeg',
        width: 1080,
        height: 1350,
        fileSize: TINY_JPEG.length,
      },
    })
    expect(await media.get(record.id)).toEqual(fitted)
    expect(disk.kept.get(String(fitted.processedPath))).toEqual(TINY_JPEG)
    expect(disk.kept.get(record.storagePath)).toEqual(STORED)
    expect(fitted.processedPublicKey).not.toBe(record.publicKey)
    expect(disk.staged.size).toBe(0)
  })

  it('is told once its record is stored, so that the Worker gets it', async () => {
    const seen: (string | null)[] = []
    const { ports, add, data } = open()
    const record = await add(aMediaRecord())
    const fileChanged = () => void seen.push(data.media.get(record.id)?.processedPath ?? null)
    const fitted = await renderFittedImage({ ...ports, fileChanged }, record, FEED)
    await undoRendering({ ...ports, fileChanged }, fitted)
    expect(seen).toEqual([fitted.processedPath, null])
  })

  it('always starts from what was stored', async () => {
    const seen: Uint8Array[] = []
    const { disk, ports, add } = open()
    const images = { ...ports.images }
    images.fit = (stagingKey, shape) => {
      seen.push(disk.staged.get(stagingKey) ?? new Uint8Array())
      return ports.images.fit(stagingKey, shape)
    }
    const first = await renderFittedImage({ ...ports, images }, await add(aMediaRecord()), FEED)
    const second = await renderFittedImage({ ...ports, images }, first, STORY)
    expect(seen).toEqual([STORED, STORED])
    expect(second.processedPath).not.toBe(first.processedPath)
    expect(second.processedPublicKey).not.toBe(first.processedPublicKey)
  })

  it('changes nothing when it fails', async () => {
    const { disk, ports, add, media } = open()
    const record = await add(aMediaRecord())
    const images = { ...ports.images, fit: () => Promise.reject(new Error('no')) }
    await expect(renderFittedImage({ ...ports, images }, record, FEED)).rejects.toThrow('no')
    const full = { ...ports.blobs, keep: () => Promise.reject(new Error('disk full')) }
    await expect(renderFittedImage({ ...ports, blobs: full }, record, FEED)).rejects.toThrow('disk full')
    expect(await media.get(record.id)).toEqual(record)
    expect([disk.staged.size, [...disk.kept.keys()]]).toEqual([0, [record.storagePath]])
  })

  it('leaves nothing when the file was deleted meanwhile', async () => {
    const { disk, ports, add, media } = open()
    const record = await add(aMediaRecord())
    await media.remove(record.id)
    await expect(renderFittedImage(ports, record, FEED)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([...disk.kept.keys()]).toEqual([record.storagePath])
  })
})

describe('a rendering that was replaced', () => {
  it('stays for clients that were given its address, and goes after two hours', async () => {
    const { disk, clock, ports, add } = open()
    const first = await renderFittedImage(ports, await add(aMediaRecord()), FEED)
    const second = await renderFittedImage(ports, first, STORY)
    const key = String(first.processedPublicKey)
    expect(ports.superseded.find(key)).toBe(first.processedPath)
    clock.advance(2 * HOUR)
    await renderFittedImage(ports, second, FEED)
    expect(ports.superseded.find(key)).toBeNull()
    expect(disk.kept.has(String(first.processedPath))).toBe(false)
    expect(disk.kept.has(String(second.processedPath))).toBe(true)
  })

  it('takes nothing of the new one with it when it cannot be removed, and goes later', async () => {
    const { disk, clock, blobs, media, ports, add } = open()
    const first = await renderFittedImage(ports, await add(aMediaRecord()), FEED)
    const second = await renderFittedImage(ports, first, STORY)
    clock.advance(2 * HOUR)
    const remove = vi.spyOn(blobs, 'remove').mockRejectedValueOnce(new Error('too many open files'))
    const third = await renderFittedImage(ports, second, FEED)
    expect(await media.get(first.id)).toEqual(third)
    expect(disk.kept.has(String(third.processedPath))).toBe(true)
    expect(disk.kept.has(String(first.processedPath))).toBe(true)
    remove.mockRestore()
    await renderFittedImage(ports, third, STORY)
    expect(disk.kept.has(String(first.processedPath))).toBe(false)
  })

  it('goes with its media file', async () => {
    const { disk, ports, add } = open()
    const first = await renderFittedImage(ports, await add(aMediaRecord()), FEED)
    await renderFittedImage(ports, first, STORY)
    await removeMedia(ports, first.id)
    expect(disk.kept.size).toBe(0)
    expect(ports.superseded.find(String(first.processedPublicKey))).toBeNull()
  })
})

describe('undoing a rendering', () => {
  it('publishes a picture as it was stored', async () => {
    const { ports, add } = open()
    const record = await add(aMediaRecord())
    const undone = await undoRendering(ports, await renderFittedImage(ports, record, FEED))
    expect(undone).toEqual(record)
    expect(await undoRendering(ports, undone)).toEqual(record)
  })

  it('rewrites a video once more where its container needs it', async () => {
    const { ports, blobs, add } = open()
    const rendered = {
      processedPath: 'media/x.processed.mp4',
      processedPublicKey: 'x.mp4',
      processedFacts: { ...A_REEL, how: 'fit', mimeType: 'video/mp4', fileSize: 9 },
    } as const
    const record = await add(aVideoRecord({ container: 'mkv', indexInFront: null, ...rendered }))
    const videos = {
      ...ports.videos,
      probe: async () => ({ ...A_REEL, container: 'mkv', indexInFront: null }) as const,
    }
    const remuxer = { remux: async () => ({ stagingKey: blobs.stage(STORED), size: 9, facts: A_REEL }) }
    const undone = await undoRendering({ ...ports, videos, remuxer }, record)
    expect(undone).toMatchObject({ isValid: true, processedFacts: { how: 'remux' } })
    expect(await undoRendering(ports, undone)).toEqual(undone)
    const failed = await undoRendering({ ...ports, videos }, record)
    expect(failed).toMatchObject({ isValid: false, processedPath: null })
  })

  it('keeps the rendering of a video when rewriting it fails on our side', async () => {
    const { ports, media, add } = open()
    const processed = {
      processedPath: 'media/x.processed.mp4',
      processedPublicKey: 'x.mp4',
      processedFacts: { ...A_REEL, how: 'fit', mimeType: 'video/mp4', fileSize: 9 },
    } as const
    const record = await add(aVideoRecord({ container: 'mkv', indexInFront: null, ...processed }))
    const videos = { ...ports.videos, probe: async () => ({ ...A_REEL, rewriteAdvised: true }) }
    const code = 'VIDEO_PROCESSING_FAILED'
    const remuxer = { remux: () => Promise.reject(new CodedError(code, 'The server is shutting down.')) }
    await expect(undoRendering({ ...ports, videos, remuxer }, record)).rejects.toMatchObject({ code })
    expect(await media.get(record.id)).toEqual(record)
  })
})
