// Which shapes may be requested, and how many pixels they become. Pure.
import type { Area } from '../../ports/media/image-pipeline.ts'
import { FEED_IMAGE, SURE_FEED_RATIO } from './limits.ts'

/** `4:5`, `1.91:1`: width to height; null when it is not a usable ratio. */
export function parseRatio(text: string): number | null {
  const match = /^(\d{1,4}(?:\.\d{1,4})?):(\d{1,4}(?:\.\d{1,4})?)$/.exec(text)
  const ratio = Number(match?.[1]) / Number(match?.[2])
  return ratio >= NARROWEST && ratio <= WIDEST ? ratio : null
}

const NARROWEST = 1 / 4
const WIDEST = 4

export interface Size {
  readonly width: number
  readonly height: number
}

/** The area in whole pixels, never beyond the edges. */
export function pixelsOf(area: Area, { width, height }: Size): Area {
  const [left, top] = [Math.round(area.left * width), Math.round(area.top * height)]
  const [x, y] = [Math.min(left, width - 1), Math.min(top, height - 1)]
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(Math.round(area.width * width), width - x)),
    height: Math.max(1, Math.min(Math.round(area.height * height), height - y)),
  }
}

/** The largest area of the shape in the middle of a picture; both shapes are width to height. */
export function middleArea(picture: number, ratio: number): Area {
  const [width, height] = [Math.min(1, ratio / picture), Math.min(1, picture / ratio)]
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height }
}

/**
 * Even sides as near to the ratio as pixels allow, at most as large as `box`. A shape that the feed accepts stays
 * within its edges: rounding 4:5 to one pixel too tall would be refused.
 */
export function evenSize(ratio: number, box: Size): Size {
  const height = toEven(Math.min(box.height, box.width / ratio), box.height)
  const width = toEven(height * ratio, box.width)
  const range = ratio >= SURE_FEED_RATIO.min ? SURE_FEED_RATIO : FEED_IMAGE.ratio
  if (range === null || ratio < range.min || ratio > range.max) return { width, height }
  if (width / height > range.max) return { width: toEvenDown(height * range.max), height }
  // Shorter rather than wider: the width may be at its limit.
  if (width / height < range.min) return { width, height: toEvenDown(width / range.min) }
  return { width, height }
}

function toEven(pixels: number, limit: number): number {
  return Math.max(2, Math.min(Math.round(pixels / 2) * 2, toEvenDown(limit)))
}

function toEvenDown(pixels: number): number {
  // Dividing 1080 may leave a hair less.
  return Math.floor(pixels / 2 + 1e-9) * 2
}
