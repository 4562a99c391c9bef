// The shapes of the feed, of pictures and of the videos of an album.
import type { ContainerScript } from '../behaviour/behaviour.ts'

/** The tallest and the widest, width divided by height. */
export type RatioRange = readonly [number, number]

/**
 * To the pixel: 1080 × 1920 is taken, 1080 × 1921 is not. @NOTE The reference of errors still says 4:5, and 1080 × 1351 was
 * refused; since 2026 several clients send up to 9:16. So the sandbox plays both.
 */
export function feedShapes({ refuseTall }: ContainerScript): RatioRange {
  return [refuseTall ? 4 / 5 : 9 / 16, 1.91]
}

export function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most
}
