import type { Instant } from '../../time.ts'
import type { PostRecord } from './post-store.ts'

export const EVERY = ['weekly', 'monthly'] as const

/** A post that comes back: when it is PUBLISHED, a draft of it is made for the next time, and the recurrence moves on to that. */
export interface Recurrence {
  /** The newest of the series. */
  readonly postId: string
  readonly every: (typeof EVERY)[number]
  /** 1 to 31, for monthly: a shorter month has its last day instead. */
  readonly dayOfMonth: number
  /** The zone on whose wall weeks and months are counted. */
  readonly timezone: string
  /**
   * A time of the series, from whose time on the wall all others are counted: were each counted from the one before, an hour that
   * clocks skip would move them all.
   */
  readonly dueAt: Instant
  /** The time of the post, as far as the series knows it: the slot that is meant for it, or when its week or month asks for it. */
  readonly plannedFor: Instant
}

/** Durable when resolved. A recurrence goes with its post when that leaves the history. */
export interface RecurrenceStore {
  get(postId: string): Promise<Recurrence | null>
  /** Adds it, or replaces the one of the post. False when there is no such post. */
  put(recurrence: Recurrence): Promise<boolean>
  /** False when there was none. */
  remove(postId: string): Promise<boolean>
  /** Recurrences whose post is PUBLISHED and that wait for their next draft; at most a hundred. */
  listDue(): Promise<Recurrence[]>
  /**
   * Records the draft and moves the recurrence of `postId` on to it: both or neither. False when that post is not PUBLISHED,
   * does not recur any more, or when a file of the draft is gone.
   */
  moveOn(postId: string, draft: PostRecord, next: Recurrence): Promise<boolean>
}
