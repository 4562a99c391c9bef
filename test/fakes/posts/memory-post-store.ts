import type { Lookalike, PostRecord, PostStore } from '../../../core/ports/posts/post-store.ts'
import { awaitsLink, shownStatus } from '../../../core/rules/publication/awaits-link.ts'
import { withLivingMedia, type MemoryPosts } from './memory-posts.ts'

const STILL_TO_GO_OUT: ReadonlySet<string> = new Set(['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'])

/** The place of a post in time. */
export function timeOf({ publishedAt, scheduledFor, createdAt }: PostRecord): number {
  return publishedAt ?? scheduledFor ?? createdAt
}

/** A PostStore in memory. Handles that were given the same posts share one store. */
export function createMemoryPostStore({ posts, deleted, media }: MemoryPosts): PostStore {
  const inLists = (records: PostRecord[]) => records.map((post) => ({ ...post, mediaFileIds: [] }))
  return {
    async get(id) {
      const post = posts.get(id)
      return post ? withLivingMedia(post, media) : null
    },
    async getMany(ids) {
      return [...posts.values()]
        .filter(({ id }) => ids.includes(id))
        .map((post) => withLivingMedia(post, media))
    },
    async list({ status, limit, offset, accountId, text, from = -Infinity, until = Infinity, now = -1 }) {
      const matching = [...posts.values()]
        .toReversed()
        .filter((post) => status === undefined || shownStatus(post, now) === status)
        .filter((post) => accountId === undefined || post.platformAccountId === accountId)
        .filter(({ caption }) => (caption ?? '').toLowerCase().includes((text ?? '').toLowerCase()))
        .filter((post) => timeOf(post) >= from && timeOf(post) < until)
      return { records: inLists(matching.slice(offset, offset + limit)), total: matching.length }
    },
    async listCompleted({ since, limit }) {
      const matching = [...posts.values()]
        .filter(({ completedAt }) => completedAt !== null && completedAt > since)
        .toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0))
      return { records: inLists(matching.slice(0, limit)), total: matching.length }
    },
    isAnyAwaitingLink: async (now) => [...posts.values()].some((post) => awaitsLink(post, now)),
    async listScheduled({ status, limit, offset, now = -1 }) {
      const matching = [...posts.values()]
        .filter((post) => post.isScheduled && STILL_TO_GO_OUT.has(shownStatus(post, now)))
        .filter((post) => status === undefined || shownStatus(post, now) === status)
        .toSorted((a, b) => (a.scheduledFor ?? 0) - (b.scheduledFor ?? 0))
      return { records: inLists(matching.slice(offset, offset + limit)), total: matching.length }
    },
    async findLookalike({ platformAccountId, caption, mediaFileIds, at, within, exceptPostId }) {
      const found = [...posts.values()]
        .filter((post) => post.platformAccountId === platformAccountId && post.id !== exceptPostId)
        .filter(
          ({ status, publishOutcome }) =>
            status !== 'DRAFT' && (status !== 'FAILED' || publishOutcome === 'unconfirmed'),
        )
        .map((post) => ({
          postId: post.id,
          at: timeOf(post),
          standing: standingOf(post),
          sharesCaption: Boolean(caption) && post.caption === caption,
          sharesMedia: post.mediaFileIds.some((id) => id !== null && mediaFileIds.includes(id)),
        }))
        .filter((one) => Math.abs(one.at - at) < within && (one.sharesCaption || one.sharesMedia))
        .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
      return found[0] ?? null
    },
    async listDeleted({ limit, offset }) {
      const all = [...deleted.values()].toReversed()
      return { records: structuredClone(all.slice(offset, offset + limit)), total: all.length }
    },
  }
}

function standingOf({ status }: PostRecord): Lookalike['standing'] {
  if (status === 'FAILED') return 'unconfirmed'
  return status === 'PUBLISHED' ? 'live' : 'planned'
}
