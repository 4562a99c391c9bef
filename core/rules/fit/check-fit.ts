// Checks whether the platform accepts a file for a kind of post. Pure; the numbers are in limits.ts. An empty list
// means that we know of no reason for the platform to refuse it.
import { fileProblem, type FileProblem } from '../notices/file-problems.ts'
import type { FIT_RISKS, Warning } from '../notices/warnings.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import {
  BIT_DEPTHS,
  CAROUSEL_IMAGE,
  CAROUSEL_VIDEO,
  CHROMA,
  FEED_IMAGE,
  MAX_CHANNELS,
  MAX_SAMPLE_RATE,
  MEGABYTE,
  REEL,
  STORY_IMAGE,
  STORY_VIDEO,
  SURE_FEED_RATIO,
  isLengthIn,
} from './limits.ts'
import type { ImageLimits, Range, VideoLimits } from './limits.ts'

export type MediaFacts = Pick<
  MediaRecord,
  | 'kind'
  | 'fileSize'
  | 'width'
  | 'height'
  | 'durationSeconds'
  | 'container'
  | 'videoCodec'
  | 'audioCodec'
  | 'frameRate'
  | 'indexInFront'
  | 'streams'
>

/** What a picture has in place of a video's facts. */
export const NO_VIDEO = {
  durationSeconds: null,
  container: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  indexInFront: null,
  streams: null,
} as const

/** The `mediaType` of a post. */
export type MediaUse = 'IMAGE' | 'REELS' | 'STORIES' | 'CAROUSEL'

/** The kinds of post that accept the kind of file at all, the most tolerant first. */
const USES = {
  image: ['STORIES', 'IMAGE', 'CAROUSEL'],
  video: ['REELS', 'STORIES', 'CAROUSEL'],
} as const satisfies Record<MediaFacts['kind'], readonly MediaUse[]>

const LIMITS = {
  IMAGE: {
    image: FEED_IMAGE,
    video: 'PICTURE_NEEDED',
  },
  REELS: {
    image: 'VIDEO_NEEDED',
    video: REEL,
  },
  STORIES: { image: STORY_IMAGE, video: STORY_VIDEO },
  CAROUSEL: { image: CAROUSEL_IMAGE, video: CAROUSEL_VIDEO },
} as const satisfies Record<
  MediaUse,
  { image: ImageLimits | 'VIDEO_NEEDED'; video: VideoLimits | 'PICTURE_NEEDED' }
>

export function fitProblems(facts: MediaFacts, use: MediaUse): FileProblem[] {
  if (facts.kind === 'image') {
    const { image } = LIMITS[use]
    return typeof image === 'string' ? [fileProblem(image)] : imageProblems(facts, image)
  }
  const { video } = LIMITS[use]
  return typeof video === 'string' ? [fileProblem(video)] : videoProblems(facts, video)
}

type FitRisk = Extract<Warning, { code: (typeof FIT_RISKS)[number] }>

/**
 * Finds what the platform does not accept from everybody, or does not document, as warnings that say what helps. Call for
 * files that fit: for one that does not, `fitProblems` says more.
 */
export function fitRisks(facts: MediaFacts, use: MediaUse): FitRisk[] {
  return typeof LIMITS[use][facts.kind] === 'string' ? [] : [...shapeRisks(facts, use), ...streamRisks(facts)]
}

function shapeRisks(facts: MediaFacts, use: MediaUse): FitRisk[] {
  const limits = LIMITS[use][facts.kind]
  if (typeof limits === 'string' || limits.ratio?.max !== SURE_FEED_RATIO.max) return []
  const actual = facts.width / facts.height
  if (actual >= SURE_FEED_RATIO.min - 1e-9 || shapeProblem('PICTURE_SHAPE', facts, limits.ratio).length > 0)
    return []
  const code = facts.kind === 'image' ? 'TALL_PICTURE' : 'TALL_VIDEO'
  return [{ code, params: { ratio: ratioName(actual) } }]
}

function streamRisks({ videoCodec, streams }: MediaFacts): FitRisk[] {
  if (!streams) return []
  const { chroma, bitDepth, interlaced, channels, sampleRate } = streams
  const depths: Readonly<Record<string, number>> = BIT_DEPTHS
  const risks: FitRisk[] = []
  const check = (code: CountedRisk, count: number | null, max: number) => {
    if (count !== null && count > max) risks.push({ code, params: { count: `${count}` } })
  }
  if (chroma !== null && chroma !== CHROMA) risks.push({ code: 'CHROMA', params: {} })
  check('BIT_DEPTH', bitDepth, depths[videoCodec ?? ''] ?? Infinity)
  if (interlaced) risks.push({ code: 'INTERLACED', params: {} })
  check('CHANNELS', channels, MAX_CHANNELS)
  check('SAMPLE_RATE', sampleRate, MAX_SAMPLE_RATE)
  return risks
}

type CountedRisk = 'BIT_DEPTH' | 'CHANNELS' | 'SAMPLE_RATE'

/** Refusals for an account whose shape of this kind the platform refused recently. */
export function tallRefusals(facts: MediaFacts, use: MediaUse): FileProblem[] {
  if (shapeRisks(facts, use).length === 0) return []
  const ratio = ratioName(facts.width / facts.height)
  return [fileProblem(facts.kind === 'image' ? 'TALL_PICTURE_REFUSED' : 'TALL_VIDEO_REFUSED', { ratio })]
}

/** Empty when at least one kind of post accepts the file; otherwise what keeps it from the nearest one. */
export function validationErrorsFor(facts: MediaFacts): FileProblem[] {
  return USES[facts.kind]
    .map((use) => fitProblems(facts, use))
    .reduce((fewest, problems) => (problems.length < fewest.length ? problems : fewest))
}

function imageProblems(facts: MediaFacts, limits: ImageLimits): FileProblem[] {
  return [
    ...sizeProblem('PICTURE_TOO_LARGE', facts, limits),
    ...shapeProblem('PICTURE_SHAPE', facts, limits.ratio),
  ]
}

function videoProblems(facts: MediaFacts, limits: VideoLimits): FileProblem[] {
  const codecs = codecProblems(facts, limits)
  return [
    ...(codecs.length > 0 ? codecs : containerProblems(facts)),
    ...sizeProblem('VIDEO_TOO_LARGE', facts, limits),
    ...shapeProblem('VIDEO_SHAPE', facts, limits.ratio),
    ...durationProblem(facts, limits.durationSeconds),
    ...streamProblems(facts, limits),
  ]
}

const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  mpeg2: 'MPEG-2',
  mpeg4: 'MPEG-4 Part 2 (DivX, Xvid)',
  mjpeg: 'Motion JPEG',
  prores: 'ProRes',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  pcm: 'uncompressed PCM',
}

/** Checked only where the codecs fit: otherwise the sentence about them names the same remedy. */
function containerProblems({ container, indexInFront }: MediaFacts): FileProblem[] {
  if (container !== 'mp4' && container !== 'mov') {
    const name = container === 'webm' ? 'WebM' : (container ?? 'unknown').toUpperCase()
    return [fileProblem('CONTAINER', { name })]
  }
  return indexInFront === false ? [fileProblem('INDEX_AT_END')] : []
}

function codecProblems(facts: MediaFacts, limits: VideoLimits): FileProblem[] {
  const { videoCodec, audioCodec } = facts
  const isVideoTaken = videoCodec !== null && limits.videoCodecs.includes(videoCodec)
  const isAudioTaken = audioCodec === null || limits.audioCodecs.includes(audioCodec)
  return [
    ...(isVideoTaken ? [] : [codecProblem('VIDEO_CODEC', videoCodec)]),
    ...(isAudioTaken ? [] : [codecProblem('AUDIO_CODEC', audioCodec)]),
  ]
}

function codecProblem(code: 'VIDEO_CODEC' | 'AUDIO_CODEC', codec: string | null): FileProblem {
  if (codec === null || codec === 'unknown') return fileProblem(`${code}_UNKNOWN`)
  const name = CODEC_NAMES[codec] ?? (codec.startsWith('pcm') ? CODEC_NAMES['pcm'] : codec) ?? codec
  return fileProblem(code, { name })
}

function sizeProblem(
  code: 'PICTURE_TOO_LARGE' | 'VIDEO_TOO_LARGE',
  { fileSize }: MediaFacts,
  { maxBytes }: ImageLimits | VideoLimits,
): FileProblem[] {
  if (fileSize <= maxBytes) return []
  const [size, limit] = [Math.ceil(fileSize / MEGABYTE), Math.floor(maxBytes / MEGABYTE)]
  return [fileProblem(code, { size: `${size}`, limit: `${limit}` })]
}

function shapeProblem(
  code: 'PICTURE_SHAPE' | 'VIDEO_SHAPE',
  { width, height }: MediaFacts,
  limits: Range | null,
): FileProblem[] {
  const actual = width / height
  // Only the rounding of the division is tolerated: the platform refuses one pixel too many.
  if (limits === null || (actual >= limits.min - 1e-9 && actual <= limits.max + 1e-9)) return []
  // What certainly helps, rather than what might be accepted.
  const { min, max } = limits.max === SURE_FEED_RATIO.max ? SURE_FEED_RATIO : limits
  return [fileProblem(code, { ratio: ratioName(actual), min: ratioName(min), max: ratioName(max) })]
}

const NAMED_RATIOS = [
  ['4:5', 4 / 5],
  ['3:4', 3 / 4],
  ['2:3', 2 / 3],
  ['9:16', 9 / 16],
] as const

/** `3:1`, `1:3`, `4:5`: short enough to read, exact enough to show which side is too long. */
function ratioName(ratio: number): `${number}:${number}` {
  for (const [name, value] of NAMED_RATIOS) if (Math.abs(ratio - value) < 1e-9) return name
  const [wide, value] = ratio >= 1 ? [true, ratio] : [false, 1 / ratio]
  const digits = Number(value.toFixed(Math.abs(value - Math.round(value)) < 0.005 ? 0 : 3))
  return wide ? `${digits}:1` : `1:${digits}`
}

function durationProblem(facts: MediaFacts, range: Range): FileProblem[] {
  const length = facts.durationSeconds ?? 0
  if (isLengthIn(range, length)) return []
  const { min, max } = range
  const seconds = length.toFixed(1)
  return max >= 120
    ? [fileProblem('LENGTH_IN_MINUTES', { seconds, min: `${min}`, max: `${max / 60}` })]
    : [fileProblem('LENGTH_IN_SECONDS', { seconds, min: `${min}`, max: `${max}` })]
}

function streamProblems(facts: MediaFacts, limits: VideoLimits): FileProblem[] {
  const { width, frameRate, durationSeconds, fileSize } = facts
  const { min, max } = limits.frameRate
  const bits = durationSeconds ? (fileSize * 8) / durationSeconds : 0
  const problems: FileProblem[] = []
  if (width > limits.maxWidth)
    problems.push(fileProblem('TOO_WIDE', { width: `${width}`, max: `${limits.maxWidth}` }))
  // Half a frame of slack: the rate is an average over packets, and 59.94 may average to 60.1 on a short clip.
  if (frameRate !== null && (frameRate < min - 0.5 || frameRate > max + 0.5))
    problems.push(fileProblem('FRAME_RATE', { rate: frameRate.toFixed(1), min: `${min}`, max: `${max}` }))
  if (bits > limits.maxBitsPerSecond) {
    problems.push(fileProblem('BIT_RATE', { rate: megabits(bits), max: megabits(limits.maxBitsPerSecond) }))
  }
  return problems
}

const megabits = (bits: number) => `${Math.round(bits / 1e6)}`
