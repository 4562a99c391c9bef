// The messages between the server and its media process. Only paths, numbers and sentences cross; never a picture.
import type { StorageTrouble } from '../../core/ports/data-storage.ts'
import type { FitShape } from '../../core/ports/media/image-pipeline.ts'
import type { PaintedText } from '../../core/ports/reposts/story-painter.ts'
import type { ProbedVideo, VideoFacts } from '../../core/ports/media/video-probe.ts'

export type Job =
  /** Writes a publishable JPEG to `output` and its thumbnail to `thumbnail`. */
  | {
      readonly kind: 'normalise'
      readonly input: string
      readonly output: string
      readonly thumbnail: string
    }
  /** Writes a small JPEG of any accepted picture. */
  | { readonly kind: 'thumbnail'; readonly input: string; readonly output: string }
  /** Writes a JPEG of another shape. */
  | { readonly kind: 'fit'; readonly input: string; readonly output: string; readonly shape: FitShape }
  /** Writes a JPEG of a story's size with lines of text in it. */
  | {
      readonly kind: 'paint'
      readonly input: string
      readonly output: string
      readonly texts: readonly PaintedText[]
    }
  | { readonly kind: 'probe'; readonly input: string }
  /** Writes the same packets into an MP4. */
  | {
      readonly kind: 'remux'
      readonly input: string
      readonly output: string
      readonly container: VideoFacts['container']
    }

export type JobOf<Kind extends Job['kind']> = Omit<Extract<Job, { readonly kind: Kind }>, 'kind'>

export interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly size: number
}

export interface ThumbnailFacts {
  /** A ThumbHash, in base64. */
  readonly placeholder: string
}

export interface RemuxFacts {
  readonly facts: VideoFacts
  /** Bytes. */
  readonly size: number
}

export interface JobResults {
  normalise: PictureFacts & ThumbnailFacts
  thumbnail: ThumbnailFacts
  fit: PictureFacts
  paint: PictureFacts
  probe: ProbedVideo
  remux: RemuxFacts
}

export type JobErrorCode = 'MEDIA_INVALID' | 'PROCESSING_FAILED' | 'VIDEO_PROCESSING_FAILED'

/** Server → media process. One at a time, so an answer needs no number. */
export interface Request {
  readonly job: Job
  /** The process refuses the file instead of growing beyond this. */
  readonly maxResidentBytes: number
}

/** Media process → server. */
export type MediaAnswer =
  | { readonly ok: true; readonly result: JobResults[Job['kind']] }
  | {
      readonly ok: false
      readonly code: JobErrorCode
      /** For people; null when the failure was not foreseen. */
      readonly message: string | null
      /** For the log. */
      readonly detail: string
      /** What kept us from storing; null when it was something else. */
      readonly trouble: StorageTrouble | null
      /** The process is of no further use. */
      readonly ending: boolean
    }

/** The code of a job that dies without an answer, by who is to blame. */
export function failureCode(kind: Job['kind']): JobErrorCode {
  return kind === 'probe' || kind === 'remux' ? 'VIDEO_PROCESSING_FAILED' : 'PROCESSING_FAILED'
}
