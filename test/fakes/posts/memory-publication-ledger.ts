// Posts, their jobs and their publications in memory, moved together as the SQLite adapter moves them. Nothing awaits
// inside a method, so each is one transaction. Strict: a post links to media that exist, an id is used once.
import type { JobRecord } from '../../../core/ports/posts/job-record.ts'
import { isLeftInDoubt } from '../../../core/engine/publishing/end-publication.ts'
import type { PublishTime } from '../../../core/ports/posts/planner-store.ts'
import type { PostRecord, PostStore } from '../../../core/ports/posts/post-store.ts'
import {
  OVERDUE,
  type ClaimOptions,
  type DuePost,
  type PostLedger,
} from '../../../core/ports/posts/publication-ledger.ts'
import { nextVersionAt } from '../../../core/api/post-version.ts'
import { toUnreconciledPost } from '../../../core/engine/publishing/match.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import { reflectionOf } from '../../../core/engine/publishing/reflect.ts'
import { mediaIdsOf, payloadOf, readPublication } from '../../../core/engine/publishing/stored.ts'
import { isNearLimit, recentSince, type AccountLimit } from '../../../core/rules/times/limit-room.ts'
import { DAY, type Instant } from '../../../core/time.ts'
import { createManyChanges } from './memory-many-changes.ts'
import { createPostInserts, createPostRemovals, marksTakenBack } from './memory-post-commands.ts'
import { createMemoryPostStore } from './memory-post-store.ts'
import {
  endPause,
  extendPause,
  latestOf,
  newMemoryPosts,
  nextCompletion,
  ownTimeOf,
  withLivingMedia,
  writeStepLog,
  type MemoryPosts,
} from './memory-posts.ts'

export function createMemoryPosts(data: MemoryPosts = newMemoryPosts()): {
  posts: PostStore
  ledger: PostLedger
} {
  return { posts: createMemoryPostStore(data), ledger: createMemoryPublicationLedger(data) }
}

function createMemoryPublicationLedger(data: MemoryPosts): PostLedger {
  return {
    ...createPostInserts(data),
    ...createPostRemovals(data),
    ...createManyChanges(data),
    ...moving(data),
    ...asking(data),
    extendPause: async (accountId, until) => extendPause(data, accountId, until),
    endPause: async (accountId, over) => endPause(data, accountId, over),
  }
}

function moving(data: MemoryPosts): Pick<PostLedger, 'claim' | 'commit' | 'release' | 'releaseOrphans'> {
  const { jobs, publications } = data
  return {
    async claim(options, begin) {
      const due = findDue(data, options)
      if (!due) return null
      const publication = begin(due)
      data.soughtSince.delete(due.jobId)
      write(data, publication)
      return publication
    },
    async commit(next, stepLog) {
      const isOvertaken = publications.get(next.id)?.publication.version !== next.version - 1
      if (!isOvertaken) write(data, next)
      if (stepLog) writeStepLog(data, next, isOvertaken ? { ...stepLog, steps: [] } : stepLog)
      if (isOvertaken) return false
      return data.posts.has(next.postId) ? 'kept' : 'archived'
    },
    async release({ id, version, jobId }, at) {
      const row = publications.get(id)
      if (row?.publication.version !== version) return
      publications.set(id, { ...row, held: false, followUpAt: row.followUpAt === null ? null : at })
      const job = jobs.get(jobId)
      if (job?.status !== 'PROCESSING') return
      const runAt = Math.max(ownTimeOf(data.posts.get(job.postId), job, at), at)
      jobs.set(jobId, { ...job, status: 'PENDING', wakeAt: at, runAt })
    },
    async releaseOrphans(now) {
      for (const [id, row] of publications) {
        const followUpAt = row.followUpAt === null ? null : now
        if (row.held) publications.set(id, { ...row, held: false, followUpAt })
      }
      const orphans = [...jobs.values()].filter(({ status }) => status === 'PROCESSING')
      for (const job of orphans) jobs.set(job.id, { ...job, status: 'PENDING', wakeAt: now })
      return orphans.length
    },
  }
}

type Questions =
  | 'latestPublication'
  | 'listAttempts'
  | 'nextDue'
  | 'needsAttention'
  | 'listPublishTimes'
  | 'listOwnedMediaIds'
  | 'listUnreconciled'
  | 'listUnpublished'
  | 'limitOf'
  | 'listAhead'
  | 'markWaiting'
  | 'isMarked'
  | 'marksNextJob'
  | 'countQueue'
  | 'correctTimesTo'

function asking(data: MemoryPosts): Pick<PostLedger, Questions> {
  const { posts, deleted, jobs, publications, attempts } = data
  return {
    async latestPublication(postId) {
      return structuredClone(latestOf(data, postId))
    },
    async listAttempts(postId) {
      return structuredClone(attempts.get(postId) ?? [])
    },
    async nextDue({ now, queue, busyAccounts }) {
      const idle = [...jobs.values()].filter(
        ({ status, accountId }) => status === 'PENDING' && !busyAccounts.includes(accountId),
      )
      if (queue === 'prepare') {
        const early = idle.filter(({ wakeAt, runAt }) => wakeAt < runAt && runAt > now)
        return early.map(({ wakeAt }) => wakeAt).toSorted((a, b) => a - b)[0] ?? null
      }
      const pending = idle.map(({ runAt }) => runAt)
      const followUps = [...publications.values()]
        .filter(({ held, publication }) => !held && !busyAccounts.includes(publication.accountId))
        .flatMap(({ followUpAt }) => followUpAt ?? [])
      const [earliest] = [...pending, ...followUps].toSorted((a, b) => a - b)
      return earliest ?? null
    },
    async correctTimesTo(now) {
      for (const job of jobs.values()) {
        const stored = latestOf(data, job.postId)?.updatedAt ?? job.createdAt
        if ((job.status !== 'PENDING' && job.status !== 'PROCESSING') || stored <= now) continue
        const runAt = ownTimeOf(posts.get(job.postId), job, now)
        jobs.set(job.id, { ...job, runAt, wakeAt: job.wakeAt > runAt ? Math.min(now, runAt) : job.wakeAt })
      }
      for (const { publication } of publications.values()) {
        const job = jobs.get(publication.jobId)
        if (publication.step === 'staged' && job?.status === 'PENDING' && job.wakeAt > now)
          jobs.set(job.id, { ...job, wakeAt: now })
      }
      for (const [id, row] of publications) {
        if (row.followUpAt !== null && row.publication.updatedAt > now)
          publications.set(id, { ...row, followUpAt: now })
      }
      for (const [id, handover] of data.handovers) {
        const { ownership, nextAt, updatedAt } = handover
        const isUnanswered = ownership.state === 'delegating' || ownership.state === 'recalling'
        if (isUnanswered && (nextAt ?? 0) > now && updatedAt > now)
          data.handovers.set(id, { ...handover, nextAt: now })
      }
      for (const [index, account] of data.accounts.entries()) {
        if ((account.pausedUntil ?? 0) > now + 2 * DAY)
          data.accounts[index] = { ...account, pausedUntil: null }
      }
    },
    async needsAttention(now) {
      return [...posts.values()].some(
        ({ publishOutcome, isScheduled, scheduledFor, status, warnings }) =>
          publishOutcome === 'unconfirmed' ||
          (isScheduled &&
            (scheduledFor ?? now) < now - OVERDUE &&
            status !== 'PUBLISHED' &&
            status !== 'FAILED' &&
            (status === 'SCHEDULED' || warnings?.some(({ code }) => code === 'LIVE_CHECK_PENDING'))),
      )
    },
    async countQueue(now) {
      const pending = [...jobs.values()].filter(({ status }) => status === 'PENDING')
      const waiting = pending.filter(({ runAt }) => runAt <= now).length
      const active = [...jobs.values()].filter(({ status }) => status === 'PROCESSING').length
      return { waiting, active, delayed: pending.length - waiting }
    },
    listPublishTimes: async (accountId, since) => timesOf(data, accountId, since),
    limitOf: async (accountId) => limitOf(data, accountId),
    async listAhead(jobId) {
      const place = ({ id, postId, createdAt }: JobRecord) => {
        const post = posts.get(postId)
        return [
          (post?.isScheduled ? post.scheduledFor : null) ?? createdAt,
          [...jobs.keys()].indexOf(id),
        ] as const
      }
      const itself = jobs.get(jobId)
      if (!itself) return []
      return [...jobs.values()]
        .filter(({ status, accountId, postId }) => {
          return isOpen(status) && accountId === itself.accountId && posts.has(postId)
        })
        .filter((job) => isBefore(place(job), place(itself)))
        .map(({ id }) => {
          const rows = [...publications.values()].filter(({ publication }) => publication.jobId === id)
          return rows.some(({ publication: { step, roomAt } }) => step === 'claimed' && roomAt !== null)
        })
    },
    async listOwnedMediaIds(accountId, mediaIds) {
      const owned = [...posts.values(), ...[...deleted.values()].map(({ post }) => post)]
        .filter(({ platformAccountId }) => platformAccountId === accountId)
        .flatMap(({ igMediaId }) => igMediaId ?? [])
      return owned.filter((id) => mediaIds.includes(id))
    },
    async markWaiting(now) {
      for (const { id, status, postId, createdAt } of jobs.values()) {
        if ((status !== 'PENDING' && status !== 'PROCESSING') || data.soughtSince.has(id)) continue
        const post = posts.get(postId)
        const dueAt = (post?.isScheduled && post.scheduledFor) || 0
        const madeAt = createdAt > now ? now - 2 * DAY : createdAt
        data.soughtSince.set(id, dueAt > createdAt ? dueAt : madeAt)
      }
    },
    async isMarked(jobId) {
      return data.soughtSince.has(jobId)
    },
    async marksNextJob(postId) {
      return marksTakenBack(data, postId).length > 0
    },
    async listUnpublished(accountId, dueBy) {
      return [...posts.values()]
        .filter(({ platformAccountId }) => platformAccountId === accountId)
        .filter(
          ({ status, publishOutcome }) =>
            ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'].includes(status) ||
            publishOutcome === 'unconfirmed',
        )
        .map(({ id, mediaType, caption, createdAt, isScheduled, scheduledFor }) => {
          const dueAt = (isScheduled ? scheduledFor : null) ?? createdAt
          const job = [...jobs.values()].findLast(({ postId, status }) => postId === id && isOpen(status))
          return { postId: id, mediaType, caption, dueAt, acceptedAt: job?.createdAt ?? null }
        })
        .filter(({ dueAt }) => dueAt <= dueBy)
    },
    async listUnreconciled(accountId, except, since) {
      const others = [...publications.values()].filter(
        ({ publication }) => publication.accountId === accountId && publication.id !== except,
      )
      const sent = others.filter(
        ({ publication: { intent, mediaId, step } }) =>
          intent !== null &&
          mediaId === null &&
          step !== 'failed' &&
          (step !== 'done' || intent.lastPossibleSend >= since),
      )
      const itself = publications.get(except)?.publication.postId
      const inDoubt = [...jobs.values()].filter(
        ({ status, postId, ...job }) =>
          status === 'PENDING' &&
          job.accountId === accountId &&
          postId !== itself &&
          others.some(({ publication }) => publication.postId === postId && isInDoubt(publication, since)),
      )
      return [
        ...sent.map(({ publication }) => toUnreconciledPost(publication)),
        ...inDoubt.flatMap(({ postId }) => {
          const last = latestOf(data, postId)
          return last ? [toUnreconciledPost(last)] : []
        }),
      ]
    },
  }
}

const isOpen = (status: JobRecord['status']) => status === 'PENDING' || status === 'PROCESSING'

const isBefore = (one: readonly [Instant, number], other: readonly [Instant, number]) =>
  one[0] === other[0] ? one[1] < other[1] : one[0] < other[0]

function limitOf({ limits, accounts }: MemoryPosts, accountId: string): AccountLimit {
  const waits = accounts.find(({ id }) => id === accountId)?.whenLimitIsFull === 'wait'
  return { reading: limits.get(accountId) ?? null, waits }
}

export function publishTimes({ posts, deleted }: MemoryPosts, since: Instant, only?: string): PublishTime[] {
  return [...posts.values(), ...[...deleted.values()].map(({ post }) => post)].flatMap(
    ({ platformAccountId: accountId, publishedAt: at }) =>
      at !== null && at >= since && (only ?? accountId) === accountId ? { accountId, at } : [],
  )
}

function timesOf(data: MemoryPosts, accountId: string, since: Instant): Instant[] {
  return publishTimes(data, since, accountId).map(({ at }) => at)
}

function isInDoubt(publication: Publication, since: Instant): boolean {
  return isLeftInDoubt(publication) && (publication.intent?.lastPossibleSend ?? 0) >= since
}

function findDue(data: MemoryPosts, options: ClaimOptions): DuePost | null {
  const job =
    options.queue === 'prepare'
      ? earlyJob(data, options)
      : (dueJob(data, options) ?? jobWithFollowUp(data, options))
  const post = job && (data.posts.get(job.postId) ?? data.deleted.get(job.postId)?.post)
  if (!job || !post) return null
  const shown = withLivingMedia(post, data.media)
  const account = data.accounts.find(({ id }) => id === job.accountId) ?? null
  const media = mediaIdsOf(shown).flatMap((id) => data.media.get(id) ?? [])
  const isDeleted = !data.posts.has(post.id)
  return structuredClone({
    jobId: job.id,
    postId: post.id,
    accountId: job.accountId,
    publishAt: post.isScheduled ? post.scheduledFor : null,
    acceptedAt: job.createdAt,
    soughtSince: data.soughtSince.get(job.id) ?? null,
    payload: payloadOf(shown, media),
    pausedUntil: account?.pausedUntil ?? null,
    isNearLimit: isNear(data, job.accountId, options.now),
    previous: latestOf(data, post.id),
    isDeleted,
  })
}

function isNear(data: MemoryPosts, accountId: string, now: Instant): boolean {
  const { reading } = limitOf(data, accountId)
  return reading !== null && isNearLimit(timesOf(data, accountId, recentSince(now)), reading, now)
}

function earlyJob({ jobs }: MemoryPosts, { now, busyAccounts }: ClaimOptions): JobRecord | undefined {
  return [...jobs.values()]
    .filter(({ status, wakeAt, runAt, accountId }) => {
      return (
        status === 'PENDING' &&
        wakeAt <= now &&
        runAt > now &&
        wakeAt < runAt &&
        !busyAccounts.includes(accountId)
      )
    })
    .toSorted((a, b) => a.wakeAt - b.wakeAt)[0]
}

function dueJob({ jobs }: MemoryPosts, { now, busyAccounts }: ClaimOptions): JobRecord | undefined {
  return [...jobs.values()]
    .filter(({ status, runAt, accountId }) => {
      return status === 'PENDING' && runAt <= now && !busyAccounts.includes(accountId)
    })
    .toSorted((a, b) => a.runAt - b.runAt || a.createdAt - b.createdAt)[0]
}

function jobWithFollowUp(data: MemoryPosts, { now, busyAccounts }: ClaimOptions): JobRecord | undefined {
  const [first] = [...data.publications.values()]
    .filter(({ held, followUpAt, publication }) => {
      return (
        !held && followUpAt !== null && followUpAt <= now && !busyAccounts.includes(publication.accountId)
      )
    })
    .toSorted((a, b) => (a.followUpAt ?? 0) - (b.followUpAt ?? 0))
  return first && data.jobs.get(first.publication.jobId)
}

/** Publication, job and post together. */
function write(data: MemoryPosts, given: Publication): void {
  const publication = readPublication(structuredClone(given))
  if (!publication) throw new Error('a publication that could not be read again')
  const { id, jobId, postId, version, step, nextAt, publishAt, updatedAt } = publication
  const { job, post, followUpAt, keepsWarnings } = reflectionOf(publication)
  const finished = step === 'done' || step === 'failed'
  data.publications.set(id, { publication, followUpAt, held: !finished && nextAt === null })

  const queued = data.jobs.get(jobId)
  if (queued) {
    const attempts = queued.attempts + (version === 1 ? 1 : 0)
    const { wakeAt } = job
    const times = wakeAt === null ? {} : { wakeAt, runAt: Math.max(publishAt ?? 0, wakeAt) }
    data.jobs.set(jobId, { ...queued, status: job.status, ...times, attempts })
  }
  const known = data.posts.get(postId)
  if (known) {
    const version = {
      updatedAt: nextVersionAt(known, updatedAt),
      warnings: keepsWarnings ? known.warnings : post.warnings,
    }
    data.posts.set(postId, { ...known, ...post, ...version, completedAt: completedAt(data, publication) })
  } else changeDeleted(data, postId, { ...post, updatedAt })
}

/** Deleted after its publish intent: what becomes of it is told in the archive, and no post comes back. */
function changeDeleted({ deleted }: MemoryPosts, postId: string, change: Partial<PostRecord>): void {
  const known = deleted.get(postId)
  if (!known) return
  const post = { ...known.post, ...change }
  deleted.set(postId, { ...known, post, permalink: post.igPermalink })
}

/** When the post entered PUBLISHED or FAILED. */
function completedAt(data: MemoryPosts, publication: Publication): Instant | null {
  const { status } = reflectionOf(publication).post
  if (status !== 'PUBLISHED' && status !== 'FAILED') return null
  const post = data.posts.get(publication.postId)
  if (post?.status === status && post.completedAt !== null) return post.completedAt
  return nextCompletion(data, publication.updatedAt)
}
