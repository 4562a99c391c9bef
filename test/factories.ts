// Records as tests need them: whole, valid, a new one with each call. Name what the test is about, leave out the rest.
import { ENGLISH } from '../core/rules/notices/english/english.ts'
import type { JobRecord } from '../core/ports/posts/job-record.ts'
import { failureDetail, type FailureDetail } from '../core/rules/notices/failure-details.ts'
import { warningSentence } from '../core/rules/notices/sentences.ts'
import { warning, type Warning } from '../core/rules/notices/warnings.ts'
import type { AccountRecord } from '../core/ports/account-store.ts'
import type { ApiKeyRecord } from '../core/ports/key-store.ts'
import type { PostRecord } from '../core/ports/posts/post-store.ts'
import type { ClaimOptions } from '../core/ports/posts/publication-ledger.ts'
import type { SessionRecord } from '../core/ports/session-store.ts'
import { NOTHING_DONE } from '../core/engine/publishing/transitions.ts'
import type { Publication } from '../core/rules/publication/publication.ts'
import { safeText } from '../core/redact.ts'
import { HOUR, type Instant } from '../core/time.ts'

/** Where the time of tests begins: the start of `createManualClock`. */
export const START = Date.UTC(2026, 10, 20, 12)

/** Numbers as the platform gives them: longer than a double can hold. */
let lastPlatformId = 17_841_400_000_000_000n
export function aPlatformId(): string {
  lastPlatformId += 1n
  return String(lastPlatformId)
}

export function anAccountRecord(change: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: crypto.randomUUID(),
    igUserId: aPlatformId(),
    username: 'night.owl',
    name: 'Night Owl',
    avatarKey: 'avatars/owl.jpg',
    accountType: 'BUSINESS',
    partnerPageId: null,
    partnerPageName: null,
    tokenExpiresAt: null,
    loginMethod: 'platform',
    followersCount: 12,
    mediaCount: 3,
    lastSyncedAt: START,
    createdAt: START,
    isSandbox: false,
    sealedToken: 'v1.nonce.sealed',
    sealedPageToken: null,
    grantedScopes: null,
    tokenIssuedAt: null,
    pausedUntil: null,
    whenLimitIsFull: 'fail',
    ...change,
  }
}

/** An accepted IMAGE post without media. */
export function aPost(change: Partial<PostRecord> = {}): PostRecord {
  return {
    id: crypto.randomUUID(),
    userId: '00000000-0000-4000-8000-000000000001',
    platformAccountId: '00000000-0000-4000-8000-00000000000a',
    mediaType: 'IMAGE',
    sourceType: 'MANUAL',
    caption: 'Good night — 夜',
    locationId: null,
    locationName: null,
    userTags: null,
    collaborators: null,
    storyMentions: null,
    crossPostToPartner: false,
    options: null,
    partnerPostId: null,
    partnerPermalink: null,
    isScheduled: false,
    scheduledFor: null,
    timezone: 'UTC',
    status: 'QUEUED',
    igContainerId: null,
    igMediaId: null,
    igPermalink: null,
    cloudJobId: null,
    bucketMediaKey: null,
    errorDetail: null,
    errorCode: null,
    retryCount: 0,
    lastAttemptAt: null,
    publishedAt: null,
    completedAt: null,
    publishOutcome: null,
    recovery: null,
    nextAttemptAt: null,
    warnings: null,
    handover: null,
    remoteMedia: null,
    createdAt: START,
    updatedAt: START,
    mediaFileIds: [],
    ...change,
  }
}

/** The job of a post, due at once. */
export function aJob(post: PostRecord, change: Partial<JobRecord> = {}): JobRecord {
  return {
    id: crypto.randomUUID(),
    type: 'PUBLISH',
    postId: post.id,
    accountId: post.platformAccountId,
    status: 'PENDING',
    runAt: START,
    wakeAt: change.runAt ?? START,
    attempts: 0,
    maxAttempts: 1,
    createdAt: START,
    ...change,
  }
}

/** What the queue of due work is asked with. */
export function inDueLane(busyAccounts: readonly string[] = [], now: Instant = START): ClaimOptions {
  return { now, queue: 'publish', busyAccounts }
}

/** The first publication of a job, just claimed. */
export function aPublication(
  job: Pick<JobRecord, 'id' | 'postId' | 'accountId'>,
  change: Partial<Publication> = {},
): Publication {
  return {
    ...NOTHING_DONE,
    id: crypto.randomUUID(),
    postId: job.postId,
    jobId: job.id,
    accountId: job.accountId,
    version: 1,
    claimId: crypto.randomUUID(),
    step: 'claimed',
    payload: {
      mediaType: 'IMAGE',
      caption: null,
      items: [],
      userTags: [],
      storyMentions: [],
      collaborators: [],
      locationId: null,
      crossPostToPartner: false,
    },
    createdAt: START,
    updatedAt: START,
    ...change,
  }
}

export function anApiKeyRecord(change: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: crypto.randomUUID(),
    name: 'My script',
    rights: 'full',
    prefix: 'app_live_abc',
    hash: crypto.randomUUID().replaceAll('-', '').repeat(2),
    createdAt: START,
    lastUsedAt: null,
    revokedAt: null,
    ...change,
  }
}

export function aSessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return { id: crypto.randomUUID(), createdAt: START, expiresAt: START + 12 * HOUR, ...change }
}

/** A warning, and why something failed, of which only the sentence matters. */
export const aWarning = (text: string): Warning => warning('TEXT', { text: safeText(text) })
export const aFailureDetail = (text: string): FailureDetail => failureDetail('TEXT', { text: safeText(text) })

/** All warnings of a post as people read them. */
export const spokenWarnings = (post: Pick<PostRecord, 'warnings'> | null | undefined): string =>
  (post?.warnings ?? []).map((one) => warningSentence(one, ENGLISH)).join(' ')
