// Every call that reached the private hosts, for tests: what was called, how often, how far apart, and what never.
import type { Instant } from '../../../core/time.ts'

export type NativeHostName = 'i.instagram.com' | 'www.instagram.com' | 'cdninstagram'

export interface NativeCallRecord {
  readonly host: NativeHostName
  readonly method: string
  /** Below the host, without the query. */
  readonly path: string
  readonly at: Instant
  /** Whose session, or whose login; null when nobody can tell. */
  readonly username: string | null
}

export interface NativeCallLog {
  add(call: NativeCallRecord): void
  /** Oldest first. */
  all(): NativeCallRecord[]
  clear(): void
}

/** A sandbox may run for weeks. */
const KEPT = 2_000

export function createNativeCallLog(): NativeCallLog {
  const calls: NativeCallRecord[] = []
  return {
    add(call) {
      calls.push(call)
      if (calls.length > KEPT) calls.shift()
    },
    all: () => [...calls],
    clear: () => void calls.splice(0),
  }
}
