// Which fields of a delegated account belong to the user and which to the Worker, decided on its rows alone.
import type { RepostConfig, RepostRecord, RepostSettings } from '../../ports/reposts/repost-store.ts'
import {
  FARTHEST_PAUSE,
  ignoreBeforeAt,
  nextRepostCounts,
  repostCount,
  REPOST_SPACING,
} from '../../rules/reposts/limits.ts'
import type { ReportedConfig } from '../reposts/stored-record.ts'
import type { Instant } from '../../time.ts'
import type { RepostClaim } from './protocol.ts'

/** Applies the user's changes to what the Worker has found out meanwhile. */
export function mergeUserChanges(own: ReportedConfig, given: ReportedConfig, now: Instant): ReportedConfig {
  return {
    ...own,
    ...settingsOf(given),
    configuredAt: given.configuredAt,
    warmUpUntil: given.warmUpUntil,
    ...switchOf(own, given),
    ignoreBefore: ignoreBeforeOfBoth(own, given, now),
    ...warningsOfBoth(own, given, now),
    ...repostsOfBoth(own, given, now),
    revision: given.revision,
    version: own.version + 1,
    updatedAt: now,
  }
}

/**
 * A stop of which the server does not know yet is not lifted by what the user has changed meanwhile. Where it knows of the last
 * check, its own time for the next one is newer.
 */
function switchOf(own: ReportedConfig, given: ReportedConfig) {
  const isUpToDate = given.lastPollAt === own.lastPollAt
  if (own.autoDisabledAt !== null && !(isUpToDate && given.lastAutoSyncAt === own.lastAutoSyncAt)) return {}
  const { isEnabled, autoDisabledAt, autoDisableReason } = given
  return {
    isEnabled,
    autoDisabledAt,
    autoDisableReason,
    consecutiveFailures: autoDisabledAt === null ? 0 : own.consecutiveFailures,
    nextPollAt: isUpToDate ? given.nextPollAt : (own.nextPollAt ?? given.nextPollAt),
  }
}

function settingsOf(config: RepostSettings): RepostSettings {
  const { source, pollIntervalHours, jitterMinutes, timezone, sleepWindowStart, sleepWindowEnd } = config
  const { dailyRepostLimit, autoRepostEnabled, autoTagOriginalPoster, signatureOverlay } = config
  const times = { pollIntervalHours, jitterMinutes, timezone, sleepWindowStart, sleepWindowEnd }
  return { source, ...times, dailyRepostLimit, autoRepostEnabled, autoTagOriginalPoster, signatureOverlay }
}

/** False where a run that is lost has given the same revision to other settings. */
export function hasSameSettings(one: RepostSettings, other: RepostSettings): boolean {
  return JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other))
}

type Ignoring = Pick<RepostConfig, 'ignoreBefore'>

/** What either side may have reposted is left to a person. */
export function ignoreBeforeOfBoth(a: Ignoring, b: Ignoring, now: Instant): Instant | null {
  return laterOf(ignoreBeforeAt(a.ignoreBefore, now), ignoreBeforeAt(b.ignoreBefore, now))
}

export function laterOf(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** A time after `farthest` was stored by a wrong clock and delays nothing, so the other one counts. */
function laterUpTo(farthest: Instant, a: Instant | null, b: Instant | null): Instant | null {
  const later = laterOf(a, b)
  if (a === null || b === null || later === null || later <= farthest) return later
  const earlier = Math.min(a, b)
  return earlier <= farthest ? earlier : later
}

type Warned = Pick<RepostConfig, 'pausedUntil' | 'challengedAt' | 'blockedAt'>

/** What the platform said to either side holds for both. */
export function warningsOfBoth(a: Warned, b: Warned, now: Instant): Warned {
  return {
    pausedUntil: laterUpTo(now + FARTHEST_PAUSE, a.pausedUntil, b.pausedUntil),
    challengedAt: timesOfBoth(a.challengedAt, b.challengedAt),
    blockedAt: timesOfBoth(a.blockedAt, b.blockedAt),
  }
}

type Counted = Pick<RepostConfig, 'repostsToday' | 'repostsTodayResetAt' | 'lastRepostAt' | 'timezone'>

/** A side that cannot ask the other keeps counting from the same number: the higher one counts. */
export function repostsOfBoth(a: Counted, b: Counted, now: Instant): Omit<Counted, 'timezone'> {
  const isFirst = repostCount(a, now).repostsToday >= repostCount(b, now).repostsToday
  const { repostsToday, repostsTodayResetAt } = isFirst ? a : b
  const lastRepostAt = laterUpTo(now + REPOST_SPACING, a.lastRepostAt, b.lastRepostAt)
  return { repostsToday, repostsTodayResetAt, lastRepostAt }
}

const timesOfBoth = (a: readonly Instant[], b: readonly Instant[]): Instant[] =>
  [...new Set([...a, ...b])].toSorted((one, other) => one - other)

/** `config` is that of a delegated account; null once it was recalled: then the server counts. */
export function judgeClaim(
  record: RepostRecord,
  config: RepostConfig | null,
  { as, now }: { readonly as: 'repost' | 'dismiss'; readonly now: Instant },
): { readonly outcome: RepostClaim['outcome']; readonly config: RepostConfig | null } {
  if (record.runner === 'here') return { outcome: 'yours', config: null }
  // The Worker retries nothing automatically, so what has FAILED belongs to the server as soon as someone retries it.
  if (record.status !== 'PENDING' && record.status !== 'FAILED') return { outcome: 'too-late', config: null }
  if (as === 'dismiss' || config === null) return { outcome: 'yours', config: null }
  if (repostCount(config, now).repostsToday >= config.dailyRepostLimit)
    return { outcome: 'limit', config: null }
  const next = { ...config, ...nextRepostCounts(config, now), version: config.version + 1, updatedAt: now }
  return { outcome: 'yours', config: next }
}
