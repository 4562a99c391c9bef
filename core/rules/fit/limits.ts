// The platform's published limits of media, as data. Source, unless a line says otherwise: the reference of POST
// /{ig-user}/media, read 2026-09-11. Its "8 MB" for a picture are MiB, because the platform's own refusal (36000/2207004)
// names 8 MiB; for a video nothing says so.

/** Decimal, as in every size shown to people. */
export const MEGABYTE = 1_000_000

const PICTURE_BYTES = 8 * 2 ** 20

export interface Range {
  readonly min: number
  readonly max: number
}

/** Headers count whole frames, so a clip cut to 60 s may say 60.02. */
export function isLengthIn({ min, max }: Range, seconds: number): boolean {
  return seconds >= min - 0.05 && seconds <= max + 0.05
}

export interface ImageLimits {
  readonly maxBytes: number
  /** Width divided by height; null where any shape is accepted. */
  readonly ratio: Range | null
}

export interface VideoLimits {
  readonly maxBytes: number
  readonly ratio: Range
  readonly maxWidth: number
  readonly durationSeconds: Range
  readonly frameRate: Range
  readonly maxBitsPerSecond: number
  readonly videoCodecs: readonly string[]
  readonly audioCodecs: readonly string[]
}

/**
 * Ratios that every account could always post, both edges included. Older replies refuse one pixel more (1080 ×
 * 1351) with 36003/2207009.
 */
export const SURE_FEED_RATIO: Range = { min: 4 / 5, max: 1.91 }

/**
 * Ratios that the platform is now said to accept: down to the 9:16 of phones (2026). Only its reply shows
 * whether it does.
 */
const FEED_RATIO: Range = { min: 9 / 16, max: 1.91 }

/** JPEG; widths outside 320 to 1440 pixels are rescaled there, not refused. */
export const FEED_IMAGE: ImageLimits = { maxBytes: PICTURE_BYTES, ratio: FEED_RATIO }

/** 9:16 is recommended, other shapes are shown with borders. */
export const STORY_IMAGE: ImageLimits = { maxBytes: PICTURE_BYTES, ratio: null }

/** All items are cropped to the shape of the first one. */
export const CAROUSEL_IMAGE: ImageLimits = { ...FEED_IMAGE }

const VIDEO_STREAMS = {
  /** Horizontal pixels as displayed. */
  maxWidth: 1920,
  frameRate: { min: 23, max: 60 },
  maxBitsPerSecond: 25_000_000,
  /** H.264 and HEVC. */
  videoCodecs: ['avc', 'hevc'],
  audioCodecs: ['aac'],
} as const

/** Colours in a quarter of the pixels, as cameras and phones write them. */
export const CHROMA = '4:2:0'
/** The most bits of each value. Nothing is published; these are what phones write and every player decodes. */
export const BIT_DEPTHS = { avc: 8, hevc: 10 } as const
export const MAX_CHANNELS = 2
/** Hz. */
export const MAX_SAMPLE_RATE = 48_000

/** MOV or MP4. Older texts say 1 GB. Only reels of 5 to 90 s at 9:16 reach the Reels tab (older texts). */
export const REEL: VideoLimits = {
  ...VIDEO_STREAMS,
  maxBytes: 300 * MEGABYTE,
  ratio: { min: 0.01, max: 10 },
  durationSeconds: { min: 3, max: 15 * 60 },
}

export const STORY_VIDEO: VideoLimits = {
  ...VIDEO_STREAMS,
  maxBytes: 100 * MEGABYTE,
  ratio: { min: 0.1, max: 10 },
  durationSeconds: { min: 3, max: 60 },
}

/** Nothing is published about videos in a carousel: the limits of a reel in the shapes of the feed. */
export const CAROUSEL_VIDEO: VideoLimits = { ...REEL, ratio: FEED_RATIO }

/** Items of one carousel. The app's own limit of 20 does not hold for the API. */
export const CAROUSEL_ITEMS: Range = { min: 2, max: 10 }
