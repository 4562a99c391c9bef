// Carries a claimed publication as far as it goes now, one durable step after the other: read the record, act once,
// record the result, say what is next. The Node job loop and the Worker call these same functions.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import { CodedError, failureOfError } from '../../coded-error.ts'
import { failureSentence } from '../../rules/notices/sentences.ts'
import type { PlatformAccess } from '../../ports/platform/platform.ts'
import { safeSentence, withoutFullStop } from '../../redact.ts'
import { MINUTE, type Instant } from '../../time.ts'
import { backOff } from './backoff.ts'
import { completePost, completeWithoutAccess } from './complete-post.ts'
import { prepareContainers } from './containers.ts'
import {
  isShapeRefused,
  recordCalls,
  type CallRecord,
  type PublishingDeps,
  type StepDeps,
} from './effects.ts'
import type { Change, Failure, Publication } from '../../rules/publication/publication.ts'
import { intentWithoutSend, sendPublish } from './publish.ts'
import { applyLimit, findNoRoom, limitFromCalls } from './publishing-limit.ts'
import { NOTHING_READ, afterEvidenceRead, reconcile } from './reconcile.ts'
import { warningsAfterCalls } from './refusals-met.ts'
import { readMoment, type Moment } from './send-window.ts'
import { planNewAttempt } from './staging.ts'
import { toClaimedAnew, toFailedUnsought, toPutOff, toUncertain } from './transitions.ts'

/**
 * Steps a claimed publication until it has to wait or has ended. Never rejects: a failed step is repeated in a
 * minute. With `stopping` it ends early, but never between the intent and the call that the intent announces.
 * Resolves with the publication when not even the claim could be released, on a full disk for one: the caller must do
 * that later.
 */
export async function runPublication(
  ports: PublishingDeps,
  claimed: Publication,
  stopping: () => boolean,
): Promise<Publication | null> {
  let publication = claimed
  let storedAt = readMoment(ports.clock)
  // The claim itself found that nothing can be done, nothing more, or not yet.
  if (claimed.step === 'failed' || claimed.step === 'done' || claimed.nextAt !== null) return null
  try {
    while (!stopping() || isAnnounced(publication)) {
      const next = await advancePublication(ports, publication, storedAt)
      if (next.kind !== 'again') return null
      ;({ publication, storedAt } = next)
    }
    await pausePublication(ports, publication)
    return null
  } catch (error) {
    const { id, postId, step } = publication
    ports.log.error('a step of a publication failed', { publicationId: id, postId, step, error })
    return releasePublication(ports, publication)
  }
}

/** The next call was announced durably: stopping now would leave an avoidable doubt. */
function isAnnounced({ step, firstComment, crossPost }: Publication): boolean {
  return step === 'publishing' || firstComment?.state === 'sending' || crossPost?.state === 'sending'
}

/**
 * Stopped between two steps: the next claim must not mistake this for a crash, which leaves calls in doubt. It keeps
 * its place in the queue, ahead of posts with a later time.
 */
async function pausePublication(
  ports: Pick<PublishingDeps, 'clock' | 'ledger'>,
  publication: Publication,
): Promise<void> {
  const now = ports.clock.now()
  const nextAt = Math.min(now, publication.publishAt ?? publication.createdAt)
  await ports.ledger.commit({ ...publication, version: publication.version + 1, nextAt, updatedAt: now })
}

async function releasePublication(
  ports: Pick<PublishingDeps, 'clock' | 'ledger' | 'log'>,
  publication: Publication,
): Promise<Publication | null> {
  try {
    await ports.ledger.release(publication, ports.clock.now() + MINUTE)
    return null
  } catch (error) {
    ports.log.error('a publication could not be released', { publicationId: publication.id, error })
    return publication
  }
}

type Next =
  | { readonly kind: 'again'; readonly publication: Publication; readonly storedAt: Moment }
  | { readonly kind: 'wait'; readonly until: Instant }
  /** Nothing left to do, or another claim has it now. */
  | { readonly kind: 'end' }

/** `storedAt` is when the publication was on stable storage. */
export async function advancePublication(
  ports: PublishingDeps,
  publication: Publication,
  storedAt: Moment,
): Promise<Next> {
  const calls: CallRecord[] = []
  const { now } = ports.clock
  const attempted = await takeStep(
    { ...ports, ...recordCalls(ports, publication.payload, calls), storedAt },
    publication,
  )
  const acted = planNewAttempt(publication, attempted, now())
  const limit = await limitFromCalls(ports.ledger, publication.accountId, calls, now())
  const { change, ...pauses } = backOff(publication, acted, calls, now())
  const isReached = calls.some(({ reply }) => !reply.facts.neverArrived)
  const before = isReached ? { ...publication, unreachedSince: undefined } : publication
  const moved = { ...before, ...change, version: publication.version + 1, updatedAt: now() }
  const next: Publication = { ...moved, warnings: warningsAfterCalls(moved, calls, now()) }
  const { step: nextStep, nextAt } = next
  const steps = calls.map(({ entry }) => ({
    ...entry,
    engine: ports.engine,
    step: publication.step,
    next: nextStep,
    nextAt,
  }))
  if (next.failure !== null && calls.some(isShapeRefused)) await ports.shapeRefused?.(publication)
  const stepLog = { steps, ...pauses, limit }
  const kept = await ports.ledger.commit(next, stepLog)
  if (kept === false || nextStep === 'done' || nextStep === 'failed') return { kind: 'end' }
  if (nextAt !== null) return { kind: 'wait', until: nextAt }
  const again = { ...next, settleOnly: kept === 'archived' }
  return { kind: 'again', publication: again, storedAt: readMoment(ports.clock) }
}

async function takeStep(ports: StepDeps, publication: Publication): Promise<Change> {
  const access = await readAccess(ports, publication.accountId)
  if ('code' in access) return afterAccessLost(publication, access, ports.clock.now())
  for (const gate of BEFORE_A_STEP) {
    const instead = await gate(ports, publication, access)
    if (instead) return instead
  }
  let change = (await findNoRoom(ports, publication, access)) ?? (await runStep(ports, publication, access))
  for (const gate of AFTER_A_STEP) change = await gate(ports, publication, access, change)
  return change
}

type Before = (
  ports: StepDeps,
  publication: Publication,
  access: PlatformAccess,
) => Awaitable<Change | null | undefined>
type After = (
  ports: StepDeps,
  publication: Publication,
  access: PlatformAccess,
  change: Change,
) => Awaitable<Change>
type Awaitable<T> = T | Promise<T>

/** Each may put something else in the place of the step; the first that does decides. */
const BEFORE_A_STEP: readonly Before[] = [
  (ports, publication, access) => ports.earlierRuns?.look(ports, publication, access),
  startOverWithOtherLogin,
]

/** Each may change what the step leads to, in this order. */
const AFTER_A_STEP: readonly After[] = [
  applyLimit,
  (_ports, { step, intent }, { loginMethod: madeWith }, change) => ({
    ...change,
    ...(intent === null && { sought: null }),
    ...(step === 'claimed' && { madeWith }),
  }),
  waitWhilePaused,
  async ({ earlierRuns }, publication, _access, change) =>
    (change.step === 'publishing' ? await earlierRuns?.planDoubt(publication, change) : null) ?? change,
]

/** Another post of the account may have met a block since this one was claimed. */
function waitWhilePaused(
  { clock }: StepDeps,
  publication: Publication,
  { pausedUntil }: PlatformAccess,
  change: Change,
): Change {
  const until = pausedUntil ?? 0
  return change.step === 'publishing' && until > clock.now() ? toPutOff(publication, change, until) : change
}

/**
 * The account was connected with the other login since its containers were made, which cannot read them. They are given up
 * while certainly nothing was sent.
 */
function startOverWithOtherLogin(
  _ports: StepDeps,
  publication: Publication,
  { loginMethod }: PlatformAccess,
): Change | null {
  const { step, intent, madeWith, settleOnly } = publication
  if (madeWith === undefined || madeWith === loginMethod || settleOnly) return null
  const isUnsent =
    step === 'publishing'
      ? intent?.sends === 1
      : intent === null && (step === 'claimed' || step === 'created')
  return isUnsent ? { ...toClaimedAnew(publication), madeWith: loginMethod } : null
}

async function runStep(ports: StepDeps, publication: Publication, access: PlatformAccess): Promise<Change> {
  switch (publication.step) {
    case 'claimed':
    case 'created':
      return prepareContainers(ports, publication, access)
    case 'staged':
      // The claim waits for its time, never this step.
      return { nextAt: publication.publishAt }
    case 'publishing':
      return sendPublish(ports, publication, access)
    case 'uncertain':
      return reconcile(ports, publication, access)
    case 'confirmed':
      return completePost(ports, publication, access)
    case 'done':
    case 'failed':
      return {}
    default:
      return publication.step satisfies never
  }
}

/** What a publication can do without a valid token for its account. */
function afterAccessLost(publication: Publication, failure: Failure, now: Instant): Change {
  switch (publication.step) {
    case 'confirmed': {
      const reason = withoutFullStop(safeSentence(failureSentence(failure.detail, ENGLISH)))
      return completeWithoutAccess(publication, reason, now)
    }
    case 'uncertain':
      return afterEvidenceRead(publication, NOTHING_READ, { now, monotonic: 0 })
    case 'created':
      // A publish call was made earlier: only reading may end this publication.
      return publication.intent ? toUncertain(publication, now) : toFailedUnsought(publication, failure, now)
    case 'publishing':
      // This run stored the intent, and has not made the call.
      return { ...toFailedUnsought(publication, failure, now), intent: intentWithoutSend(publication) }
    default:
      return toFailedUnsought(publication, failure, now)
  }
}

async function readAccess(
  ports: Pick<PublishingDeps, 'accessTo'>,
  accountId: string,
): Promise<PlatformAccess | Failure> {
  try {
    return await ports.accessTo(accountId)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return { code: error.code, detail: failureOfError(error), recovery: 'reconnect', transient: false }
  }
}
