import type { Instant } from '../time.ts'

export const EVENT_TYPES = [
  'post.created',
  'post.changed',
  'post.deleted',
  'media.created',
  'media.changed',
  'media.deleted',
  'account.connected',
  'account.changed',
  'account.disconnected',
  'worker.changed',
  'insights.updated',
  'attention.added',
  'attention.removed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Says by ids alone that something has changed: its present state is read from its own route. */
export interface StoredEvent {
  /** Rises with each event, without gaps. */
  readonly id: number
  readonly type: EventType
  readonly at: Instant
  readonly postId: string | null
  readonly accountId: string | null
  readonly mediaFileId: string | null
  /** The status of a post, the phase of its hand-over to the Worker, the code of what needs a person. */
  readonly state: string | null
}

/** What needs a person, as far as events report it. */
export interface KnownAttention {
  readonly id: string
  readonly code: string
  readonly postId: string | null
  readonly accountId: string | null
}

/** The outbox. An event is written in the transaction of the change that it reports; no store has to do anything. */
export interface EventStore {
  /** The id of the latest event; 0 before the first. */
  latest(): Promise<number>
  /**
   * At most `limit` events after one, oldest first; null when some of them are gone or of a newer version, or `id` is
   * unknown here.
   */
  after(id: number, limit: number): Promise<readonly StoredEvent[] | null>
  /** Takes over what needs a person now: one event for each entry that is new, and for each that has gone. */
  noteAttention(entries: readonly KnownAttention[]): Promise<void>
  /** Forgets what was written before `then`, and all but the latest `keep`. */
  trim(then: Instant, keep: number): Promise<void>
  /** Calls `listener` once events of this process are committed. Returns how to stop it. */
  onWritten(listener: () => void): () => void
}
