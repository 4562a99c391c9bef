import type { RepeatingJob } from '../ports/repeating-jobs.ts'
import { MINUTE, type Instant } from '../time.ts'

/** After a success: in step with the times before. However many were missed, they are made up for once. */
export function nextInStep({ runAt, repeatIntervalMs }: RepeatingJob, now: Instant): Instant {
  if (runAt > now) return now + repeatIntervalMs
  const passed = Math.floor((now - runAt) / repeatIntervalMs)
  return runAt + (passed + 1) * repeatIntervalMs
}

/** After a failure: a minute later, then two, then four, but never later than it would have come back anyway. */
export function nextTry({ attempts, repeatIntervalMs }: RepeatingJob, now: Instant): Instant {
  return now + Math.min(MINUTE * 2 ** attempts, repeatIntervalMs)
}
