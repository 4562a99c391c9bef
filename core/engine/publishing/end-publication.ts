// Ending a publication from outside its steps: the post is deleted, retried, or its account disconnected. Adapters apply
// this in the transaction that moves the post. The version rises, so that a step under way cannot commit.
import { isUnsent } from '../../rules/publication/post-words.ts'
import { failureDetail } from '../../rules/notices/failure-details.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { planLiveCheck, type Marked } from './claim.ts'
import { failureOf } from '../../rules/publication/failures.ts'
import type { Failure, Publication } from '../../rules/publication/publication.ts'
import type { Instant } from '../../time.ts'
import { mayHaveGoneOut } from './transitions.ts'

/**
 * ended    Nothing is in progress.
 * unsent   In progress without a publish intent: ended now, nothing of it will ever appear.
 * sent     An intent is stored: the platform may be acting on it. Only reading may end it.
 */
export type PublicationProgress = 'ended' | 'unsent' | 'sent'

export function progressOf(publication: Publication | null): PublicationProgress {
  if (publication === null || publication.step === 'done' || publication.step === 'failed') return 'ended'
  return publication.intent === null ? 'unsent' : 'sent'
}

/** True when the post may be live although its last publication has ended: that was never found out. */
function isLeftInDoubt(publication: Publication | null): boolean {
  return (
    publication !== null &&
    publication.step === 'failed' &&
    publication.intent !== null &&
    publication.failure?.unconfirmed !== false
  )
}

/** True when only reading shows whether the post is live: a change of it could come too late. */
export function mayHaveBeenSent(publication: Publication | null): boolean {
  return progressOf(publication) === 'sent' || isLeftInDoubt(publication)
}

/** The Worker has it, or may have it, and only the Worker itself can still stop it. */
export function isWaitingAtWorker({ handover, status }: PostRecord): boolean {
  return handover !== null && isUnsent(status)
}

/**
 * Nothing of it is live or on its way from here: a job of the Worker that is unknown here may have it. A post that the Worker let
 * go of may have been handed over again by the run that asked for that. A post still marked as the Worker’s has lost its hand-over
 * here, and what was sent of it was sent there.
 */
export function mayBeAtWorker(
  { status, handover, cloudJobId, publishOutcome, errorDetail }: PostRecord,
  last: Publication | null,
): boolean {
  const isSentThere = handover !== null && last?.jobId === cloudJobId
  if (!isSentThere && mayHaveBeenSent(last)) return false
  if (handover !== null) return status !== 'PUBLISHED'
  if (status === 'FAILED') return publishOutcome !== 'unconfirmed' || errorDetail?.code === 'CLOUD_LET_GO'
  return status === 'DRAFT' || status === 'SCHEDULED'
}

/** Ends it for a reason. Only for what has sent nothing. */
export function toCancelled(
  publication: Publication,
  failure: Failure & { readonly unconfirmed?: boolean },
  now: Instant,
): Publication {
  return { ...toEnded(publication, now), failure: { unconfirmed: false, ...failure } }
}

/** Ends it in favour of a new publication, which starts from the intent that is kept here, by looking. */
export function toSuperseded(publication: Publication, now: Instant): Publication {
  return toEnded(publication, now)
}

/** The same of the Worker’s publication, in its version: the next one that the Worker reports is still news. */
export function toTakenOver(publication: Publication, now: Instant): Publication {
  return { ...toEnded(publication, now), version: publication.version }
}

/**
 * Ends it for a post that becomes a draft, whose next content starts afresh: neither an intent nor a wish to wait for room is
 * kept. Only for what is surely not live.
 */
export function toForgotten(publication: Publication, now: Instant): Publication {
  return { ...toEnded(publication, now), intent: null, roomAt: null }
}

/** Ends what is still done for a live post – its permalink, its copy on the Page – because the post is no longer live. */
export function toConcluded(publication: Publication, now: Instant): Publication {
  return { ...toEnded(publication, now), step: 'done' }
}

function toEnded(publication: Publication, now: Instant): Publication {
  const version = publication.version + 1
  return { ...publication, version, step: 'failed', nextAt: null, updatedAt: now }
}

export const DELETED = failureOf('NOT_FOUND', 'DELETED_BEFORE', 'retry')

export const DISCONNECTED = failureOf('NOT_FOUND', 'DISCONNECTED_BEFORE', 'reconnect')

/**
 * Why a post that waits fails with its account; null when only reading may end it. A post that an earlier run may have published
 * can no longer be looked for, and is not reported as unpublished.
 */
export function failureWithAccount(waiting: Marked, now: Instant): Publication['failure'] {
  const { previous, publishAt } = waiting
  if (mayHaveBeenSent(previous)) return null
  const sought = planLiveCheck(waiting, { now })
  const unconfirmed = previous?.failure?.unconfirmed === true || mayHaveGoneOut({ sought, publishAt }, now)
  const detail = unconfirmed ? failureDetail('ACCOUNT_DISCONNECTED') : DISCONNECTED.detail
  return { ...DISCONNECTED, detail, unconfirmed }
}
