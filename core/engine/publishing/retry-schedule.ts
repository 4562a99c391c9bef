// When to read again, and when to leave the platform alone. Waiting costs the user time, reading costs call budget: the
// platform advises to read rarely; its usage headers and its refusals say when the whole account backs off.
import { judge } from '../../rules/publication/error-table.ts'
import type { Usage } from '../../ports/platform/platform.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import type { CallRecord } from './effects.ts'
import type { Change, Publication } from '../../rules/publication/publication.ts'

const READS = {
  image: [2 * SECOND, 3 * SECOND, 5 * SECOND],
  video: [5 * SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND],
} as const
const LATER_READS = { image: 10 * SECOND, video: MINUTE } as const
/** Ten minutes of reading every minute: a video that is not FINISHED by then takes longer. */
const PATIENT_READS = 14
const PATIENT_READ_EVERY = 5 * MINUTE
/** A container that is not FINISHED by then will not be. */
export const PROCESSING_LIMIT = { image: 5 * MINUTE, video: HOUR } as const
/** … and after fewer reads than this it was not really waited for: the clock was set, or the machine slept. */
export const PROCESSING_READS = 10

/** The next status read of a container after `reads` reads. */
export function nextStatusReadAt(now: Instant, reads: number, kind: 'image' | 'video'): Instant {
  if (kind === 'video' && reads >= PATIENT_READS) return now + PATIENT_READ_EVERY
  return now + (READS[kind][reads] ?? LATER_READS[kind])
}

/** An early read is harmless: only what it finds counts, and a live post is then known within seconds. */
const RECONCILE_DELAYS: readonly Duration[] = [2 * SECOND, 15 * SECOND, 50 * SECOND, 2 * MINUTE]
const RECONCILE_EVERY = 3 * MINUTE
const BACKGROUND_RECONCILE_EVERY = HOUR / 2

export function firstReconcileAt(now: Instant): Instant {
  return now + (RECONCILE_DELAYS[0] ?? SECOND)
}

/** The look after the one that brought the count to `reads`. */
export function nextReconcileAt(now: Instant, reads: number): Instant {
  return now + (RECONCILE_DELAYS[reads] ?? RECONCILE_EVERY)
}

/** A post that failed because its outcome is unknown is still read now and then. */
export function nextBackgroundReconcileAt(now: Instant): Instant {
  return now + BACKGROUND_RECONCILE_EVERY
}

/** While the platform does not list what is live: usually it fails for seconds only. */
const LOOKS: readonly Duration[] = [
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  20 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
]
const LOOK_EVERY: Duration = 10 * MINUTE
/** A day, which outlasts the platform's long outages. */
const MOST_LOOKS = 150

/**
 * The search after `looks` failed ones, before a post is sent that may be live already; null when the user has
 * to look. After a final refusal it is repeated for ten minutes only.
 */
export function nextLookAt(now: Instant, looks: number, isFinal: boolean): Instant | null {
  if (looks >= (isFinal ? LOOKS.length : MOST_LOOKS)) return null
  return now + (LOOKS[looks] ?? LOOK_EVERY)
}

/** The second comes when the post is no longer shown as PUBLISHING (`core/rules/publication/awaits-link.ts`): the write becomes an event. */
const PERMALINK_READS: readonly Duration[] = [5 * SECOND, 5 * SECOND, MINUTE, 10 * MINUTE, HOUR]

/** Null when it is time to give up on the permalink. */
export function nextPermalinkReadAt(now: Instant, reads: number): Instant | null {
  const delay = PERMALINK_READS[reads]
  return delay === undefined ? null : now + delay
}

const CONTAINER_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE]

/** When to request another container after `asked` requests. */
export function nextContainerAt(now: Instant, asked: number): Instant {
  return now + (CONTAINER_RETRIES[asked - 1] ?? MINUTE)
}

/** The read after the platform said "not ready yet"; when it does not show the post, the same container is sent again. */
export const LAG_RETRY: Duration = 5 * SECOND
/** … and the read after that one, where one is not enough. */
export const LAG_SECOND_READ: Duration = 10 * SECOND
/** How long after the first intent that reply is believed. */
export const LAG_LIMIT: Duration = 2 * MINUTE

/** From here on we space our calls: at 100 every call lengthens the wait. */
const BUSY = 80
const PER_PERCENT = 6 * SECOND
const LIMIT = 100

interface Backoff {
  /** Nothing new is requested for the account before then; null when there is no reason to wait. */
  readonly pausedUntil: Instant | null
  /**
   * Nothing at all is requested before then, not even whether something is live: calls beyond the limit lengthen the wait.
   */
  readonly silentUntil: Instant | null
  /** The platform said that the account is blocked; until when that is believed. */
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

/** The platform asks us to space our calls. */
export function isBusy(usage: Usage | null): usage is Usage {
  return usage !== null && usage.percent >= BUSY
}

function spacingOf(usage: Usage | null): Duration {
  return isBusy(usage) ? (Math.ceil(Math.min(usage.percent, LIMIT)) - BUSY + 1) * PER_PERCENT : 0
}

/**
 * The same for the publication in progress. Between its intent and its call it is never put off; what may be live
 * already is reconciled despite a pause, but not while the platform demands silence.
 */
export function delayedChange(publication: Publication, change: Change, backoff: Backoff): Change {
  const step = change.step ?? publication.step
  if (step === 'publishing' || step === 'done' || step === 'failed') return change
  const asks = step === 'claimed' || step === 'created' || step === 'staged'
  const until = asks ? backoff.pausedUntil : backoff.silentUntil
  return until === null ? change : { ...change, nextAt: Math.max(change.nextAt ?? 0, until) }
}

/**
 * The platform blocks an account in its reply to a publish call that succeeded anyway. Once the post proves to be
 * live, there was no block, and the account need not back off for it.
 */
export function nextBlock(
  publication: Publication,
  { step, seenPublished }: Change,
  backoff: Backoff,
): Pick<Publication, 'blockedUntil'> & { readonly endedPause: Instant | null } {
  const { blockedUntil } = publication
  if (step === 'confirmed' || step === 'done' || seenPublished)
    return { blockedUntil: null, endedPause: blockedUntil }
  const refused = publication.step === 'publishing' ? backoff.blockedUntil : null
  return { blockedUntil: refused ?? blockedUntil, endedPause: null }
}
