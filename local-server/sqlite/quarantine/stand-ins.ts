// Records in the place of those that cannot be read, where something must stay in their place.
import { failureDetail } from '../../../core/rules/notices/failure-details.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { newPost } from '../../../core/features/posts/new-post.ts'
import type { RepostRecord } from '../../../core/ports/reposts/repost-store.ts'
import { UNREADABLE_POST } from '../../../core/engine/publishing/stored.ts'
import type { Instant } from '../../../core/time.ts'

const { code: errorCode, detail: errorDetail } = UNREADABLE_POST

/** A mention that stays known and is never reposted. */
export function standInRepost(
  { id, accountId, key, detectedAt }: Pick<RepostRecord, 'id' | 'accountId' | 'key' | 'detectedAt'>,
  now: Instant,
): RepostRecord {
  return {
    id,
    accountId,
    key,
    detectedAt,
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
    mentionedAt: detectedAt,
    expiresAt: detectedAt,
    gone: null,
    postId: null,
    igPermalink: null,
    publishedAt: null,
    errorCode,
    errorDetail: failureDetail('MENTION_UNREADABLE'),
    note: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** A post of the archive of which nothing is known but that it was deleted. */
export function standInPost(id: string, now: Instant): PostRecord {
  const nothing = {
    platformAccountId: '',
    mediaType: 'IMAGE',
    mediaFileIds: [],
    caption: null,
    userTags: null,
    collaborators: null,
    storyMentions: null,
    locationId: null,
    locationName: null,
    crossPostToPartner: false,
    options: null,
  } as const
  const born = newPost(nothing, { id, userId: '', status: 'QUEUED', now })
  return { ...born, status: 'FAILED', errorDetail, errorCode, completedAt: now }
}
