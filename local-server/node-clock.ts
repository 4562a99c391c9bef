import type { Clock } from '../core/ports/clock.ts'
import type { Pause } from '../core/ports/pause.ts'

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** The zone of this computer. With a TZ that is empty or a path, it has no name by which days could be counted. */
export function timeZoneHere(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return !timeZone || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

export function startPause(time: number): Pause {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  return {
    over: promise,
    end() {
      clearTimeout(timer)
      resolve()
    },
  }
}
