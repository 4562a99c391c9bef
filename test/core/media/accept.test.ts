import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/errors.ts'
import { acceptUpload } from '../../../core/media/accept.ts'
import type { AcceptPorts } from '../../../core/media/accept.ts'
import type { StagedUpload } from '../../../core/ports/upload-intake.ts'
import type { VideoFacts } from '../../../core/ports/video-probe.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../fakes/memory-blob-store.ts'
import { createMemoryMediaStore } from '../../fakes/memory-media-store.ts'

const REEL: VideoFacts = {
  container: 'mp4',
  width: 1080,
  height: 1920,
  durationSeconds: 12,
  videoCodec: 'avc',
  audioCodec: 'aac',
  frameRate: 30,
  indexInFront: true,
}

const bytes = (text: string) => new TextEncoder().encode(text)
const request = () => new Request('http://localhost/media/upload', { method: 'POST' })

function journey(upload: Partial<StagedUpload>, change: Partial<AcceptPorts> = {}) {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const media = createMemoryMediaStore()
  const ports: AcceptPorts = {
    intake: {
      receive: async () => ({
        stagingKey: blobs.stage(bytes('as uploaded')),
        originalFilename: 'a.png',
        declaredType: 'image/png',
        sniffedType: 'image/png',
        size: 11,
        ...upload,
      }),
    },
    images: {
      normalise: async () => ({
        stagingKey: blobs.stage(bytes('jpeg')),
        thumbnailStagingKey: blobs.stage(bytes('small')),
        width: 1440,
        height: 1080,
        size: 4,
      }),
    },
    videos: { probe: async () => REEL, posterFrame: async () => blobs.stage(bytes('poster')) },
    blobs,
    media,
    clock: { now: () => 1_000, monotonic: () => 0 },
    random: webCryptoRandom,
    ...change,
  }
  return { disk, media, blobs, ports, accept: () => acceptUpload(ports, request()) }
}

const aVideo = { declaredType: 'video/mp4', sniffedType: 'video/mp4', size: 11 }

describe('accepting a picture', () => {
  it('keeps the JPEG and its thumbnail, records them and leaves nothing staged', async () => {
    const { accept, disk, media } = journey({})
    const record = await accept()
    expect(await media.get(record.id)).toEqual(record)
    expect(record).toMatchObject({
      kind: 'image',
      mimeType: 'image/jpeg',
      fileSize: 4,
      aspectRatio: '4:3',
      createdAt: 1000,
    })
    expect([...disk.kept.keys()]).toEqual([record.storagePath, record.thumbnailPath])
    expect(disk.staged.size).toBe(0)
  })

  it('names it on the open route by something nobody can guess', async () => {
    const first = await journey({}).accept()
    const second = await journey({}).accept()
    expect(first.publicKey).toMatch(/^[\w-]{32}\.jpg$/)
    expect(first.publicKey).not.toBe(second.publicKey)
    expect(first.publicKey).not.toContain(first.id)
  })
})

describe('accepting a video', () => {
  it('keeps it as uploaded with its poster', async () => {
    const { accept, disk } = journey(aVideo)
    const record = await accept()
    expect(record).toMatchObject({
      ...REEL,
      kind: 'video',
      mimeType: 'video/mp4',
      isValid: true,
      validationErrors: null,
    })
    expect(new TextDecoder().decode(disk.kept.get(record.storagePath))).toBe('as uploaded')
    expect(record.thumbnailPath).not.toBeNull()
    expect(disk.staged.size).toBe(0)
  })

  it('does without a poster where no decoder is at hand', async () => {
    const { accept } = journey(aVideo, { videos: { probe: async () => REEL, posterFrame: async () => null } })
    expect((await accept()).thumbnailPath).toBeNull()
  })

  it('records one that cannot be published, and why', async () => {
    const facts: VideoFacts = {
      ...REEL,
      container: 'webm',
      videoCodec: 'vp9',
      audioCodec: 'opus',
      indexInFront: null,
    }
    const videos = { probe: async () => facts, posterFrame: async () => null }
    const record = await journey(
      { declaredType: 'video/webm', sniffedType: 'video/webm' },
      { videos },
    ).accept()
    expect(record).toMatchObject({ isValid: false, mimeType: 'video/webm' })
    expect(record.storagePath).toMatch(/\.webm$/)
    expect(record.validationErrors?.[0]).toMatch(/VP9/)
  })
})

describe('an upload that fails', () => {
  const leftovers = async ({ disk, media }: ReturnType<typeof journey>) =>
    disk.staged.size + disk.kept.size + (await media.list({ limit: 10, offset: 0 })).total

  it('leaves nothing when the type is refused', async () => {
    const attempt = journey({ sniffedType: 'image/gif' })
    await expect(attempt.accept()).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await leftovers(attempt)).toBe(0)
  })

  it('leaves nothing when the picture is refused', async () => {
    const images = { normalise: () => Promise.reject(new CodedError('MEDIA_INVALID')) }
    const attempt = journey({}, { images })
    await expect(attempt.accept()).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await leftovers(attempt)).toBe(0)
  })

  it('leaves nothing when the disk is full at the second file', async () => {
    const attempt = journey({})
    const blobs = { ...attempt.blobs, keep: fullAtThumbnail(attempt.blobs.keep) }
    await expect(acceptUpload({ ...attempt.ports, blobs }, request())).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
    })
    expect(await leftovers(attempt)).toBe(0)
  })

  it('leaves nothing when the record cannot be written', async () => {
    const media = { ...createMemoryMediaStore(), add: () => Promise.reject(new Error('disk I/O error')) }
    const attempt = journey({}, { media })
    await expect(attempt.accept()).rejects.toThrow('disk I/O error')
    expect(await leftovers(attempt)).toBe(0)
  })
})

function fullAtThumbnail(keep: AcceptPorts['blobs']['keep']): AcceptPorts['blobs']['keep'] {
  return async (stagingKey, key) => {
    if (key.includes('thumbnail')) throw new CodedError('PROCESSING_FAILED', 'The disk is full.')
    await keep(stagingKey, key)
  }
}
