// How posts enter and leave the memory ledger. As strict as the stored one: a post links to media that exist, an id is used once.
import { CodedError } from '../../../core/errors.ts'
import {
  toCancelled,
  toConcluded,
  DELETED,
  DISCONNECTED,
  isLeftInDoubt,
  progressOf,
  toSuperseded,
  isWaitingAtWorker,
} from '../../../core/posts/end-publication.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { JobRecord, PostCommands } from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import { mayTakeSlot } from './memory-slot-store.ts'
import { latestOf, nextCompletion, withLivingMedia, type MemoryPosts } from './memory-posts.ts'

export function createPostInserts(
  data: MemoryPosts,
): Pick<PostCommands, 'accept' | 'saveDraft' | 'replaceDraft' | 'requeue'> {
  const { posts } = data
  return {
    async accept(post, job, slots) {
      if (!mayTakeSlot(data, post, slots)) return false
      insertPostWithJob(data, post, job)
      return true
    },
    async saveDraft(post) {
      addPost(data, post)
    },
    async replaceDraft(before, after, job, slots) {
      if (!mayTakeSlot(data, after, slots)) return false
      if (job) expectNew(data, job)
      const known = posts.get(before.id)
      if (known?.status !== 'DRAFT' || known.updatedAt !== before.updatedAt) return false
      if (!hasFiles(data, after)) return false
      posts.set(before.id, structuredClone(after))
      if (job) addJob(data, job)
      return true
    },
    async requeue(postId, job) {
      return requeuePost(data, postId, job)
    },
  }
}

/** A post and its job: both or neither. */
export function insertPostWithJob(data: MemoryPosts, post: PostRecord, job: JobRecord): void {
  expectNew(data, job)
  addPost(data, post)
  addJob(data, job)
}

/** As `PostCommands.requeue`. What it returns false for, it has not touched. */
export function requeuePost(data: MemoryPosts, postId: string, job: JobRecord): boolean {
  const { posts } = data
  expectNew(data, job)
  const post = posts.get(postId)
  if (post?.status !== 'FAILED' || post.handover !== null) return false
  const last = latestOf(data, postId)
  if (last && progressOf(last) !== 'ended') end(data, toSuperseded(last, job.createdAt))
  const cleared = { errorCode: null, errorMessage: null, recovery: null, publishOutcome: null }
  const queued = { status: 'QUEUED', completedAt: null, nextAttemptAt: null } as const
  const here = { cloudJobId: null, bucketMediaKey: null }
  posts.set(postId, { ...post, ...cleared, ...queued, ...here, updatedAt: job.createdAt })
  addJob(data, job)
  return true
}

function addPost(data: MemoryPosts, post: PostRecord): void {
  if (data.posts.has(post.id)) throw new Error('the id of this post is taken')
  if (!hasFiles(data, post)) throw new CodedError('NOT_FOUND')
  data.posts.set(post.id, structuredClone(post))
}

function hasFiles({ media }: MemoryPosts, { mediaFileIds }: PostRecord): boolean {
  return mediaFileIds.every((id) => id === null || media.has(id))
}

function addJob({ jobs }: MemoryPosts, job: JobRecord): void {
  jobs.set(job.id, structuredClone(job))
}

function expectNew({ jobs }: MemoryPosts, job: JobRecord): void {
  if (jobs.has(job.id)) throw new Error('the id of this job is taken')
}

export function createScheduleChanges(data: MemoryPosts): Pick<PostCommands, 'reschedule' | 'unschedule'> {
  const { posts, jobs } = data
  const replaced = (before: PostRecord, after: PostRecord, statuses: PostRecord['status'][]) => {
    const known = posts.get(before.id)
    const last = latestOf(data, before.id)
    if (!known || known.updatedAt !== before.updatedAt || progressOf(last) === 'sent') return false
    if (!statuses.includes(known.status) || known.handover !== null) return false
    posts.set(before.id, structuredClone(after))
    if (last && progressOf(last) === 'unsent') end(data, toSuperseded(last, after.updatedAt))
    return true
  }
  return {
    async reschedule(before, after, times, slots) {
      if (!mayTakeSlot(data, after, slots)) return false
      if (!replaced(before, after, ['SCHEDULED'])) return false
      for (const job of jobs.values()) {
        const open = job.status === 'PENDING' || job.status === 'PROCESSING'
        if (job.postId === before.id && open) jobs.set(job.id, { ...job, ...times, status: 'PENDING' })
      }
      return true
    },
    async unschedule(before, after) {
      if (!replaced(before, after, ['SCHEDULED', 'QUEUED', 'PROCESSING'])) return false
      cancelJobs(data, before.id)
      return true
    },
  }
}

export function createPostRemovals(data: MemoryPosts): Pick<PostCommands, 'archive' | 'failWaitingPosts'> {
  const { posts, deleted, media } = data
  return {
    async archive(postId, { at, from }) {
      const known = posts.get(postId)
      if (!known || isWaitingAtWorker(known)) return null
      const post = withLivingMedia(known, media)
      const last = latestOf(data, postId)
      if (last && progressOf(last) === 'unsent') end(data, toCancelled(last, DELETED, at))
      if (progressOf(last) !== 'sent') cancelJobs(data, postId)
      else if (last && from === 'PLATFORM') end(data, toConcluded(last, at))
      deleted.set(postId, { post, deletedAt: at, deletedFrom: from, permalink: post.igPermalink })
      posts.delete(postId)
      return structuredClone(post)
    },
    async failWaitingPosts(accountId, now) {
      const waiting = [...posts.values()].filter(({ platformAccountId, status, id, handover }) => {
        const last = latestOf(data, id)
        const canWait = status === 'SCHEDULED' || status === 'QUEUED' || status === 'PROCESSING'
        if (handover !== null) return false
        return (
          platformAccountId === accountId && canWait && progressOf(last) !== 'sent' && !isLeftInDoubt(last)
        )
      })
      for (const post of waiting) {
        const last = latestOf(data, post.id)
        if (last && progressOf(last) === 'unsent') end(data, toCancelled(last, DISCONNECTED, now))
        cancelJobs(data, post.id)
        posts.set(post.id, {
          ...post,
          status: 'FAILED',
          errorCode: DISCONNECTED.code,
          errorMessage: DISCONNECTED.message,
          recovery: DISCONNECTED.recovery,
          publishOutcome: 'confirmed',
          igContainerId: null,
          nextAttemptAt: null,
          completedAt: nextCompletion(data, now),
          updatedAt: now,
        })
      }
      return waiting.length
    },
  }
}

/** The publication alone; post and job are moved by the caller. */
function end({ publications }: MemoryPosts, publication: Publication): void {
  publications.set(publication.id, { publication, followUpAt: null, held: false })
}

function cancelJobs({ jobs }: MemoryPosts, postId: string): void {
  for (const job of jobs.values()) {
    const open = job.status === 'PENDING' || job.status === 'PROCESSING'
    if (job.postId === postId && open) jobs.set(job.id, { ...job, status: 'CANCELLED' })
  }
}
