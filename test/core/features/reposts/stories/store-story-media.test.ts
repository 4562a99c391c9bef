import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../../core/coded-error.ts'
import type { StoryDownload } from '../../../../../core/ports/reposts/story-download.ts'
import type { PaintedText } from '../../../../../core/ports/reposts/story-painter.ts'
import { webCryptoRandom } from '../../../../../core/random.ts'
import {
  storeStoryMedia,
  type StoryToStore,
  type StoreStoryMediaDeps,
} from '../../../../../core/features/reposts/stories/store-story-media.ts'
import { A_REEL, REFUSING_REMUXER } from '../../../../fakes/media/fake-media.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../../fakes/media/memory-blob-store.ts'
import { createTinyImagePipeline } from '../../../../fakes/media/tiny-image-pipeline.ts'
import { openStores } from '../../../../memory-database.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const URL = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=a'
const LINE: PaintedText = { text: '@harbour.bakery', x: 0.5, y: 0.9, colour: '#ffffff' }

function source(contentType: string | null = 'image/jpeg') {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const { media } = openStores()
  const painted: (readonly PaintedText[])[] = []
  const asked: unknown[] = []
  const stories: StoryDownload = {
    async download(url, account) {
      asked.push([url, account.isSandbox])
      return { stagingKey: blobs.stage(bytes('the story')), size: 9, contentType }
    },
  }
  const ports: StoreStoryMediaDeps = {
    stories,
    painter: {
      async paint(_stagingKey, texts) {
        painted.push(texts)
        return { stagingKey: blobs.stage(bytes('painted')), width: 1080, height: 1920, size: 7 }
      },
    },
    images: createTinyImagePipeline(blobs),
    videos: { probe: async () => A_REEL, posterFrame: async () => null },
    remuxer: REFUSING_REMUXER,
    blobs,
    media,
    clock: { now: () => 1_000, monotonic: () => 0 },
    random: webCryptoRandom,
  }
  const take = (story: Partial<StoryToStore> = {}, change: Partial<StoreStoryMediaDeps> = {}) => {
    const id = crypto.randomUUID()
    const whole = { id, url: URL, kind: 'image', account: { isSandbox: true }, texts: [], ...story } as const
    return storeStoryMedia({ ...ports, ...change }, whole)
  }
  const kept = (key: string | undefined) => new TextDecoder().decode(disk.kept.get(key ?? ''))
  const isEmpty = async () => [
    disk.staged.size,
    disk.kept.size,
    (await media.list({ limit: 1, offset: 0 })).total,
  ]
  return { ports, disk, media, painted, asked, take, kept, isEmpty }
}

describe('the picture of a story', () => {
  it('is normalised, kept and recorded as every upload is', async () => {
    const { take, media, disk, asked, painted } = source()
    const record = await take()
    expect(record).toMatchObject({
      kind: 'image',
      mimeType: 'image/jpeg',
      originalFilename: 'story.jpg',
      isValid: true,
    })
    expect(await media.get(record?.id ?? '')).toEqual(record)
    expect([...disk.kept.keys()]).toEqual([record?.storagePath, record?.thumbnailPath])
    expect(disk.staged.size).toBe(0)
    expect([asked, painted]).toEqual([[[URL, true]], []])
  })

  it('is painted when there is something to paint, and kept as the painter left it', async () => {
    const { take, disk, painted, kept } = source()
    const record = await take({ texts: [LINE] })
    expect(painted).toEqual([[LINE]])
    expect(record).toMatchObject({ width: 1080, height: 1920, fileSize: 7, aspectRatio: '9:16' })
    expect(kept(record?.storagePath)).toBe('painted')
    expect(disk.kept.size).toBe(2)
    expect(disk.staged.size).toBe(0)
  })
})

describe('the video of a story', () => {
  it('is kept as it is, and nothing is painted into it', async () => {
    const { take, kept, painted, disk } = source('video/mp4')
    const record = await take({ kind: 'video', texts: [LINE] })
    expect(record).toMatchObject({ kind: 'video', mimeType: 'video/mp4', originalFilename: 'story.mp4' })
    expect(kept(record?.storagePath)).toBe('the story')
    expect([painted, disk.staged.size]).toEqual([[], 0])
  })

  it('is known by what the answer says it is, whatever was told before', async () => {
    expect(await source('video/mp4').take({ kind: 'image' })).toMatchObject({ kind: 'video' })
    expect(await source('image/jpeg').take({ kind: 'video' })).toMatchObject({ kind: 'image' })
    expect(await source(null).take({ kind: 'video' })).toMatchObject({ kind: 'video' })
    expect(await source('text/plain').take({ kind: 'image' })).toMatchObject({ kind: 'image' })
  })

  it('is refused when it is too long for a story, although a reel could be made of it', async () => {
    const { take, isEmpty } = source('video/mp4')
    const videos = { probe: async () => ({ ...A_REEL, durationSeconds: 90 }), posterFrame: async () => null }
    await expect(take({ kind: 'video' }, { videos })).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringContaining('90.0 seconds'),
    })
    expect(await isEmpty()).toEqual([0, 0, 0])
  })

  it('is refused when it would have to be rewritten and cannot be', async () => {
    const { take, isEmpty } = source('video/mp4')
    const videos = { probe: async () => ({ ...A_REEL, indexInFront: false }), posterFrame: async () => null }
    await expect(take({ kind: 'video' }, { videos })).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await isEmpty()).toEqual([0, 0, 0])
  })
})

describe('a story that cannot be taken', () => {
  it('is null when it is gone, and nothing was touched', async () => {
    const { take, isEmpty } = source()
    expect(await take({}, { stories: { download: async () => null } })).toBeNull()
    expect(await isEmpty()).toEqual([0, 0, 0])
  })

  it('fails as the download does', async () => {
    const download = () => Promise.reject(new Error('too slow'))
    await expect(source().take({}, { stories: { download } })).rejects.toThrow('too slow')
  })

  const broken = () => Promise.reject(new CodedError('MEDIA_INVALID', 'This is no picture.'))
  it.each([
    ['decoding', (): Partial<StoreStoryMediaDeps> => ({ images: { normalise: broken, fit: broken } }), []],
    ['painting', (): Partial<StoreStoryMediaDeps> => ({ painter: { paint: broken } }), [LINE]],
    [
      'its thumbnail',
      (): Partial<StoreStoryMediaDeps> => ({ images: { normalise: broken, fit: broken } }),
      [LINE],
    ],
  ])('leaves nothing behind when %s fails', async (_what, change, texts) => {
    const { take, isEmpty } = source()
    await expect(take({ texts }, change())).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await isEmpty()).toEqual([0, 0, 0])
  })

  it('leaves nothing behind when it can be kept but not recorded', async () => {
    const { ports, take, isEmpty } = source()
    const media = { ...ports.media, add: () => Promise.reject(new Error('the disk is full')) }
    await expect(take({ texts: [LINE] }, { media })).rejects.toThrow('the disk is full')
    expect(await isEmpty()).toEqual([0, 0, 0])
  })
})
