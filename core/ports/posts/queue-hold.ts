import type { Instant } from '../../time.ts'

/**
 * copied          The data folder is not the one in which its posts were scheduled: a copy of it, or one that was restored.
 * other-computer  It is on another computer.
 * restored        It is older than the newest one seen here; or its database is older than the folder, belongs to another
 *                 one, or came without its record.
 */
export const HOLD_REASONS = ['copied', 'other-computer', 'restored'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export interface Hold {
  readonly reason: HoldReason
  readonly since: Instant
}

/**
 * The hold: posts wait for the user to confirm. The same posts may be waiting elsewhere, or have gone out since the copy was
 * made: only a person can know. While it holds, nothing is claimed; a hold outlives restarts.
 */
export interface QueueHold {
  current(): Hold | null
  /**
   * Ends the hold, marks all posts that wait, which are looked for before they are sent, recalls those on their way to the Worker,
   * which it may have, and leaves earlier story mentions to a person. All of it or nothing, durable when it resolves.
   */
  release(): Promise<void>
}
