// What requests make of a stored post, decided in the transaction that does it (`PostCommands.update`). Each returns null when
// the stored post is not the one that the change was decided upon, or may not change any more.
import type { JobRecord, JobTimes, RecordedWith } from '../../ports/posts/job-record.ts'
import { isUnsent } from '../../rules/publication/post-words.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { CodedError } from '../../coded-error.ts'
import type { PostDecision, StoredPost } from '../../ports/posts/publication-ledger.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import type { Publication } from '../../rules/publication/publication.ts'
import type { Instant } from '../../time.ts'
import { nextVersionAt } from '../../api/post-version.ts'
import {
  mayHaveBeenSent,
  progressOf,
  toForgotten,
  toSuperseded,
} from '../../engine/publishing/end-publication.ts'

/**
 * Another version of the draft `before`, its media included, and its job when it is to go out. With `slots` it takes its time
 * as a slot.
 */
export const planDraft =
  (before: PostRecord, after: PostRecord, job: JobRecord | null, recorded: RecordedWith = {}): PostDecision =>
  ({ post }) =>
    post.status === 'DRAFT' && post.updatedAt === before.updatedAt
      ? { post: after, job: job && { kind: 'new', job }, ...recorded }
      : null

/**
 * Queues a FAILED post again with this job and forgets what failed it. A publication of it that still looks in the background
 * ends, so that the next one starts from what this one knew. Not for a post that is still the Worker's.
 */
export const planRetry =
  (job: JobRecord, request?: KeyedRequest): PostDecision =>
  ({ post, last }) => {
    if (post.status !== 'FAILED' || post.handover !== null) return null
    const ended = last && progressOf(last) !== 'ended' ? toSuperseded(last, job.createdAt) : null
    const queued = { ...post, ...QUEUED_ANEW, nextAttemptAt: goesOnAt(post, job.createdAt) }
    return {
      post: { ...queued, updatedAt: nextVersionAt(post, job.createdAt) },
      ended,
      job: { kind: 'new', job: markedInDoubt(job, post, last) },
      request,
    }
  }

/** When there is room in the limit that failed it: until then it waits. Null: at once. */
export function goesOnAt({ recovery, nextAttemptAt }: PostRecord, now: Instant): Instant | null {
  return recovery === 'wait' && (nextAttemptAt ?? 0) > now ? nextAttemptAt : null
}

/**
 * Marks the job of a post in doubt of which no publication says what to look for, as in rows of older versions: it may have gone
 * out since it was made.
 */
function markedInDoubt(job: JobRecord, post: PostRecord, last: Publication | null): JobRecord {
  const { publishOutcome, createdAt, isScheduled } = post
  if (publishOutcome !== 'unconfirmed' || last?.intent || last?.sought) return job
  // Accepted before its time, it is looked for as what was due then.
  return { ...job, soughtSince: createdAt, ...(isScheduled && { createdAt }) }
}

const QUEUED_ANEW = {
  status: 'QUEUED',
  errorCode: null,
  errorDetail: null,
  recovery: null,
  publishOutcome: null,
  completedAt: null,
  cloudJobId: null,
  bucketMediaKey: null,
} as const satisfies Partial<PostRecord>

/**
 * Another version of the post `before`, which waits here for its time or for room and has no publish intent, with these times for
 * its job. What was prepared for the old version is never published. With `slots` it takes its time as a slot. Not for a retry of
 * what may be live already. Throws INVALID_STATUS for another account of what an earlier run may have published.
 */
export const planReschedule =
  (before: PostRecord, after: PostRecord, times: JobTimes, recorded: RecordedWith = {}): PostDecision =>
  (stored) => {
    const { post, last } = stored
    if (!isStill(post, before) || !CHANGEABLE.has(post.status) || mayHaveBeenSent(last)) return null
    if (after.platformAccountId !== before.platformAccountId) requireNotSought(stored, after.updatedAt)
    return {
      post: after.mediaFileIds === before.mediaFileIds ? asLinked(post, after) : after,
      ended: endedUnsent(last, after),
      job: { kind: 'move', times },
      ...recorded,
    }
  }

/** It would be looked for among the media of its new account only. What was not yet due then, no earlier run has published. */
function requireNotSought({ last, soughtSince }: StoredPost, now: Instant): void {
  const since = Math.min(soughtSince ?? Infinity, last?.sought?.since ?? Infinity)
  if (since < now) throw boundToItsAccount()
}

/** The refusal of another account for what an earlier run may have published. */
export const boundToItsAccount = () =>
  new CodedError(
    'INVALID_STATUS',
    'An earlier run of Nightpost may already have published this post for its account, so it cannot go to another account. Copy it for that.',
  )

/**
 * Takes back `before`, which has no publish intent: its job ends, and nothing of it will ever appear. Not for a retry of what
 * may be live already.
 */
export const planUnschedule =
  (before: PostRecord, after: PostRecord): PostDecision =>
  ({ post, last }) =>
    isStill(post, before) && isUnsent(post.status) && !mayHaveBeenSent(last)
      ? {
          post: asLinked(post, after),
          ended: last && toForgotten(last, after.updatedAt),
          job: { kind: 'cancel', soughtSince: last?.sought?.since ?? null },
        }
      : null

const CHANGEABLE: ReadonlySet<PostRecord['status']> = new Set(['SCHEDULED', 'QUEUED'])

function isStill({ updatedAt, handover }: PostRecord, before: PostRecord): boolean {
  return updatedAt === before.updatedAt && handover === null
}

/** The files stay as they are linked: a file that was deleted meanwhile does not come back. */
function asLinked({ mediaFileIds }: PostRecord, after: PostRecord): PostRecord {
  return { ...after, mediaFileIds }
}

function endedUnsent(last: Publication | null, { updatedAt }: PostRecord): Publication | null {
  return last && progressOf(last) === 'unsent' ? toSuperseded(last, updatedAt) : null
}
