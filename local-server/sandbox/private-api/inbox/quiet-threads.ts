// Threads without a mention: what an inbox is full of. Forgotten with the process.
import { MINUTE, type Instant } from '../../../../core/time.ts'
import type { Somebody } from '../practice.ts'

export interface QuietThread {
  readonly threadId: string
  readonly users: readonly Somebody[]
  readonly isGroup: boolean
  readonly itemId: string
  readonly sentAt: Instant
  readonly text: string
}

export interface QuietInboxes {
  /**
   * Fills the inbox with as many threads, newest first, the newest from `now` and each 20 minutes older than the one before.
   */
  fill(accountId: string, count: number, now: Instant): void
  of(accountId: string): readonly QuietThread[]
}

const APART = 20 * MINUTE
/** The fourth is a group. */
const GROUP = 3

export function createQuietInboxes(): QuietInboxes {
  const inboxes = new Map<string, readonly QuietThread[]>()
  return {
    fill(accountId, count, now) {
      const threads = Array.from({ length: count }, (_, index) => ({
        threadId: `340282366841710300949199${accountId.slice(-9)}${String(index).padStart(6, '0')}`,
        users: index === GROUP ? [guest(index), guest(index + 500)] : [guest(index)],
        isGroup: index === GROUP,
        itemId: `3255000000000000000000000000${accountId.slice(-5)}${String(index).padStart(3, '0')}`,
        sentAt: now - index * APART,
        text: index === GROUP ? 'Who brings the cake?' : `Is the table for ${index + 1} free?`,
      }))
      inboxes.set(accountId, threads)
    },
    of: (accountId) => inboxes.get(accountId) ?? [],
  }
}

function guest(index: number): Somebody {
  const number = String(index).padStart(3, '0')
  return {
    pk: `93000000000012${number}`,
    username: `guest.${number}`,
    name: `Guest ${index}`,
    isPrivate: false,
  }
}
