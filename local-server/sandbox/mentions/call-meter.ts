import type { Clock } from '../../../core/ports/clock.ts'
import { SECOND, type Instant } from '../../../core/time.ts'

/** Counts the calls of the last second for each account. Forgotten with the process. */
export interface CallMeter {
  /** Counts a call; false, without counting it, when there were too many already. */
  count(accountId: string, mostPerSecond: number): boolean
}

export function createCallMeter(clock: Clock): CallMeter {
  const calls = new Map<string, readonly Instant[]>()
  return {
    count(accountId, mostPerSecond) {
      const now = clock.now()
      const recent = (calls.get(accountId) ?? []).filter((at) => now - at < SECOND)
      const isTaken = recent.length < mostPerSecond
      calls.set(accountId, isTaken ? [...recent, now] : recent)
      return isTaken
    },
  }
}
