// The throttle in front of the private API: one thing at a time per account, with seconds between two calls. No source knows the
// platform's limits, so this is slower than what people have been blocked for.
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pause } from '../../ports/pause.ts'
import type { Random } from '../../ports/random.ts'
import { SECOND, type Duration } from '../../time.ts'

export interface Throttle {
  /** Runs work for one account, in the order in which it was asked for. Must not be called from within such work. */
  runExclusive<T>(accountId: string, work: () => Promise<T>): Promise<T>
  /** One call of the account, once enough time has passed since its last one. Only from within its turn. */
  call<T>(accountId: string, send: () => Promise<T>): Promise<T>
}

const SHORTEST: Duration = 3 * SECOND
const LONGEST: Duration = 6 * SECOND

export function createThrottle({
  clock,
  random,
  pause,
}: {
  readonly clock: Clock
  readonly random: Random
  pause(time: Duration): Pause
}): Throttle {
  const mutex = createKeyedMutex()
  /** Monotonic; when the next call may begin. */
  const nextCallAt = new Map<string, number>()
  const wait = async (accountId: string) => {
    const remaining = (nextCallAt.get(accountId) ?? 0) - clock.monotonic()
    if (remaining <= 0) return
    const waiting = pause(remaining)
    try {
      await waiting.over
    } finally {
      waiting.end()
    }
  }
  return {
    runExclusive: (accountId, work) => mutex.runExclusive(accountId, work),
    async call(accountId, send) {
      if (nextCallAt.has(accountId)) await wait(accountId)
      try {
        return await send()
      } finally {
        nextCallAt.set(
          accountId,
          clock.monotonic() + SHORTEST + Math.round(chance(random) * (LONGEST - SHORTEST)),
        )
      }
    },
  }
}

/** 0 to 1. */
function chance(random: Random): number {
  return new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32
}
