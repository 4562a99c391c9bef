import type { FitShape } from './image-pipeline.ts'
import type { VideoFacts } from './video-probe.ts'
import type { StagedVideo } from './video-remuxer.ts'

export interface TranscodeOrder {
  /** The staged input is left unchanged. */
  readonly stagingKey: string
  /** The findings of the probe. */
  readonly facts: VideoFacts
  /** Null: the picture keeps its shape. */
  readonly shape: FitShape | null
  /** Aborted when nobody needs the result any more. */
  readonly cancel: AbortSignal
}

/** Re-encodes, with a program that may not be installed. The caller makes sure that only one runs at a time. */
export interface VideoTranscoder {
  /** False where no encoder is installed. */
  readonly available: boolean
  /**
   * An MP4 as the platform accepts it, and as the remuxer makes it. `onProgress` is called with rising numbers from 0
   * to 1.
   * Rejects with CodedError MEDIA_INVALID when the encoder cannot read the file, VIDEO_PROCESSING_FAILED when our side
   * failed or the server is stopping, PROCESSING_FAILED when storage is what failed, and with the reason of `cancel`; then
   * nothing is left behind.
   */
  transcode(order: TranscodeOrder, onProgress: (done: number) => void): Promise<StagedVideo>
}
