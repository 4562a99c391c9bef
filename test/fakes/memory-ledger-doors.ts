// How posts enter and leave the memory ledger. As strict as the stored one: a post links to media that exist, an id is used once.
import { CodedError } from '../../core/errors.ts'
import {
  cancelled,
  concluded,
  DELETED,
  DISCONNECTED,
  leftInDoubt,
  progressOf,
  superseded,
} from '../../core/posts/end-publication.ts'
import type { PostRecord } from '../../core/ports/post-store.ts'
import type { JobRecord, LedgerDoors } from '../../core/ports/publication-ledger.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import { latestOf, nextCompletion, withLivingMedia, type MemoryPosts } from './memory-posts.ts'

export function enteringPosts(
  data: MemoryPosts,
): Pick<LedgerDoors, 'accept' | 'keepDraft' | 'replaceDraft' | 'requeue'> {
  const { posts, jobs, media } = data
  const hasFiles = ({ mediaFileIds }: PostRecord) => mediaFileIds.every((id) => id === null || media.has(id))
  const addPost = (post: PostRecord) => {
    if (posts.has(post.id)) throw new Error('the id of this post is taken')
    if (!hasFiles(post)) throw new CodedError('NOT_FOUND')
    posts.set(post.id, structuredClone(post))
  }
  const addJob = (job: JobRecord) => void jobs.set(job.id, structuredClone(job))
  const expectNew = (job: JobRecord) => {
    if (jobs.has(job.id)) throw new Error('the id of this job is taken')
  }
  return {
    async accept(post, job) {
      expectNew(job)
      addPost(post)
      addJob(job)
    },
    async keepDraft(post) {
      addPost(post)
    },
    async replaceDraft(before, after, job) {
      if (job) expectNew(job)
      const known = posts.get(before.id)
      if (known?.status !== 'DRAFT' || known.updatedAt !== before.updatedAt || !hasFiles(after)) return false
      posts.set(before.id, structuredClone(after))
      if (job) addJob(job)
      return true
    },
    async requeue(postId, job) {
      expectNew(job)
      const post = posts.get(postId)
      if (post?.status !== 'FAILED') return false
      const last = latestOf(data, postId)
      if (last && progressOf(last) !== 'ended') end(data, superseded(last, job.createdAt))
      const cleared = { errorCode: null, errorMessage: null, recovery: null, publishOutcome: null }
      const queued = { status: 'QUEUED', completedAt: null, nextAttemptAt: null } as const
      posts.set(postId, { ...post, ...cleared, ...queued, updatedAt: job.createdAt })
      addJob(job)
      return true
    },
  }
}

export function leavingPosts(data: MemoryPosts): Pick<LedgerDoors, 'archive' | 'accountDisconnected'> {
  const { posts, deleted, media } = data
  return {
    async archive(postId, { at, from }) {
      const known = posts.get(postId)
      if (!known) return null
      const post = withLivingMedia(known, media)
      const last = latestOf(data, postId)
      if (last && progressOf(last) === 'unsent') end(data, cancelled(last, DELETED, at))
      if (progressOf(last) !== 'sent') cancelJobs(data, postId)
      else if (last && from === 'PLATFORM') end(data, concluded(last, at))
      deleted.set(postId, { post, deletedAt: at, deletedFrom: from, permalink: post.igPermalink })
      posts.delete(postId)
      return structuredClone(post)
    },
    async accountDisconnected(accountId, now) {
      const waiting = [...posts.values()].filter(({ platformAccountId, status, id }) => {
        const last = latestOf(data, id)
        const canWait = status === 'SCHEDULED' || status === 'QUEUED' || status === 'PROCESSING'
        return platformAccountId === accountId && canWait && progressOf(last) !== 'sent' && !leftInDoubt(last)
      })
      for (const post of waiting) {
        const last = latestOf(data, post.id)
        if (last && progressOf(last) === 'unsent') end(data, cancelled(last, DISCONNECTED, now))
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
