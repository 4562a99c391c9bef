// Every call that reached the private hosts, for tests: what was called, how often, how far apart, and what never.
import type { Instant } from '../../../core/time.ts'

export type PrivateApiHostName = 'i.instagram.com' | 'www.instagram.com' | 'cdninstagram'

export interface PrivateApiCallRecord {
  readonly host: PrivateApiHostName
  readonly method: string
  /** Below the host, without the query. */
  readonly path: string
  readonly at: Instant
  /** The owner of the session or the login; null when that is not known. */
  readonly username: string | null
}

export interface PrivateApiCallLog {
  add(call: PrivateApiCallRecord): void
  /** Oldest first. */
  all(): PrivateApiCallRecord[]
  clear(): void
}

/** A sandbox may run for weeks. */
const KEPT = 2_000

export function createPrivateApiCallLog(): PrivateApiCallLog {
  const calls: PrivateApiCallRecord[] = []
  return {
    add(call) {
      calls.push(call)
      if (calls.length > KEPT) calls.shift()
    },
    all: () => [...calls],
    clear: () => void calls.splice(0),
  }
}
