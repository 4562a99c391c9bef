import { isDeepStrictEqual } from 'node:util'
import type { Recurrence, RecurrenceStore } from '../../../core/ports/posts/recurrence-store.ts'
import { hasFiles } from './memory-post-commands.ts'
import type { MemoryPosts } from './memory-posts.ts'

/** A RecurrenceStore on the posts of the memory stores. */
export function createMemoryRecurrenceStore({
  posts,
  media,
  recurrences,
  earlierPosts,
}: MemoryPosts): RecurrenceStore {
  const living = (postId: string) => (posts.has(postId) ? (recurrences.get(postId) ?? null) : null)
  const isStill = (known: Recurrence | null, postId: string) => isDeepStrictEqual(living(postId), known)
  const movedTo = (postId: string) => {
    const newest = earlierPosts.get(postId)
    return newest !== undefined && living(newest) ? newest : null
  }
  const drafts = (isMeant: (one: Recurrence) => boolean) => {
    const found = [...recurrences.values()].filter(
      (one) => posts.get(one.postId)?.status === 'DRAFT' && isMeant(one),
    )
    return structuredClone(found.toSorted((a, b) => a.plannedFor - b.plannedFor))
  }
  return {
    async get(postId) {
      return structuredClone(living(postId))
    },
    async movedTo(postId) {
      return movedTo(postId)
    },
    async put(recurrence, known) {
      if (!known && movedTo(recurrence.postId) !== null) return false
      if (!posts.has(recurrence.postId) || !isStill(known, recurrence.postId)) return false
      recurrences.set(recurrence.postId, structuredClone(recurrence))
      return true
    },
    async remove(postId) {
      return living(postId) !== null && recurrences.delete(postId)
    },
    async list() {
      const all = [...recurrences.values()].filter(({ postId }) => posts.has(postId))
      return structuredClone(all.toSorted((a, b) => a.plannedFor - b.plannedFor))
    },
    async listDue() {
      const due = [...recurrences.values()].filter(({ postId }) => posts.get(postId)?.status === 'PUBLISHED')
      return structuredClone(due.toSorted((a, b) => a.plannedFor - b.plannedFor))
    },
    async listToSchedule(now) {
      return drafts(({ comesBackAs, plannedFor, postId }) => {
        const post = posts.get(postId)
        return comesBackAs === 'scheduled' && plannedFor > now && post?.updatedAt === post?.createdAt
      })
    },
    async listDraftsBetween(from, until) {
      return drafts(({ plannedFor }) => plannedFor > from && plannedFor < until)
    },
    async moveOn(known, draft, next) {
      const { postId } = known
      if (posts.get(postId)?.status !== 'PUBLISHED' || !isStill(known, postId)) return false
      if (!hasFiles({ media }, draft)) return false
      recurrences.delete(postId)
      posts.set(draft.id, structuredClone(draft))
      recurrences.set(next.postId, structuredClone(next))
      for (const [id, newest] of earlierPosts) if (newest === postId) earlierPosts.set(id, draft.id)
      earlierPosts.set(postId, draft.id)
      return true
    },
  }
}
