// Ready before its time. A scheduled post is prepared ahead, so that at its time only the publish call is left; and nothing
// is sent before its true time, even if this clock is ahead.
import { isSameWarning, warning } from '../../rules/notices/warnings.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import {
  slowestKindOf,
  TOO_OLD_TO_USE,
  type Change,
  type Publication,
} from '../../rules/publication/publication.ts'
import { isLimitReached } from '../../rules/publication/failures.ts'
import { wasSteady, type Moment } from './send-window.ts'
import { toClaimedAnew, toPublishing } from './transitions.ts'

/** How long before its time a post is prepared. Pictures are ready within seconds, videos take the platform minutes. */
export const PREPARE_AHEAD = { image: 90 * SECOND, video: 10 * MINUTE } as const

/**
 * The platform's `Date` is behind the true time by up to a second plus the travel time of its reply. Our own clock is
 * trusted within these bounds; beyond them one of the two is wrong, and it is not the platform's.
 */
const BELIEVED = { behind: SECOND, ahead: 2 * SECOND } as const
/** About how far the truth then is ahead of what the platform said. */
const ROUNDED: Duration = SECOND / 2
/** Read again after this long at the latest: each time costs a call. The loop notices a clock that is corrected. */
const DOUBT_AGAIN: Duration = 10 * MINUTE
/** Later than this the stored reading is too old: what the container says now counts. */
const PUNCTUAL: Duration = MINUTE

/** What time it is. `platformAt` is what the platform's clock says now; null when it never said. */
function trueTimeOf(platformAt: Instant | null, now: Instant): Instant {
  if (platformAt === null) return now
  const isBelieved = now >= platformAt - BELIEVED.behind && now <= platformAt + BELIEVED.ahead
  return isBelieved ? now : platformAt + ROUNDED
}

/** By our clock, when to continue with what is due at that true time. */
function toOurClock(due: Instant, truly: Instant, now: Instant): Instant {
  return truly === now ? due : now + Math.min(due - truly, DOUBT_AGAIN)
}

/** The container is FINISHED. Null when nothing speaks against publishing now; else how to wait for its time. */
export function planWait(
  { publishAt, intent }: Publication,
  platformAt: Instant | null,
  { now, monotonic }: Moment,
): Change | null {
  if (publishAt === null || intent !== null) return null
  const truly = trueTimeOf(platformAt, now)
  if (truly >= publishAt) return null
  const staged = { at: now, monotonicAt: monotonic, platformAt }
  return { step: 'staged', staged, reads: 0, nextAt: toOurClock(publishAt, truly, now) }
}

/** What a claim makes of a staged publication: the intent itself, when it is certainly due. */
export function afterWait(publication: Publication, clocks: Moment): Change {
  const { publishAt, staged, containerCreatedAt } = publication
  const { now, monotonic } = clocks
  const due = publishAt ?? now
  const asksAgain: Change = { step: 'created', reads: 0, nextAt: null }
  if (staged === null) return asksAgain
  if (!wasSteady({ now: staged.at, monotonic: staged.monotonicAt }, clocks)) return asksAgain
  const elapsed = monotonic - staged.monotonicAt
  // A wrong clock prepared it days too soon: the platform says whether the container has expired.
  if (staged.at - (containerCreatedAt ?? staged.at) + elapsed >= TOO_OLD_TO_USE) return asksAgain
  const platformAt = staged.platformAt === null ? null : staged.platformAt + elapsed
  const truly = trueTimeOf(platformAt, now)
  if (truly < due) return { nextAt: toOurClock(due, truly, now) }
  return truly - due > PUNCTUAL ? asksAgain : toPublishing(publication, platformAt, clocks)
}

/** It is due by our clock, and not yet by the platform's. */
export function isHeldForClock({ step, publishAt, updatedAt, staged }: Publication): boolean {
  if (step !== 'staged' || publishAt === null || !staged) return false
  return updatedAt >= publishAt && trueTimeOf(staged.platformAt, staged.at) < staged.at
}

/**
 * Preparing failed while there is time: begun again at its time, and told to the user, who may yet fix it. Not with a file that is
 * gone, or that the platform does not take: the same file would fail again. Nor for a post that may already be live, or of an account
 * that is blocked: it would go out a day late, unasked. Of a limit that is full, its time decides.
 */
export function planNewAttempt(publication: Publication, change: Change, now: Instant): Change {
  const { publishAt, intent, warnings } = publication
  if (change.step !== 'failed' || publishAt === null || intent !== null || now >= publishAt) return change
  const { failure } = change
  if (!failure || failure.unconfirmed || failure.code === 'MEDIA_INVALID') return change
  if (failure.recovery === 'wait' && !isLimitReached(failure)) return change
  const failed = warning('PREPARATION_FAILED', { failure: failure.detail })
  return {
    ...toClaimedAnew(publication),
    warnings: warnings.some((one) => isSameWarning(one, failed)) ? warnings : [...warnings, failed],
    nextAt: publishAt,
  }
}

export function preparationTimeOf(
  payload: Parameters<typeof slowestKindOf>[0],
  publishAt: Instant,
  now: Instant,
): Instant {
  return Math.max(publishAt - PREPARE_AHEAD[slowestKindOf(payload)], now)
}
