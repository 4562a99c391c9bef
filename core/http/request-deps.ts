import type { Hono } from 'hono'
import type { RateLimiter } from '../features/rate-limits/sliding-log.ts'
import type { Clock } from '../ports/clock.ts'
import type { StorageErrors } from '../ports/data-storage.ts'
import type { Log } from '../ports/log.ts'
import type { Random } from '../ports/random.ts'
import type { RequestStore } from '../ports/request-store.ts'
import type { RunningTime } from '../running-time.ts'

/** What the requests of all routes need. */
export interface RequestDeps {
  readonly clock: Clock
  readonly random: Random
  readonly limiter: RateLimiter
  readonly requests: RequestStore
  readonly running: Pick<RunningTime, 'now'>
  readonly log: Log
  readonly storage: StorageErrors
  /** Exact origins of the page, such as `http://127.0.0.1:4100`. Never a pattern. */
  ownOrigins(): readonly string[]
  readonly development: boolean
  /** Apps beside the contract that answer for themselves: the page, the docs, the sandbox, the address of agents. */
  readonly neighbours: readonly Hono[]
}

export const PUBLIC_BASE = '/api/v1'
