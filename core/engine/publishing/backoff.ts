// When to leave the platform alone. Its usage headers and its refusals say when the whole account backs off; and what cannot be reached
// is tried again later.
import { judge } from '../../rules/publication/error-table.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Usage } from '../../ports/platform/platform.ts'
import { ageOf, DAY, HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import { PAGE_CALLS, type CallRecord } from './effects.ts'
import type { Change, Publication } from '../../rules/publication/publication.ts'

/** From here on we space our calls: at 100 every call lengthens the wait. */
const BUSY = 80
const PER_PERCENT = 6 * SECOND
const LIMIT = 100

const LONGEST_UNREACHED: Duration = 5 * MINUTE

/**
 * How to wait after a call that never arrived. Such a call costs nothing at the platform, and says nothing of the post: it counts
 * neither as a try nor as a read. Null when nothing has arrived for a day, however long the post had waited for anything else.
 */
export function waitUnreached(
  now: Instant,
  { unreachedSince = now }: Pick<Publication, 'unreachedSince'>,
): Unreached | null {
  const age = ageOf(unreachedSince, now)
  const wait = Math.min(Math.max(10 * SECOND, Math.round(age / 4)), LONGEST_UNREACHED)
  return age > DAY ? null : { nextAt: now + wait, unreachedSince }
}

interface Unreached {
  readonly nextAt: Instant
  readonly unreachedSince: Instant
}

/** The first two are those of any container that was lost; an outage of the platform takes tens of minutes. */
const FAULT_PAUSES: readonly Duration[] = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
]

/**
 * How to wait for a platform that has faults of its own. They say nothing of the post, but each request may have made a container:
 * there are few, and they are counted anew at the post's time, which no pause passes over. Null after the last of them.
 */
export function waitForPlatform(
  now: Instant,
  { faults = 0, publishAt }: Pick<Publication, 'faults' | 'publishAt'>,
): { readonly nextAt: Instant; readonly faults: number } | null {
  const pause = FAULT_PAUSES[faults]
  if (pause === undefined) return null
  const nextAt = now + pause
  const passesOver = publishAt !== null && now < publishAt && publishAt <= nextAt
  return passesOver ? { nextAt: publishAt, faults: 0 } : { nextAt, faults: faults + 1 }
}

/** As `waitUnreached`, for what follows a live post: what could not be reached counts as no try. Null for everything else, too. */
export function laterIfUnreached<S>(
  state: S,
  { neverArrived }: { readonly neverArrived: boolean },
  { now }: Pick<Clock, 'now'>,
  publication: Publication,
): { readonly next: S; readonly unreached: Unreached } | null {
  const unreached = neverArrived ? waitUnreached(now(), publication) : null
  return unreached && { next: state, unreached }
}

/** A Page has limits and blocks of its own: they put off the copy, and none of the account's posts. */
const ON_PAGE: ReadonlySet<string> = new Set(Object.values(PAGE_CALLS))

/** What the calls of a step mean for the account, and for what the step has led to. */
export function backOff(
  publication: Publication,
  wanted: Change,
  calls: readonly CallRecord[],
  now: Instant,
) {
  const backoff = backoffFor(calls, now)
  const delayed = delayedChange(publication, wanted, backoff)
  const { blockedUntil, endedPause } = nextBlock(publication, delayed, backoff)
  return { change: { ...delayed, blockedUntil }, pauseAccountUntil: backoff.pausedUntil, endedPause }
}

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
  for (const { entry, reply } of calls) {
    const { usage } = reply.facts
    const verdict = reply.kind === 'refused' ? judge(reply.refusal) : null
    const limited = verdict?.retry === 'wait' || (usage !== null && usage.percent >= LIMIT)
    const asked = limited ? (usage?.regainAfter ?? verdict?.pauseFor ?? HOUR) : 0
    silence = Math.max(silence, asked)
    if (ON_PAGE.has(entry.call)) continue
    if (verdict?.retry === 'block') block = Math.max(block, verdict.pauseFor ?? 0)
    // How long to wait for a limit of calls is in `asked`, in the platform’s own words where there are any.
    const rest = verdict?.retry === 'wait' ? 0 : (verdict?.pauseFor ?? 0)
    pause = Math.max(pause, asked, rest, spacingOf(usage))
  }
  const until = (backoff: Duration) => (backoff > 0 ? now + backoff : null)
  return {
    pausedUntil: until(pause),
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
 * The publication in progress waits, too. Between its intent and its call it is never put off; what may be live
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
