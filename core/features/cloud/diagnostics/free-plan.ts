// What is left of the day on the provider's free plan. Its KV writes run out first, and only the mirror needs
// them: posts still go out.
import { DAY, MINUTE } from '../../../time.ts'
import type { WorkerStatus } from '../../../engine/worker/protocol.ts'

const WRITES_A_DAY = 1_000
const HEARTBEAT_EVERY = 15 * MINUTE
/** When it is handed over, and when it is published. */
const WRITES_OF_A_PICTURE = 2
/** A fifth of the day. */
const FEW_LEFT = 0.2

/** Null for a second copy, which does not count. */
export function freePlanToday({ kvWritesToday, timestamp }: WorkerStatus) {
  if (kvWritesToday === undefined) return null
  const heartbeats = Math.ceil((DAY - (timestamp % DAY)) / HEARTBEAT_EVERY)
  const left = picturesIn(WRITES_A_DAY - kvWritesToday - heartbeats)
  const picturesADay = picturesIn(WRITES_A_DAY - DAY / HEARTBEAT_EVERY)
  const warning =
    left > picturesADay * FEW_LEFT
      ? null
      : `On the provider’s free plan, ${left} of ${picturesADay} pictures are left until 00:00 UTC. After that, what the Worker writes to its key-value store is late until then. Posts go out on time.`
  return { picturesLeftToday: Math.min(left, picturesADay), picturesADay, warning }
}

const picturesIn = (writes: number) => Math.max(0, Math.floor(writes / WRITES_OF_A_PICTURE))
