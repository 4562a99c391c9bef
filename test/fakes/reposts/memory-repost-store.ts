// Story reposts in memory, moved together with the posts of the memory ledger. Nothing awaits inside a method, so each is one
// transaction. Handles that were given the same data share one store.
import { planRetry } from '../../../core/features/posts/post-updates.ts'
import type { RepostCommands } from '../../../core/ports/reposts/repost-commands.ts'
import type { RepostQuery, RepostRecord, RepostStore } from '../../../core/ports/reposts/repost-store.ts'
import { mediaIdsOf } from '../../../core/engine/publishing/stored.ts'
import { insertPostWithJob, updatePost } from '../posts/memory-post-commands.ts'
import { newMemoryPosts, type MemoryPosts } from '../posts/memory-posts.ts'

export function createMemoryRepostStore(data: MemoryPosts = newMemoryPosts()): RepostStore & RepostCommands {
  return { ...configurations(data), ...records(data), ...repostCommands(data) }
}

type Configurations = 'config' | 'configs' | 'addConfig' | 'updateConfig' | 'removeConfig'

function configurations({ repostConfigs }: MemoryPosts): Pick<RepostStore, Configurations> {
  return {
    async config(accountId) {
      return structuredClone(repostConfigs.get(accountId) ?? null)
    },
    async configs() {
      return structuredClone([...repostConfigs.values()].toSorted((a, b) => a.createdAt - b.createdAt))
    },
    async addConfig(config) {
      if (repostConfigs.has(config.accountId)) return false
      repostConfigs.set(config.accountId, structuredClone(config))
      return true
    },
    async updateConfig(accountId, decide) {
      return update(repostConfigs, accountId, decide)
    },
    async removeConfig(accountId) {
      repostConfigs.delete(accountId)
    },
  }
}

function records({ reposts }: MemoryPosts): Omit<RepostStore, Configurations> {
  const isKnown = (accountId: string, key: string) =>
    [...reposts.values()].some((record) => record.accountId === accountId && record.key === key)
  return {
    async addRecords(found) {
      return found.filter((record) => {
        if (reposts.has(record.id) || isKnown(record.accountId, record.key)) return false
        reposts.set(record.id, structuredClone(record))
        return true
      })
    },
    async record(id) {
      return structuredClone(reposts.get(id) ?? null)
    },
    async updateRecord(id, decide) {
      return update(reposts, id, decide)
    },
    async records({ limit, ...query }) {
      const matching = [...reposts.values()].filter((record) => isAskedFor(record, query))
      const newestFirst = matching.toReversed().toSorted((a, b) => b.detectedAt - a.detectedAt)
      return structuredClone(newestFirst.slice(0, limit))
    },
    async countPending(accountId) {
      const query = { accountId, statuses: ['PENDING'] } as const
      return [...reposts.values()].filter((record) => isAskedFor(record, query)).length
    },
    async prune(before) {
      for (const { id, status, detectedAt, updatedAt } of reposts.values()) {
        const isOpen = status === 'PENDING' || status === 'REPOSTING'
        if (!isOpen && detectedAt < before && updatedAt < before) reposts.delete(id)
      }
    },
  }
}

function repostCommands(data: MemoryPosts): RepostCommands {
  const { reposts, repostConfigs, posts, deleted, media } = data
  return {
    async begin(next, post, job) {
      if (!isContinuedBy(reposts, next)) return false
      insertPostWithJob(data, post, job)
      reposts.set(next.id, structuredClone(next))
      return true
    },
    async beginAgain(next, job, count) {
      const config = repostConfigs.get(next.accountId)
      const counted = config && isContinuedBy(reposts, next) ? count(structuredClone(config)) : null
      if (!counted || !updatePost(data, job.postId, planRetry(job))) return false
      repostConfigs.set(next.accountId, structuredClone(counted))
      reposts.set(next.id, structuredClone(next))
      return true
    },
    async deletedPost(id) {
      return structuredClone(deleted.get(id)?.post ?? null)
    },
    async removeUnused(mediaId, exceptPostId) {
      const others = [...posts.values()].filter(({ id }) => id !== exceptPostId)
      if (others.some((post) => mediaIdsOf(post).includes(mediaId))) return null
      const removed = media.get(mediaId) ?? null
      media.delete(mediaId)
      return removed
    },
  }
}

function update<T>(stored: Map<string, T>, key: string, decide: (record: T) => T | null): boolean {
  const record = stored.get(key)
  const next = record === undefined ? null : decide(structuredClone(record))
  if (next !== null) stored.set(key, structuredClone(next))
  return next !== null
}

function isContinuedBy(reposts: MemoryPosts['reposts'], next: RepostRecord): boolean {
  return reposts.get(next.id)?.version === next.version - 1
}

function isAskedFor(record: RepostRecord, { accountId, statuses }: Omit<RepostQuery, 'limit'>): boolean {
  if (accountId !== undefined && record.accountId !== accountId) return false
  return statuses === undefined || statuses.includes(record.status)
}
