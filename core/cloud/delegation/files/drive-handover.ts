import { advanceHandover, retryOrRunLocally } from '../advance-handover.ts'
import type { HandoverDeps } from '../handover-deps.ts'

/**
 * Steps a hand-over as far as it goes now. Resolves with the reason when that surely was not as far as the Worker, else with
 * null. Never rejects: its row says how far it came, and it is gone on with from there.
 */
export async function driveHandover(ports: HandoverDeps, id: string): Promise<string | null> {
  if (ports.underWay.has(id)) return null
  ports.underWay.add(id)
  try {
    for (;;) {
      const step = await advanceHandover(ports, id)
      if (step.kind === 'not there') return step.reason
      if (step.kind === 'wait') return null
    }
  } catch (error) {
    ports.log.error('a step of a hand-over failed', { jobId: id, error })
    return null
  } finally {
    ports.underWay.delete(id)
  }
}

/** In the background: no request waits for it. */
export async function driveInBackground(ports: HandoverDeps, id: string): Promise<void> {
  try {
    const reason = await driveHandover(ports, id)
    if (reason !== null) await retryOrRunLocally(ports, id, reason)
  } catch (error) {
    ports.log.error('a hand-over could not be rescheduled', { jobId: id, error })
  }
}
