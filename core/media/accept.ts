// The journey of an upload: staged → recognised → made publishable → kept durably → recorded. The record comes last, so a
// crash at any line leaves bytes without a record (swept at start, see sweep.ts) and never a record without its bytes.
import { toBase64Url } from '../base64url.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { ImagePipeline } from '../ports/image-pipeline.ts'
import type { MediaRecord, MediaStore } from '../ports/media-store.ts'
import type { Random } from '../ports/random.ts'
import type { StagedUpload, UploadIntake } from '../ports/upload-intake.ts'
import type { VideoProbe } from '../ports/video-probe.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import { mediaKey } from './blob-key.ts'
import { validationErrorsFor } from './check-fit.ts'
import type { MediaFacts } from './check-fit.ts'
import { acceptedType, VIDEO_TYPES } from './media-types.ts'

export interface AcceptPorts {
  readonly intake: UploadIntake
  readonly blobs: BlobStore
  readonly images: ImagePipeline
  readonly videos: VideoProbe
  readonly media: MediaStore
  readonly clock: Clock
  readonly random: Random
}

/** Bytes in the staging area that are ready to be kept, and what they are. */
interface Prepared {
  readonly facts: MediaFacts & Pick<MediaRecord, 'indexInFront'>
  readonly mimeType: string
  readonly extension: string
  readonly stagingKey: string
  readonly thumbnailStagingKey: string | null
}

/** Rejects with CodedError and leaves nothing behind, whichever step fails. */
export async function acceptUpload(ports: AcceptPorts, request: Request): Promise<MediaRecord> {
  const upload = await ports.intake.receive(request)
  const staged = new Set([upload.stagingKey])
  const kept = new Set<string>()
  try {
    const prepared = await prepare(ports, upload, staged)
    const record = describe(ports, upload, prepared)
    await keep(ports, prepared, record, kept)
    if (upload.stagingKey !== prepared.stagingKey) await ports.blobs.discard(upload.stagingKey)
    await ports.media.add(record)
    return record
  } catch (error) {
    for (const key of staged) await ports.blobs.discard(key).catch(() => {})
    for (const key of kept) await ports.blobs.remove(key).catch(() => {})
    throw error
  }
}

async function prepare(ports: AcceptPorts, upload: StagedUpload, staged: Set<string>): Promise<Prepared> {
  const { kind } = acceptedType(upload.sniffedType, upload.declaredType)
  const prepared = kind === 'image' ? await prepareImage(ports, upload) : await prepareVideo(ports, upload)
  staged.add(prepared.stagingKey)
  if (prepared.thumbnailStagingKey !== null) staged.add(prepared.thumbnailStagingKey)
  return prepared
}

async function prepareImage({ images }: AcceptPorts, upload: StagedUpload): Promise<Prepared> {
  const { stagingKey, thumbnailStagingKey, width, height, size } = await images.normalise(upload.stagingKey)
  const facts = { ...NO_VIDEO, kind: 'image', fileSize: size, width, height } as const
  return { facts, mimeType: 'image/jpeg', extension: 'jpg', stagingKey, thumbnailStagingKey }
}

const NO_VIDEO = {
  durationSeconds: null,
  container: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  indexInFront: null,
} as const

async function prepareVideo({ videos }: AcceptPorts, upload: StagedUpload): Promise<Prepared> {
  const found = await videos.probe(upload.stagingKey)
  const thumbnailStagingKey = await videos.posterFrame(upload.stagingKey, found)
  const { mimeType, extension } = VIDEO_TYPES[found.container]
  const facts = { ...found, kind: 'video', fileSize: upload.size } as const
  return { facts, mimeType, extension, stagingKey: upload.stagingKey, thumbnailStagingKey }
}

function describe({ clock, random }: AcceptPorts, upload: StagedUpload, prepared: Prepared): MediaRecord {
  const { facts, mimeType, extension } = prepared
  const id = random.uuid()
  const errors = validationErrorsFor(facts)
  return {
    ...facts,
    id,
    originalFilename: upload.originalFilename,
    storagePath: mediaKey(id, extension),
    mimeType,
    aspectRatio: aspectRatioOf(facts.width, facts.height),
    isValid: errors.length === 0,
    validationErrors: errors.length === 0 ? null : errors,
    thumbnailPath: prepared.thumbnailStagingKey === null ? null : mediaKey(id, 'jpg', 'thumbnail'),
    processedPath: null,
    processedPublicKey: null,
    processedFacts: null,
    // 192 bits: whoever knows the name may see the file, so nobody may guess it.
    publicKey: `${toBase64Url(random.bytes(24))}.${extension}`,
    createdAt: clock.now(),
  }
}

async function keep(
  { blobs }: AcceptPorts,
  prepared: Prepared,
  record: MediaRecord,
  kept: Set<string>,
): Promise<void> {
  // Marked before the move: a keep that fails half-way may have moved the bytes, and removing nothing is fine.
  kept.add(record.storagePath)
  await blobs.keep(prepared.stagingKey, record.storagePath)
  if (prepared.thumbnailStagingKey === null || record.thumbnailPath === null) return
  kept.add(record.thumbnailPath)
  await blobs.keep(prepared.thumbnailStagingKey, record.thumbnailPath)
}
