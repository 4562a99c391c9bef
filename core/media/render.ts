// Puts a rendered version in the place of what is published so far, and takes it away again. Bytes first, then the record:
// a crash between leaves bytes that no record names, for the sweep at start.
import { CodedError } from '../errors.ts'
import type { BlobStore } from '../ports/media/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { FitShape, ImagePipeline } from '../ports/media/image-pipeline.ts'
import type { MediaRecord, MediaStore, MediaVerdict, ProcessedVersion } from '../ports/media/media-store.ts'
import type { Random } from '../ports/random.ts'
import { newPublicKey, renderingKey } from './blob-key.ts'
import { validationErrorsFor } from './fit/check-fit.ts'
import { imageRendering, verdictOf, videoRendering } from './prepare.ts'
import type { StagedRendering } from './prepare.ts'
import { makePublishableVideo } from './publishable-video.ts'
import type { VideoPorts } from './publishable-video.ts'
import type { Superseded } from './superseded.ts'

export interface RenderPorts extends VideoPorts {
  readonly images: ImagePipeline
  readonly blobs: BlobStore
  readonly media: MediaStore
  readonly clock: Clock
  readonly random: Random
  readonly superseded: Superseded
}

/** Rejects with NOT_FOUND, MEDIA_INVALID or PROCESSING_FAILED; the record then is as it was. */
export async function renderFittedImage(
  ports: RenderPorts,
  record: MediaRecord,
  shape: FitShape,
): Promise<MediaRecord> {
  const fitted = await withStoredFile(ports, record, (stagingKey) => ports.images.fit(stagingKey, shape))
  return publishRendering(ports, record, imageRendering(fitted))
}

/** Back to what the upload alone gave: a picture as stored, a video as stored or rewritten. Undoing nothing is fine. */
export async function undoRendering(ports: RenderPorts, record: MediaRecord): Promise<MediaRecord> {
  if (record.processedFacts === null || record.processedFacts.how === 'remux') return record
  if (record.kind === 'image') {
    return publishStored(ports, record, verdictOf(validationErrorsFor(record)))
  }
  const { remuxed, failure } = await withStoredFile(ports, record, (stagingKey) =>
    makePublishableVideo(ports, stagingKey, record.fileSize),
  )
  if (remuxed !== null) return publishRendering(ports, record, videoRendering(remuxed, 'remux'))
  const errors = failure === null ? validationErrorsFor(record) : [failure]
  return publishStored(ports, record, verdictOf(errors))
}

/** Takes the staged rendering over: afterwards it is kept, or gone. */
export async function publishRendering(
  ports: RenderPorts,
  { id, kind }: MediaRecord,
  rendering: StagedRendering,
): Promise<MediaRecord> {
  const { random, blobs } = ports
  const { stagingKey, extension, facts } = rendering
  const path = renderingKey(random, id, extension)
  try {
    await blobs.keep(stagingKey, path)
    const version = { path, publicKey: newPublicKey(random, extension), facts }
    return await replaceRendering(ports, id, version, verdictOf(validationErrorsFor({ kind, ...facts })))
  } catch (error) {
    await blobs.discard(stagingKey).catch(() => {})
    await blobs.remove(path).catch(() => {})
    throw error
  }
}

function publishStored(ports: RenderPorts, { id }: MediaRecord, verdict: MediaVerdict): Promise<MediaRecord> {
  return replaceRendering(ports, id, null, verdict)
}

async function replaceRendering(
  { media, superseded }: RenderPorts,
  id: string,
  version: ProcessedVersion | null,
  verdict: MediaVerdict,
): Promise<MediaRecord> {
  // Read now, not when the rendering began: another one may have ended meanwhile.
  const before = await media.get(id)
  const changed = await media.setProcessed(id, version, verdict)
  if (before === null || changed === null)
    throw new CodedError('NOT_FOUND', 'The media file has been deleted.')
  await superseded.add(before)
  return changed
}

/** Always from what was uploaded, never from an earlier rendering: nothing is cut or encoded twice. */
export async function withStoredFile<T>(
  { blobs }: Pick<RenderPorts, 'blobs'>,
  record: MediaRecord,
  work: (stagingKey: string) => Promise<T>,
): Promise<T> {
  const stagingKey = await blobs.stageKept(record.storagePath)
  if (stagingKey === null)
    throw new CodedError('NOT_FOUND', 'The contents of this media file are gone. Upload it again.')
  try {
    return await work(stagingKey)
  } finally {
    await blobs.discard(stagingKey)
  }
}
