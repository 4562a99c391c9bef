// The outbox in memory. It watches the maps of the memory stores, as triggers watch the tables.
import type { AccountRecord } from '../../core/ports/account-store.ts'
import type { EventStore, KnownAttention, StoredEvent } from '../../core/ports/event-store.ts'
import type { Handover } from '../../core/ports/cloud/handover-store.ts'
import type { MediaRecord } from '../../core/ports/media/media-store.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { shownStatus } from '../../core/rules/publication/awaits-link.ts'
import type { Instant } from '../../core/time.ts'
import type { MemoryPosts } from './posts/memory-posts.ts'

type NewEvent = Pick<StoredEvent, 'type'> & Partial<StoredEvent>

/** `data` is watched from now on. Everybody who is to share an outbox shares the store. */
export function createMemoryEventStore(data: MemoryPosts, now: () => Instant): EventStore {
  let events: StoredEvent[] = []
  let latest = 0
  const known = new Map<string, KnownAttention>()
  const listeners = new Set<() => void>()
  const write = ({ type, postId = null, accountId = null, mediaFileId = null, state = null }: NewEvent) => {
    latest += 1
    events.push({ id: latest, type, at: now(), postId, accountId, mediaFileId, state })
    for (const listener of listeners) queueMicrotask(listener)
  }
  const ofPost = (post: PostRecord) => ({
    postId: post.id,
    accountId: post.platformAccountId,
    // Without the id of its media its link will not be read.
    state: post.igMediaId === null ? post.status : shownStatus(post, post.updatedAt),
  })
  const facts = ({ updatedAt, status, handover, nextAttemptAt, warnings }: PostRecord) => [
    updatedAt,
    status,
    handover,
    nextAttemptAt,
    warnings,
  ]
  watch(data.posts, (before, after) => {
    if (!before && after) write({ type: 'post.created', ...ofPost(after) })
    else if (before && !after) write({ type: 'post.deleted', ...ofPost(before) })
    else if (before && after && differ(facts(before), facts(after)))
      write({ type: 'post.changed', ...ofPost(after) })
  })
  const looks = ({ isValid, processedPath, altText }: MediaRecord) => [isValid, processedPath, altText]
  watch(data.media, (before, after) => {
    const mediaFileId = (after ?? before)?.id ?? null
    if (!before) write({ type: 'media.created', mediaFileId })
    else if (!after) write({ type: 'media.deleted', mediaFileId })
    else if (differ(looks(before), looks(after))) write({ type: 'media.changed', mediaFileId })
  })
  watch(data.handovers, (before: Handover | undefined, after: Handover | undefined) => {
    if (!after) return
    const { postId, accountId } = after
    const state = wordOf(after)
    if (state !== null && (!before || wordOf(before) !== state))
      write({ type: 'worker.changed', postId, accountId, state })
  })
  const accounts = new Map<string, string>()
  const noteAccounts = () => {
    for (const event of compareAccounts(data.accounts, accounts)) write(event)
  }
  return {
    async latest() {
      noteAccounts()
      return latest
    },
    async after(id, limit) {
      noteAccounts()
      const rows = events.filter((event) => event.id > id).slice(0, limit)
      return id === latest || (id < latest && rows[0]?.id === id + 1) ? rows : null
    },
    async noteAttention(entries) {
      const ids = new Set(entries.map(({ id }) => id))
      for (const [id, { code, postId, accountId }] of known) {
        if (ids.has(id)) continue
        known.delete(id)
        write({ type: 'attention.removed', postId, accountId, state: code })
      }
      for (const entry of entries) {
        if (known.has(entry.id)) continue
        known.set(entry.id, entry)
        const { code, postId, accountId } = entry
        write({ type: 'attention.added', postId, accountId, state: code })
      }
    },
    async trim(then, keep) {
      const last = events.findLast(({ id, at }) => at < then || id <= latest - keep)
      events = events.filter(({ id }) => id > (last?.id ?? 0))
    },
    onWritten(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

function watch<V>(map: Map<string, V>, changed: (before: V | undefined, after: V | undefined) => void): void {
  const set = map.set.bind(map)
  const remove = map.delete.bind(map)
  map.set = (key, after) => {
    const before = map.get(key)
    set(key, after)
    changed(before, after)
    return map
  }
  map.delete = (key) => {
    const before = map.get(key)
    if (before !== undefined) changed(before, undefined)
    return remove(key)
  }
}

/** Accounts are a list that anyone may change in place: what became of them is found when somebody looks. */
function compareAccounts(accounts: readonly AccountRecord[], before: Map<string, string>): NewEvent[] {
  const after = new Map(
    accounts.map((account) => [
      account.id,
      JSON.stringify({ ...account, followersCount: 0, mediaCount: 0, lastSyncedAt: 0 }),
    ]),
  )
  const found: NewEvent[] = [...after].flatMap(([accountId, facts]) => {
    if (before.get(accountId) === facts) return []
    return [{ type: before.has(accountId) ? 'account.changed' : 'account.connected', accountId }]
  })
  const gone = [...before.keys()].filter((accountId) => !after.has(accountId))
  before.clear()
  for (const [accountId, facts] of after) before.set(accountId, facts)
  return [...found, ...gone.map((accountId): NewEvent => ({ type: 'account.disconnected', accountId }))]
}

const WORDS = { local: 'uploading', delegating: 'asking', worker: 'cloud', recalling: null } as const

const wordOf = ({ isEnded, ownership }: Handover) => (isEnded ? 'ended' : WORDS[ownership.state])
