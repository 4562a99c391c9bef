import type { Clock } from '../core/ports/clock.ts'

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
