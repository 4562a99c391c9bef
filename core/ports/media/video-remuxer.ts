import type { VideoFacts } from './video-probe.ts'

/** A rendered video in the staging area, probed like an upload. */
export interface StagedVideo {
  readonly stagingKey: string
  /** Bytes. */
  readonly size: number
  readonly facts: VideoFacts
}

/** Copies the same encoded frames into another file. Nothing is decoded, so nothing is lost. */
export interface VideoRemuxer {
  /**
   * An MP4 with the index in front, no edit list and no fragments. Takes H.264 or HEVC with AAC or without sound. The
   * staged input stays as it is.
   * Rejects with CodedError MEDIA_INVALID and a sentence with a way out when the file does not allow it,
   * VIDEO_PROCESSING_FAILED when our side failed, PROCESSING_FAILED when storage is what failed; then nothing is left behind.
   */
  remux(stagingKey: string, container: VideoFacts['container']): Promise<StagedVideo>
}
