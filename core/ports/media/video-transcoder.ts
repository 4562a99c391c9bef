import type { FitShape } from './image-pipeline.ts'
import type { VideoFacts } from './video-probe.ts'
import type { StagedVideo } from './video-remuxer.ts'

export interface TranscodeOrder {
  /** The staged input stays as it is. */
  readonly stagingKey: string
  /** The findings of the probe. */
  readonly facts: VideoFacts
  /** Null: the picture keeps its shape. */
  readonly shape: FitShape | null
}

/** Encodes anew, with a program that the user has or has not. One at a time is the caller's business. */
export interface VideoTranscoder {
  /** False where no encoder is at hand. */
  readonly available: boolean
  /**
   * An MP4 as the platform takes it, as the remuxer makes them. `onProgress` is called with rising numbers from 0 to 1.
   * Rejects with CodedError MEDIA_INVALID when the encoder cannot read the file, VIDEO_PROCESSING_FAILED when our side
   * failed or the server is stopping, PROCESSING_FAILED when the disk is full; then nothing is left behind.
   */
  transcode(order: TranscodeOrder, onProgress: (done: number) => void): Promise<StagedVideo>
}
