// Which videos Instagram takes for a container, by the published limits, and how it refuses others.
import {
  CHROMA,
  MAX_CHANNELS,
  MAX_SAMPLE_RATE,
  REEL,
  STORY_VIDEO,
  type VideoLimits,
} from '../../../core/rules/fit/limits.ts'
import type { Container } from '../state/records.ts'
import type { VideoTarget } from './arrivals.ts'
import type { FetchFault } from './fetch-video.ts'
import { feedShapes, isWithin } from './shapes.ts'
import type { FileFacts } from './video-facts.ts'

/** A little more than 60 and less than 23.976: headers round. */
const FRAME_RATES = [23, 60.5] as const
/** Headers count in ticks: 2.999 seconds are meant to be three. */
const TICK_SECONDS = 0.05

/** The faults of a video once it is there, by the number that the container's status then names. */
type VideoFault = 2207009 | 2207026 | 2207057 | 2207082

/** The video of an Instagram container. */
export function containerVideo(container: Container): VideoTarget {
  const { id, videoUrl } = container
  return {
    id,
    videoUrl,
    maxSize: rulesOf(container).maxBytes,
    faultOf(video) {
      const fault = faultOf(video, container)
      return fault && statusSentence(fault)
    },
    fetchFault: statusSentence,
  }
}

/** The sentence of a container's `status`: clients look for the number in it. */
function statusSentence(fault: FetchFault | VideoFault): string {
  const what = fault === 2207077 || fault === 2207003 ? 'download' : 'upload'
  return `Error: Media ${what} has failed with error code ${fault}`
}

/** Null when the platform would take it. */
export function faultOf(video: FileFacts | null, container: Container): VideoFault | null {
  if (!video || !fitsRules(video, rulesOf(container)) || !fitsPicture(video) || !fitsSound(video)) {
    return 2207026
  }
  const { mediaType, script, thumbOffset, hasSound } = container
  // @NOTE Limits of a video in a carousel are not published: a reel's, and the shapes of the feed.
  if (mediaType === 'VIDEO' && !isWithin(video.width / video.height, feedShapes(script))) return 2207009
  if (hasSound && video.audioCodec === null) return 2207082
  return thumbOffset !== null && thumbOffset > video.durationSeconds * 1000 ? 2207057 : null
}

function rulesOf({ mediaType }: Container): VideoLimits {
  return mediaType === 'STORIES' ? STORY_VIDEO : REEL
}

function fitsRules(video: FileFacts, limits: VideoLimits): boolean {
  const { maxBytes, maxWidth, maxBitsPerSecond, durationSeconds: seconds, ratio } = limits
  const { width, height, durationSeconds, size, bitsPerSecond } = video
  return (
    size <= maxBytes &&
    isWithin(durationSeconds, [seconds.min - TICK_SECONDS, seconds.max + TICK_SECONDS]) &&
    width <= maxWidth &&
    bitsPerSecond <= maxBitsPerSecond &&
    isWithin(width / height, [ratio.min, ratio.max])
  )
}

/** Edit lists are refused by the documents and taken in practice: nearly every encoder writes one. */
function fitsPicture(video: FileFacts): boolean {
  const { indexInFront, isFragmented, videoCodec, frameRate, streams } = video
  return (
    indexInFront &&
    !isFragmented &&
    (videoCodec === 'avc' || videoCodec === 'hevc') &&
    (streams.chroma ?? CHROMA) === CHROMA &&
    !streams.interlaced &&
    isWithin(frameRate, FRAME_RATES)
  )
}

function fitsSound({ audioCodec, streams }: FileFacts): boolean {
  if (audioCodec === null) return true
  const { channels, sampleRate } = streams
  return audioCodec === 'aac' && (sampleRate ?? 0) <= MAX_SAMPLE_RATE && (channels ?? 0) <= MAX_CHANNELS
}
