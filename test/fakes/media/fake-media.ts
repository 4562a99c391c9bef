// The media pipeline without pixels: every picture becomes the same tiny JPEG, every video is a reel that fits, and nothing
// can be rewritten or encoded.
import { CodedError } from '../../../core/coded-error.ts'
import { createSuperseded } from '../../../core/features/media/superseded.ts'
import { createTranscodes, type TranscodeDeps } from '../../../core/features/media/transcodes.ts'
import type { ProbedVideo, VideoProbe } from '../../../core/ports/media/video-probe.ts'
import type { VideoRemuxer } from '../../../core/ports/media/video-remuxer.ts'
import type { VideoTranscoder } from '../../../core/ports/media/video-transcoder.ts'
import type { MemoryBlobStore } from './memory-blob-store.ts'
import { createTinyImagePipeline } from './tiny-image-pipeline.ts'

/** A reel that needs nothing done. */
export const A_REEL: ProbedVideo = {
  container: 'mp4',
  width: 1080,
  height: 1920,
  durationSeconds: 12,
  videoCodec: 'avc',
  audioCodec: 'aac',
  frameRate: 30,
  indexInFront: true,
  streams: null,
  rewriteAdvised: false,
}

type Ports = Pick<TranscodeDeps, 'media' | 'clock' | 'random' | 'log'> & { readonly blobs: MemoryBlobStore }

export function createFakeMedia(ports: Ports, transcoder: VideoTranscoder = NO_TRANSCODER) {
  const superseded = createSuperseded(ports)
  const mediaPorts = {
    images: createTinyImagePipeline(ports.blobs),
    videos: TINY_VIDEO_PROBE,
    remuxer: REFUSING_REMUXER,
    superseded,
    fileChanged() {},
  }
  return { ...mediaPorts, transcodes: createTranscodes({ ...ports, ...mediaPorts, transcoder }) }
}

const TINY_VIDEO_PROBE: VideoProbe = { probe: async () => A_REEL, posterFrame: async () => null }

export const REFUSING_REMUXER: VideoRemuxer = {
  remux: () => Promise.reject(new CodedError('MEDIA_INVALID', 'This cannot be rewritten. Export it as MP4.')),
}

export const NO_TRANSCODER: VideoTranscoder = {
  available: false,
  transcode: () => Promise.reject(new Error('there is no encoder')),
}
