// What a post says of a refusal that has not decided anything yet, or of a platform that does not answer: preparing is tried again, or a
// publish call is looked into. Its user learns the reason at once, not when it is settled.
import { warning, type Warning } from '../../rules/notices/warnings.ts'
import type { Instant } from '../../time.ts'
import type { CallRecord } from './effects.ts'
import { failureOfPost } from '../../rules/publication/error-table.ts'
import { isLimitRefusal } from './publishing-limit.ts'
import type { Publication } from '../../rules/publication/publication.ts'

/** The calls whose failure is one of the post. Its limit and whether it is live already are only looked up. */
const PREPARING: ReadonlySet<string> = new Set(['create container', 'upload video', 'read container'])

/** Its warnings after these calls. A refusal ahead of its time has time to pass. */
export function warningsAfterCalls(
  { step, publishAt, payload, warnings }: Publication,
  calls: readonly CallRecord[],
  now: Instant,
): readonly Warning[] {
  const others = warnings.filter(({ code }) => code !== 'PREPARATION_REFUSED')
  if (step !== 'claimed' && step !== 'created') return others
  const reply = calls.findLast(({ entry }) => PREPARING.has(entry.call))?.reply
  if (reply === undefined) return warnings
  // A full limit has a warning or a failure of its own, and a network that is gone says nothing of the platform.
  if (reply.kind === 'ok' || reply.facts.neverArrived || isLimitRefusal(reply)) return others
  if (publishAt !== null && now < publishAt) return others
  return [...others, warning('PREPARATION_REFUSED', { failure: failureOfPost(reply, payload).detail })]
}

/** Of a publish call that was refused and whose outcome is not known yet. */
export function warningsOfRefusedCall({ step, intent, failure }: Publication): readonly Warning[] {
  const refusal = step === 'uncertain' && failure === null ? intent?.lastRefusal : null
  return refusal ? [warning('PUBLISH_REFUSED', { failure: refusal.detail })] : []
}
