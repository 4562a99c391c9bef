// What a claim starts from: a fresh publication, or the one a dead process left behind, read for what it proves.
import type { DuePost } from '../ports/publication-ledger.ts'
import type { Instant } from '../time.ts'
import { firstLookAt } from './looks.ts'
import { freezePayload } from './payload.ts'
import type { Change, Publication, PublicationPayload } from './publication.ts'

export interface Claim {
  readonly claimId: string
  /** The id of the publication, should a new one be needed. */
  readonly newPublicationId: string
  readonly now: Instant
}

/** Pure: the publication to record as this claim's. */
export function beginPublication(due: DuePost, claim: Claim): Publication {
  const { previous } = due
  if (previous === null) return freshPublication(due, claim)
  if (previous.step === 'failed') return retryOf(previous, due, claim)
  return continued(previous, claim)
}

function continued(previous: Publication, claim: Claim): Publication {
  const carried = {
    ...previous,
    claimId: claim.claimId,
    version: previous.version + 1,
    nextAt: null,
    updatedAt: claim.now,
  }
  // The claim that stored the intent is gone: it may have sent the publish call at any moment until now.
  if (previous.step === 'publishing') return { ...carried, ...becomeUncertain(carried, claim.now) }
  // The last claim may have asked for a container and died before it could count it.
  const mayHaveAsked = previous.step === 'claimed' && previous.nextAt === null
  return mayHaveAsked ? { ...carried, containersAsked: previous.containersAsked + 1 } : carried
}

/** A post that ever sent a publish looks before it does anything else; any other starts afresh. */
function retryOf(previous: Publication, due: DuePost, claim: Claim): Publication {
  const fresh = freshPublication(due, claim)
  if (previous.intent === null) return fresh
  const { containerId, containerCreatedAt, intent, payload } = previous
  const carried = { ...fresh, containerId, containerCreatedAt, intent, payload, failure: null }
  return { ...carried, ...becomeUncertain(carried, claim.now), nextAt: null }
}

function freshPublication(due: DuePost, claim: Claim): Publication {
  const payload = freezePayload(due.post, due.media)
  return {
    id: claim.newPublicationId,
    postId: due.post.id,
    jobId: due.job.id,
    accountId: due.job.accountId,
    version: 1,
    claimId: claim.claimId,
    step: payload ? 'claimed' : 'failed',
    payload: payload ?? NOTHING,
    containersAsked: 0,
    containerId: null,
    containerCreatedAt: null,
    reads: 0,
    intent: null,
    uncertainSince: null,
    finishedSeenAt: [],
    mediaId: null,
    permalink: null,
    publishedAt: null,
    failure: payload ? null : UNREADABLE,
    nextAt: null,
    createdAt: claim.now,
    updatedAt: claim.now,
  }
}

/** From here only looking leads on. */
export function becomeUncertain(publication: Publication, now: Instant): Change {
  return {
    step: 'uncertain',
    reads: 0,
    finishedSeenAt: [],
    uncertainSince: publication.uncertainSince ?? now,
    intent: publication.intent && { ...publication.intent, lastPossibleSend: now, onlyLagReplies: false },
    nextAt: firstLookAt(now),
  }
}

const NOTHING: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: null,
  items: [],
  userTags: [],
  collaborators: [],
  locationId: null,
}

/** One post that cannot be read must not stand in the way of the others. */
const UNREADABLE = {
  code: 'INTERNAL_ERROR',
  message: 'The stored post cannot be read. Make it anew.',
  recovery: 'fix_media',
  transient: false,
  unconfirmed: false,
} as const
