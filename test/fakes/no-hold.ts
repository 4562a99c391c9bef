import type { QueueHold } from '../../core/ports/posts/queue-hold.ts'

/** A folder that has not changed since. */
export const NO_HOLD: QueueHold = {
  current: () => null,
  release: async () => {},
}
