// What story repost does next for an account, and why not sooner. Pure: derived by the rules that the engine itself
// obeys (`limits.ts`), from what the contract shows of a configuration.
import type { StoryRepostConfigBody } from '../../api/story-repost.ts'
import { parseIso, type Instant } from '../../time.ts'
import {
  pollBarrier,
  repostBarrier,
  repostCount,
  WARM_UP,
  type Barrier,
  type Looked,
  type Reposted,
} from './limits.ts'

/**
 * off      The user has not switched it on.
 * stopped  The breaker has switched it off, at `since`, because of `reason`.
 * paused   The platform gave a warning: no call at all before `until`. `why` is what it said, if that is known.
 * quiet    Quiet hours of the owner, until `until`.
 * waiting  The interval is not over.
 * due      A check is to be made now.
 */
export type EngineState =
  | { readonly state: 'off' }
  | { readonly state: 'stopped'; readonly since: Instant; readonly reason: string | null }
  | { readonly state: 'paused'; readonly until: Instant; readonly why: string | null }
  | { readonly state: 'quiet'; readonly until: Instant }
  | { readonly state: 'waiting' }
  | { readonly state: 'due' }

export interface RepostOutlook {
  readonly engine: EngineState
  /** When mentions are checked next, past everything that delays it now. Null: not before the user acts. */
  readonly nextLookAt: Instant | null
  /** The barrier for a manual scan. */
  readonly scan: Barrier | null
  /** The barrier for a repost by a click. */
  readonly click: Barrier | null
  /** The barrier for reposts without a click, except the time between two reposts. */
  readonly byItself: Barrier | null
  /** The reposts of the owner's day. */
  readonly today: { readonly reposts: number; readonly most: number; readonly resetAt: Instant }
}

/** The shown facts of a configuration, with instants. */
export type Shown = Looked & Reposted

export function outlookOf(config: Shown, now: Instant): RepostOutlook {
  const { repostsToday, resetAt } = repostCount(config, now)
  return {
    engine: engineState(config, now),
    nextLookAt: nextLook(config, now),
    scan: pollBarrier(config, now, { manual: true }),
    click: repostBarrier(config, now, { byHand: true }),
    byItself: repostBarrier({ ...config, lastRepostAt: null }, now, { byHand: false }),
    today: { reposts: repostsToday, most: config.dailyRepostLimit, resetAt },
  }
}

function engineState(config: Shown, now: Instant): EngineState {
  const { autoDisabledAt, autoDisableReason, isEnabled, lastPollError } = config
  if (autoDisabledAt !== null) return { state: 'stopped', since: autoDisabledAt, reason: autoDisableReason }
  if (!isEnabled) return { state: 'off' }
  const barrier = pollBarrier(config, now, { manual: false })
  if (barrier === null) return { state: 'due' }
  const { kind, until } = barrier
  if (until === null) return { state: 'off' }
  if (kind === 'paused') return { state: 'paused', until, why: lastPollError }
  return kind === 'quiet' ? { state: 'quiet', until } : { state: 'waiting' }
}

/** A pause, the interval and a night, in any order, with a margin. */
const MOST_BARRIERS = 8

/** Behind one barrier there may be another: an interval that ends at night ends in the morning. */
function nextLook(config: Shown, now: Instant): Instant | null {
  let at = now
  for (let met = 0; met < MOST_BARRIERS; met += 1) {
    const barrier = pollBarrier(config, at, { manual: false })
    if (barrier === null) return at
    if (barrier.until === null) return null
    at = barrier.until
  }
  return at
}

/** Reads the shown facts from the contract's body, which does not say when the last repost was. */
export function shownOf(body: StoryRepostConfigBody): Shown {
  const configuredAt = instant(body.configuredAt)
  return {
    ...body,
    autoDisabledAt: instant(body.autoDisabledAt),
    pausedUntil: instant(body.challengePauseUntil),
    nextPollAt: instant(body.nextPollAt),
    repostsTodayResetAt: instant(body.repostsTodayResetAt),
    warmUpUntil: configuredAt === null ? 0 : configuredAt + WARM_UP,
    lastRepostAt: null,
  }
}

function instant(text: string | null): Instant | null {
  return text === null ? null : parseIso(text)
}
