import type { AttemptBody } from '../../api/post-history.ts'
import type { AttemptStep } from '../../ports/posts/publication-ledger.ts'
import { toIso, toIsoOrNull } from '../../time.ts'

/** One outside call of a publication as the contract shows it. */
export function attemptBody(step: AttemptStep): AttemptBody {
  return {
    at: toIso(step.at),
    engine: step.engine,
    step: step.step,
    call: step.call,
    httpStatus: step.httpStatus,
    platformCode: step.platformCode,
    platformSubcode: step.platformSubcode,
    platformTitle: step.platformTitle,
    traceId: step.traceId,
    outcome: step.outcome,
    next: step.next,
    nextAt: toIsoOrNull(step.nextAt),
  }
}
