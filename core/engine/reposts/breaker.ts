// How a scan changes the configuration: above all, when to stop, and for how long. Pure.
import type { MentionScan, PlatformSignal, Stop, StopSignal } from '../../ports/reposts/mention-source.ts'
import type { RepostConfig } from '../../ports/reposts/repost-store.ts'
import { safeSentence, safeText } from '../../redact.ts'
import { DAY, MINUTE, type Duration, type Instant } from '../../time.ts'
import { backoffAfter } from '../../rules/reposts/backoff.ts'
import { ignoreBeforeAt } from '../../rules/reposts/limits.ts'

const MOST_FAILURES = 5
const MOST_CHALLENGES = 3
const CHALLENGE_WINDOW: Duration = 30 * DAY
const MOST_BLOCKS = 2
const BLOCK_WINDOW: Duration = 7 * DAY
/** Without a network there was no call: nothing is counted, and the next try is soon. */
const OFFLINE_AGAIN: Duration = 15 * MINUTE
/** A scan that could not read everything is continued: stories end while they wait. */
const CONTINUED_AFTER: Duration = 5 * MINUTE
const NOT_ALL_READ = safeText('So many conversations have changed that not all of them were read.')

type Change = Partial<RepostConfig>

/** After a scan that ended normally or had to stop. `found` counts mentions that were not known before. */
export function afterPoll(
  config: RepostConfig,
  { stop, memory, hasMore = false, hasMissed = false }: Omit<MentionScan, 'mentions'>,
  { found, now }: { readonly found: number; readonly now: Instant },
): Change {
  if (stop) return { memory, askingSince: null, ...afterStop(config, stop, now) }
  const { nextPollAt } = config
  const isContinued = hasMore && nextPollAt !== null
  return {
    memory,
    askingSince: null,
    ...(isContinued && { nextPollAt: Math.min(nextPollAt, now + CONTINUED_AFTER) }),
    lastPollStatus: found > 0 ? 'SUCCESS' : 'NO_MENTIONS',
    lastPollError: hasMissed || (hasMore && !isContinued) ? NOT_ALL_READ : null,
    consecutiveFailures: 0,
    // An answer shows that this clock is not far behind.
    ignoreBefore: ignoreBeforeAt(config.ignoreBefore, now),
    ...recentWarningsOf(config, now),
  }
}

/** Applies the platform's signal, which may answer any request. */
export function afterStop(config: RepostConfig, stop: Stop, now: Instant): Change {
  const failed = { lastPollStatus: 'FAILED', lastPollError: stop.message } as const
  if (stop.signal === 'offline')
    return {
      ...failed,
      nextPollAt: config.nextPollAt === null ? null : now + (stop.waitFor ?? OFFLINE_AGAIN),
    }
  const consecutiveFailures = config.consecutiveFailures + 1
  const change: Change = { ...failed, consecutiveFailures, ...recentWarningsOf(config, now) }
  const effect = { ...change, ...EFFECTS[stop.signal]({ ...config, ...change }, stop, now) }
  if (effect.autoDisabledAt !== undefined || consecutiveFailures < MOST_FAILURES) return effect
  const reason = `${MOST_FAILURES} checks for mentions in a row have failed. The last error: ${stop.message}`
  return { ...effect, ...asDisabled(reason, now) }
}

/** What the platform says of the account, whichever source was asked. */
const ABOUT_ACCOUNT: ReadonlySet<PlatformSignal> = new Set([
  'rate-limited',
  'action-blocked',
  'challenge',
  'banned',
])

/** As `afterStop`, but a stop that concerns only a source the account no longer uses changes nothing. */
export function afterStopOf(
  config: RepostConfig,
  source: RepostConfig['source'],
  stop: Stop,
  now: Instant,
): Change {
  return source === config.source || ABOUT_ACCOUNT.has(stop.signal) ? afterStop(config, stop, now) : {}
}

type Effect = (config: RepostConfig, stop: Stop, now: Instant) => Change

const EFFECTS: Readonly<Record<Exclude<PlatformSignal, 'offline'>, Effect>> = {
  'rate-limited': (_, stop, now) => pauseAfter(stop, now),
  'action-blocked': (config, stop, now) => {
    const blockedAt = [...config.blockedAt, now]
    const pause = { ...pauseAfter(stop, now), blockedAt }
    if (blockedAt.length < MOST_BLOCKS) return pause
    return {
      ...pause,
      ...asDisabled('Instagram has blocked actions of this account twice in a week.', now),
    }
  },
  challenge: (config, stop, now) => {
    const challengedAt = [...config.challengedAt, now]
    const pause = { ...pauseAfter(stop, now), challengedAt }
    if (challengedAt.length < MOST_CHALLENGES) return pause
    const reason = `Instagram has asked you to confirm your identity ${MOST_CHALLENGES} times in 30 days.`
    return { ...pause, ...asDisabled(reason, now) }
  },
  banned: (_, { message }, now) => asDisabled(`${message} Open the official app.`, now),
  outdated: (_, { message }, now) => asDisabled(message, now),
  // Nothing more is requested with what has ended; enabling it again needs another session, token or permission.
  'session-dead': (_, { message }, now) => asDisabled(message, now),
  'not-permitted': (_, { message }, now) => asDisabled(message, now),
  // Renewed and reconnected elsewhere, and then it resumes.
  'token-expired': () => ({}),
  failed: () => ({}),
}

/**
 * Treats a scan that was interrupted, so that the platform's last answer was not read, as if it had asked for a
 * backoff. Null when nothing was interrupted.
 */
export function afterInterruption({ askingSince, pausedUntil }: RepostConfig): Change | null {
  if (askingSince === null) return null
  return {
    askingSince: null,
    lastPollStatus: 'FAILED',
    lastPollError: safeText('The last call was interrupted, and its answer was never read.'),
    pausedUntil: Math.max(pausedUntil ?? 0, askingSince + (backoffAfter({ signal: 'rate-limited' }) ?? 0)),
  }
}

function pauseAfter(stop: StopSignal, now: Instant): Change {
  const backoff = backoffAfter(stop)
  return backoff === null ? {} : { pausedUntil: now + backoff }
}

function asDisabled(reason: string, now: Instant): Change {
  return { isEnabled: false, autoDisabledAt: now, autoDisableReason: safeSentence(reason), nextPollAt: null }
}

/** Old warnings no longer count. */
function recentWarningsOf({ challengedAt, blockedAt }: RepostConfig, now: Instant): Change {
  return {
    challengedAt: challengedAt.filter((at) => now - at < CHALLENGE_WINDOW),
    blockedAt: blockedAt.filter((at) => now - at < BLOCK_WINDOW),
  }
}

export function challengesIn30Days(
  { challengedAt }: Pick<RepostConfig, 'challengedAt'>,
  now: Instant,
): number {
  return challengedAt.filter((at) => now - at < CHALLENGE_WINDOW).length
}
