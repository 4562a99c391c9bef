import type { PlannedPost, PlannerStore, PlannerFilter } from '../../../core/ports/posts/planner-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { mediaIdsOf } from '../../../core/engine/publishing/stored.ts'
import { isKeptByHold } from '../../../core/rules/times/held.ts'
import { TO_GO_OUT } from '../../../core/features/scheduling/post-warnings.ts'
import { DAY } from '../../../core/time.ts'
import { timeOf } from './memory-post-store.ts'
import type { MemoryPosts } from './memory-posts.ts'
import { publishTimes } from './memory-publication-ledger.ts'

/** A PlannerStore on the posts of the memory stores. */
export function createMemoryPlannerStore(data: MemoryPosts): PlannerStore {
  const { posts, media, accounts } = data
  const planned = (post: PostRecord): PlannedPost => ({
    post: { ...structuredClone(post), mediaFileIds: [] },
    at: timeOf(post),
    mediaCount: post.mediaFileIds.length,
    thumbnailKey: media.get(post.mediaFileIds[0] ?? '')?.thumbnailPath ?? null,
  })
  const inView = ({ from, until, limit, ...filter }: Parameters<PlannerStore['between']>[0]) =>
    [...posts.values()]
      .filter((post) => post.status !== 'DRAFT' && timeOf(post) >= from && timeOf(post) < until)
      .filter(matching(filter))
      .toSorted((a, b) => timeOf(a) - timeOf(b))
      .slice(0, limit)
  return {
    async between(query) {
      return inView(query).map(planned)
    },
    async places(query) {
      return inView(query).map((post) => ({
        id: post.id,
        accountId: post.platformAccountId,
        at: timeOf(post),
      }))
    },
    publishTimes: async (since, accountId) => publishTimes(data, since, accountId),
    async search({ text, limit, offset, ...filter }) {
      return [...posts.values()]
        .toReversed()
        .filter(({ caption }) => text === '' || (caption ?? '').toLowerCase().includes(text.toLowerCase()))
        .filter(matching(filter))
        .slice(offset, offset + limit)
        .map(planned)
    },
    async failures({ since, limit, exceptAccountIds = [] }) {
      return [...posts.values()]
        .filter(({ platformAccountId }) => !exceptAccountIds.includes(platformAccountId))
        .filter(({ status }) => status === 'FAILED')
        .filter((post) => post.publishOutcome === 'unconfirmed' || (post.completedAt ?? 0) >= since)
        .toSorted((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0))
        .slice(0, limit)
        .map(planned)
    },
    async lastCompleted() {
      const ended = [...posts.values()].filter(({ completedAt }) => completedAt !== null)
      const last = ended.toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0)).at(-1)
      return last ? planned(last) : null
    },
    async outlook(now) {
      return accounts.flatMap(({ id, tokenExpiresAt }) => {
        const own = [...posts.values()].filter(({ platformAccountId }) => platformAccountId === id)
        const times = own.flatMap(({ status, scheduledFor }) =>
          status === 'SCHEDULED' && scheduledFor !== null ? [scheduledFor] : [],
        )
        const failed = own.filter(
          ({ status, completedAt }) => status === 'FAILED' && (completedAt ?? 0) > now - 7 * DAY,
        ).length
        if (times.length + failed === 0) return []
        const atRisk = times.filter((time) => tokenExpiresAt !== null && time >= tokenExpiresAt).length
        const local = own.filter(({ status, handover }) => status === 'SCHEDULED' && handover === null).length
        const nextAt = times.length === 0 ? null : Math.min(...times)
        return [{ accountId: id, scheduled: times.length, local, atRisk, failed, nextAt }]
      })
    },
    async usesOf(mediaId) {
      const users = [...posts.values()].filter((post) => mediaIdsOf(post).includes(mediaId))
      const drafts = users.filter(({ status }) => status === 'DRAFT').length
      return { drafts, toGoOut: users.filter(({ status }) => TO_GO_OUT.includes(status)).length }
    },
    async usedOf(mediaIds) {
      const users = [...posts.values()].filter(({ status }) => ['DRAFT', ...TO_GO_OUT].includes(status))
      return new Set(users.flatMap(mediaIdsOf).filter((id) => mediaIds.includes(id)))
    },
    async findMedia({ text, kind, isUnused, fits = () => true }) {
      const has = (said: string | null) => (said ?? '').toLowerCase().includes(text.toLowerCase())
      const usersOf = (id: string) => [...posts.values()].filter((post) => mediaIdsOf(post).includes(id))
      return [...media.values()]
        .filter((record) => kind === undefined || record.kind === kind)
        .filter(({ id }) => !isUnused || usersOf(id).length === 0)
        .filter(
          ({ id, originalFilename, altText }) =>
            has(originalFilename) ||
            has(altText) ||
            usersOf(id).some(({ caption, mediaFileIds }) => mediaFileIds.includes(id) && has(caption)),
        )
        .filter(fits)
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .map(({ id, createdAt }) => ({ id, createdAt }))
    },
  }
}

function matching(filter: PlannerFilter): (post: PostRecord) => boolean {
  const { accountIds, exceptAccountIds = [], exceptKeptByHold, statuses, mediaTypes } = filter
  const among = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value)
  return (post) =>
    among(accountIds, post.platformAccountId) &&
    !exceptAccountIds.includes(post.platformAccountId) &&
    !(exceptKeptByHold && isKeptByHold(post)) &&
    among(statuses, post.status) &&
    among(mediaTypes, post.mediaType)
}
