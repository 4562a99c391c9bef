import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import { isTimeZone, type Instant } from '../../time.ts'
import { StoredTime } from '../stored-shapes.ts'
import type { PostRecord } from './post-store.ts'

export const EVERY = ['weekly', 'monthly'] as const
/** `scheduled`: the next post publishes at its time. `draft`: a person looks at it first, and schedules it. */
export const COMES_BACK_AS = ['draft', 'scheduled'] as const

/**
 * A post that recurs: when it is PUBLISHED, a draft of it is created for the next time, and the recurrence moves to
 * that draft, which is then scheduled where the user has chosen so.
 */
export const Recurrence = z.object({
  /** The newest of the series. */
  postId: z.string(),
  every: z.enum(EVERY),
  comesBackAs: z.enum(COMES_BACK_AS),
  /** For monthly: a shorter month uses its last day. */
  dayOfMonth: z.int().min(1).max(31),
  /** The zone in whose wall-clock time weeks and months are counted. */
  timezone: z.string().refine(isTimeZone),
  /**
   * One time of the series, from whose wall-clock time all others are counted. If each were counted from the
   * previous one, an hour that clocks skip would move all later ones.
   */
  dueAt: StoredTime,
  /**
   * The time of the post, as far as the series knows it: the slot that is planned for it, or the time that its week
   * or month gives.
   */
  plannedFor: StoredTime,
})
export type Recurrence = ReadBy<typeof Recurrence>

/** Durable when resolved. A recurrence is removed with its post when that leaves the history. */
export interface RecurrenceStore {
  get(postId: string): Promise<Recurrence | null>
  /** The newest post of the series that has moved on from this one; null when none has, or when it has ended. */
  movedTo(postId: string): Promise<string | null>
  /**
   * Replaces `known`, or adds it when that is null. False when something else is stored, when the series of the post has
   * moved on, or when there is no such post.
   */
  put(recurrence: Recurrence, known: Recurrence | null): Promise<boolean>
  /** False when there was none. */
  remove(postId: string): Promise<boolean>
  /** All there are, by `plannedFor`; at most five hundred. */
  list(): Promise<Recurrence[]>
  /** Recurrences whose post is PUBLISHED and that need their next draft; at most a hundred. */
  listDue(): Promise<Recurrence[]>
  /**
   * Recurrences that are to schedule their draft for a time after `now`, by that time; at most a hundred. A draft that anybody has
   * touched since it was made is left to people.
   */
  listToSchedule(now: Instant): Promise<Recurrence[]>
  /** Recurrences whose post is a draft, by the time that is planned for it; at most a hundred. */
  listDrafts(): Promise<Recurrence[]>
  /**
   * Records the draft, unless a post of its id is there already, and moves `known` to it: both or neither. False when its post is not
   * PUBLISHED, when another recurrence of it is stored or none, when a file of the draft is gone, or when a post of its id was deleted.
   */
  moveOn(known: Recurrence, draft: PostRecord, next: Recurrence): Promise<boolean>
}
