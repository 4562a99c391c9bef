// What a publication means for its post and its job. Adapters apply this in the same transaction as the publication.
import type { PostStatus } from '../../rules/publication/post-words.ts'
import { warning } from '../../rules/notices/warnings.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { JobRecord } from '../../ports/posts/job-record.ts'
import type { Instant } from '../../time.ts'
import type { Publication, PublicationStep } from '../../rules/publication/publication.ts'
import { isLimitReached } from '../../rules/publication/failures.ts'
import { warningsOfRefusedCall } from './refusals-met.ts'
import { isHeldForClock } from './staging.ts'

const STATUS: Record<PublicationStep, PostStatus> = {
  claimed: 'PROCESSING',
  created: 'PROCESSING',
  staged: 'SCHEDULED',
  publishing: 'PUBLISHING',
  uncertain: 'PUBLISHING',
  confirmed: 'PUBLISHED',
  done: 'PUBLISHED',
  failed: 'FAILED',
}

type PostChange = Pick<
  PostRecord,
  | 'status'
  | 'igContainerId'
  | 'igMediaId'
  | 'igPermalink'
  | 'publishedAt'
  | 'errorCode'
  | 'errorDetail'
  | 'recovery'
  | 'publishOutcome'
  | 'nextAttemptAt'
  | 'lastAttemptAt'
  | 'warnings'
  | 'partnerPostId'
  | 'partnerPermalink'
>

interface JobChange {
  readonly status: JobRecord['status']
  /** When it is claimed next; null leaves the job's times unchanged. */
  readonly wakeAt: Instant | null
  readonly lastError: string | null
}

export interface Reflection {
  readonly post: PostChange
  /** What was said of the post when it was scheduled still applies while it waits. */
  readonly keepsWarnings: boolean
  readonly job: JobChange
  /** When work continues although the job has ended: a permalink to read, a background reconciliation. */
  readonly followUpAt: Instant | null
}

export function reflectionOf(publication: Publication): Reflection {
  const { step, failure, nextAt, publishAt } = publication
  // The user knows that the outcome is unknown; we keep reading in the background.
  const ahead = isBeforeItsTime(publication)
  const waits = isWaitingForRoom(publication)
  const status = failure?.unconfirmed
    ? 'FAILED'
    : ahead || (publishAt !== null && waits)
      ? 'SCHEDULED'
      : isUntouched(publication)
        ? 'QUEUED'
        : STATUS[step]
  const ended = status === 'PUBLISHED' || status === 'FAILED'
  const finished = step === 'done' || step === 'failed'
  return {
    post: {
      status,
      igContainerId: ended || ahead ? null : publication.containerId,
      igMediaId: publication.mediaId,
      igPermalink: publication.permalink,
      publishedAt: publication.publishedAt,
      errorCode: failure?.code ?? null,
      errorDetail: failure?.detail ?? null,
      recovery: failure?.recovery ?? null,
      publishOutcome: outcomeOf(status, publication),
      nextAttemptAt: nextAttemptOf(publication, ended || ahead),
      lastAttemptAt: ahead ? null : publication.createdAt,
      warnings: warningsOf(publication),
      partnerPostId: publication.crossPost?.partnerPostId ?? null,
      partnerPermalink: publication.crossPost?.partnerPermalink ?? null,
    },
    keepsWarnings: ahead && publication.warnings.length === 0,
    job: ended
      ? {
          status: status === 'PUBLISHED' ? 'COMPLETED' : 'FAILED',
          wakeAt: null,
          lastError: failure?.detail.code ?? null,
        }
      : { status: nextAt === null ? 'PROCESSING' : 'PENDING', wakeAt: nextAt, lastError: null },
    followUpAt: ended && !finished ? (nextAt ?? publication.updatedAt) : null,
  }
}

/** It waits for room in the limit of its account. The platform has nothing of it, so it can still be changed. */
function isWaitingForRoom(publication: Publication): boolean {
  return publication.roomAt !== null && isUntouched(publication)
}

function nextAttemptOf(publication: Publication, isOver: boolean): Instant | null {
  const { failure, nextAt, roomAt } = publication
  if (isOver) return isLimitReached(failure) ? roomAt : null
  return isWaitingForRoom(publication) ? Math.max(roomAt ?? 0, nextAt ?? 0) : nextAt
}

/** Whether it is still being prepared before its time, which no failure changes. */
function isBeforeItsTime({ step, publishAt, intent, failure, updatedAt }: Publication): boolean {
  // Nothing was sent, and yet it is live: an earlier run has published it.
  const isLive = step === 'confirmed' || step === 'done'
  return publishAt !== null && !isLive && intent === null && failure === null && updatedAt < publishAt
}

function warningsOf(publication: Publication): PostRecord['warnings'] {
  // What is promised for its time is no longer to come then.
  const isAhead = isBeforeItsTime(publication)
  const warnings = [
    ...publication.warnings.filter(({ code }) => isAhead || code !== 'PREPARATION_FAILED'),
    ...warningsOfRefusedCall(publication),
    ...(isHeldForClock(publication) ? [warning('CLOCK_AHEAD')] : []),
    ...(isWaitingForRoom(publication) ? [warning('WAITS_FOR_ROOM')] : []),
    ...(isLookedForAgain(publication) ? [warning('LIVE_CHECK_PENDING')] : []),
  ]
  return warnings.length > 0 ? warnings : null
}

/** It is due, and it is not known yet whether it is live already. */
function isLookedForAgain(publication: Publication): boolean {
  const { sought, intent, failure, nextAt } = publication
  if (intent !== null || failure !== null || nextAt === null || isBeforeItsTime(publication)) return false
  return sought !== null && sought.looks > 0
}

/** Put off before anything was requested for it, because the account backs off. */
function isUntouched({
  step,
  containersAsked,
  interruptions,
  faults = 0,
  children,
  nextAt,
}: Publication): boolean {
  const asked =
    containersAsked + interruptions + faults > 0 || children.some((child) => child.containersAsked > 0)
  return step === 'claimed' && nextAt !== null && !asked
}

function outcomeOf(status: PostStatus, publication: Publication): PostRecord['publishOutcome'] {
  if (status === 'PUBLISHED') return 'confirmed'
  if (status === 'FAILED') return publication.failure?.unconfirmed ? 'unconfirmed' : 'confirmed'
  return null
}
