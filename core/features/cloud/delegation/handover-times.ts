// When a hand-over resumes.
import type { Handover } from '../../../ports/cloud/handover-store.ts'
import { safeText } from '../../../redact.ts'
import { DAY, MINUTE, SECOND, type Duration, type Instant } from '../../../time.ts'

/**
 * How long before publishAt a post that is not at the Worker is published from here: the platform needs minutes for
 * videos.
 */
const FALLBACK_BEFORE = { image: MINUTE, video: 3 * MINUTE } as const

/** The farthest time of a post: the bucket's own rules remove objects that lie there longer. */
const FARTHEST: Duration = 300 * DAY
export const TOO_FAR = safeText('it keeps media for 300 days only')

/** Its files are uploaded with the hand-over, and never again. */
export function isTooFar({ publishAt, createdAt }: Pick<Handover, 'publishAt' | 'createdAt'>): boolean {
  return publishAt - createdAt > FARTHEST
}

const SOONEST: Duration = 15 * SECOND
const LATEST: Duration = 10 * MINUTE
/** The changes report what happens; this catches what they might have missed. */
const CHECK_AFTER: Duration = 5 * MINUTE

export function fallbackAt({ publishAt, files }: Handover): Instant {
  const slowest = files.some(({ kind }) => kind === 'video') ? 'video' : 'image'
  return publishAt - FALLBACK_BEFORE[slowest]
}

/** After this many tries in a row without an answer: 15 seconds, doubled each time, at most 10 minutes. */
export function retryAt(now: Instant, tries: number): Instant {
  return now + Math.min(SOONEST * 2 ** Math.min(Math.max(tries - 1, 0), 10), LATEST)
}

/**
 * As `retryAt`, but also when the post's time is near, and then every 15 seconds until it has come: with an answer by then it goes
 * out on time.
 */
export function repeatAt(handover: Handover, now: Instant, tries: number): Instant {
  const usual = retryAt(now, tries)
  return now < handover.publishAt ? Math.min(usual, Math.max(now + SOONEST, fallbackAt(handover))) : usual
}

/** Whether it resumes later than was ever meant: its time was chosen by a clock that was ahead. */
export function isDatedAhead({ nextAt, ownership, asked, publishAt }: Handover, now: Instant): boolean {
  const rests = ownership.state === 'worker' && asked === null
  const farthest = rests ? nextCheckAt({ publishAt }, now) : now
  return nextAt !== null && nextAt > Math.max(farthest, now + LATEST)
}

/** When a job that the Worker has is asked for by name. */
export function nextCheckAt({ publishAt }: Pick<Handover, 'publishAt'>, now: Instant): Instant {
  return Math.max(publishAt, now) + CHECK_AFTER
}
