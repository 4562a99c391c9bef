// Which shapes may be requested, and how many pixels they become. Pure.
import { FEED_IMAGE, SURE_FEED_RATIO } from './limits.ts'

/** `4:5`, `1.91:1`: width to height; null when it is not a ratio or an unusable one. */
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

/**
 * Even sides as near to the ratio as pixels allow, at most as large as `box`. A shape that the feed accepts stays
 * within its
 * edges: rounding 4:5 to one pixel too tall would be refused.
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
