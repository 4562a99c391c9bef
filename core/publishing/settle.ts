// Settling an uncertain publish call: what the platform shows us decides, never what we hope.
import type { ContainerStatus, PublishedMedia, Reply } from '../ports/platform.ts'
import { DAY, type Instant } from '../time.ts'
import { LAG_LIMIT, nextBackgroundLookAt, nextLookAt } from './looks.ts'
import { findOurMedia } from './match.ts'
import { confirmed, failed, intendToPublish } from './outcomes.ts'
import {
  MAX_SENDS,
  PROOF_AGE,
  UNCERTAIN_LIMIT,
  type Change,
  type Failure,
  type Publication,
} from './publication.ts'

export interface Evidence {
  readonly status: Reply<ContainerStatus>
  readonly media: Reply<PublishedMedia[]>
  /** Media ids among those listed that belong to other posts. */
  readonly owned: ReadonlySet<string>
  /** Other publications of this account whose media id was never learned: one of the media may be theirs. */
  readonly rivals: number
}

interface Now {
  readonly now: Instant
  readonly monotonic: number
}

/** Looks with a PUBLISHED container and no media to name before we live without its id. */
const LOOKS_FOR_ID = 4

export function afterLook(publication: Publication, evidence: Evidence, at: Now): Change {
  const { status, media } = evidence
  const ours =
    media.kind === 'ok' && evidence.rivals === 0
      ? findOurMedia(publication, media.value, evidence.owned)
      : null
  if (ours) return confirmed(ours.id, ours.permalink, at.now)
  if (status.kind === 'ok' && status.value.status === 'PUBLISHED') return liveButUnnamed(publication, at)
  if (status.kind === 'ok' && media.kind === 'ok' && evidence.rivals === 0) {
    if (status.value.status === 'ERROR' || status.value.status === 'EXPIRED')
      return provenNotLive(publication, CONTAINER_DEAD)
    if (status.value.status === 'FINISHED') return stillFinished(publication, status.platformTime, at)
  }
  return lookAgain(publication, at.now)
}

function liveButUnnamed(publication: Publication, { now }: Now): Change {
  return publication.reads + 1 >= LOOKS_FOR_ID ? confirmed(null, null, now) : lookAgain(publication, now)
}

/**
 * FINISHED twice, PROOF_AGE apart by the platform's own clock, both after the last possible send and with no media of
 * ours: that send had no effect. While the platform only ever said "not ready yet", one look is enough.
 */
function stillFinished(publication: Publication, platformTime: Instant | null, at: Now): Change {
  const lagging = publication.intent?.onlyLagReplies && at.now - publication.intent.at < LAG_LIMIT
  if (lagging) return { ...intendToPublish(publication, platformTime, at), failure: null }
  const seenAt = platformTime ?? at.now
  const finishedSeenAt = [...publication.finishedSeenAt, seenAt]
  const proven = seenAt - (finishedSeenAt[0] ?? seenAt) >= PROOF_AGE
  if (!proven) return { ...lookAgain(publication, at.now), finishedSeenAt }
  const { intent } = publication
  if (intent?.lastRefusal && !intent.lastRefusal.transient)
    return provenNotLive(publication, intent.lastRefusal)
  if (intent && intent.sends >= MAX_SENDS)
    return provenNotLive(publication, intent.lastRefusal ?? NEVER_TAKEN)
  return { ...intendToPublish(publication, platformTime, at), failure: null }
}

function provenNotLive(publication: Publication, otherwise: Failure): Change {
  return failed(publication.intent?.lastRefusal ?? otherwise)
}

function lookAgain(publication: Publication, now: Instant): Change {
  const reads = publication.reads + 1
  const uncertainFor = now - (publication.uncertainSince ?? now)
  if (uncertainFor < UNCERTAIN_LIMIT) return { reads, nextAt: nextLookAt(now, reads) }
  const failure = { ...NOT_CONFIRMED, unconfirmed: true }
  if (uncertainFor < DAY) return { reads, failure, nextAt: nextBackgroundLookAt(now) }
  return { step: 'failed', reads, failure, nextAt: null }
}

const NOT_CONFIRMED: Failure = {
  code: 'UNKNOWN_ERROR',
  message:
    'The platform did not confirm this post. It may already be live: check the profile. Retrying is safe: we look before we post.',
  recovery: 'check_platform',
  transient: false,
}

const CONTAINER_DEAD: Failure = {
  code: 'PLATFORM_ERROR',
  message: 'The platform gave the prepared post up. Nothing was published. Try again.',
  recovery: 'retry',
  transient: false,
}

const NEVER_TAKEN: Failure = {
  code: 'PLATFORM_ERROR',
  message: 'The platform did not take the post after several tries. Nothing was published. Try again later.',
  recovery: 'retry',
  transient: false,
}
