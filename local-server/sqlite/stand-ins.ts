// Records in the place of those that cannot be read, where something must stay in their place.
import type { PostRecord } from '../../core/ports/post-store.ts'
import type { RepostRecord } from '../../core/ports/repost-store.ts'
import { UNREADABLE } from '../../core/publishing/unreadable.ts'
import type { Instant } from '../../core/time.ts'

const { code: errorCode, message: errorMessage } = UNREADABLE

/** A mention that stays known and is never reposted. */
export function failedRepost(
  kept: Pick<RepostRecord, 'id' | 'accountId' | 'key' | 'detectedAt'>,
  now: Instant,
): RepostRecord {
  return {
    ...kept,
    transport: 'official',
    itemId: '',
    threadId: '',
    posterId: null,
    originalUsername: null,
    storyId: null,
    mediaKind: null,
    mediaUrl: null,
    status: 'FAILED',
    auto: false,
    runner: 'here',
    mentionedAt: kept.detectedAt,
    expiresAt: kept.detectedAt,
    gone: null,
    postId: null,
    igPermalink: null,
    publishedAt: null,
    errorCode,
    errorMessage: 'The stored mention cannot be read.',
    note: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** A post of the archive of which nothing is known but that it was deleted. */
export function archivedPost(id: string, now: Instant): PostRecord {
  return {
    id,
    userId: '',
    platformAccountId: '',
    mediaType: 'IMAGE',
    sourceType: 'MANUAL',
    caption: null,
    locationId: null,
    locationName: null,
    userTags: null,
    collaborators: null,
    storyMentions: null,
    crossPostToPartner: false,
    partnerPostId: null,
    partnerPermalink: null,
    isScheduled: false,
    scheduledFor: null,
    timezone: 'UTC',
    status: 'FAILED',
    igContainerId: null,
    igMediaId: null,
    igPermalink: null,
    cloudJobId: null,
    bucketMediaKey: null,
    errorMessage,
    errorCode,
    retryCount: 0,
    lastAttemptAt: null,
    publishedAt: null,
    completedAt: now,
    publishOutcome: null,
    recovery: null,
    nextAttemptAt: null,
    warnings: null,
    handover: null,
    remoteMedia: null,
    createdAt: now,
    updatedAt: now,
    mediaFileIds: [],
  }
}
