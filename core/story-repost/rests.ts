// How long a signal of the platform keeps us silent, whoever has met it.
import type { Stop } from '../ports/mention-source.ts'
import { DAY, HOUR, type Duration } from '../time.ts'

/** The longest that a warning keeps us silent. */
export const LONGEST_PAUSE: Duration = DAY
const THROTTLE_PAUSE: Duration = 2 * HOUR
const WARNING_PAUSE: Duration = DAY

/** Null for a signal that asks for no rest. */
export function restFor({ signal, waitFor = 0 }: Pick<Stop, 'signal' | 'waitFor'>): Duration | null {
  if (signal === 'rate-limited') return Math.min(Math.max(waitFor, THROTTLE_PAUSE), LONGEST_PAUSE)
  return signal === 'challenge' || signal === 'action-blocked' ? WARNING_PAUSE : null
}
