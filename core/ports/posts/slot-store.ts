import type { Weekday } from '../../rules/times/calendar-days.ts'
import type { Instant } from '../../time.ts'

/** When an account posts: wall-clock times of its zone, such as `09:30`, each list in order and without duplicates. */
export interface SlotPlan {
  /** An IANA name, or UTC. */
  readonly timezone: string
  readonly weekly: Readonly<Record<Weekday, readonly string[]>>
  /** Days with times of their own, or with none. In order, one entry for each date. */
  readonly exceptions: readonly SlotException[]
}

export interface SlotException {
  /** `2026-12-25` */
  readonly date: string
  readonly times: readonly string[]
}

/** Rises by one with each change of an account's plan: a slot is taken as of the version in which it was found. */
export type SlotsVersion = number

export interface StoredSlots {
  readonly version: SlotsVersion
  readonly plan: SlotPlan
}

/** A post that is still to go out, and when. */
export interface WaitingPost {
  readonly postId: string
  readonly at: Instant
}

/**
 * The posting slots of accounts. A slot is taken while a post of the account waits for its instant, however the
 * post got that time: nothing about it is stored beside the post. Taking a slot is part of recording the post: see
 * `SlotsVersion` in `PostCommands` and `HandoverStore`.
 */
export interface SlotStore {
  /** Null when the account has none yet, or is not connected. */
  get(accountId: string): Promise<StoredSlots | null>
  /**
   * Posts of the account that wait for a time from `from` on, soonest first; including those that the Worker was
   * asked to move there and has not answered for.
   */
  listWaiting(accountId: string, from: Instant): Promise<WaitingPost[]>
  /**
   * Replaces the plan that has this version, 0 being none. `mayReplace` is called in the transaction with what
   * waits from `from` on, and must be pure. False when it objects, when the plan was changed meanwhile, or when the
   * account is gone.
   */
  replace(
    change: {
      readonly accountId: string
      readonly version: SlotsVersion
      readonly plan: SlotPlan
      readonly from: Instant
    },
    mayReplace: (waiting: readonly WaitingPost[]) => boolean,
  ): Promise<boolean>
}
