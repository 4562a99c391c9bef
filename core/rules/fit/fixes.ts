// One-click fixes that make a file suit a kind of post: another shape, or re-encoding. Pure; the server says why the
// file does not fit (`unfit`), this says what helps.
import type { MediaFileBody } from '../../api/media.ts'
import type { MediaType } from '../publication/post-words.ts'
import type { Area } from '../../ports/media/image-pipeline.ts'
import { CAROUSEL_VIDEO, REEL, STORY_VIDEO, SURE_FEED_RATIO, isLengthIn, type Range } from './limits.ts'

/** Width to height, e.g. `4:5`. */
export type FitRatio = `${number}:${number}`
export type FitMode = 'crop' | 'pad' | 'blur'

export type Fix =
  | {
      readonly kind: 'fit'
      readonly ratio: FitRatio
      readonly mode: FitMode
      /** What a crop keeps, where a person has chosen it. */
      readonly area?: Area
    }
  | { readonly kind: 'transcode' }

/** The facts of a media file that decide on its fixes. */
export type FixableMedia = Pick<
  MediaFileBody,
  'mimeType' | 'width' | 'height' | 'durationSeconds' | 'processed' | 'unfit' | 'fitRisks'
>

const FEED_SHAPES: readonly FitRatio[] = ['4:5', '1:1', '1.91:1']
const FULL_SCREEN: FitRatio = '9:16'
/** All that a file may be cropped to. */
export const SHAPES: readonly FitRatio[] = [...FEED_SHAPES, FULL_SCREEN]
/** Shapes nearer than this look the same, and are the same after rounding to even pixels. */
const SAME_SHAPE = 0.01
/** How much of the picture may be cropped before borders are preferred. */
const MUCH_TO_LOSE = 0.15

export function isVideo({ mimeType }: Pick<MediaFileBody, 'mimeType'>): boolean {
  return mimeType.startsWith('video/')
}

/** Width by height of what is published; null when unknown. */
export function shapeOf({ processed, width, height }: FixableMedia): number | null {
  const size = processed ?? { width, height }
  return size.width && size.height ? size.width / size.height : null
}

/** Best first; none when the file certainly fits, or when nothing we can do would make it fit. */
export function fixesFor(media: FixableMedia, mediaType: MediaType): Fix[] {
  const shape = shapeOf(media)
  if (shape === null || !isKindTaken(media, mediaType) || !isLengthTaken(media, mediaType)) return []
  const isUnfit = media.unfit[mediaType].length > 0
  const isDoubtful = media.fitRisks[mediaType].length > 0
  if (mediaType === 'STORIES' || mediaType === 'REELS') {
    const fits = isNear(shape, ratioValueOf(FULL_SCREEN)) ? [] : fitsOf(FULL_SCREEN, ['blur', 'crop', 'pad'])
    if (!isUnfit && !isDoubtful) return fits
    return isVideo(media)
      ? [{ kind: 'transcode' }, ...fits]
      : fits.length > 0
        ? fits
        : fixesToShrink(FULL_SCREEN)
  }
  if (!isUnfit && !isDoubtful) return []
  const { min, max } = SURE_FEED_RATIO
  if (shape >= min - 1e-9 && shape <= max + 1e-9) {
    return isVideo(media) ? [{ kind: 'transcode' }] : fixesToShrink(nearestShapes(shape)[0])
  }
  return nearestShapes(shape).flatMap((ratio) => fitsOf(ratio, modesFor(shape, ratioValueOf(ratio))))
}

/** For a file that the platform refused: a fix for the known problem, otherwise any other shape, or re-encoding. */
export function fixesAfterRefusal(media: FixableMedia, mediaType: MediaType): Fix[] {
  const known = fixesFor(media, mediaType)
  const shape = shapeOf(media)
  if (known.length > 0 || media.unfit[mediaType].length > 0 || shape === null) return known
  if (isVideo(media)) return [{ kind: 'transcode' }]
  const shapes = mediaType === 'STORIES' ? [FULL_SCREEN] : sortByNearness(shape)
  return shapes.flatMap((ratio) => fitsOf(ratio, modesFor(shape, ratioValueOf(ratio))))
}

/** For an item of a carousel that fits alone but not the shape of the first item: the platform would crop it. */
export function fixesToMatch(media: FixableMedia, first: FixableMedia): Fix[] {
  const [shape, wanted] = [shapeOf(media), shapeOf(first)]
  if (shape === null || wanted === null || isNear(shape, wanted)) return []
  if ([media, first].some(({ unfit, fitRisks }) => unfit.CAROUSEL.length + fitRisks.CAROUSEL.length > 0))
    return []
  return fitsOf(ratioNameOf(first, wanted), modesFor(shape, wanted))
}

/** Width by height: 0.8 for `4:5`. */
export function ratioValueOf(ratio: FitRatio): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

function isKindTaken(media: FixableMedia, mediaType: MediaType): boolean {
  if (mediaType === 'IMAGE') return !isVideo(media)
  return mediaType !== 'REELS' || isVideo(media)
}

const LENGTHS: Partial<Record<MediaType, Range>> = {
  REELS: REEL.durationSeconds,
  STORIES: STORY_VIDEO.durationSeconds,
  CAROUSEL: CAROUSEL_VIDEO.durationSeconds,
}

/** No encoder makes a video longer or shorter. */
function isLengthTaken({ durationSeconds }: FixableMedia, mediaType: MediaType): boolean {
  const range = LENGTHS[mediaType]
  return durationSeconds === null || range === undefined || isLengthIn(range, durationSeconds)
}

/** Rendered again in the shape it nearly has: its size is the problem. */
function fixesToShrink(ratio: FitRatio | undefined): Fix[] {
  return ratio === undefined ? [] : fitsOf(ratio, ['crop', 'blur', 'pad'])
}

function nearestShapes(shape: number): FitRatio[] {
  return sortByNearness(shape).slice(0, 2)
}

function sortByNearness(shape: number): FitRatio[] {
  const distance = (ratio: FitRatio) => Math.abs(Math.log(ratioValueOf(ratio) / shape))
  return FEED_SHAPES.toSorted((a, b) => distance(a) - distance(b))
}

function modesFor(shape: number, wanted: number): FitMode[] {
  const kept = Math.min(shape, wanted) / Math.max(shape, wanted)
  return 1 - kept <= MUCH_TO_LOSE ? ['crop', 'blur', 'pad'] : ['blur', 'pad', 'crop']
}

function fitsOf(ratio: FitRatio, modes: readonly FitMode[]): Fix[] {
  return modes.map((mode) => ({ kind: 'fit', ratio, mode }))
}

/** Whether what would be published has the shape, as far as anyone can see. */
export function hasShape(media: FixableMedia, ratio: FitRatio): boolean {
  const shape = shapeOf(media)
  return shape !== null && isNear(shape, ratioValueOf(ratio))
}

/** The shape of the feed that loses least. */
export function nearestShape(media: FixableMedia): FitRatio {
  return sortByNearness(shapeOf(media) ?? 1)[0] ?? '1:1'
}

/** By its common name, otherwise by its pixels. */
function ratioNameOf({ processed, width, height }: FixableMedia, shape: number): FitRatio {
  const known = FEED_SHAPES.find((ratio) => isNear(ratioValueOf(ratio), shape))
  const size = processed ?? { width, height }
  return known ?? `${size.width ?? 1}:${size.height ?? 1}`
}

function isNear(one: number, other: number): boolean {
  return Math.abs(Math.log(one / other)) < SAME_SHAPE
}
