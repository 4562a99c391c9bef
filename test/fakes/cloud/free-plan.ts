// The free plan as a double: it counts what each day uses, and refuses what is beyond, as the real one does. Figures:
// developers.cloudflare.com, the pricing pages of Workers, KV, R2 and Durable Objects.
import type { Sql, SqlValue } from '../../../cloud-worker/storage/sql.ts'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import { DAY, MINUTE, SECOND, type Instant } from '../../../core/time.ts'
import type { Clock } from '../../../core/ports/clock.ts'

/** A day of it. R2 counts by the month. */
export const FREE_PLAN = {
  'Worker requests': 100_000,
  'object requests': 100_000,
  'rows read': 5_000_000,
  'rows written': 100_000,
  'KV reads': 100_000,
  'KV writes': 1_000,
  'KV deletes': 1_000,
  'KV lists': 1_000,
  'R2 writes and lists': Math.floor(1_000_000 / 30),
  'R2 reads': Math.floor(10_000_000 / 30),
} as const
export type Quota = keyof typeof FREE_PLAN

/** What one day of the Worker has used. */
export interface Day {
  readonly used: Record<Quota, number>
  /** Calls to the outside, in all and at most in one invocation. */
  readonly outsideCalls: { readonly all: number; readonly most: number }
  readonly alarms: number
  readonly published: number
  /** Stories of delegated accounts, and how often these were looked into. */
  readonly reposted: number
  readonly looks: number
  /** Stories of which the server is told a row from their last hour. */
  readonly ended?: number
}

/** Calls to the outside that one invocation may make. */
export const MOST_OUTSIDE_CALLS = 50

export class QuotaSpent extends Error {}

export interface Meter {
  /** Throws QuotaSpent beyond the day's quota. */
  use(quota: Quota, amount?: number): void
  /** Of the day that is. */
  used(): Record<Quota, number>
}

export function createMeter(clock: Clock): Meter {
  const nothing = () =>
    Object.fromEntries(Object.keys(FREE_PLAN).map((quota) => [quota, 0])) as Record<Quota, number>
  let day = 0
  let counts = nothing()
  const today = () => {
    const now = Math.floor(clock.now() / DAY)
    if (now !== day) counts = nothing()
    day = now
    return counts
  }
  return {
    use(quota, amount = 1) {
      const used = today()
      used[quota] += amount
      if (used[quota] > FREE_PLAN[quota])
        throw new QuotaSpent(`${quota}: more than ${FREE_PLAN[quota]} a day`)
    },
    used: () => ({ ...today() }),
  }
}

/** KV with its own rules: short keys, no life below a minute, one write a second to a key. */
export function createMeteredKvMirror(meter: Meter, clock: Clock): KvMirror {
  const texts = new Map<string, { text: string; at: Instant; until: Instant }>()
  const found = (key: string) => {
    const notice = texts.get(key)
    return notice && notice.until > clock.now() ? notice : null
  }
  return {
    async put(key, text, { keepFor = Number.POSITIVE_INFINITY } = {}) {
      meter.use('KV writes')
      if (key === '' || new TextEncoder().encode(key).length > 512) throw new Error(`"${key}" is no key`)
      if (keepFor < MINUTE) throw new Error('a text lives at least for a minute')
      const before = found(key)
      if (before && clock.now() - before.at < SECOND) throw new Error('429: one write a second to a key')
      texts.set(key, { text, at: clock.now(), until: clock.now() + keepFor })
    },
    async get(key) {
      meter.use('KV reads')
      return found(key)?.text ?? null
    },
    async remove(key) {
      meter.use('KV deletes')
      texts.delete(key)
    },
    async list(prefix) {
      meter.use('KV lists')
      const names = [...texts.keys()].filter((key) => key.startsWith(prefix) && found(key)).toSorted()
      return { names: names.slice(0, 1_000), isComplete: names.length <= 1_000 }
    },
  }
}

/** What the real SQLite of an object says of each statement. */
interface CountingStorage {
  exec(
    query: string,
    ...bindings: SqlValue[]
  ): { toArray(): Record<string, unknown>[]; readonly rowsRead: number; readonly rowsWritten: number }
}

export function meteredExec(storage: CountingStorage, meter: Meter): Sql['exec'] {
  return (query, ...bindings) => {
    const cursor = storage.exec(query, ...bindings)
    const rows = cursor.toArray()
    meter.use('rows read', cursor.rowsRead)
    meter.use('rows written', cursor.rowsWritten)
    return { toArray: () => rows }
  }
}
