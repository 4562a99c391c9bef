// The calls that an account or a Page has left, counted over a sliding day. Forgotten with the process.
import type { Clock } from '../../../core/ports/clock.ts'
import { DAY, MINUTE } from '../../../core/time.ts'
import { accountOf, pageOf } from '../people/cast.ts'
import { outOfCalls } from './refusals.ts'

export interface CallUsage {
  /** Counts one more call, even a refused one: calling on delays the end of the refusal. */
  spend(of: string): void
  /** Whole percents of what a day allows. */
  percent(of: string, callsPerDay: number): number
  /** Throws the refusal for a caller that has spent it all. */
  check(of: string, callsPerDay: number): void
}

interface Spent {
  /** By the minute in which they were made, oldest first. */
  readonly calls: Map<number, number>
  total: number
}

export function createCallUsage(clock: Clock): CallUsage {
  const spent = new Map<string, Spent>()

  function read(of: string): Spent {
    const own = spent.get(of) ?? { calls: new Map<number, number>(), total: 0 }
    spent.set(of, own)
    const oldest = clock.now() - DAY
    for (const [minute, calls] of own.calls) {
      if (minute * MINUTE > oldest) break
      own.calls.delete(minute)
      own.total -= calls
    }
    return own
  }

  return {
    spend(of) {
      const own = read(of)
      const minute = Math.floor(clock.now() / MINUTE)
      own.calls.set(minute, (own.calls.get(minute) ?? 0) + 1)
      own.total += 1
    },
    percent: (of, callsPerDay) => Math.floor((read(of).total * 100) / callsPerDay),
    check(of, callsPerDay) {
      const own = read(of)
      if (own.total <= callsPerDay) return
      const minutes = (minuteOfRoom(own, callsPerDay) * MINUTE + DAY - clock.now()) / MINUTE
      throw outOfCalls(limitOf(of), Math.max(1, Math.ceil(minutes)))
    },
  }
}

/** The minute whose calls have to be a day old before one more is taken. */
function minuteOfRoom({ calls, total }: Spent, callsPerDay: number): number {
  let left = total
  for (const [minute, made] of calls) {
    left -= made
    if (left < callsPerDay) return minute
  }
  return 0
}

function limitOf(id: string): Parameters<typeof outOfCalls>[0] {
  if (accountOf(id)) return 'businessRateLimited'
  return pageOf(id) ? 'pageRateLimited' : 'rateLimited'
}
