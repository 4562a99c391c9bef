import type { Instant } from '../../time.ts'
import { firstReconcileAt } from './retry-schedule.ts'
import type { Change, Publication } from '../publication.ts'

/** From here only looking leads on. */
export function toUncertain(publication: Publication, now: Instant): Change {
  return {
    step: 'uncertain',
    reads: 0,
    finishedSeenAt: [],
    uncertainSince: publication.uncertainSince ?? now,
    intent: publication.intent && { ...publication.intent, lastPossibleSend: now, onlyLagReplies: false },
    nextAt: firstReconcileAt(now),
  }
}
