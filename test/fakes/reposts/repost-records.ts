// Configurations and mentions as tests need them: whole, valid, enabled. Name what the test is about.
import { NEVER_ASKED } from '../../../core/rules/ownership/ownership.ts'
import type { MentionCandidate } from '../../../core/ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../../core/ports/reposts/repost-store.ts'
import { ifContinued } from '../../../core/rules/reposts/states.ts'
import { HOUR } from '../../../core/time.ts'
import { START } from '../../factories.ts'

export function aRepostConfig(change: Partial<RepostConfig> = {}): RepostConfig {
  return {
    id: crypto.randomUUID(),
    userId: crypto.randomUUID(),
    accountId: crypto.randomUUID(),
    source: 'official',
    pollIntervalHours: 6,
    jitterMinutes: 30,
    timezone: 'UTC',
    sleepWindowStart: 0,
    sleepWindowEnd: 0,
    dailyRepostLimit: 5,
    autoRepostEnabled: false,
    autoTagOriginalPoster: true,
    signatureOverlay: null,
    isEnabled: true,
    removedAt: null,
    configuredAt: START,
    warmUpUntil: START,
    lastPollAt: null,
    lastPollStatus: null,
    lastPollError: null,
    nextPollAt: START,
    askingSince: null,
    consecutiveFailures: 0,
    autoDisabledAt: null,
    autoDisableReason: null,
    challengedAt: [],
    pausedUntil: null,
    blockedAt: [],
    repostsToday: 0,
    repostsTodayResetAt: null,
    lastRepostAt: null,
    lastAutoSyncAt: null,
    ignoreBefore: null,
    memory: null,
    ownership: NEVER_ASKED,
    revision: 1,
    version: 1,
    createdAt: START,
    updatedAt: START,
    ...change,
  }
}

export function aRepostRecord(change: Partial<RepostRecord> = {}): RepostRecord {
  const storyId = crypto.randomUUID()
  return {
    id: crypto.randomUUID(),
    accountId: crypto.randomUUID(),
    key: `official:${storyId}`,
    transport: 'official',
    itemId: crypto.randomUUID(),
    threadId: 'thread',
    posterId: '111',
    originalUsername: 'ana.reads',
    storyId,
    mediaKind: 'image',
    mediaUrl: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=s',
    status: 'PENDING',
    auto: false,
    runner: 'here',
    mentionedAt: START,
    detectedAt: START,
    expiresAt: START + 24 * HOUR,
    gone: null,
    postId: null,
    igPermalink: null,
    publishedAt: null,
    errorCode: null,
    errorDetail: null,
    note: null,
    version: 1,
    createdAt: START,
    updatedAt: START,
    ...change,
  }
}

export function aMention(change: Partial<MentionCandidate> = {}): MentionCandidate {
  const storyId = crypto.randomUUID()
  return {
    key: `official:${storyId}`,
    transport: 'official',
    itemId: crypto.randomUUID(),
    threadId: 'thread',
    posterId: '111',
    posterUsername: 'ana.reads',
    storyId,
    media: { kind: null, url: `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${storyId}` },
    mentionedAt: START,
    expiresAt: START + 24 * HOUR,
    gone: null,
    ...change,
  }
}

/** Stores the next version of a configuration. False when another one was faster. */
export function moveConfig(store: RepostStore, next: RepostConfig): Promise<boolean> {
  return store.updateConfig(next.accountId, ifContinued(next))
}

/** Stores the next version of a record. False when another one was faster. */
export function moveRecord(store: RepostStore, next: RepostRecord): Promise<boolean> {
  return store.updateRecord(next.id, ifContinued(next))
}
