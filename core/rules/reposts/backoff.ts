// The backoff after a signal of the platform, wherever it was met.
import type { StopSignal } from '../../ports/reposts/mention-source.ts'
import { DAY, HOUR, type Duration } from '../../time.ts'

/** The longest time for which a warning stops us. */
export const LONGEST_BACKOFF: Duration = DAY
const RATE_LIMIT_BACKOFF: Duration = 2 * HOUR
const WARNING_BACKOFF: Duration = DAY

/** Null for a signal that asks for no backoff. */
export function backoffAfter({ signal, waitFor = 0 }: StopSignal): Duration | null {
  if (signal === 'rate-limited') return Math.min(Math.max(waitFor, RATE_LIMIT_BACKOFF), LONGEST_BACKOFF)
  return signal === 'challenge' || signal === 'action-blocked' ? WARNING_BACKOFF : null
}
