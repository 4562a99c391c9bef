import { describe, expect, it } from 'vitest'
import { fileProblem } from '../../../../core/rules/notices/file-problems.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import { acceptUpload } from '../../../../core/features/media/accept.ts'
import type { StagedUpload } from '../../../../core/ports/media/upload-intake.ts'
import type { ProbedVideo } from '../../../../core/ports/media/video-probe.ts'
import type { StagedVideo } from '../../../../core/ports/media/video-remuxer.ts'
import { webCryptoRandom } from '../../../../core/random.ts'
import { A_REEL, REFUSING_REMUXER } from '../../../fakes/media/fake-media.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'
import { createTinyImagePipeline } from '../../../fakes/media/tiny-image-pipeline.ts'
import { openStores } from '../../../memory-database.ts'

type AcceptPorts = Parameters<typeof acceptUpload>[0]

const { rewriteAdvised: _, ...REEL } = A_REEL

const bytes = (text: string) => new TextEncoder().encode(text)
const request = () => new Request('http://localhost/media/upload', { method: 'POST' })

function journey(upload: Partial<StagedUpload>, change: Partial<AcceptPorts> = {}) {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const { media } = openStores()
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
      ...createTinyImagePipeline(blobs),
      normalise: async () => ({
        stagingKey: blobs.stage(bytes('jpeg')),
        thumbnail: { stagingKey: blobs.stage(bytes('small')), placeholder: 'c21hbGw=' },
        width: 1440,
        height: 1080,
        size: 4,
      }),
    },
    videos: {
      probe: async () => A_REEL,
      posterFrame: async () => ({ stagingKey: blobs.stage(bytes('poster')), placeholder: 'cG9zdGVy' }),
    },
    remuxer: REFUSING_REMUXER,
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
    const { accept } = journey(aVideo, {
      videos: { probe: async () => A_REEL, posterFrame: async () => null },
    })
    expect((await accept()).thumbnailPath).toBeNull()
  })

  it('records one that cannot be published, and why', async () => {
    const facts: ProbedVideo = {
      ...A_REEL,
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
    expect(record.validationErrors?.[0]).toEqual(fileProblem('VIDEO_CODEC', { name: 'VP9' }))
  })
})

describe('accepting a video in a container that the platform does not take', () => {
  const MKV: ProbedVideo = { ...A_REEL, container: 'mkv', indexInFront: null }
  const anMkv = { declaredType: 'video/x-matroska', sniffedType: 'video/x-matroska', size: 11 }

  function mkvJourney(facts: Partial<ProbedVideo>, remux: () => Promise<StagedVideo>) {
    const videos = { probe: async () => ({ ...MKV, ...facts }), posterFrame: async () => null }
    return journey(anMkv, { videos, remuxer: { remux } })
  }
  function rewritten(facts: Partial<ProbedVideo> = {}) {
    const attempt = mkvJourney(facts, async () => ({
      stagingKey: attempt.blobs.stage(bytes('rewritten')),
      size: 9,
      facts: REEL,
    }))
    return attempt
  }

  it('keeps it as uploaded and publishes a rewritten version, each under a name of its own', async () => {
    const { accept, disk } = rewritten()
    const record = await accept()
    expect(record).toMatchObject({
      container: 'mkv',
      fileSize: 11,
      isValid: true,
      validationErrors: null,
      processedFacts: { ...REEL, how: 'remux', mimeType: 'video/mp4', fileSize: 9 },
    })
    expect(new TextDecoder().decode(disk.kept.get(record.storagePath))).toBe('as uploaded')
    expect(new TextDecoder().decode(disk.kept.get(String(record.processedPath)))).toBe('rewritten')
    expect(record.processedPublicKey).toMatch(/^[\w-]{32}\.mp4$/)
    expect(record.publicKey).toMatch(/\.mkv$/)
    expect(disk.staged.size).toBe(0)
  })

  it.each<[string, Partial<ProbedVideo>]>([
    ['an MP4 with its index at the end', { container: 'mp4', indexInFront: false }],
    [
      'a MOV with an edit list or in fragments',
      { container: 'mov', indexInFront: true, rewriteAdvised: true },
    ],
    ['an AVI', { container: 'avi' }],
  ])('rewrites %s, too', async (_name, facts) => {
    expect(await rewritten(facts).accept()).toMatchObject({ isValid: true, processedFacts: { how: 'remux' } })
  })

  it.each<[string, Partial<ProbedVideo>]>([
    ['a codec', { videoCodec: 'vp9' }],
    ['a length', { durationSeconds: 1200 }],
    ['nothing at all', { container: 'mp4', indexInFront: true }],
  ])('does not rewrite what suffers from %s', async (_name, facts) => {
    const attempt = mkvJourney(facts, () => Promise.reject(new Error('was asked')))
    expect((await attempt.accept()).processedPath).toBeNull()
  })

  it('keeps it and says why, when it cannot be rewritten', async () => {
    const attempt = mkvJourney({}, REFUSING_REMUXER.remux as () => Promise<StagedVideo>)
    const record = await attempt.accept()
    expect(record).toMatchObject({ isValid: false, processedPath: null })
    const text = 'This cannot be rewritten. Export it as MP4.'
    expect(record.validationErrors).toEqual([fileProblem('TEXT', { text })])
    const failing = mkvJourney({}, () => Promise.reject(new CodedError('VIDEO_PROCESSING_FAILED')))
    expect((await failing.accept()).validationErrors).toEqual([fileProblem('NOT_REWRITTEN')])
  })

  it('leaves nothing when the disk is full meanwhile', async () => {
    const attempt = mkvJourney({}, () =>
      Promise.reject(new CodedError('PROCESSING_FAILED', 'The disk is full.')),
    )
    await expect(attempt.accept()).rejects.toMatchObject({ code: 'PROCESSING_FAILED' })
    expect([attempt.disk.staged.size, attempt.disk.kept.size]).toEqual([0, 0])
  })

  it('leaves nothing when the record cannot be written', async () => {
    const attempt = rewritten()
    const media = { ...openStores().media, add: () => Promise.reject(new Error('disk I/O error')) }
    await expect(acceptUpload({ ...attempt.ports, media }, request())).rejects.toThrow('disk I/O error')
    expect([attempt.disk.staged.size, attempt.disk.kept.size]).toEqual([0, 0])
  })
})

describe('an upload whose first try cannot be read any more', () => {
  it('is kept, and is not prepared from bytes that are thrown away', async () => {
    const { disk, media, ports } = journey(aVideo)
    const known = { fingerprint: '', made: new Map(), answer: 'lost' } as const
    const again = { caller: 'watched folder', key: 'an-id', part: 0, fingerprint: 'upload', at: 0, known }
    const record = await acceptUpload(ports, request(), again)
    expect(await media.get(record.id)).toEqual(record)
    expect([...disk.kept.keys()]).toContain(record.storagePath)
  })
})

describe('an upload that fails', () => {
  const leftovers = async ({ disk, media }: ReturnType<typeof journey>) =>
    disk.staged.size + disk.kept.size + (await media.list({ limit: 10, offset: 0 })).total

  it('leaves nothing when the type is refused', async () => {
    const attempt = journey({ sniffedType: 'image/heic' })
    await expect(attempt.accept()).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await leftovers(attempt)).toBe(0)
  })

  it('leaves nothing when the picture is refused', async () => {
    const { images } = journey({}).ports
    const normalise = () => Promise.reject(new CodedError('MEDIA_INVALID'))
    const attempt = journey({}, { images: { ...images, normalise } })
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
    const media = { ...openStores().media, add: () => Promise.reject(new Error('disk I/O error')) }
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
