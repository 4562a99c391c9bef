// How posts enter and leave the memory ledger. As strict as the stored one: a post links to media that exist, an id is used once.
import type { JobRecord } from '../../../core/ports/posts/job-record.ts'
import { isUnsent } from '../../../core/rules/publication/post-words.ts'
import { CodedError } from '../../../core/errors.ts'
import {
  toCancelled,
  toConcluded,
  DELETED,
  failureWithAccount,
  progressOf,
  isWaitingAtWorker,
} from '../../../core/engine/publishing/end-publication.ts'
import { nextVersionAt } from '../../../core/api/post-version.ts'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import { type PostRecord } from '../../../core/ports/posts/post-store.ts'
import type {
  AcceptedPost,
  PostCommands,
  PostDecision,
} from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'
import { recordMade } from '../memory-request-store.ts'
import { mayTakeSlot } from './memory-slot-store.ts'
import { latestOf, nextCompletion, withLivingMedia, type MemoryPosts } from './memory-posts.ts'

export function createPostInserts(
  data: MemoryPosts,
): Pick<PostCommands, 'accept' | 'acceptAll' | 'saveDraft' | 'update'> {
  return {
    async accept(post, job, recorded) {
      if (!mayTakeSlot(data, post, recorded?.slots)) return false
      insertPostWithJob(data, post, job)
      recordMade(data.requests, recorded?.request, { id: post.id, jobId: job.id })
      return true
    },
    async acceptAll(accepted) {
      return undoable(data, () => accepted.every((one) => acceptOne(data, one)))
    },
    async saveDraft(post, recorded) {
      addPost(data, post)
      recordMade(data.requests, recorded?.request, { id: post.id, jobId: null })
    },
    async update(postId, decide) {
      return updatePost(data, postId, decide)
    },
  }
}

/** Everything is as it was when the work returns false or throws. */
export function undoable(data: MemoryPosts, work: () => boolean): boolean {
  const maps = Object.values(data).filter((value): value is Map<string, unknown> => value instanceof Map)
  const before = maps.map((map) => [...map])
  const undo = () => {
    for (const [index, map] of maps.entries()) {
      map.clear()
      for (const [key, value] of before[index] ?? []) map.set(key, value)
    }
  }
  try {
    const isDone = work()
    if (!isDone) undo()
    return isDone
  } catch (error) {
    undo()
    throw error
  }
}

/** As `PostCommands.accept`, with a job, a hand-over or neither. */
export function acceptOne(data: MemoryPosts, { post, job, handover, recorded }: AcceptedPost): boolean {
  if (!mayTakeSlot(data, post, recorded?.slots)) return false
  if (handover && data.handovers.has(handover.id)) throw new Error('the id of this hand-over is taken')
  addPost(data, post)
  if (job) addJob(data, job)
  else if (handover) addHandover(data, handover)
  recordMade(data.requests, recorded?.request, { id: post.id, jobId: (job ?? handover)?.id ?? null })
  return true
}

export function addHandover({ handovers, bucketObjects }: MemoryPosts, handover: Handover): void {
  handovers.set(handover.id, structuredClone(handover))
  for (const { key } of handover.files) bucketObjects.set(key, bucketObjects.get(key) ?? null)
}

/** A post and its job: both or neither. */
export function insertPostWithJob(data: MemoryPosts, post: PostRecord, job: JobRecord): void {
  expectNew(data, job)
  addPost(data, post)
  addJob(data, job)
}

/** As `PostCommands.update`. What it returns false for, it has not touched. */
export function updatePost(data: MemoryPosts, postId: string, decide: PostDecision): boolean {
  const { posts, jobs, media } = data
  const stored = posts.get(postId)
  if (!stored) return false
  const known = { post: withLivingMedia(stored, media), last: latestOf(data, postId) }
  const update = decide(structuredClone(known))
  if (!update || !hasFiles(data, update.post)) return false
  const { post, ended, job, slots, request } = update
  if (!mayTakeSlot(data, post, slots)) return false
  if (job?.kind === 'new') expectNew(data, job.job)
  posts.set(postId, structuredClone(post))
  if (ended) end(data, ended)
  if (job?.kind === 'new') {
    addJob(data, job.job)
    moveMark(data, job.job)
  }
  recordMade(data.requests, request, { id: postId, jobId: job?.kind === 'new' ? job.job.id : null })
  if (job?.kind === 'cancel') cancelJobs(data, postId, post.updatedAt, job.soughtSince)
  if (job?.kind === 'move')
    for (const open of openJobsOf(data, postId))
      jobs.set(open.id, { ...open, ...job.times, status: 'PENDING' })
  return true
}

function addPost(data: MemoryPosts, post: PostRecord): void {
  if (data.posts.has(post.id)) throw new Error('the id of this post is taken')
  if (!hasFiles(data, post)) throw new CodedError('MEDIA_INVALID')
  data.posts.set(post.id, structuredClone(post))
}

export function hasFiles({ media }: Pick<MemoryPosts, 'media'>, { mediaFileIds }: PostRecord): boolean {
  return mediaFileIds.every((id) => id === null || media.has(id))
}

export function addJob({ jobs, soughtSince }: MemoryPosts, job: JobRecord): void {
  jobs.set(job.id, structuredClone(job))
  if (job.soughtSince !== undefined) soughtSince.set(job.id, job.soughtSince)
}

function moveMark(data: MemoryPosts, { id, postId }: JobRecord): void {
  const { soughtSince } = data
  const marks = marksTakenBack(data, postId)
  if (marks.length === 0) return
  for (const [takenBack] of marks) soughtSince.delete(takenBack)
  if (!soughtSince.has(id)) soughtSince.set(id, Math.min(...marks.map(([, mark]) => mark)))
}

/** By the job that was taken back. */
export function marksTakenBack({ jobs, soughtSince }: MemoryPosts, postId: string) {
  return [...soughtSince].filter(([id]) => {
    const job = jobs.get(id)
    return job?.postId === postId && job.status === 'CANCELLED'
  })
}

function expectNew({ jobs }: MemoryPosts, job: JobRecord): void {
  if (jobs.has(job.id)) throw new Error('the id of this job is taken')
}

export function createPostRemovals(data: MemoryPosts): Pick<PostCommands, 'archive' | 'failWaitingPosts'> {
  const { posts } = data
  return {
    async archive(postId, leave) {
      return archiveOne(data, postId, leave)
    },
    async failWaitingPosts(accountId, now) {
      const waiting = [...posts.values()].filter(
        ({ platformAccountId, status, handover }) =>
          handover === null && platformAccountId === accountId && isUnsent(status),
      )
      const failing = waiting.filter((post) => {
        const previous = latestOf(data, post.id)
        const publishAt = post.isScheduled ? post.scheduledFor : null
        const [job] = openJobsOf(data, post.id)
        const acceptedAt = job?.createdAt ?? now
        const soughtSince = data.soughtSince.get(job?.id ?? '') ?? null
        const failure = failureWithAccount({ publishAt, acceptedAt, soughtSince, previous }, now)
        if (failure === null) return false
        if (previous && progressOf(previous) === 'unsent') end(data, toCancelled(previous, failure, now))
        cancelJobs(data, post.id, now)
        posts.set(post.id, {
          ...post,
          status: 'FAILED',
          errorCode: failure.code,
          errorDetail: failure.detail,
          recovery: failure.recovery,
          publishOutcome: failure.unconfirmed ? 'unconfirmed' : 'confirmed',
          igContainerId: null,
          nextAttemptAt: null,
          completedAt: nextCompletion(data, now),
          updatedAt: nextVersionAt(post, now),
        })
        return true
      })
      return failing.length
    },
  }
}

/** As `PostCommands.archive`. */
export function archiveOne(
  data: MemoryPosts,
  postId: string,
  { at, from, may = () => true }: Parameters<PostCommands['archive']>[1],
): PostRecord | null {
  const { posts, deleted, media } = data
  const known = posts.get(postId)
  if (!known || isWaitingAtWorker(known) || !may(known)) return null
  const post = withLivingMedia(known, media)
  const last = latestOf(data, postId)
  if (last && progressOf(last) === 'unsent') end(data, toCancelled(last, DELETED, at))
  if (progressOf(last) !== 'sent') cancelJobs(data, postId, at)
  else if (last && from === 'PLATFORM') end(data, toConcluded(last, at))
  deleted.set(postId, { post, deletedAt: at, deletedFrom: from, permalink: post.igPermalink })
  posts.delete(postId)
  return structuredClone(post)
}

/** The publication alone; post and job are moved by the caller. */
export function end({ publications }: MemoryPosts, publication: Publication): void {
  publications.set(publication.id, { publication, followUpAt: null, held: false })
}

export function cancelJobs(
  data: MemoryPosts,
  postId: string,
  now: Instant,
  claimed: Instant | null = null,
): void {
  for (const job of openJobsOf(data, postId)) {
    data.jobs.set(job.id, { ...job, status: 'CANCELLED' })
    const mark = data.soughtSince.get(job.id) ?? claimed
    data.soughtSince.delete(job.id)
    if (mark !== null && mark < now) data.soughtSince.set(job.id, mark)
  }
}

function openJobsOf({ jobs }: MemoryPosts, postId: string): JobRecord[] {
  return [...jobs.values()].filter(
    (job) => job.postId === postId && (job.status === 'PENDING' || job.status === 'PROCESSING'),
  )
}
