import { advanceHandover, retryOrRunLocally } from '../advance-handover.ts'
import type { AdvanceDeps } from '../handover-deps.ts'
import type { Log } from '../../../ports/log.ts'
import type { SafeText } from '../../../redact.ts'

export interface DriveDeps extends AdvanceDeps {
  readonly log: Log
  /** Hand-overs that somebody is carrying on: an upload can take long. */
  readonly underWay: Set<string>
}

/**
 * Steps a hand-over as far as it goes now. Resolves with the reason when it certainly did not reach the Worker,
 * otherwise with null. Never rejects: its row says how far it came, and the next round resumes there.
 */
export async function driveHandover(deps: DriveDeps, id: string): Promise<SafeText | null> {
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
    return null
  } finally {
    deps.underWay.delete(id)
  }
}

/** In the background: no request waits for it. */
export async function driveInBackground(deps: DriveDeps, id: string): Promise<void> {
  try {
    const reason = await driveHandover(deps, id)
    if (reason !== null) await retryOrRunLocally(deps, id, reason)
  } catch (error) {
    deps.log.error('a hand-over could not be rescheduled', { jobId: id, error })
  }
}
