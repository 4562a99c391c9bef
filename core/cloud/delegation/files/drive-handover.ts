import { advanceHandover, retryOrRunLocally } from '../advance-handover.ts'
import type { AdvanceDeps } from '../handover-deps.ts'
import type { Log } from '../../../ports/log.ts'
import { safeText, type SafeText } from '../../../redact.ts'

export interface DriveDeps extends AdvanceDeps {
  readonly log: Log
  /** Hand-overs in progress: an upload can take long. */
  readonly underWay: Set<string>
}

/**
 * Steps a hand-over as far as it goes now. Resolves with the reason when it certainly did not reach the Worker,
 * otherwise with null. Never rejects: its row says how far it came, and the next round resumes there.
 */
export function driveHandover(deps: DriveDeps, id: string): Promise<SafeText | null> {
  return drive(deps, id, null)
}

const FAILED_HERE = safeText('an error on this computer')

/** In the background: no request waits for it. False when not even the time of its next try could be recorded. */
export async function driveInBackground(deps: DriveDeps, id: string): Promise<boolean> {
  try {
    const reason = await drive(deps, id, FAILED_HERE)
    if (reason !== null) await retryOrRunLocally(deps, id, reason)
    return true
  } catch (error) {
    deps.log.error('a hand-over could not be rescheduled', { jobId: id, error })
    return false
  }
}

/** `failed`: the result when a step throws, as for a file that cannot be read. */
async function drive(deps: DriveDeps, id: string, failed: SafeText | null): Promise<SafeText | null> {
  if (deps.underWay.has(id)) return null
  deps.underWay.add(id)
  try {
    for (;;) {
      const step = await advanceHandover(deps, id)
      if (step.kind === 'not there') return step.reason
      if (step.kind === 'wait') return null
    }
  } catch (error) {
    deps.log.error('a step of a hand-over failed', { jobId: id, error })
    return failed
  } finally {
    deps.underWay.delete(id)
  }
}
