// From a staged upload to staged files that are ready to be kept, with their facts.
import type { FileProblem } from '../../rules/notices/file-problems.ts'
import type { ImagePipeline, NormalisedImage, Thumbnail } from '../../ports/media/image-pipeline.ts'
import type { MediaVerdict, ProcessedFacts, MediaStore } from '../../ports/media/media-store.ts'
import type { StagedUpload } from '../../ports/media/upload-intake.ts'
import type { StagedVideo, VideoRemuxer } from '../../ports/media/video-remuxer.ts'
import { NO_VIDEO, validationErrorsFor } from '../../rules/fit/check-fit.ts'
import type { MediaFacts } from '../../rules/fit/check-fit.ts'
import { acceptedType, VIDEO_TYPES } from './media-types.ts'
import { makePublishableVideo } from './publishable-video.ts'
import type { VideoProbe } from '../../ports/media/video-probe.ts'
import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'

/** What a file is prepared and kept with. */
export interface KeepDeps {
  readonly images: ImagePipeline
  readonly videos: VideoProbe
  readonly remuxer: VideoRemuxer
  readonly blobs: BlobStore
  readonly media: MediaStore
  readonly clock: Clock
  readonly random: Random
}

/** A rendered version in the staging area. */
export interface StagedRendering {
  readonly stagingKey: string
  readonly extension: string
  readonly facts: ProcessedFacts
}

export interface Prepared {
  readonly facts: MediaFacts
  readonly mimeType: string
  readonly extension: string
  readonly stagingKey: string
  readonly thumbnail: Thumbnail | null
  readonly rendering: StagedRendering | null
  readonly verdict: MediaVerdict
}

/** Every staging key it learns of goes into `staged` at once, so that a failure can discard them all. */
export async function prepareMedia(
  deps: KeepDeps,
  upload: StagedUpload,
  staged: Set<string>,
): Promise<Prepared> {
  const { kind } = acceptedType(upload.sniffedType, upload.declaredType)
  return kind === 'image' ? prepareImage(deps, upload, staged) : prepareVideo(deps, upload, staged)
}

async function prepareImage(
  { images }: KeepDeps,
  upload: StagedUpload,
  staged: Set<string>,
): Promise<Prepared> {
  const image = await images.normalise(upload.stagingKey)
  staged.add(image.stagingKey).add(image.thumbnail.stagingKey)
  return toPrepared(image)
}

export function toPrepared(image: NormalisedImage): Prepared {
  const { stagingKey, thumbnail, width, height, size } = image
  const facts = { ...NO_VIDEO, kind: 'image', fileSize: size, width, height } as const
  const verdict = verdictOf(validationErrorsFor(facts))
  const type = { mimeType: 'image/jpeg', extension: 'jpg' }
  return { facts, ...type, stagingKey, thumbnail, rendering: null, verdict }
}

async function prepareVideo(
  deps: KeepDeps,
  { stagingKey, size }: StagedUpload,
  staged: Set<string>,
): Promise<Prepared> {
  const { facts: found, remuxed, failure } = await makePublishableVideo(deps, stagingKey, size)
  if (remuxed !== null) staged.add(remuxed.stagingKey)
  const thumbnail = await deps.videos.posterFrame(stagingKey, found)
  if (thumbnail !== null) staged.add(thumbnail.stagingKey)
  const { mimeType, extension } = VIDEO_TYPES[found.container]
  const facts = { ...found, kind: 'video', fileSize: size } as const
  const rendering = remuxed && videoRendering(remuxed, 'remux')
  const published = rendering ? { kind: 'video' as const, ...rendering.facts } : facts
  const verdict = verdictOf(failure === null ? validationErrorsFor(published) : [failure])
  return { facts, mimeType, extension, stagingKey, thumbnail, rendering, verdict }
}

export function videoRendering(video: StagedVideo, how: 'remux' | 'fit' | 'transcode'): StagedRendering {
  const { mimeType, extension } = VIDEO_TYPES[video.facts.container]
  const facts = { ...video.facts, how, mimeType, fileSize: video.size }
  return { stagingKey: video.stagingKey, extension, facts }
}

export function imageRendering(image: {
  readonly stagingKey: string
  readonly width: number
  readonly height: number
  readonly size: number
}): StagedRendering {
  const { stagingKey, width, height, size } = image
  const facts = { ...NO_VIDEO, how: 'fit', mimeType: 'image/jpeg', fileSize: size, width, height } as const
  return { stagingKey, extension: 'jpg', facts }
}

export function verdictOf(errors: readonly FileProblem[]): MediaVerdict {
  return { isValid: errors.length === 0, validationErrors: errors.length === 0 ? null : errors }
}
