import type { Clock } from '../core/ports/clock.ts'
import type { Pause } from '../core/ports/pause.ts'

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
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
