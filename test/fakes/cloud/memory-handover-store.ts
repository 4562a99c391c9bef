// Hand-overs in memory, moved together with the posts of the memory ledger. Nothing awaits inside a method, so each is one
// transaction.
import { CodedError } from '../../../core/errors.ts'
import { nextVersionAt } from '../../../core/api/post-version.ts'
import {
  mayBeAtWorker,
  progressOf,
  toForgotten,
  toSuperseded,
  toTakenOver,
} from '../../../core/engine/publishing/end-publication.ts'
import type { BucketObjects } from '../../../core/ports/cloud/bucket.ts'
import type { RegisteredAccounts } from '../../../core/ports/cloud/registered-accounts.ts'
import type { Handover, HandoverMove, HandoverStore } from '../../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { AttemptStep } from '../../../core/ports/posts/job-record.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import { reflectionOf } from '../../../core/engine/publishing/reflect.ts'
import type { Instant } from '../../../core/time.ts'
import { isTakenOver, objectsUntil } from '../../../core/features/cloud/delegation/handovers.ts'
import { nameOf, recordMade } from '../memory-request-store.ts'
import { mayTakeSlot } from '../posts/memory-slot-store.ts'
import { acceptOne, addHandover, addJob, cancelJobs, end, hasFiles } from '../posts/memory-post-commands.ts'
import { latestOf, nextCompletion, withLivingMedia, type MemoryPosts } from '../posts/memory-posts.ts'

export function createMemoryHandoverStore(data: MemoryPosts): HandoverStore {
  const { posts, handovers } = data
  return {
    ...asking(data),
    async accept(post, handover, recorded) {
      return acceptOne(data, { post, handover, recorded })
    },
    async addUnknown(post, handover) {
      const before = posts.get(post.id)
      const open = [...handovers.values()].some(
        (one) => one.postId === post.id && !one.isEnded && !isTakenOver(one),
      )
      if (handovers.has(handover.id) || open) return 'known'
      const deleted = data.deleted.get(post.id)
      if (deleted) return deleted.post.handover === null ? 'deleted' : 'deleted since'
      const last = latestOf(data, post.id)
      if (before && !mayBeAtWorker(before, last)) return 'gone further'
      if (!hasFiles(data, post)) throw new CodedError('MEDIA_INVALID')
      const isOurs = last?.jobId !== handover.id
      if (last && isOurs && progressOf(last) === 'unsent') end(data, toSuperseded(last, handover.updatedAt))
      cancelJobs(data, post.id, handover.updatedAt)
      const born = { createdAt: before?.createdAt ?? post.createdAt }
      const updatedAt = before ? nextVersionAt(before, post.updatedAt) : post.updatedAt
      posts.set(post.id, structuredClone({ ...post, ...born, updatedAt }))
      addHandover(data, handover)
      return 'added'
    },
    async acceptDraft(draft, post, handover, recorded) {
      if (!mayTakeSlot(data, post, recorded?.slots)) return false
      const stored = posts.get(draft.id)
      if (stored?.status !== 'DRAFT' || stored.updatedAt !== draft.updatedAt) return false
      posts.set(post.id, structuredClone({ ...post, mediaFileIds: stored.mediaFileIds }))
      addHandover(data, handover)
      recordMade(data.requests, recorded?.request, { id: post.id, jobId: handover.id })
      return true
    },
    async update(id, decide) {
      const handover = handovers.get(id)
      if (!handover || handover.isEnded) return null
      const last = latestOf(data, handover.postId)
      const stored = { handover, post: posts.get(handover.postId) ?? null }
      const move = decide(structuredClone(stored), structuredClone(last))
      if (!move || (move.takes && !mayTakeSlot(data, move.takes.post, move.takes.slots))) return null
      applyMove(data, move, last)
      return structuredClone({ handover: move.next, post: posts.get(handover.postId) ?? null })
    },
  }
}

export function createMemoryBucketObjects({ bucketObjects }: MemoryPosts): BucketObjects {
  return {
    async note(key) {
      bucketObjects.set(key, bucketObjects.get(key) ?? null)
    },
    async expire(keys, at) {
      expireAll(bucketObjects, keys, at)
    },
    async due(now) {
      return [...bucketObjects]
        .filter(([, at]) => at !== null && at <= now)
        .toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0))
        .slice(0, 100)
        .map(([key]) => key)
    },
    async forget(key) {
      bucketObjects.delete(key)
    },
  }
}

export function createMemoryRegisteredAccounts(registered = new Map<string, string>()): RegisteredAccounts {
  return {
    list: async () => new Map(registered),
    put: async (accountId, fingerprint) => void registered.set(accountId, fingerprint),
    remove: async (accountId) => void registered.delete(accountId),
  }
}

type Questions = 'get' | 'ofPost' | 'open' | 'due'

function asking({ handovers }: MemoryPosts): Pick<HandoverStore, Questions> {
  const open = () => structuredClone([...handovers.values()].filter(({ isEnded }) => !isEnded))
  const timed = () => open().flatMap((one) => (one.nextAt === null ? [] : { ...one, nextAt: one.nextAt }))
  return {
    get: async (id) => structuredClone(handovers.get(id) ?? null),
    ofPost: async (postId) => open().find((one) => one.postId === postId && !isTakenOver(one)) ?? null,
    open: async () => open().toSorted((a, b) => a.publishAt - b.publishAt),
    due: async (now) =>
      timed()
        .filter(({ nextAt }) => nextAt <= now)
        .toSorted((a, b) => a.nextAt - b.nextAt),
  }
}

export function applyMove(data: MemoryPosts, move: HandoverMove, last: Publication | null): void {
  const { posts, handovers, bucketObjects } = data
  const { next, post, job, there, perhapsSent } = move
  const { postId, updatedAt } = next
  handovers.set(next.id, structuredClone(next))
  if (perhapsSent) {
    if (last && progressOf(last) !== 'ended') end(data, toTakenOver(last, updatedAt))
    if (!last?.intent) writeForeign(data, perhapsSent)
  }
  if (there) {
    writeForeign(data, there.publication)
    addSteps(data, postId, there.attempts)
    changeEitherPost(data, postId, { handover: next.isEnded ? null : 'cloud' })
  }
  if (post && writePost(data, next, post) && job) addJob(data, job)
  if (move.forgetsPost) posts.delete(postId)
  if (move.forgetsRequest) data.requests.delete(nameOf(move.forgetsRequest))
  if (move.archivedAt !== undefined) archive(data, next, move.archivedAt)
  if (move.endsJob) {
    if (last && progressOf(last) !== 'ended') end(data, toSuperseded(last, updatedAt))
    cancelJobs(data, postId, updatedAt)
  }
  if (!next.isEnded) return
  const latest = latestOf(data, postId)
  const ended = post?.status === 'DRAFT' ? toForgotten : toSuperseded
  if (latest?.jobId === next.id && progressOf(latest) === 'unsent') end(data, ended(latest, updatedAt))
  else if (latest?.jobId === next.id && progressOf(latest) === 'sent' && post?.status === 'FAILED')
    end(data, toTakenOver(latest, updatedAt))
  for (const file of next.files) expireAll(bucketObjects, [file.key], objectsUntil(next, file))
}

/** False when the post lies in the archive. */
function writePost(data: MemoryPosts, next: Handover, post: PostRecord): boolean {
  const known = data.posts.get(post.id)
  const { handover, cloudJobId, bucketMediaKey } = post
  if (!known) {
    changeEitherPost(data, post.id, { handover, cloudJobId, bucketMediaKey })
    return false
  }
  const isEnded = post.status === 'FAILED' || post.status === 'PUBLISHED'
  const completedAt =
    isEnded && post.completedAt === null ? nextCompletion(data, next.updatedAt) : post.completedAt
  data.posts.set(post.id, structuredClone({ ...post, completedAt, mediaFileIds: known.mediaFileIds }))
  return true
}

function archive(data: MemoryPosts, next: Handover, at: Instant): void {
  const { posts, deleted, media } = data
  const known = posts.get(next.postId)
  const handover = next.isEnded ? null : 'cloud'
  if (!known) return changeEitherPost(data, next.postId, { handover })
  const post = { ...withLivingMedia(known, media), handover } as const
  deleted.set(post.id, { post, deletedAt: at, deletedFrom: 'LOCAL', permalink: post.igPermalink })
  posts.delete(post.id)
}

/** Where it lies: in the history, or in the archive. */
function changeEitherPost(data: MemoryPosts, postId: string, change: Partial<PostRecord>): void {
  const post = data.posts.get(postId)
  if (post) data.posts.set(postId, { ...post, ...change })
  const deleted = data.deleted.get(postId)
  if (!deleted) return
  const changed = { ...deleted.post, ...change }
  data.deleted.set(postId, { ...deleted, post: changed, permalink: changed.igPermalink })
}

function writeForeign(data: MemoryPosts, publication: Publication): void {
  const known = data.publications.get(publication.id)?.publication
  if (known && known.version >= publication.version) return
  data.publications.delete(publication.id)
  end(data, structuredClone(publication))
  const { post } = reflectionOf(publication)
  const ended = post.status === 'PUBLISHED' || post.status === 'FAILED'
  const { postId, updatedAt } = publication
  const before = data.posts.get(postId)
  if (!before) return changeEitherPost(data, postId, { ...post, updatedAt })
  const since = before.status === post.status ? before.completedAt : null
  const completedAt = ended ? (since ?? nextCompletion(data, updatedAt)) : null
  changeEitherPost(data, postId, { ...post, updatedAt: nextVersionAt(before, updatedAt), completedAt })
}

function addSteps({ attempts }: MemoryPosts, postId: string, steps: readonly AttemptStep[]): void {
  const before = attempts.get(postId) ?? []
  const mark = ({ at, engine, step: name, call, outcome, next }: AttemptStep) =>
    JSON.stringify([at, engine, name, call, outcome, next])
  const known = new Set(before.map(mark))
  const added = steps.filter((entry) => !known.has(mark(entry)))
  attempts.set(postId, [...before, ...structuredClone(added)])
}

function expireAll(objects: MemoryPosts['bucketObjects'], keys: readonly string[], at: Instant): void {
  for (const key of keys) {
    if (objects.has(key)) objects.set(key, Math.max(objects.get(key) ?? 0, at))
  }
}
