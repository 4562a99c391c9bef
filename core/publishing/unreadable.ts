// What becomes of a publication whose stored state cannot be read: it is written anew from what its row and its post still
// say. Whether a publish may have been sent decides: then it may be live, and only looking may end it.
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { Instant } from '../time.ts'
import {
  NOTHING_DONE,
  intentOfPossibleSend,
  type Failure,
  type Publication,
  type PublicationPayload,
  type PublicationStep,
} from './publication.ts'

/** One post that cannot be read must not stand in the way of the others. */
export const UNREADABLE_POST: Failure = {
  code: 'INTERNAL_ERROR',
  message: 'The stored post cannot be read. Create a new one.',
  recovery: 'fix_media',
  transient: false,
}

export const MAYBE_LIVE: Failure = {
  code: 'INTERNAL_ERROR',
  message:
    'The stored record of this post cannot be read, and the post may already be live. Check the profile. Retrying is safe: we look before we post.',
  recovery: 'check_platform',
  transient: false,
}

export const EMPTY_PAYLOAD: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: null,
  items: [],
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: null,
  crossPostToPartner: false,
}

/** What the columns of its row say, beside the state. */
export interface PublicationRow {
  readonly id: string
  readonly postId: string
  readonly jobId: string
  readonly accountId: string
  readonly version: number
  readonly step: PublicationStep
  /** A publish was sent, and its media id never learned. */
  readonly unsettled: boolean
  readonly createdAt: Instant
}

/** Pure: the publication to record in place of it. `post` is null when it was deleted. */
export function publicationOfRow(
  { step, unsettled, ...row }: PublicationRow,
  post: PostRecord | null,
  payload: PublicationPayload | null,
  now: Instant,
): Publication {
  const igMediaId = post?.igMediaId ?? null
  const isLive = step === 'done' || step === 'confirmed' || igMediaId !== null
  const open = !isLive && (unsettled || step === 'publishing' || step === 'uncertain')
  const wasSent = open || step === 'failed'
  return {
    ...NOTHING_DONE,
    ...row,
    version: row.version + 1,
    claimId: row.id,
    payload: payload ?? EMPTY_PAYLOAD,
    containerId: post?.igContainerId ?? null,
    intent: wasSent ? intentOfPossibleSend(row.createdAt, now) : null,
    uncertainSince: open ? row.createdAt : null,
    mediaId: isLive ? igMediaId : null,
    permalink: isLive ? (post?.igPermalink ?? null) : null,
    publishedAt: isLive ? (post?.publishedAt ?? null) : null,
    settleOnly: post === null,
    updatedAt: now,
    ...endingOf(isLive, open, now),
  }
}

function endingOf(
  isLive: boolean,
  open: boolean,
  now: Instant,
): Pick<Publication, 'step' | 'failure' | 'nextAt'> {
  if (isLive) return { step: 'done', failure: null, nextAt: null }
  if (open) return { step: 'uncertain', failure: { ...MAYBE_LIVE, unconfirmed: true }, nextAt: now }
  return { step: 'failed', failure: { ...UNREADABLE_POST, unconfirmed: false }, nextAt: null }
}
