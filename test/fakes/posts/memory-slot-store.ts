import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { SlotStore, SlotsVersion, WaitingPost } from '../../../core/ports/posts/slot-store.ts'
import type { MemoryPosts } from './memory-posts.ts'

/** A SlotStore on the posts of the memory stores. */
export function createMemorySlotStore(data: MemoryPosts): SlotStore {
  const { accounts, slots } = data
  return {
    async get(accountId) {
      const isConnected = accounts.some(({ id }) => id === accountId)
      return isConnected ? structuredClone(slots.get(accountId) ?? null) : null
    },
    async listWaiting(accountId, from) {
      return waitingPosts(data, accountId, from)
    },
    async replace({ accountId, version, plan, from }, mayReplace) {
      if (!accounts.some(({ id }) => id === accountId)) return false
      if ((slots.get(accountId)?.version ?? 0) !== version) return false
      if (!mayReplace(waitingPosts(data, accountId, from))) return false
      slots.set(accountId, structuredClone({ version: version + 1, plan }))
      return true
    },
  }
}

function waitingPosts({ posts, handovers }: MemoryPosts, accountId: string, from: number): WaitingPost[] {
  const here = [...posts.values()].flatMap((post) => {
    const { id, platformAccountId, isScheduled, completedAt, scheduledFor } = post
    const waits = isScheduled && completedAt === null && platformAccountId === accountId
    return waits && scheduledFor !== null ? [{ postId: id, at: scheduledFor }] : []
  })
  const asked = [...handovers.values()].flatMap(({ accountId: of, isEnded, postId, asked: request }) => {
    if (of !== accountId || isEnded) return []
    const times = new Set([request?.after?.scheduledFor ?? [], ...(request?.earlierTimes ?? [])].flat())
    return [...times].map((at) => ({ postId, at }))
  })
  const twice = (one: WaitingPost) => here.some(({ postId, at }) => postId === one.postId && at === one.at)
  return [...here, ...asked.filter((one) => !twice(one))]
    .filter(({ at }) => at >= from)
    .toSorted((a, b) => a.at - b.at || (a.postId < b.postId ? -1 : 1))
}

/** As a post takes its time as a slot in the transaction that records it. */
export function mayTakeSlot(data: MemoryPosts, post: PostRecord, version: SlotsVersion | undefined): boolean {
  if (version === undefined) return true
  const { id, platformAccountId, scheduledFor } = post
  if (scheduledFor === null || data.slots.get(platformAccountId)?.version !== version) return false
  return waitingPosts(data, platformAccountId, scheduledFor).every(
    ({ postId, at }) => at !== scheduledFor || postId === id,
  )
}
