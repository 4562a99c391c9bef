import type { PostRecord } from '../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../api/post-version.ts'
import type { Instant } from '../../time.ts'

/** Turns a cancelled post into a draft: all of its content, and no time any more. */
export function toDraft(post: PostRecord, now: Instant): PostRecord {
  return {
    ...post,
    status: 'DRAFT',
    sourceType: 'MANUAL',
    isScheduled: false,
    scheduledFor: null,
    igContainerId: null,
    cloudJobId: null,
    bucketMediaKey: null,
    handover: null,
    nextAttemptAt: null,
    warnings: null,
    updatedAt: nextVersionAt(post, now),
  }
}
