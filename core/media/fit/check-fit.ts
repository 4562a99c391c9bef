// Checks whether the platform takes a file for a kind of post; the sentences say what helps. Pure; the numbers are in
// limits.ts. An empty list means that we know of nothing the platform would refuse.
import { warning, type Warning } from '../../notices/warnings.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import {
  CAROUSEL_IMAGE,
  CAROUSEL_VIDEO,
  FEED_IMAGE,
  REEL,
  STORY_IMAGE,
  STORY_VIDEO,
  SURE_FEED_RATIO,
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
>

/** The values that a picture has instead of a video's facts. */
export const NO_VIDEO = {
  durationSeconds: null,
  container: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  indexInFront: null,
} as const

/** The `mediaType` of a post. */
export type MediaUse = 'IMAGE' | 'REELS' | 'STORIES' | 'CAROUSEL'

/** The kinds of post that take the kind of file at all, the most patient first. */
const USES = {
  image: ['STORIES', 'IMAGE', 'CAROUSEL'],
  video: ['REELS', 'STORIES', 'CAROUSEL'],
} as const satisfies Record<MediaFacts['kind'], readonly MediaUse[]>

const LIMITS = {
  IMAGE: {
    image: FEED_IMAGE,
    video: 'An IMAGE post needs a picture. Post this video as REELS, STORIES or in a CAROUSEL.',
  },
  REELS: {
    image: 'A REELS post needs a video. Post this picture as IMAGE, STORIES or in a CAROUSEL.',
    video: REEL,
  },
  STORIES: { image: STORY_IMAGE, video: STORY_VIDEO },
  CAROUSEL: { image: CAROUSEL_IMAGE, video: CAROUSEL_VIDEO },
} as const satisfies Record<MediaUse, { image: ImageLimits | string; video: VideoLimits | string }>

export function fitProblems(facts: MediaFacts, use: MediaUse): string[] {
  if (facts.kind === 'image') {
    const { image } = LIMITS[use]
    return typeof image === 'string' ? [image] : imageProblems(facts, image)
  }
  const { video } = LIMITS[use]
  return typeof video === 'string' ? [video] : videoProblems(facts, video)
}

/**
 * Finds what the platform takes of some accounts only, as warnings that say what helps. Asked of files that fit: for one
 * that does not, `fitProblems` says more.
 */
export function fitRisks(facts: MediaFacts, use: MediaUse): Warning[] {
  const limits = LIMITS[use][facts.kind]
  if (typeof limits === 'string' || limits.ratio?.max !== SURE_FEED_RATIO.max) return []
  const actual = facts.width / facts.height
  if (actual >= SURE_FEED_RATIO.min - 1e-9 || shapeProblem('', facts, limits.ratio).length > 0) return []
  return [warning(facts.kind === 'image' ? 'TALL_PICTURE' : 'TALL_VIDEO', { ratio: ratioName(actual) })]
}

/** Refusals for an account whose shape of this kind the platform refused not long ago. */
export function tallRefusals(facts: MediaFacts, use: MediaUse): string[] {
  if (fitRisks(facts, use).length === 0) return []
  const what = facts.kind === 'image' ? 'picture' : 'video'
  const ratio = ratioName(facts.width / facts.height)
  return [
    `The ${what} is ${ratio}. Instagram has recently refused this shape for this account. Crop it to between 4:5 and 1.91:1.`,
  ]
}

/** Empty when at least one kind of post takes the file; else what keeps the nearest one from it. */
export function validationErrorsFor(facts: MediaFacts): string[] {
  return USES[facts.kind]
    .map((use) => fitProblems(facts, use))
    .reduce((fewest, problems) => (problems.length < fewest.length ? problems : fewest))
}

function imageProblems(facts: MediaFacts, limits: ImageLimits): string[] {
  return [...sizeProblem('picture', facts, limits.maxBytes), ...shapeProblem('picture', facts, limits.ratio)]
}

function videoProblems(facts: MediaFacts, limits: VideoLimits): string[] {
  const codecs = codecProblems(facts, limits)
  return [
    ...(codecs.length > 0 ? codecs : containerProblems(facts)),
    ...sizeProblem('video', facts, limits.maxBytes),
    ...shapeProblem('video', facts, limits.ratio),
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

/** Asked only where the codecs fit: else the sentence about them says the same way out. */
function containerProblems({ container, indexInFront }: MediaFacts): string[] {
  if (container !== 'mp4' && container !== 'mov') {
    const name = container === 'webm' ? 'a WebM' : `an ${(container ?? 'unknown').toUpperCase()}`
    return [`The video is ${name} file, and the platform accepts MP4. Export it as MP4 with H.264 and AAC.`]
  }
  if (indexInFront !== false) return []
  return [
    `The video has its index at the end, and the platform needs it at the beginning. Export it again with “fast start” (web optimised).`,
  ]
}

function codecProblems(facts: MediaFacts, limits: VideoLimits): string[] {
  const problems: string[] = []
  if (facts.videoCodec === null || !limits.videoCodecs.includes(facts.videoCodec)) {
    problems.push(
      `The video is encoded with ${codecName(facts.videoCodec)}. Convert the video to MP4 with H.264 and AAC.`,
    )
  }
  if (facts.audioCodec !== null && !limits.audioCodecs.includes(facts.audioCodec)) {
    problems.push(
      `The audio is encoded with ${codecName(facts.audioCodec)}. Convert the video to MP4 with H.264 and AAC.`,
    )
  }
  return problems
}

function codecName(codec: string | null): string {
  if (codec === null || codec === 'unknown') return 'an unknown codec'
  return CODEC_NAMES[codec] ?? (codec.startsWith('pcm') ? 'uncompressed PCM' : codec)
}

function sizeProblem(what: string, facts: MediaFacts, maxBytes: number): string[] {
  if (facts.fileSize <= maxBytes) return []
  const fix = what === 'video' ? 'Shorten it or export it smaller.' : 'Export it smaller.'
  return [
    `The ${what} is ${Math.ceil(facts.fileSize / 2 ** 20)} MB; the limit is ${maxBytes / 2 ** 20} MB. ${fix}`,
  ]
}

function shapeProblem(what: string, facts: MediaFacts, ratio: Range | null): string[] {
  const actual = facts.width / facts.height
  // Nothing but the rounding of the division is forgiven: the platform refuses one pixel too many.
  if (ratio === null || (actual >= ratio.min - 1e-9 && actual <= ratio.max + 1e-9)) return []
  // What helps for sure, rather than what only may be taken.
  const cropTo = ratio.max === SURE_FEED_RATIO.max ? SURE_FEED_RATIO : ratio
  return [
    `The ${what} is ${ratioName(actual)}. Crop it to between ${ratioName(cropTo.min)} and ${ratioName(cropTo.max)}.`,
  ]
}

const NAMED_RATIOS = { '4:5': 4 / 5, '3:4': 3 / 4, '2:3': 2 / 3, '9:16': 9 / 16 } as const

/** `3:1`, `1:3`, `4:5`: short enough to read, exact enough to see which side is too long. */
function ratioName(ratio: number): string {
  for (const [name, value] of Object.entries(NAMED_RATIOS)) if (Math.abs(ratio - value) < 1e-9) return name
  const [wide, value] = ratio >= 1 ? [true, ratio] : [false, 1 / ratio]
  const digits = Number(value.toFixed(Math.abs(value - Math.round(value)) < 0.005 ? 0 : 3))
  return wide ? `${digits}:1` : `1:${digits}`
}

function durationProblem(facts: MediaFacts, limits: Range): string[] {
  const seconds = facts.durationSeconds ?? 0
  // Headers count whole frames, so a clip cut to 60 s may say 60.02.
  if (seconds >= limits.min - 0.05 && seconds <= limits.max + 0.05) return []
  const range = `between ${limits.min} seconds and ${limits.max >= 120 ? `${limits.max / 60} minutes` : `${limits.max} seconds`}`
  return [`The video is ${seconds.toFixed(1)} seconds long. It must be ${range}.`]
}

function streamProblems(facts: MediaFacts, limits: VideoLimits): string[] {
  const problems: string[] = []
  if (facts.width > limits.maxWidth) {
    problems.push(
      `The video is ${facts.width} pixels wide. Export it with ${limits.maxWidth} pixels or less.`,
    )
  }
  const { min, max } = limits.frameRate
  // Half a frame of slack: the rate is an average over packets, and 59.94 may average to 60.1 on a short clip.
  if (facts.frameRate !== null && (facts.frameRate < min - 0.5 || facts.frameRate > max + 0.5)) {
    problems.push(
      `The video has ${facts.frameRate.toFixed(1)} frames a second. Export it with ${min} to ${max}.`,
    )
  }
  const bits = facts.durationSeconds ? (facts.fileSize * 8) / facts.durationSeconds : 0
  if (bits > limits.maxBitsPerSecond) {
    const [is, may] = [bits, limits.maxBitsPerSecond].map((value) => Math.round(value / 1e6))
    problems.push(`The video runs at ${is} Mbit/s. Export it at ${may} Mbit/s or less.`)
  }
  return problems
}
