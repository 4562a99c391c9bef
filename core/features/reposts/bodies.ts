// The stored configuration and records, as the contract shows them.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import { warningSentence } from '../../rules/notices/sentences.ts'
import { failureBodies } from '../posts/show-post.ts'
import { safeLink } from '../../rules/content/safe-link.ts'
import type { RepostItemBody, StoryRepostConfigBody } from '../../api/story-repost.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import { toIso, toIsoOrNull, type Instant } from '../../time.ts'
import { challengesIn30Days } from '../../engine/reposts/breaker.ts'
import { isWarmingUp, repostCount } from '../../rules/reposts/limits.ts'

export function configBody(config: RepostConfig, now: Instant): StoryRepostConfigBody {
  const { repostsToday, resetAt } = repostCount(config, now)
  const { state } = config.ownership
  return {
    id: config.id,
    userId: config.userId,
    platformAccountId: config.accountId,
    isEnabled: config.isEnabled,
    pollIntervalHours: config.pollIntervalHours,
    jitterMinutes: config.jitterMinutes,
    lastPollAt: toIsoOrNull(config.lastPollAt),
    lastPollStatus: config.lastPollStatus,
    lastPollError: config.lastPollError,
    consecutiveFailures: config.consecutiveFailures,
    autoDisabledAt: toIsoOrNull(config.autoDisabledAt),
    autoDisableReason: config.autoDisableReason,
    challengeCount30d: challengesIn30Days(config, now),
    lastChallengeAt: toIsoOrNull(config.challengedAt.at(-1) ?? null),
    challengePauseUntil: toIsoOrNull(config.pausedUntil),
    configuredAt: toIso(config.configuredAt),
    warmUpComplete: !isWarmingUp(config, now),
    sleepWindowStart: config.sleepWindowStart,
    sleepWindowEnd: config.sleepWindowEnd,
    dailyRepostLimit: config.dailyRepostLimit,
    repostsToday,
    repostsTodayResetAt: toIso(resetAt),
    autoRepostEnabled: config.autoRepostEnabled,
    lastAutoSyncAt: toIsoOrNull(config.lastAutoSyncAt),
    autoTagOriginalPoster: config.autoTagOriginalPoster,
    signatureOverlay: config.signatureOverlay,
    createdAt: toIso(config.createdAt),
    updatedAt: toIso(config.updatedAt),
    source: config.source,
    timezone: config.timezone,
    nextPollAt: toIsoOrNull(config.nextPollAt),
    // A Worker that was asked to stop may go on until it has answered.
    runner: state === 'local' ? 'local' : 'cloud',
  }
}

export function itemBody(record: RepostRecord): RepostItemBody {
  const { id, accountId, status, originalUsername, mediaKind, postId, igPermalink, note } = record
  return {
    id,
    accountId,
    status,
    originalUsername,
    createdAt: toIso(record.createdAt),
    igPermalink: safeLink(igPermalink),
    mediaType: mediaKind === null ? null : MEDIA_TYPES[mediaKind],
    mentionedAt: toIso(record.mentionedAt),
    detectedAt: toIso(record.detectedAt),
    expiresAt: toIso(record.expiresAt),
    publishedAt: toIsoOrNull(record.publishedAt),
    errorCode: record.errorCode,
    ...failureBodies(record),
    postId,
    note: note && warningSentence(note, ENGLISH),
    noteDetail: note,
    source: record.transport,
  }
}

const MEDIA_TYPES = { image: 'IMAGE', video: 'VIDEO' } as const
