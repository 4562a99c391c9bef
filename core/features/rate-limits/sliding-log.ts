// The sliding log: per key the times of its admitted requests of the last hour. The only way to keep "100 a minute" true
// of every minute; fixed windows and token buckets let nearly 200 through around a boundary.
// State is in memory: a restart clears it.
import { HOUR, MINUTE, SECOND, type Duration } from '../../time.ts'

export interface Limits {
  readonly perMinute: number
  readonly perHour: number
}

/** The facts for the four headers and a refusal. */
export interface RateVerdict {
  readonly admitted: boolean
  /** The limit of the reported window: the one with less left. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the nearest window rolls: until its oldest request has left it. */
  readonly reset: number
  /** Whole seconds to wait before a request is admitted again; 0 when it was admitted. */
  readonly retryAfter: number
}

interface Window {
  readonly quota: number
  readonly length: Duration
}

interface Log {
  /** Monotonic times of admitted requests, ascending; those before `first` have left every window. */
  times: number[]
  first: number
  lastUsed: number
}

export interface RateLimiter {
  /** Checks and records in one synchronous step. `now` is monotonic milliseconds. Refused requests are not recorded. */
  admit(key: string, now: number): RateVerdict
  /** Forgets a key. */
  forget(key: string): void
  /** The windows as `RateLimit-Policy` says them. */
  readonly policy: string
}

export function createRateLimiter(limits: Limits): RateLimiter {
  const windows = windowsOf(limits)
  const logs = new Map<string, Log>()
  let lastSweep = 0
  return {
    policy: windows.map(({ quota, length }) => `${quota};w=${length / SECOND}`).join(', '),
    admit(key, monotonic) {
      // Whole milliseconds: with fractions, adding a window and subtracting it again does not give the same time.
      const now = Math.floor(monotonic)
      if (now - lastSweep > HOUR) {
        for (const [idle, log] of logs) if (now - log.lastUsed > HOUR) logs.delete(idle)
        lastSweep = now
      }
      const log = logs.get(key) ?? { times: [], first: 0, lastUsed: now }
      logs.set(key, log)
      log.lastUsed = now
      trim(log, now)
      const admitted = windows.every((window) => usedOf(log, window, now) < window.quota)
      if (admitted) log.times.push(now)
      return verdictOf(log, windows, { now, admitted })
    },
    forget(key) {
      logs.delete(key)
    },
  }
}

/** Both, even where the minute can never limit: the contract always names both. */
function windowsOf({ perMinute, perHour }: Limits): Window[] {
  return [
    { quota: perMinute, length: MINUTE },
    { quota: perHour, length: HOUR },
  ]
}

/** Forgets what is an hour old; a hit exactly that old is out. Compacts now and then instead of shifting each time. */
function trim(log: Log, now: number): void {
  while (log.first < log.times.length && (log.times[log.first] ?? 0) <= now - HOUR) log.first += 1
  if (log.first > 1_000) {
    log.times = log.times.slice(log.first)
    log.first = 0
  }
}

function usedOf(log: Log, window: Window, now: number): number {
  return log.times.length - firstWithin(log, window, now)
}

/** Index of the oldest time inside the window, by bisection. */
function firstWithin(log: Log, window: Window, now: number): number {
  let low = log.first
  let high = log.times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((log.times[middle] ?? 0) <= now - window.length) low = middle + 1
    else high = middle
  }
  return low
}

function verdictOf(
  log: Log,
  windows: readonly Window[],
  { now, admitted }: { now: number; admitted: boolean },
): RateVerdict {
  const states = windows.map((window) => {
    const first = firstWithin(log, window, now)
    const oldest = log.times[first]
    const rolls = oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + window.length - now) / SECOND))
    return { limit: window.quota, remaining: window.quota - (log.times.length - first), rolls }
  })
  const tighter = states.toSorted((a, b) => a.remaining - b.remaining || b.rolls - a.rolls)[0]
  if (!tighter) throw new Error('a limiter has at least one window')
  const { limit, remaining } = tighter
  const full = states.filter((state) => state.remaining <= 0)
  return {
    admitted,
    limit,
    remaining,
    reset: Math.min(...states.map(({ rolls }) => rolls).filter((rolls) => rolls > 0)),
    retryAfter: admitted ? 0 : Math.max(...full.map(({ rolls }) => rolls)),
  }
}
