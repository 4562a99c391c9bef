// Leaving the platform alone in time: its usage headers and its refusals say when, and the whole account then backs off.
import { judge } from '../platform/graph/error-table.ts'
import type { Usage } from '../ports/platform/platform.ts'
import { HOUR, SECOND, type Duration, type Instant } from '../time.ts'
import type { Change, Publication } from './publication.ts'
import type { CallRecord } from './record-calls.ts'

/** From here on we space our calls: at 100 every call lengthens the wait. */
const BUSY = 80
const PER_PERCENT = 6 * SECOND
const LIMIT = 100

export interface Backoff {
  /** Nothing new is asked for the account before; null when there is no reason to wait. */
  readonly pausedUntil: Instant | null
  /** Nothing at all is asked before, not even whether something is live: calls beyond the limit lengthen the wait. */
  readonly silentUntil: Instant | null
  /** The platform said that the account is blocked; how long that is believed. */
  readonly blockedUntil: Instant | null
}

export function backoffFor(calls: readonly CallRecord[], now: Instant): Backoff {
  let [pause, silence, block] = [0, 0, 0]
  for (const { reply } of calls) {
    const { usage } = reply.facts
    const verdict = reply.kind === 'refused' ? judge(reply.refusal) : null
    const limited = verdict?.retry === 'wait' || (usage !== null && usage.percent >= LIMIT)
    if (limited) silence = Math.max(silence, usage?.regainAfter ?? verdict?.pauseFor ?? HOUR)
    if (verdict?.retry === 'block') block = Math.max(block, verdict.pauseFor ?? 0)
    pause = Math.max(pause, verdict?.pauseFor ?? 0, spacingOf(usage))
  }
  const until = (backoff: Duration) => (backoff > 0 ? now + backoff : null)
  return {
    pausedUntil: until(Math.max(pause, silence)),
    silentUntil: until(silence),
    blockedUntil: until(block),
  }
}

function spacingOf(usage: Usage | null): Duration {
  return usage === null || usage.percent < BUSY ? 0 : (usage.percent - BUSY + 1) * PER_PERCENT
}

/**
 * The same for the publication under way. Between its intent and its send it is never put off; what may be live already is
 * looked for in spite of a pause, but not into a silence.
 */
export function delayedChange(publication: Publication, change: Change, backoff: Backoff): Change {
  const step = change.step ?? publication.step
  if (step === 'publishing' || step === 'done' || step === 'failed') return change
  const asks = step === 'claimed' || step === 'created' || step === 'staged'
  const until = asks ? backoff.pausedUntil : backoff.silentUntil
  return until === null ? change : { ...change, nextAt: Math.max(change.nextAt ?? 0, until) }
}

/**
 * The platform blocks an account in its answer to a publish call that went through all the same. Once the post proves to be
 * live, the block was none, and the account need not back off for it.
 */
export function nextBlock(
  publication: Publication,
  { step, seenPublished }: Change,
  backoff: Backoff,
): Pick<Publication, 'blockedUntil'> & { readonly endedPause: Instant | null } {
  const { blockedUntil } = publication
  if (step === 'confirmed' || step === 'done' || seenPublished)
    return { blockedUntil: null, endedPause: blockedUntil }
  const told = publication.step === 'publishing' ? backoff.blockedUntil : null
  return { blockedUntil: told ?? blockedUntil, endedPause: null }
}
