import type { Thumbnail } from './image-pipeline.ts'

/** What the headers of the codecs say; null where they say nothing. */
export interface StreamFacts {
  readonly chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4' | null
  /** Bits of each value of a picture. */
  readonly bitDepth: number | null
  /** True when pictures may be coded as fields. */
  readonly interlaced: boolean
  /** The transfer function of a picture brighter than white. */
  readonly highDynamicRange: 'hlg' | 'pq' | null
  /** Of the sound, as is the next; null without sound. */
  readonly channels: number | null
  /** Hz. */
  readonly sampleRate: number | null
  /** Its place among the sounds of the file, from 0. */
  readonly soundTrack?: number
}

/** Facts from a video's own headers, never from its name. */
export interface VideoFacts {
  /** `mp4`, `mov`, `mkv`, `webm` or `avi`. */
  readonly container: 'mp4' | 'mov' | 'mkv' | 'webm' | 'avi'
  /** Display size in pixels: rotation and pixel shape applied. */
  readonly width: number
  readonly height: number
  /** Seconds. */
  readonly durationSeconds: number
  /**
   * Lower-case codec names such as `avc`, `hevc`, `vp9`, `av1`, `mpeg4`; `unknown` when the header names one we do
   * not know.
   */
  readonly videoCodec: string
  /** A name such as `aac`, `opus`, `mp3`; null when there is no sound. */
  readonly audioCodec: string | null
  /** Frames a second, null when the header does not say. */
  readonly frameRate: number | null
  /** True when an MP4 or MOV can be played from its first bytes (index in front of the data); null for other containers. */
  readonly indexInFront: boolean | null
  /** Null where they were not read, as in an AVI. */
  readonly streams: StreamFacts | null
}

export interface ProbedVideo extends VideoFacts {
  /**
   * True when an MP4 or MOV has a flaw that the platform refuses and a rewrite fixes: it is fragmented, calls itself a
   * 3GP, or has an edit list that hides nothing and only delays or aligns.
   */
  readonly rewriteAdvised: boolean
}

export interface VideoProbe {
  /**
   * Rejects with CodedError MEDIA_INVALID when no video track can be read or an MP4 or MOV ends before its data does,
   * VIDEO_PROCESSING_FAILED when our side failed.
   */
  probe(stagingKey: string): Promise<ProbedVideo>
  /** A JPEG of an early frame, or null where no decoder (ffmpeg) is installed or it failed. */
  posterFrame(stagingKey: string, facts: VideoFacts): Promise<Thumbnail | null>
}
