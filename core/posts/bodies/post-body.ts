import type { MediaFileBody } from '../../api/media.ts'
import type { PostBody, QueuedPostBody } from '../../api/posts.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { toIso, toIsoOrNull } from '../../time.ts'
import { shownOptions } from '../content/option-schemas.ts'
import { failureBodies, warningBodies } from './notice-bodies.ts'
import { safeLink } from '../content/safe-link.ts'

/** A post as the contract shows it. */
export function postBody(post: PostRecord, mediaFiles: MediaFileBody[]): PostBody {
  return {
    id: post.id,
    userId: post.userId,
    platformAccountId: post.platformAccountId,
    mediaType: post.mediaType,
    sourceType: post.sourceType,
    caption: post.caption,
    hashtags: null,
    locationId: post.locationId,
    locationName: post.locationName,
    userTags: post.userTags,
    collaborators: post.collaborators,
    storyMentions: post.storyMentions,
    crossPostToPartner: post.crossPostToPartner,
    ...shownOptions(post.options),
    partnerPostId: post.partnerPostId,
    // Stored by an older version, or by the Worker's, they may be of any kind.
    partnerPermalink: safeLink(post.partnerPermalink),
    isScheduled: post.isScheduled,
    scheduledFor: toIsoOrNull(post.scheduledFor),
    timezone: post.timezone,
    status: post.status,
    igContainerId: post.igContainerId,
    igMediaId: post.igMediaId,
    igPermalink: safeLink(post.igPermalink),
    cloudJobId: post.cloudJobId,
    bucketMediaKey: post.bucketMediaKey,
    ...failureBodies(post),
    errorCode: post.errorCode,
    retryCount: post.retryCount,
    lastAttemptAt: toIsoOrNull(post.lastAttemptAt),
    publishedAt: toIsoOrNull(post.publishedAt),
    createdAt: toIso(post.createdAt),
    updatedAt: toIso(post.updatedAt),
    mediaFiles,
    publishOutcome: post.publishOutcome,
    recovery: post.recovery,
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    ...warningBodies(post),
    handover: post.handover,
  }
}

/** Accepted, to be published at once. */
export function queuedBody(post: PostRecord): QueuedPostBody {
  return {
    postId: post.id,
    status: 'QUEUED',
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    ...warningBodies(post),
  }
}
