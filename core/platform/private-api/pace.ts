// The speed at which we talk to the private API: one thing at a time per account, with seconds between two calls. No source knows the
// platform's limits, so this is slower than what people have been blocked for.
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pause } from '../../ports/pause.ts'
import type { Random } from '../../ports/random.ts'
import { SECOND, type Duration } from '../../time.ts'

export interface Pace {
  /** Work for one account, in the order in which it was asked for. Not to be asked for from within such work. */
  inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T>
  /** One call of the account, once enough time has passed since its last one. Only from within its turn. */
  call<T>(accountId: string, send: () => Promise<T>): Promise<T>
}

export interface PacePorts {
  readonly clock: Clock
  readonly random: Random
  pause(time: Duration): Pause
}

const SHORTEST: Duration = 3 * SECOND
const LONGEST: Duration = 6 * SECOND

export function createPace({ clock, random, pause }: PacePorts): Pace {
  const mutex = createKeyedMutex()
  /** Monotonic; when the next call may begin. */
  const nextCallAt = new Map<string, number>()
  const wait = async (accountId: string) => {
    const rest = (nextCallAt.get(accountId) ?? 0) - clock.monotonic()
    if (rest <= 0) return
    const waiting = pause(rest)
    try {
      await waiting.over
    } finally {
      waiting.end()
    }
  }
  return {
    inTurn: (accountId, work) => mutex.runExclusive(accountId, work),
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
