// What the memory stores of posts and publications share. Accounts and media are those of the memory stores next door.
import type { AttemptStep, JobRecord } from '../../../core/ports/posts/job-record.ts'
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import type { MediaRecord } from '../../../core/ports/media/media-store.ts'
import type { DeletedPost, PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { PauseOver, StepLog } from '../../../core/ports/posts/publication-ledger.ts'
import type { RecordedRequest } from '../memory-request-store.ts'
import type { Recurrence } from '../../../core/ports/posts/recurrence-store.ts'
import type { StoredSlots } from '../../../core/ports/posts/slot-store.ts'
import type { RepostConfig, RepostRecord } from '../../../core/ports/reposts/repost-store.ts'
import type { LimitReading } from '../../../core/rules/times/limit-room.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'

export interface MemoryPosts {
  readonly accounts: AccountRecord[]
  readonly media: Map<string, MediaRecord>
  /** In the order in which they were accepted. */
  readonly posts: Map<string, PostRecord>
  /** In the order in which they were deleted. */
  readonly deleted: Map<string, DeletedPost>
  readonly jobs: Map<string, JobRecord>
  /** By job: its mark, if it has one. */
  readonly soughtSince: Map<string, Instant>
  readonly publications: Map<string, HeldPublication>
  readonly attempts: Map<string, AttemptStep[]>
  readonly handovers: Map<string, Handover>
  /** By account. */
  readonly slots: Map<string, StoredSlots>
  /** By post. */
  readonly recurrences: Map<string, Recurrence>
  /** By post from which a series has moved on, the newest of it. */
  readonly earlierPosts: Map<string, string>
  /** When each object of the bucket may go; null while it is needed. */
  readonly bucketObjects: Map<string, Instant | null>
  /** By account, in the order in which they were made. */
  readonly repostConfigs: Map<string, RepostConfig>
  /** In the order in which they were found. */
  readonly reposts: Map<string, RepostRecord>
  /** By account, what the platform last said of its publishing limit. */
  readonly limits: Map<string, LimitReading>
  /** By caller, key and part. */
  readonly requests: Map<string, RecordedRequest>
  /** `completion`: the latest completion time ever given. */
  readonly marks: Map<'completion', Instant>
}

export interface HeldPublication {
  readonly publication: Publication
  readonly followUpAt: Instant | null
  readonly held: boolean
}

export function newMemoryPosts(): MemoryPosts {
  return {
    accounts: [],
    media: new Map(),
    posts: new Map(),
    deleted: new Map(),
    jobs: new Map(),
    soughtSince: new Map(),
    publications: new Map(),
    attempts: new Map(),
    handovers: new Map(),
    slots: new Map(),
    recurrences: new Map(),
    earlierPosts: new Map(),
    bucketObjects: new Map(),
    repostConfigs: new Map(),
    reposts: new Map(),
    limits: new Map(),
    requests: new Map(),
    marks: new Map(),
  }
}

/** Strictly rising for ever, whatever the clock does. */
export function nextCompletion({ marks }: MemoryPosts, now: Instant): Instant {
  const at = Math.max(now, (marks.get('completion') ?? 0) + 1)
  marks.set('completion', at)
  return at
}

export function latestOf(
  { publications }: Pick<MemoryPosts, 'publications'>,
  postId: string,
): Publication | null {
  const last = [...publications.values()].findLast(({ publication }) => publication.postId === postId)
  return last?.publication ?? null
}

/** The post with null in the place of files that are gone. */
export function withLivingMedia(post: PostRecord, media: Map<string, MediaRecord>): PostRecord {
  const mediaFileIds = post.mediaFileIds.map((id) => (id !== null && media.has(id) ? id : null))
  return structuredClone({ ...post, mediaFileIds })
}

/** What a step found out beside its publication. */
export function writeStepLog(
  data: MemoryPosts,
  { postId, accountId, updatedAt }: Publication,
  { steps, pauseAccountUntil, endedPause, limit }: StepLog,
): void {
  const { attempts, limits } = data
  if (limit) limits.set(accountId, limit)
  attempts.set(postId, [...(attempts.get(postId) ?? []), ...structuredClone(steps)])
  if (endedPause !== null) endPause(data, accountId, { until: endedPause, now: updatedAt, left: null })
  if (pauseAccountUntil !== null) extendPause(data, accountId, pauseAccountUntil)
}

export function extendPause({ accounts }: MemoryPosts, accountId: string, until: Instant): void {
  const at = accounts.findIndex(({ id }) => id === accountId)
  const account = accounts[at]
  if (account) accounts[at] = { ...account, pausedUntil: Math.max(account.pausedUntil ?? 0, until) }
}

export function endPause(data: MemoryPosts, accountId: string, over: PauseOver): void {
  const { accounts } = data
  const at = accounts.findIndex(({ id, pausedUntil }) => id === accountId && pausedUntil === over.until)
  const account = accounts[at]
  if (!account) return
  accounts[at] = { ...account, pausedUntil: over.left }
  goOn(data, accountId, over)
}

/** What was put off gets its own time again. */
function goOn({ jobs, posts }: MemoryPosts, accountId: string, { until, now }: PauseOver): void {
  for (const job of jobs.values()) {
    if (job.status !== 'PENDING' || job.accountId !== accountId || job.wakeAt !== until) continue
    const post = posts.get(job.postId)
    jobs.set(job.id, {
      ...job,
      wakeAt: now,
      runAt: job.runAt === until ? ownTimeOf(post, job, now) : job.runAt,
    })
    if (post?.nextAttemptAt === until) posts.set(post.id, { ...post, nextAttemptAt: null })
  }
}

export function ownTimeOf(post: PostRecord | undefined, { createdAt }: JobRecord, now: Instant): Instant {
  return (post?.isScheduled ? post.scheduledFor : null) ?? Math.min(createdAt, now)
}
