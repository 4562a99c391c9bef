// When an account may act, and when not. Pure: a configuration and the time in, a barrier out.
import type { RepostConfig, RepostSettings } from '../../ports/reposts/repost-store.ts'
import { LONGEST_BACKOFF } from './backoff.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  nextMidnight,
  nextQuarter,
  waitWords,
  wallClock,
  type Duration,
  type Instant,
} from '../../time.ts'

/** The time between two automatic reposts. */
export const REPOST_SPACING: Duration = 20 * MINUTE
/** A newly configured account only reads: nothing is reposted automatically. */
export const WARM_UP: Duration = 48 * HOUR
/** The longest, by the clock of either side. */
export const FARTHEST_PAUSE: Duration = 2 * LONGEST_BACKOFF
const LONGEST_INTERVAL: Duration = 48 * HOUR
/** Includes an extra hour for summer time, and a margin. */
const LONGEST_DAY: Duration = 27 * HOUR

/**
 * disabled  Not enabled, or stopped by the breaker.
 * paused    The platform has warned us: no call at all.
 * quiet     Quiet hours of the owner.
 * early     The interval, or the time between two reposts, is not over.
 * limit     The limit of the day is reached.
 * warm-up   Newly configured.
 */
export interface Barrier {
  readonly kind: 'disabled' | 'paused' | 'quiet' | 'early' | 'limit' | 'warm-up'
  /** Null when only the user can lift it. */
  readonly until: Instant | null
  /** A sentence for the user. */
  readonly message: string
}

type Stopped = Pick<RepostConfig, 'autoDisabledAt' | 'pausedUntil'> & {
  readonly autoDisableReason: string | null
  readonly lastPollError: string | null
}
/** The facts that decide whether mentions may be read. */
export type Looked = Stopped & QuietHours & Pick<RepostConfig, 'isEnabled' | 'nextPollAt'>
/** The facts that decide whether a repost may be made. */
export type Reposted = Stopped &
  QuietHours &
  Counted &
  Pick<RepostConfig, 'isEnabled' | 'autoRepostEnabled' | 'warmUpUntil' | 'dailyRepostLimit' | 'lastRepostAt'>

/** Applies to everything: no call passes it, not even the user’s own. */
export function callBarrier(config: Stopped, now: Instant): Barrier | null {
  const { autoDisabledAt, autoDisableReason, pausedUntil } = config
  if (autoDisabledAt !== null) {
    const message = `Story repost switched itself off: ${autoDisableReason ?? 'it failed too often.'} Enable it again once that is resolved.`
    return { kind: 'disabled', until: null, message }
  }
  if (pausedUntil !== null && isAhead(pausedUntil, now, FARTHEST_PAUSE)) {
    const message = `${config.lastPollError ?? 'Instagram gave a warning.'} No requests are made for ${waitWords(pausedUntil - now)}.`
    return { kind: 'paused', until: pausedUntil, message }
  }
  return null
}

/**
 * The barrier that keeps us from reading mentions. A manual scan is the user's wish: only a warning of the platform
 * stops it.
 */
export function pollBarrier(
  config: Looked,
  now: Instant,
  { manual }: { readonly manual: boolean },
): Barrier | null {
  const barrier = callBarrier(config, now)
  if (barrier) return barrier
  if (manual) return null
  if (!config.isEnabled) return DISABLED
  const quiet = quietBarrier(config, now)
  if (quiet) return quiet
  const { nextPollAt } = config
  if (nextPollAt === null) return DISABLED
  return isAhead(nextPollAt, now, 2 * LONGEST_INTERVAL)
    ? { kind: 'early', until: nextPollAt, message: `The next check is in ${waitWords(nextPollAt - now)}.` }
    : null
}

/**
 * The barrier that keeps us from reposting. A click of the user needs no warm-up and no spacing, and works in quiet
 * hours, too.
 */
export function repostBarrier(
  config: Reposted,
  now: Instant,
  { byHand }: { readonly byHand: boolean },
): Barrier | null {
  const barrier = callBarrier(config, now) ?? dailyBarrier(config, now)
  if (barrier || byHand) return barrier
  if (!config.isEnabled || !config.autoRepostEnabled) return DISABLED
  if (isWarmingUp(config, now)) {
    const message = `A newly configured account reposts nothing automatically for another ${waitWords(config.warmUpUntil - now)}.`
    return { kind: 'warm-up', until: config.warmUpUntil, message }
  }
  return quietBarrier(config, now) ?? spacingBarrier(config, now)
}

/** The two clocks of an account may differ, so a time a little too far ahead still counts. */
export function isWarmingUp({ warmUpUntil }: Pick<RepostConfig, 'warmUpUntil'>, now: Instant): boolean {
  return isAhead(warmUpUntil, now, 2 * WARM_UP)
}

const DISABLED: Barrier = { kind: 'disabled', until: null, message: 'Story repost is not enabled.' }

function dailyBarrier(
  config: Counted & Pick<RepostConfig, 'dailyRepostLimit'>,
  now: Instant,
): Barrier | null {
  const { repostsToday, resetAt } = repostCount(config, now)
  if (repostsToday < config.dailyRepostLimit) return null
  const message = `The daily limit of ${config.dailyRepostLimit} reposts has been reached. It resets in ${waitWords(resetAt - now)}.`
  return { kind: 'limit', until: resetAt, message }
}

function spacingBarrier({ lastRepostAt }: Pick<RepostConfig, 'lastRepostAt'>, now: Instant): Barrier | null {
  if (lastRepostAt === null) return null
  const until = lastRepostAt + REPOST_SPACING
  return isAhead(until, now, REPOST_SPACING)
    ? { kind: 'early', until, message: `The next repost is possible in ${waitWords(until - now)}.` }
    : null
}

function quietBarrier(config: QuietHours, now: Instant): Barrier | null {
  if (!isQuiet(config, now)) return null
  const until = nextQuarter(now, (at) => !isQuiet(config, at)) ?? now + DAY
  return { kind: 'quiet', until, message: `Quiet hours last for another ${waitWords(until - now)}.` }
}

type QuietHours = Pick<RepostSettings, 'sleepWindowStart' | 'sleepWindowEnd' | 'timezone'>

/**
 * From the start hour up to, but without, the end hour, in the owner's wall-clock time; the same hour twice means
 * never.
 */
export function isQuiet({ sleepWindowStart: from, sleepWindowEnd: to, timezone }: QuietHours, at: Instant) {
  if (from === to) return false
  const { hour } = wallClock(at, timezone)
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

type Counted = Pick<RepostConfig, 'repostsToday' | 'repostsTodayResetAt' | 'timezone'>

/** Reposts of the owner's day so far, and when the next day begins. */
export function repostCount({ repostsToday, repostsTodayResetAt, timezone }: Counted, now: Instant) {
  const isCurrent = repostsTodayResetAt !== null && isAhead(repostsTodayResetAt, now, LONGEST_DAY)
  return isCurrent
    ? { repostsToday, resetAt: repostsTodayResetAt }
    : { repostsToday: 0, resetAt: nextMidnight(now, timezone) }
}

/** Two sides may differ by this much. */
const CLOCKS_DIFFER: Duration = 2 * DAY

/** One that is farther ahead was stored by a wrong clock: what it stands for had happened by now. */
export function ignoreBeforeAt(ignoreBefore: Instant | null, now: Instant): Instant | null {
  return ignoreBefore !== null && ignoreBefore > now + CLOCKS_DIFFER ? now : ignoreBefore
}

/** Still ahead. A time farther away than it can have been set was stored by a wrong clock, and delays nothing. */
function isAhead(until: Instant, now: Instant, most: Duration): boolean {
  return now < until && until - now <= most
}

/** With one more repost of today. */
export function nextRepostCounts(config: RepostConfig, now: Instant): Partial<RepostConfig> {
  const { repostsToday, resetAt } = repostCount(config, now)
  return { repostsToday: repostsToday + 1, repostsTodayResetAt: resetAt, lastRepostAt: now }
}

/** One interval later, plus or minus the jitter. `chance` is 0 to 1. */
export function nextPollAfter(
  { pollIntervalHours, jitterMinutes }: RepostSettings,
  now: Instant,
  chance: number,
): Instant {
  return now + pollIntervalHours * HOUR + Math.round((chance * 2 - 1) * jitterMinutes * MINUTE)
}
