import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { JobRecord, JobTimes } from '../../ports/posts/job-record.ts'
import type { Random } from '../../ports/random.ts'
import type { Instant } from '../../time.ts'
import type { PostContent } from './content/post-content.ts'

interface PostOrigin {
  readonly id: string
  readonly userId: string
  readonly status: 'DRAFT' | 'QUEUED' | 'SCHEDULED'
  readonly now: Instant
}

export function newPost(content: PostContent, { id, userId, status, now }: PostOrigin): PostRecord {
  return {
    ...content,
    id,
    userId,
    status,
    sourceType: 'MANUAL',
    partnerPostId: null,
    partnerPermalink: null,
    isScheduled: false,
    scheduledFor: null,
    timezone: 'UTC',
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
    createdAt: now,
    updatedAt: now,
  }
}

/** One attempt repeats containers and publish calls where that is safe; once it has FAILED, only a person begins another. */
const MAX_ATTEMPTS = 1

/** The job that publishes a post: at once, unless it is given other times. */
export function publishJob(
  post: PostRecord,
  random: Random,
  now: Instant,
  times: JobTimes = { runAt: now, wakeAt: now },
): JobRecord {
  return {
    ...times,
    id: random.uuid(),
    type: 'PUBLISH',
    postId: post.id,
    accountId: post.platformAccountId,
    status: 'PENDING',
    attempts: 0,
    maxAttempts: MAX_ATTEMPTS,
    createdAt: now,
  }
}
