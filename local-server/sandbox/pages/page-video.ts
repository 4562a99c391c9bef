// Which videos a Page takes.
import { REEL } from '../../../core/rules/fit/limits.ts'
import { isWithin } from '../video/shapes.ts'
import type { VideoTarget } from '../video/arrivals.ts'
import type { FileFacts } from '../video/video-facts.ts'
import { failureTextOf, type PageErrorNumber } from './page-error.ts'
import type { PageObject } from './page-object.ts'

// The reels publishing guide: 9:16, at least 540 × 960, 24 to 60 frames a second, 3 to 90 seconds.
const REEL_RATIO = 9 / 16
/** A pixel of rounding. */
const RATIO_SLACK = 0.01
const REEL_LEAST = { width: 540, height: 960 }
const REEL_SECONDS = [2.95, 90.05] as const
const REEL_FRAME_RATES = [23.9, 60.5] as const

export function pageVideo(video: PageObject): VideoTarget {
  return {
    id: video.id,
    videoUrl: video.sourceUrl,
    maxSize: REEL.maxBytes,
    faultOf(facts) {
      const fault = faultOf(video, facts)
      return fault && failureTextOf(fault)
    },
    fetchFault: () => failureTextOf(2069019),
  }
}

function faultOf({ kind }: PageObject, facts: FileFacts | null): PageErrorNumber | null {
  if (!facts) return 2069019
  if (kind === 'video') return null
  const { width, height, durationSeconds, frameRate } = facts
  if (Math.abs(width / height - REEL_RATIO) > RATIO_SLACK) return 1363040
  if (width < REEL_LEAST.width || height < REEL_LEAST.height) return 1363127
  if (!isWithin(durationSeconds, REEL_SECONDS)) return 1363128
  return isWithin(frameRate, REEL_FRAME_RATES) ? null : 1363129
}
