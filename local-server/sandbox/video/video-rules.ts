// Which videos the platform takes: the media specifications of its content publishing reference, as numbers.
import type { Container } from '../state/records.ts'
import { feedShapes, isWithin, type RatioRange } from './shapes.ts'
import type { FileFacts } from './video-facts.ts'

const MB = 1_000_000

interface VideoRules {
  readonly maxBytes: number
  readonly seconds: readonly [number, number]
  readonly ratio: RatioRange
}

const REEL: VideoRules = { maxBytes: 300 * MB, seconds: [3, 15 * 60], ratio: [0.01, 10] }
const STORY: VideoRules = { maxBytes: 100 * MB, seconds: [3, 60], ratio: [0.1, 10] }

export const LARGEST_VIDEO = REEL.maxBytes

const MAX_WIDTH = 1920
const MAX_BITS_PER_SECOND = 25 * MB
/** A little more than 60 and less than 23.976: headers round. */
const FRAME_RATES = [23, 60.5] as const
/** Headers count in ticks: 2.999 seconds are meant to be three. */
const TICK_SECONDS = 0.05
const MAX_SAMPLE_RATE = 48_000
const MAX_CHANNELS = 2

/** The faults of a video once it is there, by the number that the container's status then names. */
export type VideoFault = 2207009 | 2207026 | 2207057

/** Null when the platform would take it. */
export function faultOf(video: FileFacts | null, container: Container): VideoFault | null {
  if (!video || !fitsRules(video, rulesOf(container)) || !fitsPicture(video) || !fitsSound(video)) {
    return 2207026
  }
  const { mediaType, script, thumbOffset } = container
  // @NOTE Limits of a video in a carousel are not published: a reel's, and the shapes of the feed.
  if (mediaType === 'VIDEO' && !isWithin(video.width / video.height, feedShapes(script))) return 2207009
  return thumbOffset !== null && thumbOffset > video.durationSeconds * 1000 ? 2207057 : null
}

export function rulesOf({ mediaType }: Container): VideoRules {
  return mediaType === 'STORIES' ? STORY : REEL
}

function fitsRules(video: FileFacts, { maxBytes, seconds, ratio }: VideoRules): boolean {
  const { width, height, durationSeconds, size } = video
  const [shortest, longest] = seconds
  return (
    size <= maxBytes &&
    durationSeconds >= shortest - TICK_SECONDS &&
    durationSeconds <= longest + TICK_SECONDS &&
    width <= MAX_WIDTH &&
    isWithin(width / height, ratio)
  )
}

/** Edit lists are refused by the documents and taken in practice: nearly every encoder writes one. */
function fitsPicture(video: FileFacts): boolean {
  const { indexInFront, isFragmented, videoCodec, frameRate, bitsPerSecond } = video
  return (
    indexInFront &&
    !isFragmented &&
    (videoCodec === 'avc' || videoCodec === 'hevc') &&
    isWithin(frameRate, FRAME_RATES) &&
    bitsPerSecond <= MAX_BITS_PER_SECOND
  )
}

function fitsSound({ audio }: FileFacts): boolean {
  if (!audio) return true
  return audio.codec === 'aac' && audio.sampleRate <= MAX_SAMPLE_RATE && audio.channels <= MAX_CHANNELS
}
