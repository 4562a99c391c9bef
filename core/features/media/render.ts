// Replaces what is published by a rendered version, and undoes that. Bytes first, then the record: a crash in between
// leaves bytes that no record names, for the clean-up at start.
import { CodedError } from '../../coded-error.ts'
import type { FitShape } from '../../ports/media/image-pipeline.ts'
import type { MediaRecord, MediaVerdict, ProcessedVersion } from '../../ports/media/media-store.ts'
import { newPublicKey, renderingKey } from './blob-key.ts'
import { validationErrorsFor } from '../../rules/fit/check-fit.ts'
import { imageRendering, verdictOf, videoRendering, type KeepDeps } from './prepare.ts'
import type { StagedRendering } from './prepare.ts'
import { makePublishableVideo } from './publishable-video.ts'
import type { Superseded } from './superseded.ts'

export interface RenderDeps extends KeepDeps {
  readonly superseded: Superseded
  /** Another version of a file will be published from here. */
  fileChanged(): void
}

/** Rejects with NOT_FOUND, MEDIA_INVALID or PROCESSING_FAILED; the record is then unchanged. */
export async function renderFittedImage(
  deps: RenderDeps,
  record: MediaRecord,
  shape: FitShape,
): Promise<MediaRecord> {
  const fitted = await withStoredFile(deps, record, (stagingKey) => deps.images.fit(stagingKey, shape))
  return publishRendering(deps, record, imageRendering(fitted))
}

/**
 * Restores what the upload alone gave: a picture as stored, a video as stored or rewritten. Does nothing otherwise. Rejects with
 * VIDEO_PROCESSING_FAILED when rewriting it fails on our side; the record is then unchanged.
 */
export async function undoRendering(deps: RenderDeps, record: MediaRecord): Promise<MediaRecord> {
  if (record.processedFacts === null || record.processedFacts.how === 'remux') return record
  if (record.kind === 'image') {
    return publishStored(deps, record, verdictOf(validationErrorsFor(record)))
  }
  const { remuxed, failure } = await withStoredFile(deps, record, (stagingKey) =>
    makePublishableVideo(deps, stagingKey, record.fileSize),
  )
  // It may well succeed the next time; the file as it was uploaded cannot be published.
  if (failure?.code === 'NOT_REWRITTEN')
    throw new CodedError('VIDEO_PROCESSING_FAILED', 'Rewriting the video failed on our side. Try again.')
  if (remuxed !== null) return publishRendering(deps, record, videoRendering(remuxed, 'remux'))
  const errors = failure === null ? validationErrorsFor(record) : [failure]
  return publishStored(deps, record, verdictOf(errors))
}

/** Takes over the staged rendering: afterwards it is kept, or gone. Rejects with the reason of `cancel` when that comes first. */
export async function publishRendering(
  deps: RenderDeps,
  { id, kind }: MediaRecord,
  rendering: StagedRendering,
  cancel?: AbortSignal,
): Promise<MediaRecord> {
  const { random, blobs } = deps
  const { stagingKey, extension, facts } = rendering
  const path = renderingKey(random, id, extension)
  try {
    await blobs.keep(stagingKey, path)
    const version = { path, publicKey: newPublicKey(random, extension), facts }
    const verdict = verdictOf(validationErrorsFor({ kind, ...facts }))
    return await replaceRendering(deps, id, { version, verdict, cancel })
  } catch (error) {
    await blobs.discard(stagingKey)
    await blobs.remove(path).catch(() => {})
    throw error
  }
}

function publishStored(deps: RenderDeps, { id }: MediaRecord, verdict: MediaVerdict): Promise<MediaRecord> {
  return replaceRendering(deps, id, { version: null, verdict })
}

export const deletedMeanwhile = () => new CodedError('NOT_FOUND', 'The media file has been deleted.')

interface Replacement {
  readonly version: ProcessedVersion | null
  readonly verdict: MediaVerdict
  readonly cancel?: AbortSignal | undefined
}

async function replaceRendering(
  { media, superseded, fileChanged }: RenderDeps,
  id: string,
  { version, verdict, cancel }: Replacement,
): Promise<MediaRecord> {
  // Read now, not when the rendering began: another one may have finished meanwhile.
  const before = await media.get(id)
  cancel?.throwIfAborted()
  const changed = await media.setProcessed(id, version, verdict)
  if (before === null || changed === null) throw deletedMeanwhile()
  fileChanged()
  await superseded.add(before)
  return changed
}

/** Always from the upload, never from an earlier rendering: nothing is cropped or encoded twice. */
export async function withStoredFile<T>(
  { blobs }: RenderDeps,
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
